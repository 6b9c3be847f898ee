//! Killing servers that share a workspace while their clients write: what was answered is there, once, and found.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Connection, House};

const SERVERS: usize = 3;

/// How often the servers are killed.
fn rounds() -> u64 {
    std::env::var("MEMORO_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

/// Asks a server to remember one text after the other until it is killed; returns what it answered.
fn client(mut server: Connection, (round, number): (u64, usize), patience: Duration) -> Vec<(String, Value)> {
    let mut answered = Vec::new();
    let killer = {
        let process = server.child.id().to_string();
        std::thread::spawn(move || {
            std::thread::sleep(patience);
            let killed = std::process::Command::new("kill").args(["-KILL", &process]).status();
            assert!(killed.unwrap().success());
        })
    };
    for n in 0i64.. {
        let text = format!("ข้อตกลง 约定 {n} r{round}s{number}n{n}x");
        let call = json!({ "name": "remember", "arguments": { "text": text } });
        let message = json!({ "jsonrpc": "2.0", "id": n + 100, "method": "tools/call", "params": call });
        let stdin = server.stdin.as_mut().unwrap();
        if std::io::Write::write_all(stdin, format!("{message}\n").as_bytes()).is_err() {
            break;
        }
        let Ok(line) = server.lines.recv() else { break };
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        answered.push((text, answer["result"]["structuredContent"].clone()));
    }
    killer.join().unwrap();
    answered
}

#[test]
fn what_was_answered_survives_killed_servers_exactly_once() {
    let house = House::new();
    let mut kept = BTreeMap::new();
    for round in 0..rounds() {
        let servers: Vec<Connection> = (0..SERVERS).map(|_| house.connected(&[])).collect();
        let patience = Duration::from_millis(50 + round * 137 % 400);
        let answered = std::thread::scope(|scope| {
            let clients: Vec<_> = servers
                .into_iter()
                .enumerate()
                .map(|(number, server)| scope.spawn(move || client(server, (round, number), patience)))
                .collect();
            clients.into_iter().flat_map(|client| client.join().unwrap()).collect::<Vec<_>>()
        });
        for (text, receipt) in answered {
            assert_eq!(receipt["verified"], true, "{receipt}");
            kept.insert(text, receipt["id"].as_str().unwrap().to_owned());
        }
        if let Some((text, id)) = kept.iter().next_back() {
            let found = house.json(&["recall", text.split(' ').next_back().unwrap()]);
            assert_eq!(found["hits"][0]["id"].as_str(), Some(id.as_str()), "{text}: {found}");
        }
    }
    assert!(kept.len() > usize::try_from(rounds()).unwrap(), "hardly anything was written");
    let listed = house.json(&["list", "--limit", "1000000"]);
    let memories = listed["memories"].as_array().unwrap();
    for (text, id) in &kept {
        let same: Vec<&Value> = memories.iter().filter(|memory| memory["text"] == text.as_str()).collect();
        assert_eq!(same.len(), 1, "{text}");
        assert_eq!(same[0]["id"].as_str(), Some(id.as_str()));
    }
    assert_eq!(house.json(&["check", "--full"])["ok"], true);
}
