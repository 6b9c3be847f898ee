//! The configuration file. A change of one value keeps every comment, blank line and unknown key.

use std::borrow::Cow;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, Value};

use super::field::{Field, Form};
use crate::error::{Code, Failure, Result};

/// A configuration file, present or not.
#[derive(Debug, Clone)]
pub(crate) struct ConfigFile {
    path: PathBuf,
    text: String,
}

impl ConfigFile {
    /// Reads the file; one that is not there is empty.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        match fs::read_to_string(path) {
            Ok(text) => Ok(Self { path: path.to_owned(), text }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Self { path: path.to_owned(), text: String::new() })
            }
            Err(error) => Err(Failure::new(Code::Config, format!("{}: {error}", path.display()))
                .hint("make it readable text, or name another folder with MEMORO_CONFIG_DIR")),
        }
    }

    /// Names the file without reading it.
    pub(crate) fn unread(path: &Path) -> Self {
        Self { path: path.to_owned(), text: String::new() }
    }

    #[cfg(test)]
    pub(crate) fn of_text(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.to_owned() }
    }

    /// Returns where the file is or would be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns every key with dots and its value as text, in the order of the file.
    pub(crate) fn values(&self) -> Result<Vec<(String, String)>> {
        let mut values = Vec::new();
        collect(self.document()?.as_table(), "", &mut values);
        Ok(values)
    }

    fn document(&self) -> Result<DocumentMut> {
        self.text.parse::<DocumentMut>().map_err(|why| {
            let what = why.message();
            let line =
                why.span().map(|span| self.text.bytes().take(span.start).filter(|b| *b == b'\n').count() + 1);
            let place = line.map(|line| format!(":{line}")).unwrap_or_default();
            Failure::new(Code::Config, format!("{}{place}: {what}", self.path.display()))
                .hint("correct that line; `memoro config check` tells whether the file is right")
        })
    }

    /// Sets one value and writes the file, in one step, for its owner alone.
    pub(crate) fn set(&mut self, field: &Field, value: &str) -> Result<()> {
        let mut document = self.document()?;
        let mut table = document.as_table_mut();
        let (tables, last) = match field.name.rsplit_once('.') {
            Some((tables, last)) => (tables.split('.').collect::<Vec<_>>(), last),
            None => (Vec::new(), field.name),
        };
        for name in tables {
            let item = table.entry(name).or_insert_with(|| Item::Table(Table::new()));
            table = item.as_table_mut().ok_or_else(|| {
                Failure::new(Code::Config, format!("{}: `{name}` is no table", self.path.display()))
                    .hint(format!("write it as `[{name}]`"))
            })?;
        }
        let mut fresh = match field.form {
            Form::Text => Value::from(value),
            Form::List => super::field::words(value).into_iter().collect(),
            Form::Number => value.parse::<i64>().map_or_else(|_| Value::from(value), Value::from),
        };
        match table.get_mut(last).and_then(Item::as_value_mut) {
            Some(old) => {
                *fresh.decor_mut() = old.decor().clone();
                *old = fresh;
            }
            None => {
                table.insert(last, Item::Value(fresh));
            }
        }
        self.text = document.to_string();
        self.write()
    }

    fn write(&self) -> Result<()> {
        let failed = |error: std::io::Error| {
            Failure::new(Code::ReadOnly, format!("{}: {error}", self.path.display()))
                .hint("make the folder writable, or name another one with MEMORO_CONFIG_DIR")
        };
        if let Some(folder) = self.path.parent() {
            private_folder(folder).map_err(failed)?;
        }
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let fresh = target.with_extension("toml.new");
        write_private(&fresh, self.text.as_bytes()).map_err(failed)?;
        fs::rename(&fresh, &target).map_err(failed)
    }
}

/// Makes a folder that belongs to its owner alone, if it is not there.
pub(crate) fn private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file that belongs to its owner alone, and makes sure that it is on the disk.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn collect(table: &Table, prefix: &str, values: &mut Vec<(String, String)>) {
    for (name, item) in table {
        let key = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
        match item {
            Item::Table(inner) => collect(inner, &key, values),
            Item::Value(Value::InlineTable(inner)) => collect(&inner.clone().into_table(), &key, values),
            Item::Value(value) => values.push((key, text_of(value))),
            Item::ArrayOfTables(_) => values.push((key, String::new())),
            Item::None => {}
        }
    }
}

/// Returns a value as it is typed: one that is written as in the file (`"8h"`, `["~/notes"]`) means the same.
pub(crate) fn as_typed(value: &str) -> Cow<'_, str> {
    if !value.starts_with(['"', '\'', '[']) {
        return Cow::Borrowed(value);
    }
    let written = format!("value = {value}").parse::<DocumentMut>().ok();
    match written.as_ref().and_then(|written| written.get("value")?.as_value()) {
        Some(value @ (Value::String(_) | Value::Array(_))) => Cow::Owned(text_of(value)),
        _ => Cow::Borrowed(value),
    }
}

/// Returns a value of the file as it is typed elsewhere.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.value().clone(),
        Value::Array(list) => list.iter().map(text_of).collect::<Vec<_>>().join(","),
        other => other.clone().decorated("", "").to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(before: &str, key: &str, value: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/config.toml");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, before).unwrap();
        ConfigFile::read(&path).unwrap().set(Field::named(key).unwrap(), value).unwrap();
        fs::read_to_string(&path).unwrap()
    }

    #[test]
    fn a_change_keeps_comments_order_and_unknown_keys() {
        let before = "# ของฉัน\nowner = \"a\" # 我\n\nunknown = 1\n[session]\nidle = \"8h\"\n";
        let after = before.replace("\"a\"", "\"สมชาย\"");
        assert_eq!(set(before, "owner", "สมชาย"), after);
        assert_eq!(set(before, "session.idle", "1h"), before.replace("8h", "1h"));
    }

    #[test]
    fn a_new_value_makes_its_table() {
        assert_eq!(set("", "session.idle", "1h"), "[session]\nidle = \"1h\"\n");
        assert_eq!(set("", "precedence", "session, user"), "precedence = [\"session\", \"user\"]\n");
    }

    #[test]
    fn a_file_that_is_no_toml_is_told_with_its_line() {
        let failure = ConfigFile::of_text("c.toml", "owner = \"a\"\nidle = = 3\n").values().unwrap_err();
        assert!(failure.message.starts_with("c.toml:2: "), "{}", failure.message);
    }
}
