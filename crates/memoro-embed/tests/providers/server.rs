//! A small HTTP server that answers by script, one connection an answer, and keeps what it was asked.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What the server does with the next request.
pub(crate) enum Answer {
    /// Answers each text with a vector made from it, in the format of the path that was called.
    Vectors,
    /// Answers with a status, headers and a body.
    Reply(u16, &'static str, String),
    /// Promises more bytes than it sends.
    Truncated(String),
    /// Says nothing until the client gives up.
    Silence,
    /// Sends something that is not HTTP.
    Garbage,
}

impl Answer {
    pub(crate) fn json(body: &Value) -> Self {
        Self::Reply(200, "", body.to_string())
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) head: String,
    pub(crate) body: Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Returns the texts in the order in which they were sent.
    pub(crate) fn texts(&self) -> Vec<String> {
        let texts: Vec<&Value> = match self.body.get("requests").and_then(Value::as_array) {
            Some(requests) => {
                requests.iter().map(|request| &request["content"]["parts"][0]["text"]).collect()
            }
            None => self.body["input"].as_array().into_iter().flatten().collect(),
        };
        texts.into_iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
    }
}

pub(crate) struct Server {
    pub(crate) base: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Starts a server that gives the answers in order; after the last one it refuses with status 418.
    pub(crate) fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            let mut answers = answers.into_iter();
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                let Some(request) = read(&stream) else { continue };
                seen.lock().expect("the list").push(request.clone());
                let over = Answer::Reply(418, "", "{\"error\":\"the script is over\"}".to_owned());
                give(stream, &answers.next().unwrap_or(over), &request);
            }
        });
        Self { base, requests }
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("the list").clone()
    }
}

/// An address at which nobody listens, and nobody can start to: a connection holds its port.
pub(crate) struct Closed {
    pub(crate) base: String,
    _held: (TcpListener, TcpStream),
}

impl Closed {
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let stream = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let base = format!("http://{}", stream.local_addr().expect("an address"));
        Self { base, _held: (listener, stream) }
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let path = head.split(' ').nth(1)?.to_owned();
    let mut request = Request { path, head, body: Value::Null };
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Some(request)
}

fn give(mut stream: TcpStream, answer: &Answer, request: &Request) {
    let reply = |status: u16, headers: &str, length: usize, body: &str| {
        format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}")
    };
    let text = match answer {
        Answer::Vectors => {
            let body = vectors(request).to_string();
            reply(200, "", body.len(), &body)
        }
        Answer::Reply(status, headers, body) => reply(*status, headers, body.len(), body),
        Answer::Truncated(body) => reply(200, "", body.len() + 100, body),
        Answer::Garbage => "SSH-2.0-nothing here speaks HTTP\r\n\r\n".to_owned(),
        Answer::Silence => {
            // Ends when the client closes its side.
            let _ = stream.read(&mut [0]);
            return;
        }
    };
    let _ = stream.write_all(text.as_bytes());
}

/// Returns a vector of four dimensions that differs clearly from text to text.
pub(crate) fn vector(text: &str) -> [f32; 4] {
    let hash = text.bytes().fold(7_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash.to_be_bytes().map(|byte| f32::from(byte) - 127.5)
}

fn vectors(request: &Request) -> Value {
    let texts = request.texts();
    if request.path.ends_with(":batchEmbedContents") {
        let values = texts.iter().map(|text| json!({ "values": vector(text) }));
        json!({ "embeddings": values.collect::<Vec<_>>() })
    } else if request.path.ends_with("/api/embed") {
        json!({ "model": "m", "embeddings": texts.iter().map(|text| vector(text)).collect::<Vec<_>>() })
    } else {
        let data = texts.iter().enumerate().rev();
        let data =
            data.map(|(at, text)| json!({ "object": "embedding", "index": at, "embedding": vector(text) }));
        json!({ "object": "list", "data": data.collect::<Vec<_>>(), "model": "m" })
    }
}
