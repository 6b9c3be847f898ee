//! Where blocking work runs: a bounded number of threads at once and a bounded number of calls that wait. Reads and
//! writes have lanes of their own: a write waits for the disk most of its time, a read needs the processor. What was
//! begun is finished, also when nobody waits for the answer any more.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::error::{Code, Failure, Result};

/// What is left to do after an answer; it keeps nobody waiting.
pub(crate) type Tail = Box<dyn FnOnce() + Send>;

/// Which lane a call takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// It only looks.
    Read,
    /// It changes something.
    Write,
}

/// How much runs and waits at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Reads at once.
    pub(crate) reads: usize,
    /// Writes at once.
    pub(crate) writes: usize,
    /// Calls that wait or run, in each lane.
    pub(crate) queue: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self { reads: cores * 2, writes: 32, queue: 1_024 }
    }
}

#[derive(Debug)]
struct Bounds {
    places: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl Bounds {
    fn new(running: usize, queue: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(queue)), running: Arc::new(Semaphore::new(running)) }
    }
}

/// The pool.
#[derive(Debug)]
pub(crate) struct Pool {
    reads: Bounds,
    writes: Bounds,
}

impl Pool {
    /// Prepares a pool.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            reads: Bounds::new(limits.reads, limits.queue),
            writes: Bounds::new(limits.writes, limits.queue),
        }
    }

    /// Runs blocking work and returns what it sends; what it does after that nobody waits for.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(oneshot::Sender<T>) -> Option<Tail> + Send + 'static,
    ) -> Result<T> {
        let bounds = match lane {
            Lane::Read => &self.reads,
            Lane::Write => &self.writes,
        };
        let place = Arc::clone(&bounds.places).try_acquire_owned().map_err(|_| full())?;
        let turn = Arc::clone(&bounds.running).acquire_owned().await.map_err(|_| full())?;
        let (send, receive) = oneshot::channel();
        tokio::task::spawn_blocking(move || {
            let held: (OwnedSemaphorePermit, OwnedSemaphorePermit) = (place, turn);
            let tail = work(send);
            drop(held);
            if let Some(tail) = tail {
                tail();
            }
        });
        receive.await.map_err(|_| Failure::new(Code::Internal, "the operation ended without an answer"))
    }

    /// Returns how many calls run or wait, of reads and of writes.
    pub(crate) fn load(&self, limits: Limits) -> (usize, usize) {
        let used = |bounds: &Bounds| limits.queue.saturating_sub(bounds.places.available_permits());
        (used(&self.reads), used(&self.writes))
    }
}

fn full() -> Failure {
    Failure::new(Code::Overloaded, "too much is waiting already; nothing was done")
        .hint("try again in a second")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(send: oneshot::Sender<u8>, number: u8) -> Option<Tail> {
        send.send(number).unwrap_or_default();
        None
    }

    fn small() -> Limits {
        Limits { reads: 1, writes: 1, queue: 2 }
    }

    #[test]
    fn a_full_queue_refuses_and_what_was_begun_is_finished() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
        let pool = Arc::new(Pool::new(small()));
        let (go, gate) = std::sync::mpsc::channel::<()>();
        let done = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        runtime.block_on(async {
            let (ours, counted) = (Arc::clone(&pool), Arc::clone(&done));
            let first = tokio::spawn(async move {
                let work = move |send: oneshot::Sender<u8>| {
                    gate.recv().ok();
                    counted.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                    send.send(1).ok();
                    None
                };
                ours.run(Lane::Read, work).await
            });
            while pool.reads.running.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            let ours = Arc::clone(&pool);
            let second = tokio::spawn(async move { ours.run(Lane::Read, |send| answer(send, 2)).await });
            while pool.load(small()).0 < 2 {
                tokio::task::yield_now().await;
            }
            let refused = pool.run(Lane::Read, |send| answer(send, 3)).await;
            assert_eq!(refused.unwrap_err().code, Code::Overloaded);
            assert_eq!(pool.run(Lane::Write, |send| answer(send, 4)).await.unwrap(), 4);
            first.abort();
            go.send(()).unwrap();
            assert_eq!(second.await.unwrap().unwrap(), 2);
        });
        assert_eq!(done.load(std::sync::atomic::Ordering::SeqCst), 1);
    }

    #[test]
    fn work_that_panics_is_an_internal_failure_and_frees_its_place() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let pool = Pool::new(small());
        runtime.block_on(async {
            let broken = pool.run(Lane::Read, |_: oneshot::Sender<u8>| panic!("on purpose")).await;
            assert_eq!(broken.unwrap_err().code, Code::Internal);
            assert_eq!(pool.run(Lane::Read, |send| answer(send, 1)).await.unwrap(), 1);
        });
    }
}
