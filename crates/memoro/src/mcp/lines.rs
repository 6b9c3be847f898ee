//! Lines in, lines out: one JSON-RPC message each. Reading and writing have a thread of their own, a line is bounded,
//! and a line that is no message is answered where it can be and never ends the connection.

use std::io::{BufRead, Write};

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::http::body::{DEPTH, deeper_than};
use crate::strict;

/// The longest line that is read, in bytes.
pub(super) const LONGEST: usize = 1024 * 1024;

/// How many lines wait in each direction.
const WAITING: usize = 64;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// The beginning of a line that is too long; the rest was thrown away.
    TooLong,
}

/// A line that is to be written, and whoever waits for that.
type Outgoing = (Vec<u8>, oneshot::Sender<std::io::Result<()>>);

/// The connection of one client.
#[derive(Debug)]
pub(super) struct Lines {
    incoming: mpsc::Receiver<Line>,
    outgoing: Option<mpsc::Sender<Outgoing>>,
    written: Option<oneshot::Receiver<()>>,
    begun: bool,
}

impl Lines {
    /// Connects a reader and a writer; both are used by a thread of their own until they end.
    pub(super) fn new(
        mut reader: impl BufRead + Send + 'static,
        mut writer: impl Write + Send + 'static,
    ) -> std::io::Result<Self> {
        let (read, incoming) = mpsc::channel(WAITING);
        std::thread::Builder::new().name("mcp-read".into()).spawn(move || {
            while let Ok(Some(line)) = next(&mut reader) {
                if read.blocking_send(line).is_err() {
                    break;
                }
            }
        })?;
        let (outgoing, mut write) = mpsc::channel::<Outgoing>(WAITING);
        let (ended, written) = oneshot::channel();
        std::thread::Builder::new().name("mcp-write".into()).spawn(move || {
            while let Some((line, done)) = write.blocking_recv() {
                let _ = done.send(writer.write_all(&line).and_then(|()| writer.flush()));
            }
            let _ = ended.send(());
        })?;
        Ok(Self { incoming, outgoing: Some(outgoing), written: Some(written), begun: false })
    }

    /// Reads a line as a message; what cannot be one is answered with an error or passed over.
    fn read(&mut self, line: &Line) -> Read {
        let bytes = match line {
            Line::Whole(bytes) => bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii(),
            Line::TooLong => {
                let message = format!("the message is longer than {LONGEST} bytes; it was not read");
                return Read::Wrong(None, ErrorData::invalid_request(message, None));
            }
        };
        if bytes.is_empty() {
            return Read::Nothing;
        }
        if let Some((id, error)) = too_deep(bytes) {
            return Read::Wrong(id, error);
        }
        let value = match strict::read_any(bytes) {
            Ok(value) => value,
            Err(why) => return unread(bytes, &why),
        };
        let request = value.get("method").is_some() && value.get("id").is_some();
        if !self.begun && !request && value.is_object() {
            // Nothing was begun that a notification or a response could be about.
            return Read::Nothing;
        }
        match serde_json::from_slice::<RxJsonRpcMessage<RoleServer>>(bytes) {
            Ok(message) => {
                self.begun |= request;
                Read::Message(Box::new(message))
            }
            Err(_) => wrong(&value),
        }
    }

    fn write(&self, line: Vec<u8>) -> impl Future<Output = std::io::Result<()>> + Send + 'static {
        let outgoing = self.outgoing.clone();
        async move {
            let gone = || std::io::Error::from(std::io::ErrorKind::BrokenPipe);
            let (done, written) = oneshot::channel();
            outgoing.ok_or_else(gone)?.send((line, done)).await.map_err(|_| gone())?;
            written.await.map_err(|_| gone())?
        }
    }
}

/// What a line turned out to be.
enum Read {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    Wrong(Option<RequestId>, ErrorData),
    Nothing,
}

/// Tells why a text is not read; what has an id is answered under it.
fn unread(bytes: &[u8], why: &strict::Wrong) -> Read {
    let (id, error) = unread_error(bytes, why);
    Read::Wrong(id, error)
}

