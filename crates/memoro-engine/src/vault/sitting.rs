//! Whose SESSION.md is: the file names its session in a comment, so that a copy that was opened during another one is
//! known. What a person changed in such a copy belongs to the session whose lines they had before them.

use memoro_core::markdown::Home;
use memoro_core::{Op, Scope, SessionId};
use memoro_store::{Durability, Expect};

use super::files::{FileRead, Outcome};
use super::intake::Intake;
use super::page::{self, Item, Page, Wish};
use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::session::CURRENT;
use crate::workspace::Workspace;
use crate::write::end;

/// How the line begins that names the session.
const BEGIN: &str = "<!-- memoro: session ";
/// How it ends.
const END: &str = " -->";

impl Workspace {
    /// Takes in SESSION.md if it is a copy from another session than the current one: what is new in it is put into that
    /// session, and the file shows the current one again. Tells whether it was such a copy.
    pub(super) fn take_in_other_session(&self, read: &FileRead, caller: &Caller) -> Result<bool> {
        let Some(session) = named(&read.bytes) else { return Ok(false) };
        let mut current = self.current_session()?;
        if current.as_ref() == Some(&session) {
            return Ok(false);
        }
        let file = Home::Session.path();
        let known = self.store.scope_numbers()?;
        let scope = Scope::Session(session.clone());
        if current.is_none() && !known.iter().any(|(name, _)| *name == scope.to_string()) {
            // The store was lost since, or the file comes from elsewhere: it is the session that goes on.
            self.store.claim_named(CURRENT, session.as_str())?;
            return Ok(false);
        }
        let Ok(page) = page::read(&Home::Session, &read.bytes) else { return Ok(false) };
        let edited = self.put_into_session(&page, &scope, caller)?;
        if current.is_none() && edited > 0 {
            let stands = self.store.claim_named(CURRENT, session.as_str())?;
            let now = caller.now.to_string();
            self.store.set_named(crate::session::SEEN, Some(&now), Durability::Lazy)?;
            current = SessionId::new(&stands).ok();
        }
        if edited > 0 && current.as_ref() != Some(&session) {
            self.note_waiting(&format!(
                "{file} was saved from a copy of the session `{session}`: what was changed in it ({edited}) counts there, see \
                 `memoro session list --session {session}`; the file shows the current session again"
            ));
        }
        self.show_session(read, &page, caller)
    }

    /// Puts what is new in a page into a session; returns how many entries that were.
    fn put_into_session(&self, page: &Page, scope: &Scope, caller: &Caller) -> Result<usize> {
        let mut intake = Intake { reason: self.reason_of_edit()?, ..Intake::default() };
        let mut edited = 0;
        for item in &page.items {
            edited += usize::from(self.put_item((item, scope), caller, &mut intake)?);
        }
        self.commit_edit(std::mem::take(&mut intake.changes), caller)?;
        Ok(edited)
    }

    fn put_item(&self, (item, scope): (&Item, &Scope), caller: &Caller, intake: &mut Intake) -> Result<bool> {
        let Some(key) = item.what.key() else { return Ok(false) };
        // What it said when the file was opened is no word of the person's.
        for past in self.store.of_key(scope, key)? {
            let states = self.store.versions(&past.memory.id)?;
            if states.iter().any(|state| item.what.shows(&state.memory)) {
                return Ok(false);
            }
        }
        let old = self.store.active(scope, key)?;
        let Ok(mut memory) = self.described((item, scope, old.as_ref()), caller)? else { return Ok(false) };
        if !self.store.tombstones_over(&memory)?.is_empty() {
            return Ok(false);
        }
        if self.settings.edits == crate::settings::Edits::Pending {
            memory.status = memoro_core::Status::Pending;
            intake.put(self, &memory, Expect::New, Op::StageInferred);
            return Ok(true);
        }
        if let Some(mut old) = old {
            end(&mut old.memory, Some(&memory.id), "edited by hand", caller);
            intake.put(self, &old.memory, Expect::Rev(old.rev), Op::Supersede);
        }
        intake.put(self, &memory, Expect::New, Op::Upsert);
        Ok(true)
    }

