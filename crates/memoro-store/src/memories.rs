//! Reading memories: the current truth by default, any moment of the past on request.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use jiff::Timestamp;
use memoro_core::{Key, Layer, Memory, MemoryId, Scope, Shape};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use crate::error::{Result, StoreError};
use crate::image::{Image, micros, moment};
use crate::open::Store;

/// The columns of an image, in the order in which it is written.
pub(crate) const COLUMNS: &str =
    "id, scope_kind, scope_id, key, shape, kind, content, tags, status, status_by,
    status_reason, origin, trust, confidence, source, stability, ttl, expires_at, sensitivity, occurred_at,
    created_at, updated_at, valid_until";

/// Reads an image from a row that selects [`COLUMNS`] first.
pub(crate) fn image_of(row: &Row<'_>) -> rusqlite::Result<Image> {
    Ok(Image {
        id: row.get(0)?,
        scope_kind: row.get(1)?,
        scope_id: row.get(2)?,
        key: row.get(3)?,
        shape: row.get(4)?,
        kind: row.get(5)?,
        content: row.get(6)?,
        tags: row.get(7)?,
        status: row.get(8)?,
        status_by: row.get(9)?,
        status_reason: row.get(10)?,
        origin: row.get(11)?,
        trust: row.get(12)?,
        confidence: row.get(13)?,
        source: row.get(14)?,
        stability: row.get(15)?,
        ttl: row.get(16)?,
        expires_at: row.get(17)?,
        sensitivity: row.get(18)?,
        occurred_at: row.get(19)?,
        created_at: row.get(20)?,
        updated_at: row.get(21)?,
        valid_until: row.get(22)?,
    })
}

/// A memory as it stands in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The memory.
    pub memory: Memory,
    /// How often it was written; a change names the revision that it is based on.
    pub rev: u64,
    /// When this revision was written.
    pub recorded_at: Timestamp,
}

/// One past or present state of a memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// The memory as it was.
    pub memory: Memory,
    /// The number of the state, from 1.
    pub rev: u64,
    /// From when it was held to be so.
    pub from: Timestamp,
    /// Until when; `None` for the present state.
    pub to: Option<Timestamp>,
}

/// How a list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The last changed first.
    #[default]
    Newest,
    /// What happened last first.
    Happened,
    /// The first written first.
    Written,
}

/// Which memories to list. Everything left out does not filter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// The clock; decides what has expired.
    pub now: Timestamp,
    /// The moment whose knowledge is asked for, instead of the present.
    pub as_of: Option<Timestamp>,
    /// Statuses; empty means active and not expired.
    pub statuses: Vec<String>,
    /// Layers.
    pub layers: Vec<Layer>,
    /// Shapes.
    pub shapes: Vec<Shape>,
    /// Kinds of entries, grains of episodes, stages of decisions.
    pub kinds: Vec<String>,
    /// Any of these tags.
    pub tags: Vec<String>,
    /// What counts as having one of `tags` by what it is.
    pub following: Vec<Following>,
    /// Leaves out traces and threads: episodes that are listed under their own names.
    pub no_courses: bool,
    /// Any of these scopes.
    pub scopes: Vec<Scope>,
    /// Any of these keys.
    pub keys: Vec<Key>,
    /// Changed at or after this moment.
    pub since: Option<Timestamp>,
    /// Changed before this moment.
    pub until: Option<Timestamp>,
    /// Also sensitive ones.
    pub sensitive: bool,
    /// The order.
    pub order: Order,
    /// At most this many.
    pub limit: Option<usize>,
    /// Leaves out this many first.
    pub offset: usize,
    /// Only what comes after this one, in the order [`Order::Newest`] or [`Order::Happened`].
    pub after: Option<(Timestamp, MemoryId)>,
}

/// Memories that have a concept by what they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Following {
    /// Those of a layer.
    Layer(Layer),
    /// Those of a scope.
    Scope(Scope),
    /// Episodes that happened at or after the first moment and before the second.
    Happened(Timestamp, Timestamp),
}

/// When something happened, or was told where nobody said.
pub(crate) const HAPPENED: &str = "coalesce(occurred_at, created_at)";

/// Holds for everything but traces and threads.
pub(crate) const NO_COURSES: &str =
    "NOT (shape = 'episode' AND (tags LIKE '%\"trace:%' OR tags LIKE '%\"thread:%'))";

