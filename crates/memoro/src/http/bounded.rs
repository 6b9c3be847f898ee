//! A body of bounded size. What comes beyond the bound is thrown away, a bounded amount of it, so that whoever sends it
//! gets to the end and hears the answer instead of a broken connection.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt as _;
use hyper::body::{Frame, SizeHint};

/// How much is thrown away of what nobody reads.
const THROWN_AWAY: usize = 16 << 20;
/// How long that may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// A body was longer than it may be.
#[derive(Debug, thiserror::Error)]
#[error("the body is too long")]
pub(super) struct TooLong;

/// A body that gives so many bytes, or an error at its end.
#[derive(Debug)]
pub(super) struct Bounded {
    inner: Body,
    left: usize,
    beyond: usize,
}

impl Bounded {
    /// Bounds a body.
    pub(super) const fn new(inner: Body, most: usize) -> Self {
        Self { inner, left: most, beyond: 0 }
    }
}

impl HttpBody for Bounded {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        loop {
            let next = ready!(Pin::new(&mut self.inner).poll_frame(context));
            let frame = match next {
                None if self.beyond > 0 => return Poll::Ready(Some(Err(TooLong.into()))),
                None => return Poll::Ready(None),
                Some(frame) => frame.map_err(axum::BoxError::from)?,
            };
            let size = frame.data_ref().map_or(0, Bytes::len);
            if self.beyond == 0 && size <= self.left {
                self.left -= size;
                return Poll::Ready(Some(Ok(frame)));
            }
            self.beyond += size.max(1);
            if self.beyond > THROWN_AWAY {
                return Poll::Ready(Some(Err(TooLong.into())));
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// Reads what nobody wants to know, a bounded amount for a bounded time.
pub(super) async fn throw_away(mut body: Body) {
    let all = async {
        let mut read = 0;
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len);
            if read > THROWN_AWAY {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(PATIENCE, all).await;
}
