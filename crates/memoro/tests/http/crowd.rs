//! More than there is room for: connections without a place, calls without a place in the queue. Everybody is answered, and
//! nothing that was acknowledged is lost.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Ask, Server, command};

/// A house in which something is configured.
fn configured(settings: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in settings {
        let output = command(folder.path(), &["config", "set", name, value]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    folder
}

/// Asks over a connection that stays open.
fn keep_asking(stream: &mut TcpStream, token: &str, text: &str) -> String {
    let body = json!({ "text": text }).to_string();
    let ask = format!(
        "POST /v1/memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(ask.as_bytes()).unwrap();
    let mut told = vec![0; 4096];
    let read = stream.read(&mut told).unwrap();
    String::from_utf8_lossy(&told[..read]).into_owned()
}

#[test]
fn a_full_queue_answers_503_and_what_was_acknowledged_is_there() {
    let server = Server::start_in(configured(&[("serve.queue", "3")]), &[]);
    let (address, token) = (server.address, server.token.clone());
    let writers: Vec<_> = (0..24)
        .map(|writer| {
            let token = token.clone();
            std::thread::spawn(move || {
                let (mut refused, mut kept) = (0, Vec::new());
                for n in 0..4 {
                    let text = format!("ผู้เขียน {writer} 第{n}行 line {n}");
                    for attempt in 0.. {
                        assert!(attempt < 500, "never admitted");
                        let ask = Ask::new(address, "POST", "/v1/memories").token(&token);
                        let ask = ask.header("Idempotency-Key", &format!("{writer}-{n}"));
                        let answer = ask.json(&json!({ "text": text })).send();
                        if answer.status == 201 {
                            kept.push(answer.json()["id"].as_str().unwrap().to_owned());
                            break;
                        }
                        assert_eq!(
                            (answer.status, answer.code().as_str()),
                            (503, "overloaded"),
                            "{answer:?}"
                        );
                        assert!(answer.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
                        refused += 1;
                        std::thread::sleep(Duration::from_millis(20));
                    }
                }
                (refused, kept)
            })
        })
        .collect();
    let all: Vec<(usize, Vec<String>)> = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
    assert!(all.iter().map(|(refused, _)| refused).sum::<usize>() > 0, "the queue was never full");
    let kept: BTreeSet<&String> = all.iter().flat_map(|(_, kept)| kept).collect();
    assert_eq!(kept.len(), 96);
    let listed = server.get("/v1/memories?limit=500").json();
    let listed: BTreeSet<String> = listed["memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>(), kept, "acknowledged once, there once");
    assert_eq!(server.get("/v1/audit/verify").json()["ok"], true);
}

#[test]
fn who_finds_no_place_hears_503_and_those_inside_go_on() {
    let server = Server::start_in(configured(&[("serve.connections", "8")]), &[]);
    let mut inside = TcpStream::connect(server.address).unwrap();
    inside.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert!(keep_asking(&mut inside, &server.token, "ก่อน").starts_with("HTTP/1.1 201"));
    let idle: Vec<TcpStream> = (0..7).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(300));
    let body = json!({ "text": "ไม่มีที่".repeat(10_000) });
    for answer in [server.get("/v1/status"), server.ask("POST", "/v1/memories").json(&body).send()] {
        assert_eq!((answer.status, answer.code().as_str()), (503, "overloaded"), "{answer:?}");
        assert_eq!((answer.header("retry-after"), answer.header("connection")), (Some("1"), Some("close")));
    }
    let watched = server.ask("GET", "/health").token("").send();
    assert_eq!(watched.status, 200, "a crowd does not make the server look dead: {watched:?}");
    assert!(keep_asking(&mut inside, &server.token, "期间").starts_with("HTTP/1.1 201"));
    drop(idle);
    let began = Instant::now();
    while server.get("/v1/status").status != 200 {
        assert!(began.elapsed() < Duration::from_secs(5), "places are not given back");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(server.get("/v1/memories").json()["memories"].as_array().unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn however_many_connect_the_stores_keep_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_by(folder, |command| {
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", "ulimit -n 560 && exec \"$0\" \"$@\""]).arg(command.get_program());
        limited.args(command.get_args()).current_dir(command.get_current_dir().unwrap()).env_clear();
        limited.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        limited.env("PATH", "/usr/bin:/bin").stdin(std::process::Stdio::null());
        limited
    });
    let mut inside = TcpStream::connect(server.address).unwrap();
    inside.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert!(keep_asking(&mut inside, &server.token, "before").starts_with("HTTP/1.1 201"));
    // A connection that finds the queue of the system full is tried again after a second.
    let began = Instant::now();
    let crowd: Vec<TcpStream> = (0..700)
        .take_while(|_| began.elapsed() < Duration::from_secs(10))
        .map_while(|_| TcpStream::connect_timeout(&server.address, Duration::from_secs(3)).ok())
        .collect();
    assert!(crowd.len() > 150, "{}", crowd.len());
    std::thread::sleep(Duration::from_millis(300));
    for n in 0..5 {
        let told = keep_asking(&mut inside, &server.token, &format!("ระหว่าง {n}"));
        assert!(told.starts_with("HTTP/1.1 201"), "{told}");
    }
}
