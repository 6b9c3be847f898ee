//! What cannot even be read as a request (a head that is too long, an address that is none) is answered by the protocol
//! layer with a bare status, before anything of ours is asked. Here such an answer gets the body that every other has.

use std::fmt::Write as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::problem::Problem;
use crate::error::{Code, Failure};

/// A connection whose bare refusals are given a body.
pub(super) struct Bare<S> {
    inner: S,
    /// What is written in the place of a bare answer, and how much of it is.
    own: Option<(Vec<u8>, usize)>,
}

impl<S> Bare<S> {
    /// Watches over what is written to a connection.
    pub(super) const fn new(inner: S) -> Self {
        Self { inner, own: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bare<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bare<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.own.is_none() {
            let Some(whole) = with_body(bytes) else {
                return Pin::new(&mut this.inner).poll_write(context, bytes);
            };
            this.own = Some((whole, 0));
        }
        while let Some((whole, done)) = &mut this.own {
            match whole.get(*done..).filter(|left| !left.is_empty()) {
                Some(left) => *done += ready!(Pin::new(&mut this.inner).poll_write(context, left))?,
                None => this.own = None,
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

/// Returns a refusal with a body, if these bytes are one without.
fn with_body(bytes: &[u8]) -> Option<Vec<u8>> {
    let status = bytes.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    let status = std::str::from_utf8(status).ok()?.parse::<u16>().ok()?;
    let failure = match status {
        400 => Failure::new(Code::Usage, "this is no request of HTTP/1.1"),
        414 => Failure::new(Code::LongAddress, "the address of the request is too long"),
        431 => Failure::new(Code::LargeHead, "the headers of the request are too large"),
        _ => return None,
    };
    let head = std::str::from_utf8(bytes).ok()?.strip_suffix("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let first = lines.next()?;
    // Ours have bodies; what has none, and ends the connection, comes from below.
    let is = |line: &str, wanted: &str| line.eq_ignore_ascii_case(wanted);
    let rest: Vec<&str> = lines.collect();
    let bare = rest.iter().any(|line| is(line, "content-length: 0"))
        && rest.iter().any(|line| is(line, "connection: close"));
    if !bare {
        return None;
    }
    let body = Problem::from(failure).body();
    let mut whole = format!("{first}\r\n");
    for line in rest.iter().filter(|line| !is(line, "content-length: 0")) {
        whole.push_str(line);
        whole.push_str("\r\n");
    }
    whole.push_str("content-type: application/problem+json\r\nx-content-type-options: nosniff\r\n");
    let _ = write!(whole, "cache-control: no-store\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut whole = whole.into_bytes();
    whole.extend(body);
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bare_refusal_gets_a_body() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
        let told = String::from_utf8(with_body(bare).unwrap()).unwrap();
        let (head, body) = told.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains(&format!("content-length: {}", body.len())) && head.contains("date: x"),
            "{head}"
        );
        assert!(body.contains("\"code\":\"head_too_large\"") && body.contains("\"status\":431"), "{body}");
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n",
            "data: HTTP/1.1 400",
            "",
        ] {
            assert!(with_body(other.as_bytes()).is_none(), "{other}");
        }
    }
}
