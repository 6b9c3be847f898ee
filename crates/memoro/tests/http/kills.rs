//! Killing the server while clients write: what was answered is there, once, found at the first question; what was not
//! answered is there at most once, also when it is sent again.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::Server;
use super::client::Ask;

const CLIENTS: usize = 4;

/// How often the server is killed.
fn rounds() -> u64 {
    std::env::var("MEMORO_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(5)
}

/// What a client wrote: the text, and the id where it was answered.
struct Written {
    text: String,
    id: Option<String>,
}

/// Sends a memory with a key of its own; nothing where the server died before the answer was whole.
fn send(address: SocketAddr, token: &str, text: &str) -> Option<Value> {
    let ask = Ask::new(address, "POST", "/v1/memories").header("Authorization", &format!("Bearer {token}"));
    let answer = ask.header("Idempotency-Key", &key_of(text)).json(&json!({ "text": text })).try_send()?;
    let made = serde_json::from_str(&answer.body).ok()?;
    assert!(matches!(answer.status, 200 | 201), "{answer:?}");
    Some(made)
}

/// The words that only this text has.
fn key_of(text: &str) -> String {
    text.split(' ').next_back().unwrap().to_owned()
}

/// Writes until the server is gone.
fn client((address, token): (SocketAddr, &str), (round, client): (u64, usize), told: &Sender<Written>) {
    for n in 0.. {
        let text = format!("บันทึกที่ 记录 number {n} of r{round}c{client}n{n}x");
        let answer = send(address, token, &text);
        let id = answer.map(|made| made["id"].as_str().unwrap().to_owned());
        let is_gone = id.is_none();
        told.send(Written { text, id }).unwrap();
        if is_gone {
            return;
        }
    }
}

fn write_and_kill(mut server: Server, round: u64) -> (tempfile::TempDir, Vec<Written>) {
    let (send, receive): (Sender<Written>, Receiver<Written>) = channel();
    let mut written = Vec::new();
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let (address, token, send) = (server.address, server.token.clone(), send.clone());
            scope.spawn(move || client((address, &token), (round, number), &send));
        }
        drop(send);
        let wanted = usize::try_from(round * 5 % 17).unwrap();
        while written.len() < wanted {
            written.push(receive.recv_timeout(Duration::from_mins(1)).unwrap());
        }
        std::thread::sleep(Duration::from_millis(round * 37 % 29));
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        written.extend(receive.iter());
    });
    let folder = std::mem::replace(&mut server.folder, tempfile::tempdir().unwrap());
    (folder, written)
}

#[test]
fn what_was_answered_survives_a_killed_server_exactly_once() {
    let mut server = Server::start();
    let mut kept: BTreeMap<String, Option<String>> = BTreeMap::new();
    for round in 0..rounds() {
        let (folder, written) = write_and_kill(server, round);
        let last = written.iter().rfind(|one| one.id.is_some());
        let last = last.map(|one| (one.text.clone(), one.id.clone()));
        kept.extend(written.into_iter().map(|one| (one.text, one.id)));
        server = Server::start_in(folder, &[]);
        if let Some((text, id)) = last {
            let found = server.post("/v1/recall", json!({ "query": key_of(&text) })).json();
            assert_eq!(found["hits"][0]["id"].as_str(), id.as_deref(), "{text}: {found}");
        }
        // A client that heard nothing asks again with the same key.
        for (text, id) in kept.iter_mut().filter(|(_, id)| id.is_none()) {
            let made = send(server.address, &server.token, text).expect("the server answers again");
            *id = Some(made["id"].as_str().unwrap().to_owned());
        }
    }
    for (text, id) in &kept {
        let found = server.get(&format!("/v1/memories/{}", id.as_deref().unwrap()));
        assert_eq!(found.status, 200, "{text} is lost: {found:?}");
        assert!(found.body.contains(text.as_str()), "{text} has changed: {found:?}");
    }
    let listed = server.cli(&["list", "--limit", "1000000"]);
    let ids = listed["memories"].as_array().unwrap().len();
    assert_eq!(ids, kept.len(), "each is there once");
    assert_eq!(server.cli(&["check", "--full"])["ok"], true);
    assert_eq!(server.cli(&["audit", "verify"])["ok"], true);
}
