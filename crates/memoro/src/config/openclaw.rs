//! The memory settings of `OpenClaw`, in both of its dialects and for its second backend: which of our keys each of them
//! is, or why it means nothing here. Nothing is dropped in silence.

use serde_json::Value;

/// What becomes of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It is set under this key of ours.
    Set(&'static str, String),
    /// It adds to a list of ours.
    Add(&'static str, String),
    /// It is as Memoro is anyway.
    Already(&'static str),
    /// It means nothing here.
    Ignored(&'static str),
    /// Its value cannot be taken.
    Wrong(String),
}

/// A key of the file and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The key, with dots.
    pub(crate) key: String,
    /// What becomes of it.
    pub(crate) taken: Taken,
}

/// Where both dialects keep the settings of search.
const SEARCH: [&str; 2] = ["agents.defaults.memorySearch.", "memory.search."];
const QMD: &str = "memory.qmd.";

/// Reads every key of a file.
pub(crate) fn read(file: &Value) -> Vec<Reading> {
    let mut leaves = Vec::new();
    collect(file, "", &mut leaves);
    let mut all = Vec::new();
    for (key, value) in leaves {
        let search = SEARCH.iter().find_map(|prefix| key.strip_prefix(prefix));
        let taken = match (search, key.strip_prefix(QMD)) {
            (Some(name), _) => of_search(name, value),
            (None, Some(name)) => of_qmd(name, value),
            (None, None) => vec![of_rest(&key, value)],
        };
        // An empty list is a wish as well.
        let taken =
            if taken.is_empty() { vec![Taken::Already("the list names nothing to add")] } else { taken };
        all.extend(taken.into_iter().map(|taken| Reading { key: key.clone(), taken }));
    }
    all
}

/// Returns the workspaces that a file names: the usual one first, then one for each agent, with its name.
pub(crate) fn workspaces(file: &Value) -> Vec<(String, String)> {
    let agents = file.get("agents");
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let usual = agents.and_then(|agents| text(agents.get("defaults")?, "workspace"));
    let old = file.get("agent").and_then(|agent| text(agent, "workspace"));
    let mut named: Vec<(String, String)> =
        usual.or(old).map(|folder| ("main".to_owned(), folder)).into_iter().collect();
    let list = agents.and_then(|agents| agents.get("list")).and_then(Value::as_array).into_iter().flatten();
    named.extend(list.filter_map(|agent| {
        let name = text(agent, "id").or_else(|| text(agent, "name")).unwrap_or_else(|| "agent".into());
        Some((name, text(agent, "workspace")?))
    }));
    named
}

fn collect<'a>(value: &'a Value, path: &str, leaves: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(fields) if !fields.is_empty() || path.is_empty() => {
            for (name, inner) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                collect(inner, &path, leaves);
            }
        }
        other => leaves.push((path.to_owned(), other)),
    }
}

fn of_rest(key: &str, value: &Value) -> Taken {
    match (key, value.as_str()) {
        ("memory.backend", Some("qmd" | "builtin")) => {
            Taken::Already("words, meaning and ranking of both backends are built in")
        }
        ("memory.backend", _) => Taken::Ignored("only the backends builtin and qmd are known"),
        ("memory.citations", Some("auto" | "on")) => Taken::Already("every hit names its file and lines"),
        ("memory.citations", _) => Taken::Ignored("every hit names its file and lines"),
        _ if key.starts_with("memory.") || key.contains("memorySearch") => {
            Taken::Ignored("no setting of this name is known")
        }
        _ => Taken::Ignored("it is not about memory"),
    }
}

fn of_search(name: &str, value: &Value) -> Vec<Taken> {
    let text = value.as_str();
    let number = || number_of(value);
    let set = |key: &'static str, value: Option<String>| {
        value.map_or(Taken::Ignored("its value has the wrong type"), |value| Taken::Set(key, value))
    };
    let one = match name {
        "enabled" if value == &Value::Bool(true) => Taken::Already("search is always there"),
        "enabled" => Taken::Ignored("search is always there; give the agent no search tool instead"),
        "provider" => provider(text),
        "model" => set("embedding.model", text.map(str::to_owned)),
        "fallback" if text == Some("none") => Taken::Set("embedding.fallback", String::new()),
        "fallback" => match provider(text) {
            Taken::Set(_, name) => Taken::Set("embedding.fallback", name),
            other => other,
        },
        "remote.baseUrl" => set("embedding.base_url", text.map(str::to_owned)),
        "remote.apiKey" => api_key(text),
        "chunking.tokens" => set("index.chunk_tokens", number()),
        "chunking.overlap" => set("index.chunk_overlap", number()),
        "query.maxResults" => set("search.max_results", number()),
        "query.minScore" => set("search.min_score", number()),
        "query.hybrid.enabled" if value == &Value::Bool(true) => {
            Taken::Already("words and meaning are always put together")
        }
        "store.driver" if text == Some("sqlite") => Taken::Already("the store is a SQLite file"),
        "store.vector.enabled" if value == &Value::Bool(true) => {
            Taken::Already("vectors are always searched")
        }
        "cache.enabled" if value == &Value::Bool(true) => Taken::Already("vectors are cached by their text"),
        "sync.watch" | "sync.onSessionStart" if value == &Value::Bool(true) => {
            Taken::Already("`memoro serve` and `memoro watch` take changes in as they happen")
        }
        "sources" => return sources(value),
        "experimental.sessionMemory" if value == &Value::Bool(true) => {
            Taken::Add("index.transcripts", "known".into())
        }
        "extraPaths" => return paths(value),
        _ => Taken::Ignored(why_not(name)),
    };
    vec![one]
}

