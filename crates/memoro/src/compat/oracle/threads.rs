//! Threads: conversations with an answer from what is known.

use memoro_engine::{Action, Message, NewMessage, Thread};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::consult::consult;
use crate::compat::{Count, needed, shared};
use crate::error::Result;
use crate::ops::{Call, Operation};

/// Which threads to list.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ThreadsRequest {
    /// Only with this status.
    #[serde(default)]
    pub(crate) status: Option<String>,
    /// At most this many, 20 where it is left out.
    #[serde(default)]
    pub(crate) limit: Option<Count>,
    /// Leaves out this many first.
    #[serde(default)]
    pub(crate) offset: Option<Count>,
}

/// Threads.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadsAnswer {
    threads: Vec<ThreadView>,
    total: u64,
}

#[derive(Debug, Serialize, ToSchema)]
struct ThreadView {
    id: u64,
    title: String,
    status: String,
    message_count: usize,
    created_at: String,
    updated_at: String,
    issue_url: Option<String>,
}

impl From<&Thread> for ThreadView {
    fn from(thread: &Thread) -> Self {
        Self {
            id: thread.number,
            title: thread.title.clone(),
            status: thread.status.clone(),
            message_count: thread.messages,
            created_at: thread.memory.created_at.to_string(),
            updated_at: thread.memory.updated_at.to_string(),
            issue_url: None,
        }
    }
}

/// A message to a thread, or the first one of a new thread.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PostRequest {
    /// What is said.
    #[serde(default)]
    pub(crate) message: Option<String>,
    /// The thread; a new one where it is left out.
    #[serde(default, alias = "threadId")]
    pub(crate) thread_id: Option<Count>,
    /// What a new thread is about.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// Who says it: human, oracle, claude, assistant.
    #[serde(default)]
    pub(crate) role: Option<String>,
    /// The name of who says it.
    #[serde(default)]
    pub(crate) author: Option<String>,
}

/// What became of a message.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PostAnswer {
    thread_id: u64,
    message_id: u64,
    status: String,
    oracle_response: Option<OracleView>,
    issue_url: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct OracleView {
    content: String,
    #[serde(rename = "principlesFound")]
    principles_found: usize,
    #[serde(rename = "patternsFound")]
    patterns_found: usize,
}

/// A wish for one thread.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ThreadRequest {
    /// The thread.
    #[serde(alias = "threadId", alias = "thread_id")]
    pub(crate) id: Count,
}

/// A thread with its messages.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadAnswer {
    thread: ThreadView,
    messages: Vec<MessageView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct MessageView {
    id: u64,
    role: String,
    content: String,
    author: Option<String>,
    principles_found: Option<u64>,
    patterns_found: Option<u64>,
    created_at: Option<String>,
}

impl From<&Message> for MessageView {
    fn from(message: &Message) -> Self {
        Self {
            id: message.number,
            role: message.role.clone(),
            content: message.content.clone(),
            author: message.author.clone(),
            principles_found: None,
            patterns_found: None,
            created_at: message.at.map(|at| at.to_string()),
        }
    }
}

/// How a thread is to stand.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ThreadStatusRequest {
    /// The thread.
    #[serde(alias = "threadId", alias = "thread_id")]
    pub(crate) id: Count,
    /// active, answered, pending, open, closed or archived.
    #[serde(default)]
    pub(crate) status: Option<String>,
}

/// How a thread stands now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ThreadStatusAnswer {
    success: bool,
    thread_id: u64,
    status: String,
}

impl Operation for ThreadsRequest {
    type Answer = ThreadsAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists threads, the last changed first";

    fn act(self, call: &Call<'_>) -> Result<ThreadsAnswer> {
        shared(call)?;
        let status = self.status.as_deref().map(str::trim).filter(|word| !word.is_empty());
        let page = (Count::within(self.limit, 20, 200), Count::within(self.offset, 0, usize::MAX >> 1));
        let (threads, total) = call.workspace.threads(status, page, &call.caller)?;
        Ok(ThreadsAnswer { threads: threads.iter().map(ThreadView::from).collect(), total })
    }
}

impl Operation for PostRequest {
    type Answer = PostAnswer;
    const ACTION: Action = Action::Write;
    const NEEDS: &'static [Action] = &[Action::Write, Action::Read];
    const ABOUT: &'static str =
        "Begins a thread or answers in one; a person's question is answered from what is known";

    fn act(self, call: &Call<'_>) -> Result<PostAnswer> {
        shared(call)?;
        call.shows()?;
        let text = needed("message", self.message.as_deref())?;
        let role = self.role.as_deref().map(str::trim).filter(|role| !role.is_empty()).unwrap_or("human");
        let number = if let Some(Count(number)) = self.thread_id {
            call.workspace.thread(number, &call.caller)?.0.number
        } else {
            let title = self.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
            let title = title.map_or_else(|| text.chars().take(80).collect(), str::to_owned);
            let scope = super::scope_of(call, None)?;
            call.workspace.begin_thread(&title, &scope, &call.caller)?.number
        };
        let new = NewMessage { role, author: self.author.as_deref(), text };
        let message = call.workspace.post(number, &new, &call.caller)?;
        let asks = matches!(role, "human" | "user");
        let answered = if asks { Some(answer(call, number, text)?) } else { None };
        let status = match &answered {
            Some(view) if view.principles_found + view.patterns_found > 0 => "answered",
            Some(_) => "pending",
            None => "active",
        };
        let thread = call.workspace.follow_thread(number, status, &call.caller)?;
        Ok(PostAnswer {
            thread_id: number,
            message_id: message.number,
            status: thread.status,
            oracle_response: answered,
            issue_url: None,
        })
    }
}

/// Answers a question in its thread from what is known.
fn answer(call: &Call<'_>, number: u64, question: &str) -> Result<OracleView> {
    let question: String = question.chars().take(2_000).collect();
    let consulted = consult(call, &question, None)?;
    let new = NewMessage { role: "oracle", author: Some("oracle"), text: &consulted.guidance };
    call.workspace.post(number, &new, &call.caller)?;
    Ok(OracleView {
        principles_found: consulted.principles.len(),
        patterns_found: consulted.patterns.len(),
        content: consulted.guidance,
    })
}

impl Operation for ThreadRequest {
    type Answer = ThreadAnswer;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns a thread with its messages";

    fn act(self, call: &Call<'_>) -> Result<ThreadAnswer> {
        shared(call)?;
        let (thread, messages) = call.workspace.thread(self.id.0, &call.caller)?;
        Ok(ThreadAnswer {
            thread: (&thread).into(),
            messages: messages.iter().map(MessageView::from).collect(),
        })
    }
}

impl Operation for ThreadStatusRequest {
    type Answer = ThreadStatusAnswer;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Says how a thread stands";

    fn act(self, call: &Call<'_>) -> Result<ThreadStatusAnswer> {
        shared(call)?;
        let status = needed("status", self.status.as_deref())?;
        let thread = call.workspace.set_thread_status(self.id.0, status, &call.caller)?;
        Ok(ThreadStatusAnswer { success: true, thread_id: thread.number, status: thread.status })
    }
}
