//! Streams end with the right to them: an answer that goes on is cut off when the key it was given to counts no more,
//! at its next word and within a moment without one.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use hyper::body::Frame;
use tokio::time::{Interval, MissedTickBehavior};

use super::service::Service;

/// How often it is looked whether a key still counts.
const EVERY: Duration = Duration::from_millis(200);

/// What a request was let in by.
#[derive(Debug, Clone)]
pub(crate) enum Credential {
    /// A key, by its id; a new token has a new one.
    Key(String),
    /// The admin's key, by its hash.
    Admin(blake3::Hash),
    /// Nothing: the server asks for none.
    Open,
}

struct Watched {
    inner: Body,
    service: Arc<Service>,
    credential: Credential,
    clock: Interval,
}

/// Watches over an answer that goes on; any other is left as it is.
pub(super) fn watch(response: Response, service: &Arc<Service>, credential: Option<Credential>) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let Some(credential) = credential.filter(|_| kind.starts_with("text/event-stream")) else {
        return response;
    };
    response.map(|inner| {
        let mut clock = tokio::time::interval(EVERY);
        clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
        Body::new(Watched { inner, service: Arc::clone(service), credential, clock })
    })
}

impl hyper::body::Body for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut ticked = false;
        while self.clock.poll_tick(context).is_ready() {
            ticked = true;
        }
        let next = Pin::new(&mut self.inner).poll_frame(context);
        if (ticked || next.is_ready()) && !self.service.counts(&self.credential) {
            return Poll::Ready(None);
        }
        next
    }
}