    /// Makes a file that shows another session show the current one; the rest of it stays. Tells whether it could be written.
    fn show_session(&self, read: &FileRead, page: &Page, caller: &Caller) -> Result<bool> {
        let (home, file) = (Home::Session, Home::Session.path());
        let shown = self.of_current_session()?;
        let keys = |item: &Item| shown.iter().any(|memory| memory.key.as_str() == item.name);
        let gone = page.items.iter().chain(&page.shadowed).filter(|item| !keys(item));
        let gone = gone.map(|item| Wish { item: item.name.clone(), memory: None, supersedes: None });
        let here = shown.iter().map(|memory| Wish {
            item: memory.key.to_string(),
            memory: Some(memory.clone()),
            supersedes: None,
        });
        let wishes: Vec<Wish> = gone.chain(here).collect();
        let not_text = |why| EngineError::NotText { file: file.clone(), why };
        let after = page::splice(&home, &read.bytes, &wishes).map_err(not_text)?.unwrap_or_default();
        let after = super::edition::renewed(marked(after, self.current_session()?.as_ref()));
        let Outcome::Done(stamp) = self.files.write_atomic(&file, &after, Some(read.fingerprint))? else {
            return Ok(true);
        };
        let page =
            page::read(&home, &after).map_err(|why| EngineError::NotText { file: file.clone(), why })?;
        let names = self.names(&home, &page, &wishes, &file)?;
        let page = self.with_remarks(&home, page, &names, caller)?;
        let done = self.store.outbox(Some(&file))?.into_iter().map(|row| row.seq).collect();
        self.settle(&file, stamp, &after, (&page, names, done))?;
        Ok(true)
    }
}

/// Returns a file that names its session; without one it names none.
pub(super) fn marked(bytes: Vec<u8>, session: Option<&SessionId>) -> Vec<u8> {
    let line = session.map(|session| format!("{BEGIN}{session}{END}"));
    let line = line.filter(|line| sayable(line));
    let known: Vec<&[u8]> = lines(&bytes).filter(|line| says(line).is_some()).collect();
    match (&line, known.as_slice()) {
        (None, []) => return bytes,
        (Some(line), [only]) if only.trim_ascii() == line.as_bytes() => return bytes,
        _ => {}
    }
    let newline: &[u8] = if bytes.windows(2).any(|two| two == b"\r\n") { b"\r\n" } else { b"\n" };
    let mut line = line.filter(|_| lines(&bytes).any(|line| !line.trim_ascii().is_empty()));
    let instead = !known.is_empty();
    let mut after = Vec::with_capacity(bytes.len() + 64);
    for (n, one) in lines(&bytes).enumerate() {
        let is_title = n == 0 && one.trim_ascii_end().ends_with(b"# SESSION");
        let place = if instead { says(one).is_some() } else { is_title };
        if says(one).is_none() {
            after.extend_from_slice(one);
        }
        if place && let Some(line) = line.take() {
            if !after.is_empty() && !after.ends_with(b"\n") {
                after.extend_from_slice(newline);
            }
            after.extend_from_slice(line.as_bytes());
            after.extend_from_slice(newline);
        }
    }
    if let Some(line) = line {
        // No title of ours: it goes to the end.
        if !after.ends_with(b"\n") {
            after.extend_from_slice(newline);
        }
        after.extend_from_slice(line.as_bytes());
        after.extend_from_slice(newline);
    }
    after
}

/// Returns the session that a file names.
fn named(bytes: &[u8]) -> Option<SessionId> {
    let name = lines(bytes).find_map(says)?;
    let session = SessionId::new(std::str::from_utf8(name).ok()?).ok()?;
    (!crate::seen::is_private(&session)).then_some(session)
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

fn says(line: &[u8]) -> Option<&[u8]> {
    line.trim_ascii().strip_prefix(BEGIN.as_bytes())?.strip_suffix(END.as_bytes())
}

/// Tells whether a name can stand in a comment.
fn sayable(line: &str) -> bool {
    !line.contains(['\n', '\r']) && line.matches("-->").count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(name: &str) -> SessionId {
        SessionId::new(name).unwrap()
    }

    #[test]
    fn a_file_names_its_session_once_and_the_rest_of_it_stays() {
        for (text, rest) in [
            (
                "# SESSION\n\n## Context\n- key:a | value:ไทย\n",
                "# SESSION\n\n## Context\n- key:a | value:ไทย\n",
            ),
            (
                "\u{feff}# SESSION\r\n- key:a | value:中文\r\n",
                "\u{feff}# SESSION\r\n- key:a | value:中文\r\n",
            ),
            ("- key:a | value:b", "- key:a | value:b\n"),
            ("mine\n<!-- memoro: session old -->\n<!-- memoro: session older -->\nยัง\n", "mine\nยัง\n"),
        ] {
            for name in ["s-1", "งาน", "会议"] {
                let session = session(name);
                let once = marked(text.into(), Some(&session));
                assert_eq!(named(&once), Some(session.clone()), "{text:?}");
                assert_eq!(marked(once.clone(), Some(&session)), once, "{text:?}");
                assert_eq!(String::from_utf8(marked(once, None)).unwrap(), rest);
            }
        }
    }

    #[test]
    fn an_empty_file_and_a_value_name_no_session() {
        assert!(marked(Vec::new(), Some(&session("s-1"))).is_empty());
        assert_eq!(named(b"- key:a | value:<!-- memoro: session x -->\n"), None);
    }
}
