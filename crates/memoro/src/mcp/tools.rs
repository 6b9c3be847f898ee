//! The tools of the default profile: eight, named after what one does with a memory.

mod find;
mod index;
mod keep;
mod one;
mod pending;

use memoro_engine::Action;

use super::person::Shape;
use super::tool::{Effect, Reply, Tool};
use crate::api::ReceiptView;
use crate::error::Result;
use crate::ops::Call;

pub(super) use one::{erase, kept};
pub(super) use pending::still_waiting;

/// Answers after the user agreed, in the shape of the tool that was called.
pub(super) fn settled(receipts: Vec<ReceiptView>, shape: Shape, call: &Call<'_>) -> Result<Reply> {
    match shape {
        Shape::Listed => pending::settled(&receipts, call),
        _ => keep::settled(receipts, shape, call),
    }
}

/// Answers after the user declined, in the shape of the tool that was called.
pub(super) fn dropped(ids: Vec<String>, shape: Shape, call: &Call<'_>) -> Result<Reply> {
    match shape {
        Shape::Listed => pending::dropped(&ids, call),
        _ => keep::dropped(ids, shape),
    }
}

/// The tools in the order in which an agent meets them.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "context",
        title: "Context for a task",
        about: "Returns the block of memory to read before a task: who the agent is, the user's profile, rules and \
                procedures, knowledge and recent events that bear on it, within a token budget. Call it once when a \
                task or conversation begins.",
        opens: &[Action::Read],
        effect: Effect::Looks,
        input: find::context_input,
        output: Some(find::context_output),
        run: find::context,
    },
    Tool {
        name: "recall",
        title: "Recall",
        about: "Finds memories, documents and past conversations that answer a question, in any language, each with \
                its date and where it stands. Use it before answering about people, preferences, decisions or past \
                work. Ask in plain words.",
        opens: &[Action::Read],
        effect: Effect::Looks,
        input: find::recall_input,
        output: Some(find::recall_output),
        run: find::recall,
    },
    Tool {
        name: "get",
        title: "Read one memory or file",
        about: "Returns one memory in full (with `history`, also what it said before), or lines of a file of the \
                workspace.",
        opens: &[Action::Read],
        effect: Effect::Looks,
        input: one::get_input,
        output: Some(one::get_output),
        run: one::get,
    },
    Tool {
        name: "remember",
        title: "Remember",
        about: "Keeps something that should last: a fact, preference, decision, procedure (when … then …) or event. \
                One thing a call, complete in itself. With `key` it replaces the earlier value of that key. Answers \
                `pending` where the user must confirm first. Never send secrets.",
        opens: &[Action::Write],
        effect: Effect::Adds,
        input: keep::remember_input,
        output: Some(keep::remember_output),
        run: keep::remember,
    },
    Tool {
        name: "say",
        title: "Pass on what the user said",
        about: "Hands over the user's own words when they ask memory for something (remember, forget, change, \
                confirm, what do you know), in Thai, English or Chinese; talk changes nothing. Tell the user the \
                `ack`.",
        opens: &[Action::Write],
        effect: Effect::Changes,
        input: keep::say_input,
        output: Some(keep::say_output),
        run: keep::say,
    },
    Tool {
        name: "forget",
        title: "Forget",
        about: "Erases one memory everywhere, for good; the user is asked first. To correct a memory use `remember` \
                with its key.",
        opens: &[Action::Forget],
        effect: Effect::Changes,
        input: one::forget_input,
        output: Some(one::forget_output),
        run: one::forget,
    },
    Tool {
        name: "pending",
        title: "What waits for confirmation",
        about: "Lists what waits for the user's confirmation, or puts one of them to the user with `decision`.",
        opens: &[Action::Read],
        effect: Effect::Changes,
        input: pending::input,
        output: Some(pending::output),
        run: pending::run,
    },
    Tool {
        name: "index",
        title: "Take in changed files",
        about: "Brings search in line with files and conversations that changed outside, and tells how much there is. \
                Needed only after files were edited by other programs.",
        opens: &[Action::Maintain],
        effect: Effect::Adds,
        input: super::tool::nothing,
        output: Some(index::output),
        run: index::run,
    },
];
