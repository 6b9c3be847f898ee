//! How many connections there may be. Whoever comes when all places are taken is told so and may come again; nobody takes
//! away the files that the stores need, however many connect.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::bounded::throw_away;
use super::problem::Problem;
use crate::error::{Code, Failure};

/// For how many that are served one more can be told at once that there is no place.
const TURNED_AWAY: usize = 4;
/// How long telling it may take.
pub(super) const TELLING: Duration = Duration::from_secs(2);
/// How many open files are kept for everything but connections.
const KEPT: usize = 448;
/// How many open files are asked for, where the system lets us.
const WANTED: u64 = 65_536;
/// What a server can be asked by whoever watches it, also when all places are taken.
pub(super) const WATCHED: [&str; 3] = ["/health", "/ready", "/api/health"];

/// The places of a server.
#[derive(Debug)]
pub(super) struct Places {
    served: Arc<Semaphore>,
    turned_away: Arc<Semaphore>,
}

/// What a connection got.
#[derive(Debug)]
pub(super) enum Place {
    /// It is served.
    Served(OwnedSemaphorePermit),
    /// It is told that there is no place.
    TurnedAway(OwnedSemaphorePermit),
}

impl Places {
    /// Prepares as many places as are wanted, as far as the process may have files for them.
    pub(super) fn new(wanted: usize) -> Self {
        Self::of(places_for(open_files(), wanted))
    }

    fn of(served: usize) -> Self {
        Self {
            served: Arc::new(Semaphore::new(served)),
            turned_away: Arc::new(Semaphore::new(served.div_ceil(TURNED_AWAY))),
        }
    }

    /// Takes a place; waits where not even one to be turned away at is free.
    pub(super) async fn take(&self) -> Option<Place> {
        let (served, turned_away) = (Arc::clone(&self.served), Arc::clone(&self.turned_away));
        tokio::select! {
            biased;
            place = served.acquire_owned() => place.ok().map(Place::Served),
            place = turned_away.acquire_owned() => place.ok().map(Place::TurnedAway),
        }
    }
}

/// Answers whoever found no place.
pub(super) async fn crowded(request: hyper::Request<Incoming>) -> Response {
    throw_away(Body::new(request.into_body())).await;
    let failure = Failure::new(Code::Overloaded, "too many connections; nothing was done")
        .hint("close connections that are not used, and try again in a second");
    let mut response = Problem::from(failure).into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Returns how many connections there may be where a process may open so many files.
fn places_for(files: Option<usize>, wanted: usize) -> usize {
    let share = |files: usize| files.saturating_sub(KEPT) / (TURNED_AWAY + 1) * TURNED_AWAY;
    files.map_or(wanted, |files| share(files).max(16).min(wanted))
}

/// Asks for more open files than a process usually may have, and returns how many it may; nothing where there is no limit.
#[cfg(unix)]
fn open_files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = Some(now.maximum.map_or(WANTED, |most| most.min(WANTED)));
    if now.current.is_some_and(|current| wanted.is_some_and(|wanted| current < wanted)) {
        // What is refused leaves the limit as it was; the number of places follows from that.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: wanted, maximum: now.maximum });
    }
    getrlimit(Resource::Nofile).current.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn open_files() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_keep_files_however_few_a_process_may_open() {
        let places = |files| places_for(files, 1_024);
        assert_eq!((places(None), places(Some(65_536))), (1_024, 1_024));
        assert_eq!((places(Some(1_024)), places(Some(256)), places(Some(0))), (460, 16, 16));
        assert_eq!((places_for(Some(65_536), 3), places_for(Some(0), 3)), (3, 3));
    }

    #[test]
    fn who_finds_no_place_is_turned_away_and_the_next_is_served() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let places = Places::of(1);
            let first = places.take().await;
            assert!(matches!(first, Some(Place::Served(_))));
            let second = places.take().await;
            assert!(matches!(second, Some(Place::TurnedAway(_))));
            drop(first);
            assert!(matches!(places.take().await, Some(Place::Served(_))));
        });
    }
}