struct Where {
    sql: String,
    values: Vec<Value>,
}

impl Where {
    fn any(&mut self, column: &str, values: impl IntoIterator<Item = String>) {
        let start = self.values.len();
        self.values.extend(values.into_iter().map(Value::from));
        if self.values.len() > start {
            let marks: Vec<String> = (start + 1..=self.values.len()).map(|n| format!("?{n}")).collect();
            let _ = write!(self.sql, " AND {column} IN ({})", marks.join(", "));
        }
    }

    /// Adds what has a concept by what it is.
    fn or_follows(&mut self, following: &Following) {
        let (first, second) = (self.values.len() + 1, self.values.len() + 2);
        let test = match following {
            Following::Layer(layer) => layer_sql(*layer).to_owned(),
            Following::Scope(scope) => {
                self.values.extend([scope.kind().to_string().into(), scope.id().to_owned().into()]);
                format!("scope_kind = ?{first} AND scope_id = ?{second}")
            }
            Following::Happened(from, until) => {
                self.values.extend([micros(*from).into(), micros(*until).into()]);
                format!("shape = 'episode' AND {HAPPENED} >= ?{first} AND {HAPPENED} < ?{second}")
            }
        };
        let _ = write!(self.sql, " OR ({test})");
    }

    fn compare(&mut self, test: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        let _ = write!(self.sql, " AND {}", test.replace('?', &format!("?{}", self.values.len())));
    }
}

const fn layer_sql(layer: Layer) -> &'static str {
    match layer {
        Layer::Policy => "scope_kind = 'policy'",
        Layer::Working => "scope_kind = 'session'",
        Layer::Procedural => "shape = 'procedure' AND scope_kind NOT IN ('session', 'policy')",
        Layer::Episodic => "shape = 'episode' AND scope_kind NOT IN ('session', 'policy')",
        Layer::UserModel => "shape = 'entry' AND scope_kind = 'user'",
        Layer::Soul => "shape = 'entry' AND scope_kind = 'agent'",
        Layer::Semantic => {
            "(shape IN ('note', 'decision') AND scope_kind NOT IN ('session', 'policy')) \
             OR (shape = 'entry' AND scope_kind = 'project')"
        }
    }
}

fn conditions(filter: &Filter) -> Where {
    let now = micros(filter.as_of.unwrap_or(filter.now));
    let mut wanted = Where { sql: "TRUE".into(), values: Vec::new() };
    if filter.statuses.is_empty() {
        wanted.sql.push_str(" AND status = 'active'");
        wanted.compare("(expires_at IS NULL OR expires_at > ?)", now);
        wanted.compare("(valid_until IS NULL OR valid_until > ?)", now);
    }
    if !filter.statuses.is_empty() && !filter.statuses.iter().any(|status| status == "active") {
        // The words stand in the query itself: only so is the index of what is not active used.
        wanted.sql.push_str(" AND status <> 'active'");
    }
    wanted.any("status", filter.statuses.iter().cloned());
    wanted.any("shape", filter.shapes.iter().map(ToString::to_string));
    wanted.any("kind", filter.kinds.iter().cloned());
    wanted.any("key", filter.keys.iter().map(ToString::to_string));
    wanted.any(
        "scope_kind || ':' || scope_id",
        filter.scopes.iter().map(|s| format!("{}:{}", s.kind(), s.id())),
    );
    if !filter.layers.is_empty() {
        let layers: Vec<String> = filter.layers.iter().map(|l| format!("({})", layer_sql(*l))).collect();
        let _ = write!(wanted.sql, " AND ({})", layers.join(" OR "));
    }
    if !filter.tags.is_empty() {
        wanted.sql.push_str(" AND (EXISTS (SELECT 1 FROM json_each(tags) WHERE TRUE");
        wanted.any("value", filter.tags.iter().cloned());
        wanted.sql.push(')');
        filter.following.iter().for_each(|one| wanted.or_follows(one));
        wanted.sql.push(')');
    }
    if filter.no_courses {
        let _ = write!(wanted.sql, " AND {NO_COURSES}");
    }
    if let Some(since) = filter.since {
        wanted.compare("updated_at >= ?", micros(since));
    }
    if let Some(until) = filter.until {
        wanted.compare("updated_at < ?", micros(until));
    }
    if let Some((changed, id)) = &filter.after {
        wanted.values.extend([micros(*changed).into(), id.to_string().into()]);
        let last = wanted.values.len();
        let at = if filter.order == Order::Happened { HAPPENED } else { "updated_at" };
        let _ = write!(wanted.sql, " AND ({at}, id) < (?{}, ?{last})", last - 1);
    }
    if !filter.sensitive {
        wanted.sql.push_str(" AND sensitivity = 'normal'");
    }
    wanted
}