/// Reads a number, also one that is written as a text; a whole one without its fraction.
fn number_of(value: &Value) -> Option<String> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok()).filter(|n| n.is_finite())?;
    Some(number.to_string())
}

fn provider(word: Option<&str>) -> Taken {
    match word {
        Some(word @ ("openai" | "gemini" | "ollama" | "local" | "auto")) => {
            Taken::Set("embedding.provider", word.to_owned())
        }
        _ => Taken::Ignored(
            "this provider is not known; use openai, gemini, ollama, compatible, local or auto",
        ),
    }
}

/// A key is never copied; a variable that holds one is.
fn api_key(text: Option<&str>) -> Taken {
    let variable = text.and_then(|text| text.trim().strip_prefix("${")?.strip_suffix('}'));
    match variable
        .filter(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
    {
        Some(name) => Taken::Set("embedding.key_env", name.to_owned()),
        None => {
            Taken::Ignored("a key is not copied; put it into a variable and name it in embedding.key_env")
        }
    }
}

fn sources(value: &Value) -> Vec<Taken> {
    let Some(list) = value.as_array() else { return vec![Taken::Ignored("its value has the wrong type")] };
    let of = |word: &Value| match word.as_str() {
        Some("memory") => Taken::Already("memory files are always searched"),
        Some("sessions") => Taken::Add("index.transcripts", "known".into()),
        _ => Taken::Ignored("only the sources memory and sessions are known"),
    };
    list.iter().map(of).collect()
}

fn paths(value: &Value) -> Vec<Taken> {
    let Some(list) = value.as_array() else { return vec![Taken::Ignored("its value has the wrong type")] };
    let of = |item: &Value| {
        let text = |name: &str| item.get(name).and_then(Value::as_str);
        match (item.as_str(), text("path"), text("pattern")) {
            (Some(path), ..) | (None, Some(path), None) => Taken::Add("index.paths", path.to_owned()),
            (None, Some(path), Some(pattern)) => {
                Taken::Add("index.paths", format!("{}/{pattern}", path.trim_end_matches('/')))
            }
            _ => Taken::Ignored("it names no path"),
        }
    };
    list.iter().map(of).collect()
}

fn of_qmd(name: &str, value: &Value) -> Vec<Taken> {
    let one = match name {
        "includeDefaultMemory" if value == &Value::Bool(true) => {
            Taken::Already("memory files are always searched")
        }
        "limits.maxResults" => number_of(value)
            .map_or(Taken::Ignored("its value has the wrong type"), |n| Taken::Set("search.max_results", n)),
        "sessions.enabled" if value == &Value::Bool(true) => Taken::Add("index.transcripts", "known".into()),
        "paths" => return paths(value),
        _ => Taken::Ignored(why_not(name)),
    };
    vec![one]
}

/// Says why a known key means nothing here.
fn why_not(name: &str) -> &'static str {
    match name {
        "query.hybrid.vectorWeight" | "query.hybrid.textWeight" | "query.hybrid.candidateMultiplier" => {
            "the ranking is learned; `memoro recall --fusion weighted` weighs 0.7 and 0.3"
        }
        "query.hybrid.enabled" | "store.vector.enabled" => {
            "words and meaning are always put together; `memoro recall --mode lexical` searches words alone"
        }
        "store.path" | "store.driver" => "the store is .memoro/memoro.db of the workspace",
        "store.vector.extensionPath" => "no extension is needed",
        "sync.onSearch" => "a search never writes",
        "sync.watch" | "sync.onSessionStart" => "run `memoro index` instead of `memoro watch`",
        "sync.watchDebounceMs" | "update.debounceMs" => {
            "changes are gathered for as long as they keep coming"
        }
        "sync.intervalMinutes" | "update.interval" => "changes are taken in as they happen",
        "limits.timeoutMs" => "a search takes milliseconds and has no time limit",
        "includeDefaultMemory" => "memory files are always searched",
        "command" | "searchMode" => "no other program is run",
        _ if name.starts_with("remote.headers") => "no other headers are sent",
        _ if name.starts_with("remote.batch") => "texts are sent in batches by themselves",
        _ if name.starts_with("cache.") => "the cache holds what the index holds",
        _ if name.starts_with("local.") => "the embedded model needs no setting",
        _ => "no setting of this name is known",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(file: &Value, key: &str) -> Vec<Taken> {
        read(file).into_iter().filter(|one| one.key == key).map(|one| one.taken).collect()
    }

    #[test]
    fn an_empty_list_is_reported_too() {
        for key in ["memory.search.extraPaths", "memory.search.sources", "memory.qmd.paths"] {
            let (place, name) = key.rsplit_once('.').unwrap();
            let mut file = json!({ name: [] });
            for part in place.rsplit('.') {
                file = json!({ part: file });
            }
            let all = taken(&file, key);
            assert!(matches!(all.as_slice(), [Taken::Already(_)]), "{key}: {all:?}");
        }
    }

    #[test]
    fn both_dialects_say_the_same() {
        let settings = json!({
            "enabled": true, "provider": "openai", "model": "text-embedding-3-small", "fallback": "none",
            "extraPaths": ["./second-brain/summaries", {"path": "./บันทึก/", "pattern": "**/*.md"}],
            "chunking": {"tokens": 300, "overlap": 60}, "query": {"maxResults": 8, "minScore": 0.4},
            "sources": ["memory", "sessions"], "remote": {"apiKey": "${OPENAI_API_KEY}", "headers": {"x": "y"}},
        });
        let old = json!({"agents": {"defaults": {"memorySearch": settings.clone()}}});
        let new = json!({"memory": {"search": settings}});
        let of = |file: &Value| read(file).into_iter().map(|one| one.taken).collect::<Vec<_>>();
        assert_eq!(of(&old), of(&new));
        let key = |name: &str| taken(&new, &format!("memory.search.{name}"));
        assert_eq!(key("provider"), [Taken::Set("embedding.provider", "openai".into())]);
        assert_eq!(key("extraPaths")[1], Taken::Add("index.paths", "./บันทึก/**/*.md".into()));
        assert_eq!(key("query.minScore"), [Taken::Set("search.min_score", "0.4".into())]);
        assert_eq!(key("remote.apiKey"), [Taken::Set("embedding.key_env", "OPENAI_API_KEY".into())]);
        assert_eq!(key("sources")[1], Taken::Add("index.transcripts", "known".into()));
        assert!(matches!(key("remote.headers.x")[..], [Taken::Ignored(_)]));
    }

    #[test]
    fn the_second_backend_is_read_and_every_key_has_a_reason() {
        let file = json!({"memory": {"backend": "qmd", "citations": "auto", "qmd": {
            "includeDefaultMemory": true, "update": {"interval": "5m", "debounceMs": 15000},
            "limits": {"maxResults": 6, "timeoutMs": 4000},
            "paths": [{"name": "second-brain", "path": "./second-brain", "pattern": "**/*.md"}],
            "newThing": 1,
        }}, "channels": {}});
        let all = read(&file);
        assert_eq!(all.len(), 10);
        assert_eq!(
            taken(&file, "memory.qmd.paths"),
            [Taken::Add("index.paths", "./second-brain/**/*.md".into())]
        );
        assert_eq!(
            taken(&file, "memory.qmd.limits.maxResults"),
            [Taken::Set("search.max_results", "6".into())]
        );
        assert_eq!(taken(&file, "memory.qmd.newThing"), [Taken::Ignored("no setting of this name is known")]);
        assert_eq!(taken(&file, "channels"), [Taken::Ignored("it is not about memory")]);
    }

    #[test]
    fn the_workspaces_of_agents_are_named() {
        let file = json!({"agents": {"defaults": {"workspace": "~/หลัก"},
            "list": [{"id": "painter", "workspace": "/srv/画家"}, {"id": "idle"}]}});
        let pair = |name: &str, folder: &str| (name.to_owned(), folder.to_owned());
        assert_eq!(workspaces(&file), [pair("main", "~/หลัก"), pair("painter", "/srv/画家")]);
        assert!(workspaces(&json!([1])).is_empty());
    }

    #[test]
    fn numbers_may_be_texts_and_whole_ones_have_no_fraction() {
        let file = json!({"memory": {"search": {"chunking": {"tokens": 300.0}, "query": {"minScore": "0.4", "maxResults": "viele"}}}});
        assert_eq!(
            taken(&file, "memory.search.chunking.tokens"),
            [Taken::Set("index.chunk_tokens", "300".into())]
        );
        assert_eq!(
            taken(&file, "memory.search.query.minScore"),
            [Taken::Set("search.min_score", "0.4".into())]
        );
        assert!(matches!(taken(&file, "memory.search.query.maxResults")[..], [Taken::Ignored(_)]));
    }

    #[test]
    fn a_key_in_the_file_is_never_copied() {
        let file = json!({"memory": {"search": {"remote": {"apiKey": "sk-ความลับ"}}}});
        assert!(matches!(taken(&file, "memory.search.remote.apiKey")[..], [Taken::Ignored(_)]));
    }
}
