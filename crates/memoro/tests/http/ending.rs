//! How a server ends, and where it refuses to begin.

use std::time::Duration;

use serde_json::json;

use super::{Ask, Server, command};

#[test]
fn a_server_ends_under_load_in_time_and_keeps_what_it_acknowledged() {
    let server = Server::start();
    let (address, token) = (server.address, server.token.clone());
    let writers: Vec<_> = (0..8)
        .map(|writer| {
            let token = token.clone();
            std::thread::spawn(move || {
                let mut kept = Vec::new();
                for n in 0..500 {
                    let ask = Ask::new(address, "POST", "/v1/memories").token(&token);
                    let Some(answer) =
                        ask.json(&json!({ "text": format!("写 {writer} ครั้งที่ {n}") })).try_send()
                    else {
                        break;
                    };
                    match answer.status {
                        201 => kept.push(answer.json()["id"].as_str().unwrap().to_owned()),
                        503 | 0 => break,
                        _ => panic!("{answer:?}"),
                    }
                }
                kept
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(700));
    let folder = server.path("");
    let mut server = std::mem::ManuallyDrop::new(server);
    super::terminate(&server.child);
    let began = std::time::Instant::now();
    let status = server.child.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(status.code(), Some(0));
    let kept: Vec<String> = writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect();
    assert!(!kept.is_empty());
    for id in kept.iter().rev().take(5) {
        let output = command(&folder, &["get", id, "--json"]).output().unwrap();
        assert!(output.status.success(), "{id}: {}", String::from_utf8_lossy(&output.stderr));
    }
    drop(std::mem::ManuallyDrop::into_inner(server));
}

#[test]
fn an_idle_server_ends_at_once_and_its_listeners_hear_it() {
    use std::io::{Read as _, Write as _};
    let server = Server::start();
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    let ask = format!(
        "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
        server.token
    );
    stream.write_all(ask.as_bytes()).unwrap();
    let mut some = [0u8; 16];
    stream.read_exact(&mut some).unwrap();
    let (code, took, told) = server.stop();
    assert_eq!(code, Some(0), "{told}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    stream.read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn beyond_loopback_nothing_is_served_without_tls_or_a_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], says: &str| {
        let output = command(folder.path(), arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(says), "{told}");
    };
    refused(&["serve", "--bind", "0.0.0.0"], "--behind-proxy");
    refused(&["serve", "--bind", "0.0.0.0", "--behind-proxy", "--open"], "loopback only");
    refused(&["serve", "--tenants", "t", "--open"], "one workspace");
    refused(&["serve", "--tls-cert", "c.pem"], "--tls-key");
    refused(&["serve", "--tls-cert", "c.pem", "--tls-key", "k.pem", "--port", "0"], "c.pem");
}

#[test]
fn an_open_server_needs_no_token_and_a_wrong_one_is_still_wrong() {
    let server = Server::start_with(&["--open"]);
    assert_eq!(server.ask("GET", "/v1/status").token("").send().status, 200);
    assert_eq!(server.ask("GET", "/v1/status").token("mmr_a_b").send().code(), "unauthorized");
    assert_eq!(server.ask("GET", "/v1/admin/keys").token("").send().code(), "denied");
}

#[test]
fn a_port_that_is_taken_is_told_with_the_next_step() {
    let server = Server::start();
    let port = server.address.port().to_string();
    let output = command(server.folder.path(), &["serve", "--port", &port]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("--port"), "{told}");
    let fresh = tempfile::tempdir().unwrap();
    for more in [&["--port", &port][..], &["--port", "0", "--tls-cert", "c.pem", "--tls-key", "k.pem"]] {
        let output = command(fresh.path(), &[&["serve"], more].concat()).output().unwrap();
        assert!(!output.status.success());
        let left: Vec<_> = std::fs::read_dir(fresh.path()).unwrap().collect();
        assert!(left.is_empty(), "a server that did not start left {left:?} behind");
    }
}

#[test]
fn a_check_tells_whether_a_server_answers() {
    let server = Server::start();
    let port = server.address.port().to_string();
    assert_eq!(server.cli(&["serve", "--check", "--port", &port])["healthy"], true);
    let folder = tempfile::tempdir().unwrap();
    drop(server);
    let output = command(folder.path(), &["serve", "--check", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
