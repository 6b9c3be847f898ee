//! Looking into a store file that is not in use, such as that of a backup. Changes no byte of it, and brings no schema up
//! to date: what cannot be read as it is is an error.

use std::path::Path;

use memoro_core::Memory;
use rusqlite::Connection;

use crate::error::Result;
use crate::image::Image;
use crate::memories::{COLUMNS, image_of};

/// Returns the memories of a store file whose id or key is one of the names, all of them where no names are given; each in
/// every state that it had, the present one last.
pub fn peek(path: &Path, names: Option<&[String]>) -> Result<Vec<Vec<Memory>>> {
    let conn = crate::reach::connect_frozen(path)?;
    let present = match names {
        Some(names) => {
            let list = serde_json::json!(names).to_string();
            let test =
                "WHERE id IN (SELECT value FROM json_each(?1)) OR key IN (SELECT value FROM json_each(?1))";
            rows(&conn, test, &[&list])?
        }
        None => rows(&conn, "", &[])?,
    };
    let mut past = conn.prepare("SELECT image FROM history WHERE memory = ?1 ORDER BY rev")?;
    let mut found = Vec::new();
    for image in present {
        let states = past.query_map([&image.id], |row| row.get::<_, String>(0))?;
        let mut states: Vec<Memory> =
            states.map(|state| Image::from_json(&state?)?.memory()).collect::<Result<_>>()?;
        states.push(image.memory()?);
        found.push(states);
    }
    Ok(found)
}

fn rows(conn: &Connection, test: &str, values: &[&String]) -> Result<Vec<Image>> {
    let mut statement = conn.prepare(&format!("SELECT {COLUMNS} FROM memories {test}"))?;
    let rows = statement.query_map(rusqlite::params_from_iter(values), image_of)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