/// The rows that were current at a moment: untouched since, or replaced only later.
fn past_rows(at: Timestamp) -> String {
    let at = micros(at);
    let names: Vec<&str> = COLUMNS.split(',').map(str::trim).collect();
    let fields: Vec<String> = names.iter().map(|name| format!("image ->> '{name}' AS {name}")).collect();
    format!(
        "(SELECT row, {COLUMNS}, rev, recorded_at FROM memories WHERE recorded_at <= {at}
          UNION ALL SELECT 0 AS row, {}, rev, recorded_at FROM history WHERE recorded_at <= {at} AND replaced_at > {at})",
        fields.join(", ")
    )
}

pub(crate) fn stored(row: &Row<'_>) -> rusqlite::Result<(Image, u64, i64)> {
    Ok((image_of(row)?, row.get("rev")?, row.get("recorded_at")?))
}

pub(crate) fn read_stored((image, rev, recorded): (Image, u64, i64)) -> Result<Stored> {
    Ok(Stored { memory: image.memory()?, rev, recorded_at: moment(recorded)? })
}

fn one(conn: &Connection, test: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Option<Stored>> {
    let sql = format!("SELECT {COLUMNS}, rev, recorded_at FROM memories WHERE {test}");
    conn.prepare_cached(&sql)?.query_row(values, stored).optional()?.map(read_stored).transpose()
}

/// Returns the memory of an id, whatever its status.
pub(crate) fn by_id(conn: &Connection, id: &str) -> Result<Option<Stored>> {
    one(conn, "id = ?1", &[&id])
}

impl Store {
    /// Returns the memory of this id, whatever its status.
    pub fn get(&self, id: &MemoryId) -> Result<Option<Stored>> {
        self.read(|conn| by_id(conn, id.as_str()))
    }

    /// Returns the active memory of a scope and key.
    pub fn active(&self, scope: &Scope, key: &Key) -> Result<Option<Stored>> {
        let (kind, id) = (scope.kind().as_str(), scope.id());
        let test = "scope_kind = ?1 AND scope_id = ?2 AND key = ?3 AND status = 'active'";
        self.read(|conn| one(conn, test, &[&kind, &id, &key.as_str()]))
    }

    /// Returns the active memories of a scope under any of these keys.
    pub fn active_under(&self, scope: &Scope, keys: &[Key]) -> Result<Vec<Stored>> {
        let keys = serde_json::json!(keys.iter().map(Key::as_str).collect::<Vec<_>>()).to_string();
        let sql = format!(
            "SELECT {COLUMNS}, rev, recorded_at FROM memories INDEXED BY memories_active_key
             WHERE scope_kind = ?1 AND scope_id = ?2 AND status = 'active'
             AND key IN (SELECT value FROM json_each(?3))"
        );
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            let rows = statement.query_map(params![scope.kind().as_str(), scope.id(), keys], stored)?;
            rows.map(|row| read_stored(row?)).collect()
        })
    }

    /// Returns the ids that start with `prefix`, at most `limit`.
    pub fn ids_with_prefix(&self, prefix: &str, limit: usize) -> Result<Vec<MemoryId>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT id FROM memories WHERE id >= ?1 AND id < ?1 || char(1114111) LIMIT ?2",
            )?;
            let rows = statement
                .query_map(params![prefix, i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
                    row.get::<_, String>(0)
                })?;
            rows.map(|id| MemoryId::new(id?).map_err(StoreError::damaged)).collect()
        })
    }

    /// Lists memories.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Stored>> {
        let Where { sql: test, values } = conditions(filter);
        let table = filter.as_of.map_or_else(|| "memories".to_owned(), past_rows);
        let order = match filter.order {
            Order::Newest => "updated_at DESC, id DESC",
            Order::Happened => "coalesce(occurred_at, created_at) DESC, id DESC",
            Order::Written => "recorded_at, id",
        };
        let limit = filter.limit.map_or(-1, |n| i64::try_from(n).unwrap_or(i64::MAX));
        let sql = format!(
            "SELECT {COLUMNS}, rev, recorded_at FROM {table} WHERE {test} ORDER BY {order} LIMIT {limit} OFFSET {}",
            i64::try_from(filter.offset).unwrap_or(i64::MAX)
        );
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            let rows = statement.query_map(params_from_iter(&values), stored)?;
            rows.map(|row| read_stored(row?)).collect()
        })
    }

    /// Counts the memories that [`Store::list`] would return without a limit.
    pub fn count(&self, filter: &Filter) -> Result<u64> {
        let Where { sql: test, values } = conditions(filter);
        let table = filter.as_of.map_or_else(|| "memories".to_owned(), past_rows);
        self.read(|conn| {
            let sql = format!("SELECT count(*) FROM {table} WHERE {test}");
            Ok(conn.prepare_cached(&sql)?.query_row(params_from_iter(&values), |row| row.get(0))?)
        })
    }

    /// Counts memories by scope kind, shape and status; what is over by now is `expired`.
    pub fn counts(&self, now: Timestamp) -> Result<Vec<(String, String, String, u64)>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT scope_kind, shape, CASE WHEN status = 'active' AND expires_at <= ?1 THEN 'expired' ELSE status END
                 AS standing, count(*) FROM memories GROUP BY scope_kind, shape, standing",
            )?;
            let rows = statement.query_map([micros(now)], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?)))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns every state that a memory had, the oldest first, the present one last.
    pub fn versions(&self, id: &MemoryId) -> Result<Vec<Version>> {
        let present = self.get(id)?;
        let mut versions: Vec<Version> = self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT image, rev, recorded_at, replaced_at FROM history WHERE memory = ?1 ORDER BY rev",
            )?;
            let rows = statement.query_map([id.as_str()], |row| {
                Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            let read = |(image, rev, from, to): (String, u64, i64, i64)| -> Result<Version> {
                let memory = Image::from_json(&image)?.memory()?;
                Ok(Version { memory, rev, from: moment(from)?, to: Some(moment(to)?) })
            };
            rows.map(|row| read(row?)).collect()
        })?;
        versions.extend(present.map(|Stored { memory, rev, recorded_at }| Version {
            memory,
            rev,
            from: recorded_at,
            to: None,
        }));
        Ok(versions)
    }

    /// Returns the memories whose place this one took.
    pub fn replaced_by(&self, id: &MemoryId) -> Result<Vec<MemoryId>> {
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT id FROM memories WHERE status <> 'active' AND status_by = ?1 ORDER BY updated_at",
            )?;
            let rows = statement.query_map([id.as_str()], |row| row.get::<_, String>(0))?;
            rows.map(|id| MemoryId::new(id?).map_err(StoreError::damaged)).collect()
        })
    }

    /// Returns for each memory the last whose place it took, looking through what is not active once for all of them.
    pub fn last_replaced_by(&self, ids: &BTreeSet<MemoryId>) -> Result<BTreeMap<MemoryId, MemoryId>> {
        if ids.len() < 2 {
            let one = |id: &MemoryId| Ok(self.replaced_by(id)?.pop().map(|old| (id.clone(), old)));
            return ids.iter().filter_map(|id| one(id).transpose()).collect();
        }
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT status_by, id FROM memories WHERE status <> 'active' AND status_by IS NOT NULL ORDER BY updated_at",
            )?;
            let mut rows = statement.query([])?;
            let mut last = BTreeMap::new();
            while let Some(row) = rows.next()? {
                let by = MemoryId::new(row.get::<_, String>(0)?).map_err(StoreError::damaged)?;
                if ids.contains(&by) {
                    last.insert(by, MemoryId::new(row.get::<_, String>(1)?).map_err(StoreError::damaged)?);
                }
            }
            Ok(last)
        })
    }

    /// Returns all memories that ever had this scope and key, the oldest first.
    pub fn of_key(&self, scope: &Scope, key: &Key) -> Result<Vec<Stored>> {
        let sql = format!(
            "SELECT {COLUMNS}, rev, recorded_at FROM memories
             WHERE key = ?3 AND scope_kind = ?1 AND scope_id = ?2 ORDER BY created_at, id"
        );
        self.read(|conn| {
            let mut statement = conn.prepare_cached(&sql)?;
            let rows =
                statement.query_map(params![scope.kind().as_str(), scope.id(), key.as_str()], stored)?;
            rows.map(|row| read_stored(row?)).collect()
        })
    }
}
