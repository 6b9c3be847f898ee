//! A configuration file that a flag names, for one command: our own in TOML, or that of `OpenClaw` in JSON or JSON5. What
//! means nothing here is told, never dropped in silence.

use std::path::Path;

use super::openclaw::{self, Taken};
use super::{Config, ConfigFile, Field, json5};
use crate::error::{Code, Failure, Result};

/// Returns the file that a flag names; nothing for a key with a value.
pub(super) fn file_of(flag: &str) -> Option<&Path> {
    let path = Path::new(flag);
    let known = path.extension().is_some_and(|kind| kind == "toml" || kind == "json" || kind == "json5");
    (known && !flag.contains('=')).then_some(path)
}

/// Takes the keys of a file over what is configured.
pub(super) fn take(config: &mut Config, path: &Path, unknown: &mut Vec<String>) -> Result<()> {
    let shown = path.display().to_string();
    if !path.is_file() {
        return Err(Failure::new(Code::Config, format!("{shown}: there is no such file"))
            .hint("name a file that is there, or write `--config key=value`"));
    }
    if path.extension().is_some_and(|kind| kind == "toml") {
        for (key, value) in ConfigFile::read(path)?.values()? {
            match Field::named(&key) {
                Some(field) => config.put(field, &value, &shown)?,
                None => unknown.push(format!("{shown}: unknown key `{key}`")),
            }
        }
        return Ok(());
    }
    let wrong = |why: &dyn std::fmt::Display| Failure::new(Code::Config, format!("{shown}: {why}"));
    let text = std::fs::read_to_string(path).map_err(|why| wrong(&why))?;
    let (settings, twice) = json5::read(&text).map_err(|why| wrong(&why))?;
    if !settings.is_object() {
        return Err(wrong(&"it is no object of settings"));
    }
    unknown
        .extend(twice.iter().map(|key| format!("{shown}: `{key}` stands there twice; the last one counts")));
    for reading in openclaw::read(&settings) {
        // One value that cannot be taken keeps no other out.
        let put = match reading.taken {
            Taken::Set(field, value) => config.put(Field::known(field)?, &value, &shown),
            Taken::Add(field, value) => {
                let field = Field::known(field)?;
                let before = (field.show)(config).filter(|before| !before.is_empty());
                let all = before.map_or_else(|| value.clone(), |before| format!("{before},{value}"));
                config.put(field, &all, &shown)
            }
            Taken::Already(_) => Ok(()),
            Taken::Ignored(why) => Err(Failure::new(Code::Config, why)),
            Taken::Wrong(why) => Err(Failure::new(Code::Config, why)),
        };
        if let Err(why) = put {
            unknown.push(format!("{shown}: `{}` is ignored: {}", reading.key, why.message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_counts_for_one_command_and_what_it_cannot_say_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let (mut config, mut unknown) = (Config::default(), Vec::new());
        let theirs = "{ memory: { search: { query: { maxResults: 9 } } }, gateway: { port: 1 }, }";
        take(&mut config, &file("ของเขา.json5", theirs), &mut unknown).unwrap();
        assert_eq!(config.search.max_results, 9);
        assert!(unknown.iter().any(|told| told.contains("gateway.port")), "{unknown:?}");
        take(&mut config, &file("甲.toml", "owner = \"甲\"\nnothing = 1\n"), &mut unknown).unwrap();
        assert_eq!(config.owner.as_str(), "甲");
        assert!(unknown.iter().any(|told| told.contains("`nothing`")), "{unknown:?}");
        let half = "{ memory: { search: { query: { maxResults: -4, minScore: 0.4 }, query: { minScore: '0.3' } } } }";
        take(&mut config, &file("half.json5", half), &mut unknown).unwrap();
        assert!(unknown.iter().any(|told| told.contains("`query` stands there twice")), "{unknown:?}");
        let bad = "{ memory: { search: { query: { maxResults: 0, minScore: '0.3' } } } }";
        take(&mut config, &file("bad.json5", bad), &mut unknown).unwrap();
        assert!((config.search.min_score - 0.3).abs() < 1e-6 && config.search.max_results == 9);
        assert!(unknown.iter().any(|told| told.contains("maxResults` is ignored")), "{unknown:?}");
        assert!(take(&mut config, &file("list.json", "[1]"), &mut unknown).is_err());
        assert!(take(&mut config, &file("wrong.json", "{"), &mut unknown).is_err());
        assert!(take(&mut config, Path::new("/no/such.json5"), &mut unknown).is_err());
    }

    #[test]
    fn a_key_with_a_value_is_no_file() {
        assert!(file_of("owner=a.json").is_none() && file_of("owner").is_none());
        assert!(file_of("a/b.json5").is_some() && file_of("b.toml").is_some());
    }
}
