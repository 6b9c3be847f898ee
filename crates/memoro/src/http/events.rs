//! Changes as they happen, as server-sent events: what was done to which memory, never its words. A listener that comes
//! back says the last line that it saw and misses none.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_core::Stream;
use memoro_core::Scope;
use memoro_engine::store::EventFilter;
use memoro_engine::{Access, Action};
use serde::Serialize;
use tokio::sync::mpsc;

use super::guard::Granted;
use super::problem::Problem;
use super::service::Service;
use crate::error::{Code, Failure, Result};
use crate::ops::Call;

/// How often new lines are looked for.
const EVERY: Duration = Duration::from_millis(500);
/// How many listeners there may be at once.
const LISTENERS: usize = 64;
/// How many lines are sent at a time.
const BATCH: usize = 200;

/// One change, without its words.
#[derive(Debug, Serialize)]
struct Changed {
    seq: u64,
    at: String,
    op: &'static str,
    memory: Option<String>,
    scope: String,
    key: String,
    actor: String,
}

/// Counts the listeners.
#[derive(Debug, Default)]
pub(crate) struct Listeners(Arc<AtomicUsize>);

struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Listeners {
    fn enter(&self) -> Result<Place> {
        if self.0.fetch_add(1, Ordering::Relaxed) >= LISTENERS {
            self.0.fetch_sub(1, Ordering::Relaxed);
            return Err(Failure::new(Code::Overloaded, "too many are listening already"));
        }
        Ok(Place(Arc::clone(&self.0)))
    }
}

struct Lines(mpsc::Receiver<Event>);

impl Stream for Lines {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Sends changes until the listener goes away or the server ends.
pub(crate) async fn events(
    State(service): State<Arc<Service>>,
    Granted(access): Granted,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let place = service.listeners.enter()?;
    let after = after(&headers, query.as_deref())?;
    let from = match after {
        Some(after) => after,
        None => service.with_workspace((&access, None), Action::Read, newest).await?,
    };
    let (send, receive) = mpsc::channel(BATCH);
    tokio::spawn(feed(Arc::clone(&service), access, from, send, place));
    Ok(Sse::new(Lines(receive)).keep_alive(KeepAlive::default()).into_response())
}

fn after(headers: &HeaderMap, query: Option<&str>) -> Result<Option<u64>> {
    let wrong = || Failure::new(Code::Invalid, "the last event is no number of an audit line");
    let header = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let asked =
        query.filter(|query| !query.is_empty()).map(|query| query.strip_prefix("after=").ok_or_else(wrong));
    let Some(text) = header.map(Ok).or(asked).transpose()? else { return Ok(None) };
    let number = text.parse::<u64>().ok().filter(|number| i64::try_from(*number).is_ok());
    number.map(Some).ok_or_else(wrong)
}

fn newest(call: &Call<'_>) -> Result<u64> {
    let last = EventFilter { newest: true, limit: Some(1), ..EventFilter::default() };
    Ok(call.workspace.store().events(&last)?.first().map_or(0, |(event, _)| event.seq))
}

async fn feed(service: Arc<Service>, access: Access, mut from: u64, send: mpsc::Sender<Event>, place: Place) {
    let _place = place;
    let mut closing = service.closing.subscribe();
    loop {
        let looked =
            service.with_workspace((&access, None), Action::Read, move |call| look(call, from)).await;
        // What is overloaded now is looked at again a moment later; nothing is skipped.
        if let Ok((last, lines)) = looked {
            for line in lines {
                let event = Event::default().id(line.seq.to_string()).event(line.op);
                let Ok(event) = event.json_data(&line) else { continue };
                if send.send(event).await.is_err() {
                    return;
                }
            }
            from = last;
        }
        let ended = tokio::time::timeout(EVERY, closing.wait_for(|closing| *closing)).await.is_ok();
        if ended || send.is_closed() {
            return;
        }
    }
}

/// Returns the last line that was looked at, and the lines after `from` that the listener may see.
fn look(call: &Call<'_>, from: u64) -> Result<(u64, Vec<Changed>)> {
    let filter = EventFilter { after: from, limit: Some(BATCH), ..EventFilter::default() };
    let found = call.workspace.store().events(&filter)?;
    let last = found.last().map_or(from, |(event, _)| event.seq);
    let seen = found.into_iter().map(|(event, _)| event).filter(|event| match event.scope.parse::<Scope>() {
        Ok(scope) => call.reaches(&scope),
        Err(_) => call.access.user.is_none(),
    });
    let lines = seen.map(|event| Changed {
        seq: event.seq,
        at: event.at.to_string(),
        op: event.op.as_str(),
        memory: event.memory.map(|id| id.to_string()),
        scope: event.scope,
        key: event.key,
        actor: event.actor,
    });
    Ok((last, lines.collect()))
}
