//! Looks at what is durable from a connection that did not write it, and answers those who asked. Of a large group one half is
//! looked at beside the writer, so that neither waits for the other. Writes nothing.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

use crate::error::Result;
use crate::open::connect;
use crate::writer::Request;

/// How many commits make it worth to hand them to another thread.
const MANY: usize = 4;

/// Commits that are durable, each with what became of it.
type Group = Vec<(Box<dyn Request>, Result<()>)>;

/// The one who looks, for one writer.
pub(crate) struct Witness {
    here: Eye,
    beside: Option<Beside>,
}

/// A thread that looks.
struct Beside {
    inbox: Option<Sender<Group>>,
    thread: Option<JoinHandle<()>>,
}

/// A connection to look with; opened by the first look.
struct Eye {
    path: PathBuf,
    conn: Option<Connection>,
}

impl Witness {
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { here: Eye { path, conn: None }, beside: None }
    }

    /// Lets every commit look at what stands now, and answers it.
    pub(crate) fn look(&mut self, mut group: Group) {
        if group.len() >= MANY {
            if self.beside.is_none() {
                self.beside = Beside::start(self.here.path.clone());
            }
            if let Some(Beside { inbox: Some(inbox), .. }) = &self.beside {
                let half = group.split_off(group.len() / 2);
                if let Err(back) = inbox.send(half) {
                    group.extend(back.0);
                }
            }
        }
        self.here.look(group);
    }
}

impl Beside {
    fn start(path: PathBuf) -> Option<Self> {
        let (inbox, groups): (_, Receiver<Group>) = channel();
        let look = move || {
            let mut eye = Eye { path, conn: None };
            for group in groups {
                eye.look(group);
            }
        };
        let thread = std::thread::Builder::new().name("memoro-witness".into()).spawn(look).ok()?;
        Some(Self { inbox: Some(inbox), thread: Some(thread) })
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        drop(self.inbox.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Eye {
    /// Looks in one reading for all of a group, and answers each when it has looked: whoever was answered prepares the next
    /// while the others still look.
    fn look(&mut self, group: Group) {
        if self.conn.is_none() && group.iter().any(|(request, _)| request.is_commit()) {
            self.conn = connect(&self.path).ok();
        }
        let reading = self.conn.as_ref().and_then(|conn| conn.unchecked_transaction().ok());
        for (mut request, own) in group {
            if let Some(reading) = reading.as_ref().filter(|_| own.is_ok()) {
                request.read_back(reading);
            }
            request.answer(own);
        }
    }
}
