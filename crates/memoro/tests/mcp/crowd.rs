//! Everybody at once on one workspace: agents over MCP and HTTP, commands, a person's editor and a tool that brings
//! files from another machine. No line is lost on any side, and none stands twice. `MEMORO_CROWD_SECONDS=180` lets them work for minutes.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::House;
use super::clients::Served;
use super::served::send;

const AGENTS: usize = 2;
/// What a person does between two saves.
const THINKS: Duration = Duration::from_millis(60);

fn lasting() -> Duration {
    Duration::from_secs(std::env::var("MEMORO_CROWD_SECONDS").ok().and_then(|n| n.parse().ok()).unwrap_or(6))
}

/// An agent that remembers one thing after the other; returns what was answered for.
fn agent(house: &House, number: usize, until: Instant) -> Vec<String> {
    let mut server = house.connected(&[]);
    let mut kept = Vec::new();
    while Instant::now() < until {
        let text = format!("ผู้ช่วยจำเรื่องที่ {} 助手记住了", kept.len() * AGENTS + number);
        let receipt = server.data("remember", &json!({ "text": text }));
        assert_eq!(receipt["verified"], true, "{receipt}");
        kept.push(text);
    }
    kept
}

/// What is told where a file never rests.
const RESTLESS: &str = "keeps changing this file";

/// A client of the server that sets entries of the profile; returns their keys.
fn client(server: &Served, token: &str, until: Instant) -> Vec<String> {
    let mut kept = Vec::new();
    while Instant::now() < until {
        let key = format!("web.fact{}", kept.len());
        let body = json!({ "key": key, "text": "ค่า 值 value", "kind": "fact" }).to_string();
        let bearer = format!("Bearer {token}");
        let (status, answer) = send(server, "/v1/memories", &[("Authorization", &bearer)], &body);
        // On a machine with far too much to do the editor may save more often than the file can be read: that is told.
        if answer.contains(RESTLESS) {
            continue;
        }
        assert!((200..300).contains(&status), "{answer}");
        kept.push(key);
        std::thread::sleep(THINKS);
    }
    kept
}

/// Somebody who types commands; returns the decisions.
fn typist(house: &House, until: Instant) -> Vec<String> {
    let mut kept = Vec::new();
    while Instant::now() < until {
        let title = format!("Choice {} ตกลงแล้ว 已定", kept.len());
        let receipt = house.json(&["decide", &title, "--why", "it was due"]);
        assert_eq!(receipt["verified"], true, "{receipt}");
        kept.push(title);
    }
    kept
}

/// Saves a file as editors do: beside it, then in its place.
fn save(path: &Path, bytes: &[u8]) {
    let beside = path.with_extension("editor~");
    std::fs::write(&beside, bytes).unwrap();
    std::fs::rename(&beside, path).unwrap();
}

/// A person at an editor that warns before it saves over a newer file, and now and then at a shell.
fn person(profile: &Path, until: Instant) -> Vec<String> {
    let mut kept = Vec::new();
    while Instant::now() < until {
        let line = format!("ของฉันบรรทัดที่ {} 我的一行", kept.len());
        if kept.len() % 3 == 2 {
            let mut shell = std::fs::OpenOptions::new().append(true).open(profile).unwrap();
            shell.write_all(format!("{line}\n").as_bytes()).unwrap();
        } else {
            let text = std::fs::read_to_string(profile).unwrap();
            let (title, rest) = text.split_once('\n').unwrap();
            let edited = format!("{title}\n{line}\n{rest}");
            if std::fs::read_to_string(profile).unwrap() != text {
                continue;
            }
            save(profile, edited.as_bytes());
        }
        kept.push(line);
        std::thread::sleep(THINKS);
    }
    kept
}

/// A tool that brings files from another machine; returns their names and words.
fn sync(folder: &Path, until: Instant) -> Vec<(String, String)> {
    let mut kept: Vec<(String, String)> = Vec::new();
    while Instant::now() < until {
        let (name, word) = (format!("memory/from-afar-{}.md", kept.len()), format!("quokka{}", kept.len()));
        let path = folder.join(&name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        save(&path, format!("# จากอีกเครื่อง 来自另一台\n\nThe {word} eats grass.\n").as_bytes());
        kept.push((name, word));
        std::thread::sleep(THINKS);
    }
    kept
}

#[test]
fn everybody_at_once_and_no_line_is_lost_on_any_side() {
    let house = House::new();
    let (workspace, profile) = (house.path("ws"), house.path("ws/PROFILE.md"));
    house.json(&["profile", "set", "colour", "แดง"]);
    let server = Served::start(&house);
    let owner = house.json(&["key", "make", "owner", "--role", "user"])["token"].as_str().unwrap().to_owned();
    let until = Instant::now() + lasting();
    let (remembered, set, decided, typed, brought) = std::thread::scope(|scope| {
        let agents: Vec<_> = (0..AGENTS)
            .map(|number| {
                scope.spawn({
                    let house = &house;
                    move || agent(house, number, until)
                })
            })
            .collect();
        let set = scope.spawn(|| client(&server, &owner, until));
        let decided = scope.spawn(|| typist(&house, until));
        let typed = scope.spawn(|| person(&profile, until));
        let brought = scope.spawn(|| sync(&workspace, until));
        let remembered: Vec<String> = agents.into_iter().flat_map(|one| one.join().unwrap()).collect();
        (
            remembered,
            set.join().unwrap(),
            decided.join().unwrap(),
            typed.join().unwrap(),
            brought.join().unwrap(),
        )
    });
    drop(server);
    for side in [remembered.len(), set.len(), decided.len(), typed.len(), brought.len()] {
        assert!(side > 1, "somebody hardly had a turn");
    }
    let listed = house.json(&["list", "--limit", "1000000"]);
    let texts: Vec<&str> =
        listed["memories"].as_array().unwrap().iter().filter_map(|memory| memory["text"].as_str()).collect();
    for text in &remembered {
        assert_eq!(texts.iter().filter(|found| *found == text).count(), 1, "{text}");
    }
    for title in &decided {
        assert_eq!(texts.iter().filter(|found| found.contains(title.as_str())).count(), 1, "{title}");
    }
    let lines = std::fs::read_to_string(&profile).unwrap();
    for line in &typed {
        assert_eq!(lines.lines().filter(|found| found == line).count(), 1, "{line} in\n{lines}");
    }
    // An entry that a person saved over in the same moment is history; none is gone.
    let mut current = BTreeSet::new();
    for key in &set {
        let history = house.json(&["history", key]);
        assert_eq!(history["versions"][0]["memory"]["text"], "ค่า 值 value", "{key}: {history}");
        if lines.contains(&format!("key:{key} ")) {
            current.insert(key);
        }
    }
    assert!(current.len() * 2 > set.len(), "{} of {}", current.len(), set.len());
    assert_eq!(house.json(&["index"])["problems"].as_array().map_or(0, Vec::len), 0);
    for (name, word) in &brought {
        assert!(std::fs::read_to_string(workspace.join(name)).unwrap().contains(word.as_str()));
        let found = house.json(&["recall", word, "--limit", "1"]);
        assert_eq!(found["hits"][0]["path"], name.as_str(), "{found}");
    }
    let checked: Value = house.json(&["check", "--full"]);
    assert_eq!(checked["ok"], true, "{checked}");
}
