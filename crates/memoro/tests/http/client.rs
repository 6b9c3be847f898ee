//! A small HTTP client over a plain socket: it also sends what no good client would.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// A request.
pub(crate) struct Ask {
    address: SocketAddr,
    head: String,
    host: String,
    body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Ask {
    pub(crate) fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        let head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        Self { address, head, host: format!("Host: {address}\r\n"), body: Vec::new() }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.head.extend([name, ": ", value, "\r\n"]);
        self
    }

    pub(crate) fn host(mut self, host: &str) -> Self {
        self.host = format!("Host: {host}\r\n");
        self
    }

    /// Replaces the token.
    pub(crate) fn token(mut self, token: &str) -> Self {
        let kept: Vec<&str> = self.head.lines().filter(|line| !line.starts_with("Authorization:")).collect();
        self.head = kept.join("\r\n") + "\r\n";
        if token.is_empty() { self } else { self.header("Authorization", &format!("Bearer {token}")) }
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.header("Content-Type", "application/json").bytes(body.to_string().as_bytes())
    }

    pub(crate) fn bytes(mut self, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self.header("Content-Length", &body.len().to_string())
    }

    pub(crate) fn send(self) -> Answer {
        self.try_send().unwrap()
    }

    /// Sends it; nothing where nobody listens any more.
    pub(crate) fn try_send(self) -> Option<Answer> {
        let mut bytes = format!("{}{}\r\n", self.head, self.host).into_bytes();
        bytes.extend(&self.body);
        Some(talk(TcpStream::connect(self.address).ok()?, &bytes))
    }

    /// Sends it with a body whose length it does not say.
    pub(crate) fn send_with(self, body: &[u8]) -> Answer {
        let mut bytes = format!("{}{}\r\n", self.head, self.host).into_bytes();
        bytes.extend(body);
        raw(self.address, &bytes)
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }

    pub(crate) fn code(&self) -> String {
        let problem = self.json();
        assert!(self.header("content-type").unwrap().starts_with("application/problem+json"), "{self:?}");
        assert_eq!(problem["status"], self.status);
        problem["code"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends bytes as they are and reads the answer.
pub(crate) fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    talk(TcpStream::connect(address).unwrap(), bytes)
}

fn talk(mut stream: TcpStream, bytes: &[u8]) -> Answer {
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // A server may answer and close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read);
    let text = String::from_utf8_lossy(&read).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Answer { status, head: head.to_owned(), body }
}

fn unchunked(body: &str) -> String {
    let mut whole = String::new();
    let mut rest = body;
    while let Some((size, after)) = rest.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size, 16) else { break };
        whole.push_str(after.get(..size).unwrap_or_default());
        rest = after.get(size + 2..).unwrap_or_default();
    }
    whole
}
