//! What could not be done beside what was asked, to be told by whoever asked: files that wait to be written, edits that
//! wait to be taken in. Says nothing twice, keeps nothing.

use std::sync::{Arc, Mutex, PoisonError};

/// How many are kept at most; a server has nobody to tell them to.
const MOST: usize = 100;

/// What a workspace has to tell its user.
#[derive(Debug, Clone, Default)]
pub struct Notices(Arc<Mutex<Vec<String>>>);

impl Notices {
    /// Notes something, once.
    pub(crate) fn note(&self, why: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MOST && all.iter().all(|known| known != why) {
            all.push(why.to_owned());
        }
    }

    /// Returns what was noted since the last time.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
