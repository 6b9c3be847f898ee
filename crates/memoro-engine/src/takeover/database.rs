//! Rows of a foreign database as JSON objects, whatever columns its version has. Opens it for reading only.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Map, Value};

use super::moment;
use crate::error::{EngineError, Result};

/// A row.
pub(super) struct Row(Map<String, Value>);

/// Opens a database for reading.
pub(super) fn open(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let refused = |error: rusqlite::Error| {
        EngineError::invalid(format!("{} cannot be read as a SQLite database", path.display()), error)
    };
    let conn = Connection::open_with_flags(path, flags).map_err(refused)?;
    conn.busy_timeout(Duration::from_secs(5)).map_err(refused)?;
    conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(refused)?;
    Ok(conn)
}

/// Tells whether there is such a table.
pub(super) fn has_table(conn: &Connection, name: &str) -> bool {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1";
    conn.prepare(sql).and_then(|mut statement| statement.exists([name])).unwrap_or(false)
}

/// Reads all rows of a query.
pub(super) fn rows(conn: &Connection, sql: &str) -> Result<Vec<Row>> {
    let wrong = |error: rusqlite::Error| EngineError::invalid("the database cannot be read", error);
    let mut statement = conn.prepare(sql).map_err(wrong)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut found = Vec::new();
    let mut all = statement.query([]).map_err(wrong)?;
    while let Some(row) = all.next().map_err(wrong)? {
        let mut fields = Map::new();
        for (at, name) in names.iter().enumerate() {
            let value = match row.get_ref(at).map_err(wrong)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => Value::from(number),
                ValueRef::Real(number) => Value::from(number),
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    Value::from(String::from_utf8_lossy(bytes).into_owned())
                }
            };
            fields.insert(name.to_lowercase().replace('_', ""), value);
        }
        found.push(Row(fields));
    }
    Ok(found)
}

impl Row {
    /// Returns a column by its name; `superseded_by` and `supersededBy` are the same.
    pub(super) fn value(&self, name: &str) -> &Value {
        self.0.get(&name.to_lowercase().replace('_', "")).unwrap_or(&Value::Null)
    }

    /// Returns a text that says something.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.value(name).as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns a name: a text, or a number as one.
    pub(super) fn name(&self, name: &str) -> Option<String> {
        match self.value(name) {
            Value::Number(number) => Some(number.to_string()),
            _ => self.text(name).map(str::to_owned),
        }
    }

    /// Returns a number.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.value(name).as_f64()
    }

    /// Returns a count.
    pub(super) fn count(&self, name: &str) -> u32 {
        self.value(name).as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
    }

    /// Returns a moment.
    pub(super) fn moment(&self, name: &str) -> Option<Timestamp> {
        moment(self.value(name))
    }

    /// Returns a list that is kept as JSON.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let parsed = self.text(name).and_then(|text| serde_json::from_str::<Vec<Value>>(text).ok());
        let text = |value: Value| match value {
            Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        parsed.unwrap_or_default().into_iter().map(text).filter(|text| !text.is_empty()).collect()
    }
}
