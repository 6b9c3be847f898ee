//! A commit inside its transaction: memory, history, audit line, mirror task and idempotency key together.

mod others;
mod right;

use std::collections::BTreeSet;
use std::sync::mpsc::Sender;

use jiff::Timestamp;
use memoro_core::Op;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::audit::{self, Line};
use crate::commit::{Change, Commit, Committed, Erase, Expect, MirrorTask, Put};
use crate::error::{Result, StoreError};
use crate::image::{Image, micros};
use crate::index::{self, DocumentId};
use crate::links::Link;
use crate::memories::{COLUMNS, image_of};
use crate::together::Together;
use crate::writer;
use crate::{links, requests, search, tombstone};

/// What became of a commit, and the commit itself: whoever asked puts it away, so that the writer need not.
type Answer = Result<(Committed, Commit)>;

/// A commit on its way through the writer.
pub(crate) struct Request {
    commit: Commit,
    done: Sender<Answer>,
    made: Option<Committed>,
}

impl Request {
    pub(crate) const fn new(commit: Commit, done: Sender<Answer>) -> Self {
        Self { commit, done, made: None }
    }
}

impl writer::Request for Request {
    fn apply(&mut self, tx: &Transaction<'_>, together: &mut Together) -> Result<()> {
        self.made = Some(commit(tx, together, &self.commit)?);
        Ok(())
    }

    fn is_commit(&self) -> bool {
        true
    }

    fn read_back(&mut self, conn: &Connection) {
        if let Some(Committed::Done { read_back, .. }) = &mut self.made {
            *read_back = stands(conn, &self.commit).unwrap_or(false);
        }
    }

    fn answer(self: Box<Self>, outcome: Result<()>) {
        let lost = || StoreError::Sqlite("the writer lost a result".into());
        let Self { commit, done, made } = *self;
        let _ = done.send(outcome.and_then(|()| made.ok_or_else(lost)).map(|made| (made, commit)));
    }
}

/// Writes a commit; the caller's transaction makes it durable.
fn commit(tx: &Transaction<'_>, together: &mut Together, commit: &Commit) -> Result<Committed> {
    if let Some(idempotency) = &commit.idempotency
        && let Some(answer) = requests::replay(tx, idempotency)?
    {
        return Ok(Committed::Replayed { answer });
    }
    let operation = together.chain.next();
    let (actor, run) = (commit.actor.name.as_str(), commit.run.as_deref());
    let mut frame = Frame {
        tx,
        together,
        actor,
        at: commit.at,
        run,
        operation,
        erased: Vec::new(),
        gone: Vec::new(),
        said: BTreeSet::new(),
    };
    for change in &commit.changes {
        frame.change(change)?;
    }
    frame.take_out_erased()?;
    frame.rename_in_others()?;
    if let Some(idempotency) = &commit.idempotency {
        requests::insert(tx, idempotency, commit.at)?;
    }
    Ok(Committed::Done { operation, read_back: false })
}

/// Tells whether every memory of a commit stands as it was written, or was changed again since.
fn stands(conn: &Connection, commit: &Commit) -> Result<bool> {
    let puts = commit.changes.iter().filter_map(|change| match change {
        Change::Put(put) => Some(put),
        _ => None,
    });
    for put in puts {
        let at_least = match put.expect {
            Expect::New => 1 + put.past.len() as u64,
            Expect::Rev(rev) => rev + 1,
            Expect::Any => 1,
        };
        match current(conn, &put.image.id)? {
            Some((image, rev)) if rev > at_least || (rev == at_least && image == put.image) => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn current(conn: &Connection, id: &str) -> Result<Option<(Image, u64)>> {
    let sql = format!("SELECT {COLUMNS}, rev FROM memories WHERE id = ?1");
    let mut statement = conn.prepare_cached(&sql)?;
    Ok(statement.query_row([id], |row| Ok((image_of(row)?, row.get("rev")?))).optional()?)
}

/// Writes a memory that is not there yet, at this revision.
pub(crate) fn insert(conn: &Connection, image: &Image, recorded: i64, rev: u64) -> Result<()> {
    let sql = format!(
        "INSERT INTO memories ({COLUMNS}, recorded_at, rev) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
         ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, {rev})"
    );
    write_image(conn, &sql, image, recorded)
}

fn write_image(conn: &Connection, sql: &str, i: &Image, recorded: i64) -> Result<()> {
    let mut statement = conn.prepare_cached(sql)?;
    let written = statement.execute(params![
        i.id,
        i.scope_kind,
        i.scope_id,
        i.key,
        i.shape,
        i.kind,
        i.content,
        i.tags,
        i.status,
        i.status_by,
        i.status_reason,
        i.origin,
        i.trust,
        i.confidence,
        i.source,
        i.stability,
        i.ttl,
        i.expires_at,
        i.sensitivity,
        i.occurred_at,
        i.created_at,
        i.updated_at,
        i.valid_until,
        recorded,
    ]);
    match written {
        Err(e) if e.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Err(StoreError::Conflict(i.id.clone()))
        }
        other => Ok(other.map(drop)?),
    }
}

struct Frame<'a> {
    tx: &'a Transaction<'a>,
    together: &'a mut Together,
    actor: &'a str,
    at: Timestamp,
    run: Option<&'a str>,
    operation: u64,
    /// What search still holds of erased memories; taken out together, since that costs about as much as one.
    erased: Vec<DocumentId>,
    /// The ids of erased memories, and what stands for them.
    gone: Vec<(String, String)>,
    /// What the audit says of erased memories: scope, key and value.
    said: BTreeSet<(String, String, String)>,
}

