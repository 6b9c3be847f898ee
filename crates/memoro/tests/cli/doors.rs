//! Every door of the command line, with the words that agents bring: what would direct whoever believes it waits for a person,
//! and what only tells does not. The same words as at the doors of the server.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::corpus::{BARE, DIRECTING, PLANTED, TOLD, WORKING};
use crate::{House, ran};

/// All texts, each with whether it directs.
fn corpus() -> Vec<(&'static str, bool)> {
    let directs = PLANTED.iter().chain(&DIRECTING).chain(&BARE).map(|text| (*text, true));
    directs.chain(WORKING.iter().chain(&TOLD).map(|text| (*text, false))).collect()
}

/// Runs a command as an agent and reads its answer.
fn as_agent(house: &House, arguments: &[&str]) -> Value {
    let run =
        ran(house.command(&[&["--json", "--as", "agent"], arguments].concat()).env("MEMORO_ACTOR", "agent"));
    assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
    serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {arguments:?} {run:?}"))
}

type Door = fn(&House, &str, usize) -> Value;

#[test]
fn what_directs_waits_at_every_door_of_the_command_line_and_what_tells_does_not() {
    let house = House::new();
    let doors: [(&str, Door); 9] = [
        ("remember", |house, text, _| as_agent(house, &["remember", text])),
        ("remember --key", |house, text, n| {
            as_agent(house, &["remember", text, "--scope", "project:x", "--key", &format!("k{n}")])
        }),
        ("note", |house, text, _| as_agent(house, &["note", text])),
        ("note write", |house, text, n| {
            as_agent(house, &["note", "write", text, "--kind", ["log", "summary"][n % 2]])
        }),
        ("learn", |house, text, _| as_agent(house, &["learn", text])),
        ("episode record", |house, text, _| as_agent(house, &["episode", "record", text])),
        ("decide", |house, text, n| {
            as_agent(house, &["decide", &format!("Matter {n}"), "--conclusion", text])
        }),
        ("session set", |house, text, n| as_agent(house, &["session", "set", &format!("s{n}"), text])),
        ("edit", |house, text, n| {
            let made = as_agent(house, &["remember", &format!("plain words number {n}")]);
            as_agent(house, &["edit", made["id"].as_str().unwrap(), "--text", text])
        }),
    ];
    let mut wrong = Vec::new();
    for (t, (text, directs)) in corpus().into_iter().enumerate() {
        // Each text goes a third of the ways, each way takes a third of the texts.
        for (d, (name, door)) in doors.iter().enumerate().filter(|(d, _)| (d + t) % 3 == 0) {
            if *name == "decide" && BARE.contains(&text) {
                continue;
            }
            let told = door(&house, text, d * 100 + t);
            if (told["status"] == "pending") != directs {
                wrong.push(format!("{name}: {text}: {told}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let listed = house.run(&["list", "--limit", "1000"]).out + &house.ok(&["context", "files PLANTED"]).out;
    assert!(!listed.replace("files PLANTED", "").contains("PLANTED"), "{listed}");
}

/// Quotes a text for SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A database of notes with all texts.
fn luminary(house: &House) -> PathBuf {
    let mut sql = "CREATE TABLE memory_notes (id TEXT, kind TEXT, content TEXT, tags TEXT, created_at TEXT, superseded_by TEXT);".to_owned();
    for (n, (text, _)) in corpus().into_iter().enumerate() {
        let kind = ["log", "summary"][n % 2];
        let _ = write!(
            sql,
            "INSERT INTO memory_notes VALUES ('n{n}', '{kind}', {}, '[]', '2026-03-01T08:{:02}:00Z', NULL);",
            quoted(text),
            n % 60
        );
    }
    let path = house.path("notes.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
    path
}

/// A database of documents with all texts.
fn oracle(house: &House) -> PathBuf {
    let mut sql = "CREATE TABLE oracle_documents (id TEXT PRIMARY KEY, type TEXT NOT NULL, source_file TEXT NOT NULL, concepts TEXT NOT NULL,
          created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, indexed_at INTEGER NOT NULL, superseded_by TEXT, superseded_at INTEGER,
          superseded_reason TEXT, origin TEXT, project TEXT, is_private INTEGER DEFAULT 0, memory_layer TEXT, confidence REAL,
          access_count INTEGER DEFAULT 0, expires_at INTEGER);
         CREATE VIRTUAL TABLE oracle_fts USING fts5(id UNINDEXED, content, concepts);"
        .to_owned();
    for (n, (text, _)) in corpus().into_iter().enumerate() {
        let kind = ["learning", "principle", "retro"][n % 3];
        let _ = write!(
            sql,
            "INSERT INTO oracle_documents VALUES ('doc_{n}', '{kind}', '', '[]', 1770076800000, 1770076800000, 1, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, NULL);
             INSERT INTO oracle_fts VALUES ('doc_{n}', {}, '');",
            quoted(text)
        );
    }
    let path = house.path("oracle.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
    path
}

/// The texts of the corpus among what a command shows.
fn among(shown: &str) -> BTreeSet<&'static str> {
    let shown: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
    let known = |text: &str| {
        let escaped = serde_json::to_string(text).unwrap();
        let bare: String = escaped.trim_matches('"').chars().filter(|c| !c.is_whitespace()).collect();
        shown.contains(&bare)
    };
    corpus().into_iter().map(|(text, _)| text).filter(|text| known(text)).collect()
}

/// What directs must wait, all of it, and what tells must be there, all of it.
#[track_caller]
fn assert_sorted(house: &House, after: &str) {
    let waiting = among(&house.json(&["pending", "list"]).to_string());
    let active = among(&house.json(&["list", "--limit", "1000"]).to_string());
    let wanted = |directs: bool| corpus().into_iter().filter(move |one| one.1 == directs).map(|one| one.0);
    let loose: Vec<&str> =
        wanted(true).filter(|text| active.contains(text) || !waiting.contains(text)).collect();
    let held: Vec<&str> =
        wanted(false).filter(|text| waiting.contains(text) || !active.contains(text)).collect();
    assert!(loose.is_empty() && held.is_empty(), "after {after}: loose {loose:#?}, held {held:#?}");
}

#[test]
fn what_an_agent_takes_over_from_other_systems_is_judged_text_by_text() {
    for (system, make) in [("luminary", luminary as fn(&House) -> PathBuf), ("oracle", oracle)] {
        let house = House::new();
        let path = make(&house);
        let run =
            ran(house.command(&["import", system, path.to_str().unwrap()]).env("MEMORO_ACTOR", "agent"));
        assert_eq!(run.code, 0, "{system}: {run:?}");
        assert_sorted(&house, system);
    }
}

#[test]
fn an_export_that_others_made_is_judged_text_by_text_whoever_imports_it() {
    let source = House::new();
    let path = luminary(&source);
    source.ok(&["import", "luminary", path.to_str().unwrap()]);
    let file = source.path("all.jsonl");
    source.ok(&["export", file.to_str().unwrap()]);
    for actor in ["user", "agent"] {
        let house = House::new();
        let run = ran(house.command(&["import", file.to_str().unwrap()]).env("MEMORO_ACTOR", actor));
        assert_eq!(run.code, 0, "{run:?}");
        assert_sorted(&house, &format!("an import by the {actor}"));
    }
}

#[test]
fn conversations_and_folders_of_others_bring_nothing_that_directs() {
    let house = House::new();
    let (mut lines, mut page) = (String::new(), "# Notes\n\n".to_owned());
    for (n, (text, _)) in corpus().into_iter().enumerate().filter(|(_, (_, directs))| *directs) {
        for role in ["tool", "assistant"] {
            let at = format!("2026-11-14T09:{:02}:00Z", n % 60);
            let line = json!({"session_id": "s1", "role": role, "content": text, "timestamp": at});
            let _ = writeln!(lines, "{line}");
        }
        let _ = writeln!(page, "- {text}\n");
    }
    std::fs::write(house.path("talk.jsonl"), lines).unwrap();
    house.ok(&["import", "generic", house.path("talk.jsonl").to_str().unwrap()]);
    let other = house.path("home/.openclaw/workspace");
    std::fs::create_dir_all(other.join("memory")).unwrap();
    std::fs::write(other.join("MEMORY.md"), &page).unwrap();
    std::fs::write(other.join("memory/2026-11-14.md"), &page).unwrap();
    let folder = house.path("home/.openclaw");
    let run =
        ran(house.command(&["import", "openclaw", folder.to_str().unwrap()]).env("MEMORO_ACTOR", "agent"));
    assert!(run.code <= 1, "{run:?}");
    for job in ["micro-sync", "daily-wrapup", "weekly-compound", "maintain"] {
        house.ok(&["jobs", "run", job, "--now", "2026-11-16T04:00:00Z"]);
    }
    let listed = house
        .run(&["--json", "list", "--limit", "1000", "--layer", "user_model,procedural,soul,semantic"])
        .out;
    assert!(among(&listed).is_empty(), "{:#?}", among(&listed));
    let hot = std::fs::read_to_string(house.ws("MEMORY.md")).unwrap_or_default();
    assert!(among(&hot).is_empty(), "{hot}");
}
