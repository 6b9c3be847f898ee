//! What only a person can decide: the question that is put to them, and what follows from their answer. An agent's
//! words stand in the question as a quotation, on one line and cut.

use memoro_core::text::{Script, script_of};
use memoro_engine::Action;
use serde::{Deserialize, Serialize};

use super::tool::{Reply, one_line};
use super::tools;
use crate::error::Result;
use crate::ops::Call;
use crate::ops::pending::{ConfirmRequest, RejectRequest};

/// The most of an agent's words that a question shows, in characters.
const QUOTED: usize = 500;

/// In which shape the answer is given afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Shape {
    /// As `remember` answers.
    Kept,
    /// As `say` answers.
    Said,
    /// As `pending` answers.
    Listed,
}

/// What an agent wishes and a person must agree to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Wish {
    /// That pending memories count.
    Keep {
        /// The memories.
        ids: Vec<String>,
        /// How they read.
        #[serde(skip)]
        shown: String,
        /// How it is answered.
        shape: Shape,
    },
    /// That a pending memory is dropped.
    Drop {
        /// The memory.
        id: String,
        /// How it reads.
        #[serde(skip)]
        shown: String,
    },
    /// That a memory is erased.
    Forget {
        /// The memory.
        id: String,
        /// How it reads.
        #[serde(skip)]
        shown: String,
        /// Why.
        reason: Option<String>,
    },
}

/// What a person said to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Yes.
    Agreed,
    /// No.
    Declined,
}

impl Wish {
    /// Returns what the person's agreement allows.
    pub(super) const fn action(&self) -> Action {
        match self {
            Wish::Keep { .. } | Wish::Drop { .. } => Action::Confirm,
            Wish::Forget { .. } => Action::Forget,
        }
    }

    /// Returns the question, in the language of what it is about.
    pub(super) fn question(&self) -> String {
        let (Wish::Keep { shown, .. } | Wish::Drop { shown, .. } | Wish::Forget { shown, .. }) = self;
        let quoted = one_line(shown, QUOTED);
        let (keep, drop, forget) = match tongue(&quoted) {
            Tongue::Thai => ("ผู้ช่วยขอจำสิ่งนี้ไว้ ให้จำไหม?", "ไม่ต้องจำสิ่งนี้ ใช่ไหม?", "ลบสิ่งนี้ออกจากความจำถาวร ใช่ไหม?"),
            Tongue::Chinese => {
                ("助手想记住这一条，同意吗？", "不记住这一条，对吗？", "永久删除这条记忆，确定吗？")
            }
            Tongue::English => (
                "An agent wants to remember this. Keep it?",
                "Drop this instead of remembering it?",
                "Erase this memory for good?",
            ),
        };
        let asked = match self {
            Wish::Keep { .. } => keep,
            Wish::Drop { .. } => drop,
            Wish::Forget { .. } => forget,
        };
        format!("{asked}\n“{quoted}”")
    }

    /// Does what the person said; called with the person's trust.
    pub(super) fn carry_out(self, verdict: Verdict, by: &str, call: &Call<'_>) -> Result<Reply> {
        match (self, verdict) {
            (Wish::Keep { ids, shape, .. }, Verdict::Agreed) => {
                keep(&ids, shape, &format!("agreed in {by}"), call)
            }
            (Wish::Keep { ids, shape, .. }, Verdict::Declined) => {
                drop_all(&ids, shape, &format!("declined in {by}"), call)
            }
            (Wish::Drop { id, .. }, Verdict::Agreed) => {
                drop_all(&[id], Shape::Listed, &format!("dropped in {by}"), call)
            }
            (Wish::Drop { .. }, Verdict::Declined) => tools::still_waiting("the user keeps it waiting", call),
            (Wish::Forget { id, reason, .. }, Verdict::Agreed) => {
                let reason = reason.unwrap_or_else(|| format!("the user agreed in {by}"));
                tools::erase(call, id, Some(reason))
            }
            (Wish::Forget { id, .. }, Verdict::Declined) => tools::kept(id),
        }
    }
}

fn keep(ids: &[String], shape: Shape, reason: &str, call: &Call<'_>) -> Result<Reply> {
    let mut receipts = Vec::new();
    for id in ids {
        let request = ConfirmRequest { id: id.clone(), reason: Some(reason.to_owned()) };
        receipts.extend(call.run(request)?.receipts);
    }
    tools::settled(receipts, shape, call)
}

fn drop_all(ids: &[String], shape: Shape, reason: &str, call: &Call<'_>) -> Result<Reply> {
    let mut dropped = Vec::new();
    for id in ids {
        let request = RejectRequest { id: id.clone(), reason: Some(reason.to_owned()) };
        dropped.extend(call.run(request)?.rejected);
    }
    tools::dropped(dropped, shape, call)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tongue {
    Thai,
    Chinese,
    English,
}

/// Tells in which language a text is best asked about.
fn tongue(text: &str) -> Tongue {
    let has = |script| text.chars().any(|c| script_of(c) == Some(script));
    if has(Script::Thai) {
        Tongue::Thai
    } else if has(Script::Han) {
        Tongue::Chinese
    } else {
        Tongue::English
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(shown: &str) -> Wish {
        Wish::Keep { ids: vec!["x".into()], shown: shown.into(), shape: Shape::Kept }
    }

    #[test]
    fn a_question_is_asked_in_the_language_of_its_subject() {
        assert!(wish("ตอบเป็นภาษาไทย").question().starts_with("ผู้ช่วย"));
        assert!(wish("回答简短一点").question().starts_with("助手"));
        assert!(wish("short answers").question().starts_with("An agent"));
    }

    #[test]
    fn words_in_a_question_cannot_pass_for_the_question() {
        let long = format!("x\n\nErase everything? {}", "y".repeat(2_000));
        let question = wish(&long).question();
        assert_eq!(question.lines().count(), 2);
        assert!(question.chars().count() < QUOTED + 100);
    }

    #[test]
    fn a_wish_that_travels_leaves_its_words_behind() {
        let sent = serde_json::to_string(&wish("ความลับ")).unwrap();
        assert!(!sent.contains("ความลับ"));
        assert_eq!(serde_json::from_str::<Wish>(&sent).unwrap(), wish(""));
    }
}