/// Tells why a text is not read as a message, and for which request.
pub(super) fn unread_error(bytes: &[u8], why: &strict::Wrong) -> (Option<RequestId>, ErrorData) {
    let message = format!("the message cannot be taken: {why}");
    if matches!(why, strict::Wrong::Malformed(_)) {
        return (None, ErrorData::new(ErrorCode::PARSE_ERROR, message, None));
    }
    let loosely = serde_json::from_slice::<Value>(bytes).unwrap_or_default();
    let id = loosely.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    (id, ErrorData::invalid_request(message, None))
}

/// Refuses a message that lies too deep, under its id where it has one.
pub(super) fn too_deep(bytes: &[u8]) -> Option<(Option<RequestId>, ErrorData)> {
    let message = || format!("the message lies deeper than {DEPTH} levels");
    deeper_than(bytes, DEPTH).then(|| (id_of(bytes), ErrorData::invalid_request(message(), None)))
}

/// Finds the id of a message without reading what lies deeper.
fn id_of(bytes: &[u8]) -> Option<RequestId> {
    let (mut depth, mut at) = (0usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = end_of_text(bytes, at)?;
                let rest = bytes.get(end..)?.trim_ascii_start();
                if depth == 1
                    && bytes.get(at..end)? == b"\"id\""
                    && let Some(value) = rest.strip_prefix(b":").map(<[u8]>::trim_ascii_start)
                {
                    let end = match value.first()? {
                        b'"' => end_of_text(value, 0)?,
                        _ => value
                            .iter()
                            .position(|b| matches!(b, b',' | b'}' | b' ' | b'\r' | b'\n' | b'\t'))?,
                    };
                    return serde_json::from_slice(value.get(..end)?).ok();
                }
                at = end;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the place behind the text that begins at a quotation mark.
fn end_of_text(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Tells what is wrong with JSON that is no message; what nobody waits for is passed over.
fn wrong(value: &Value) -> Read {
    let id = value.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    let Some(method) = value.get("method") else {
        let answered = value.get("result").is_some() || value.get("error").is_some();
        let message = "this is no JSON-RPC 2.0 message".to_owned();
        return if answered {
            Read::Nothing
        } else {
            Read::Wrong(id, ErrorData::invalid_request(message, None))
        };
    };
    let versioned = value.get("jsonrpc").is_some_and(|version| version == "2.0");
    match (id, method.as_str()) {
        (None, _) if value.get("id").is_none() => Read::Nothing,
        (id, Some(method)) if versioned && id.is_some() => {
            Read::Wrong(id, ErrorData::invalid_params(format!("the parameters of {method} do not fit"), None))
        }
        (id, _) => {
            let message = "a request has `jsonrpc: \"2.0\"`, an id (a text or a whole number) and a method";
            Read::Wrong(id, ErrorData::invalid_request(message, None))
        }
    }
}

impl Transport<RoleServer> for Lines {
    type Error = std::io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let line = serde_json::to_vec(&item).map(|mut line| {
            line.push(b'\n');
            self.write(line)
        });
        async move { line?.await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let line = self.incoming.recv().await?;
            match self.read(&line) {
                Read::Message(message) => return Some(*message),
                Read::Nothing => {}
                Read::Wrong(id, error) => {
                    self.send(TxJsonRpcMessage::<RoleServer>::error(error, id)).await.ok()?;
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.outgoing = None;
        if let Some(written) = self.written.take() {
            let _ = written.await;
        }
        Ok(())
    }
}

/// Reads the next line, never holding more than the longest; nothing at the end.
fn next(reader: &mut impl BufRead) -> std::io::Result<Option<Line>> {
    let (mut line, mut too_long) = (Vec::new(), false);
    loop {
        let found = match reader.fill_buf() {
            Ok(found) => found,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if found.is_empty() {
            // What stands before the end without a line break is no whole message, but may be meant as one.
            return Ok(match (too_long, line.is_empty()) {
                (true, _) => Some(Line::TooLong),
                (false, false) => Some(Line::Whole(line)),
                (false, true) => None,
            });
        }
        let end = found.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(found.len());
        if line.len() + taken > LONGEST {
            (too_long, line) = (true, Vec::new());
        } else if !too_long {
            line.extend(found.iter().take(taken));
        }
        reader.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(Some(if too_long { Line::TooLong } else { Line::Whole(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(mut input: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| next(&mut input).unwrap()).collect()
    }

    fn told(text: &str, begun: bool) -> Option<(Option<RequestId>, i32)> {
        let (_, incoming) = mpsc::channel(1);
        let mut lines = Lines { incoming, outgoing: None, written: None, begun };
        match lines.read(&Line::Whole(text.as_bytes().to_vec())) {
            Read::Wrong(id, error) => Some((id, error.code.0)),
            _ => None,
        }
    }

    proptest! {
        #[test]
        fn lines_come_out_as_they_went_in(rows in prop::collection::vec("[^\n]{0,20}", 0..8)) {
            let text = rows.iter().fold(String::new(), |text, row| text + row + "\n");
            let read: Vec<Line> = rows.iter().map(|row| Line::Whole(row.as_bytes().to_vec())).collect();
            prop_assert_eq!(all(text.as_bytes()), read);
        }

        #[test]
        fn no_line_ends_the_connection(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            told(&String::from_utf8_lossy(&bytes), true);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_thrown_away_and_the_next_one_is_read() {
        let mut text = vec![b'x'; LONGEST * 2];
        text.extend(b"\n{}\n");
        assert_eq!(all(&text), [Line::TooLong, Line::Whole(b"{}".to_vec())]);
    }

    #[test]
    fn what_can_be_answered_is_answered_under_its_id() {
        let id = |n: i64| Some(RequestId::Number(n));
        assert_eq!(told("ไม่ใช่ JSON", false), Some((None, -32700)));
        assert_eq!(told("[]", false), Some((None, -32600)));
        assert_eq!(told(r#"{"jsonrpc":"2.0","id":7,"id":8,"method":"x"}"#, true).unwrap().1, -32600);
        assert_eq!(told(r#"{"id":7,"method":"tools/list"}"#, false), Some((id(7), -32600)));
        assert_eq!(told(r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, true), Some((None, -32600)));
        assert_eq!(told(r#"{"jsonrpc":"2.0","id":1e99,"method":"x"}"#, true), Some((None, -32600)));
    }

    #[test]
    fn a_message_that_lies_too_deep_is_answered_under_its_id() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        let id = Some(RequestId::Number(7));
        for text in [
            format!(r#"{{"jsonrpc":"2.0","id":7,"method":"x","params":{deep}}}"#),
            format!(r#"{{"params":{{"id":1,"x":{deep}}},"note":"\"id\":3","method":"x","id" : 7 }}"#),
        ] {
            assert_eq!(told(&text, true), Some((id.clone(), -32600)), "{text}");
        }
        let named = format!(r#"{{"params":{deep},"id":"ก-7","method":"x"}}"#);
        assert_eq!(told(&named, true).unwrap().0, Some(RequestId::String("ก-7".into())));
        assert_eq!(told(&deep, true), Some((None, -32600)));
    }

    #[test]
    fn what_nobody_waits_for_is_passed_over() {
        for text in
            ["", " \r", r#"{"jsonrpc":"2.0","method":"通知/x"}"#, r#"{"jsonrpc":"2.0","id":1,"result":7}"#]
        {
            assert_eq!(told(text, false), None, "{text}");
            assert_eq!(told(text, true), None, "{text}");
        }
    }

    #[test]
    fn no_bytes_in_a_line_make_it_panic_or_wait() {
        const LINES: &[&str] = &[
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"กาแฟ 咖啡"}}}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"\u0e01"}}"#,
            r#"{"jsonrpc":"2.0","id":9,"result":{"action":"accept","content":{"yes":true}}}"#,
        ];
        fn feed(input: &[u8]) {
            for line in all(input) {
                if let Line::Whole(bytes) = line {
                    told(&String::from_utf8_lossy(&bytes), true);
                }
            }
        }
        let target = memoro_fuzz::Target { name: "json-rpc", seeds: LINES, run: feed, cost: 1 };
        memoro_fuzz::run(&target, memoro_fuzz::inputs(4000), 1).unwrap();
    }
}