impl Frame<'_> {
    fn change(&mut self, change: &Change) -> Result<()> {
        match change {
            Change::Put(put) => self.put(put),
            Change::Erase(erase) => self.erase(erase),
            Change::Based(version) => self.together.expect(self.tx, *version),
            Change::Lift(hashes) => self.lift(hashes),
            Change::Link(link) => self.link(link, Op::Link),
            Change::Unlink(link) => self.link(link, Op::Unlink),
            Change::Right { id, said } => self.right(id.as_str(), said),
            Change::Vouch(id) => self.vouch(id),
            Change::Remark { op, scope, reason } => {
                self.event(&Line { op: *op, scope, reason, ..Line::default() })
            }
        }
    }

    fn event(&mut self, line: &Line<'_>) -> Result<()> {
        self.together.chain.append(self.tx, self.operation, (self.at, self.actor, self.run), line)
    }

    fn put(&mut self, put: &Put) -> Result<()> {
        let old = match put.expect {
            Expect::New => None,
            Expect::Rev(_) | Expect::Any => current(self.tx, &put.image.id)?,
        };
        match (&put.expect, &old) {
            (Expect::Rev(rev), Some((_, found))) if rev == found => {}
            (Expect::Rev(_), _) => return Err(StoreError::Conflict(put.image.id.clone())),
            _ => {}
        }
        if let Some((image, rev)) = &old {
            self.keep(image, *rev)?;
            self.update(&put.image)?;
        } else {
            insert(self.tx, &put.image, micros(self.at), 1 + put.past.len() as u64)?;
            self.insert_past(put)?;
        }
        let old_text = old.map(|(image, _)| image.memory()).transpose()?.map(|memory| memory.content.text());
        self.event(&Line {
            op: put.op,
            memory: Some(&put.image.id),
            scope: &put.scope,
            key: &put.image.key,
            old: put.before.as_deref().or(old_text.as_deref()),
            // What was turned down, ended or replaced has no new value.
            new: (!matches!(put.op, Op::RejectPending | Op::Delete | Op::Supersede))
                .then_some(put.text.as_str()),
            reason: &put.reason,
            image: Some(put.digest),
        })?;
        if let Some(text) = &put.search {
            self.take_out_erased()?;
            search::put(self.tx, &mut self.together.index, &put.image.id, text, self.at)?;
        }
        put.mirror.iter().try_for_each(|task| self.outbox(task, &put.image.id))
    }

    fn keep(&self, image: &Image, rev: u64) -> Result<()> {
        let mut statement = self.tx.prepare_cached(
            "INSERT INTO history SELECT id, rev, recorded_at, ?3, ?4 FROM memories WHERE id = ?1 AND rev = ?2",
        )?;
        statement.execute(params![image.id, rev, micros(self.at), image.to_json()])?;
        Ok(())
    }

    fn insert_past(&self, put: &Put) -> Result<()> {
        for (rev, (image, from, to)) in (1..).zip(&put.past) {
            self.tx.prepare_cached("INSERT INTO history VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
                put.image.id,
                rev,
                micros(*from),
                micros(*to),
                image
            ])?;
        }
        Ok(())
    }

    fn update(&self, image: &Image) -> Result<()> {
        let sql = format!(
            "UPDATE memories SET ({COLUMNS}, recorded_at) = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
             ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24), rev = rev + 1 WHERE id = ?1"
        );
        write_image(self.tx, &sql, image, micros(self.at))
    }

    fn outbox(&self, task: &MirrorTask, memory: &str) -> Result<()> {
        self.tx
            .prepare_cached("INSERT INTO outbox (file, item, memory) VALUES (?1, ?2, ?3)")?
            .execute(params![task.file, task.item, memory])?;
        Ok(())
    }

    /// Writes or removes a link; what changes nothing leaves no audit line.
    fn link(&mut self, link: &Link, op: Op) -> Result<()> {
        let changed = match op {
            Op::Link => links::insert(self.tx, link, self.actor, self.at)?,
            _ => links::delete(self.tx, link)?,
        };
        if !changed {
            return Ok(());
        }
        self.event(&Line {
            op,
            scope: links::SCOPE,
            key: &link.kind,
            old: Some(&link.from),
            new: Some(&link.to),
            reason: &link.note,
            ..Line::default()
        })
    }

    fn lift(&mut self, hashes: &[[u8; 32]]) -> Result<()> {
        self.together.settle(self.tx)?;
        let mut lifted = Vec::new();
        for hash in hashes {
            let mut statement = self.tx.prepare_cached("DELETE FROM tombstones WHERE hash = ?1")?;
            if statement.execute([hash.as_slice()])? > 0 {
                lifted.push(hash);
            }
        }
        if lifted.is_empty() {
            return Ok(());
        }
        let list = audit::lifted_list(lifted);
        let new = Some(list.as_str());
        self.event(&Line { op: Op::LiftTombstone, new, reason: "said again by a person", ..Line::default() })
    }

    /// Takes what was erased out of search.
    fn take_out_erased(&mut self) -> Result<()> {
        let erased = std::mem::take(&mut self.erased);
        if !erased.is_empty() {
            self.together.settle(self.tx)?;
            index::remove_documents(self.tx, &erased)?;
        }
        Ok(())
    }

    fn erase(&mut self, erase: &Erase) -> Result<()> {
        let id = erase.id.as_str();
        self.together.settle(self.tx)?;
        let image = current(self.tx, id)?.map(|(image, _)| image);
        // Of what a damaged store lost, the audit may still say the words.
        if image.is_none() && !audit::tells_of(self.tx, id)? {
            return Err(StoreError::Conflict(id.to_owned()));
        }
        erase.tombstones.iter().try_for_each(|t| tombstone::insert(self.tx, t))?;
        for sql in [
            "DELETE FROM memories WHERE id = ?1",
            "DELETE FROM history WHERE memory = ?1",
            "DELETE FROM usage WHERE memory = ?1",
            "DELETE FROM outbox WHERE memory = ?1",
            "UPDATE idempotency SET answer = '' WHERE answer LIKE '%' || ?1 || '%'",
        ] {
            self.tx.prepare_cached(sql)?.execute([id])?;
        }
        // An answer that was kept may hold words of it under another name; that it was given is still known.
        self.tx.prepare_cached("UPDATE idempotency SET answer = '' WHERE answer LIKE '{%'")?.execute([])?;
        links::remove_of(self.tx, id)?;
        let stand_in = erase.tombstones.first().map_or_else(|| "forgotten".to_owned(), tombstone::name_of);
        crate::meta::rename_in_all(self.tx, id, &stand_in)?;
        self.erased.extend(search::document_of(self.tx, id)?);
        crate::cache::empty(self.tx)?;
        if let Some(image) = &image {
            self.tx
                .prepare_cached(
                    "DELETE FROM scopes WHERE name = ?1 || ':' || ?2
                     AND NOT EXISTS (SELECT 1 FROM memories WHERE scope_kind = ?1 AND scope_id = ?2)",
                )?
                .execute([&image.scope_kind, &image.scope_id])?;
        }
        self.gone.push((id.to_owned(), stand_in));
        self.said.extend(audit::said_of(self.tx, id)?);
        let blanked = audit::blank(self.tx, id)?;
        let list = audit::blanked_list(&blanked, &erase.tombstones);
        self.event(&Line {
            op: Op::Forget,
            scope: image.as_ref().map_or("", |image| &image.scope_kind),
            new: Some(&list),
            reason: &erase.reason,
            ..Line::default()
        })?;
        match &erase.mirror {
            Some(task) => self.outbox(task, id),
            None => Ok(()),
        }
    }
}
