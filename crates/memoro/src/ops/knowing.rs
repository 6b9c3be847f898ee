//! What bears on something: consulting, reflecting, why a memory is what it is, and lines of files.

use memoro_engine::{Action, Passage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::hidden;
use super::memories::receipt;
use super::{Call, Operation};
use crate::api::{ConsultView, MemoryView, ReceiptView, WhyView};
use crate::error::{Code, Failure, Result};

/// A decision that is to be taken.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConsultRequest {
    /// What is to be decided.
    #[schema(min_length = 1, max_length = 8192)]
    pub(crate) decision: String,
    /// The user.
    #[serde(default)]
    pub(crate) user: Option<String>,
}

impl Operation for ConsultRequest {
    type Answer = ConsultView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns the principles, patterns and procedures that bear on a decision";

    fn act(self, call: &Call<'_>) -> Result<ConsultView> {
        super::recall::check_question(&self.decision)?;
        let user = call.user(self.user.as_deref())?;
        call.sync()?;
        let found = call.workspace.consult(&self.decision, &user, &call.caller)?;
        let hits = found.principles.iter().chain(&found.patterns);
        call.used(hits.filter_map(|hit| hit.memory.clone()));
        Ok(ConsultView::of(self.decision, &found))
    }
}

/// A principle or learning, by chance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReflectRequest {
    /// The user.
    #[serde(default)]
    pub(crate) user: Option<String>,
}

impl Operation for ReflectRequest {
    type Answer = MemoryView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns a principle or learning by chance";

    fn act(self, call: &Call<'_>) -> Result<MemoryView> {
        let user = call.user(self.user.as_deref())?;
        let chance = u64::try_from(memoro_engine::embed::present().as_microsecond()).unwrap_or_default();
        let found = call.workspace.reflect(&user, chance, &call.caller)?;
        let none =
            || Failure::new(Code::NotFound, "nothing was learned yet").hint("begin with POST /v1/learnings");
        found.map(|memory| MemoryView::of(&memory, call.now())).ok_or_else(none)
    }
}

/// A memory to explain.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    /// The memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
}

impl Operation for WhyRequest {
    type Answer = WhyView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Explains a memory: what it replaced, what replaced it, its audit lines";

    fn act(self, call: &Call<'_>) -> Result<WhyView> {
        let why = call.workspace.why(&self.id, &call.caller)?;
        if !call.sees(&why.stored.memory) {
            return Err(hidden("memory", &self.id));
        }
        Ok(WhyView::of(&why, call.now()))
    }
}

/// That a memory takes the place of another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupersedeRequest {
    /// The older memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) id: String,
    /// The newer memory.
    #[schema(min_length = 1, max_length = 512)]
    pub(crate) by: String,
    /// Why.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Operation for SupersedeRequest {
    type Answer = ReceiptView;
    const ACTION: Action = Action::Write;
    const ABOUT: &'static str = "Puts a memory in the place of another";

    fn act(self, call: &Call<'_>) -> Result<ReceiptView> {
        let meant = |name: &str| call.meant(name, memoro_core::policy::Operation::Write);
        let (old, new) = (meant(&self.id)?.memory.id, meant(&self.by)?.memory.id);
        let reason = self.reason.unwrap_or_default();
        receipt(&call.workspace.supersede(old.as_str(), new.as_str(), &reason, &call.caller)?)
    }
}

/// Lines of a file of the workspace.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRequest {
    /// The file, relative to the workspace.
    #[schema(min_length = 1, max_length = 4096)]
    pub(crate) path: String,
    /// The first line, from 1.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub(crate) from: Option<usize>,
    /// The last line.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub(crate) to: Option<usize>,
    /// For whom it is read.
    #[serde(default)]
    pub(crate) user: Option<String>,
}

/// Lines of a file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileView {
    /// The file.
    pub(crate) path: String,
    /// The first line, from 1; 0 for an empty file.
    pub(crate) from: usize,
    /// The last line.
    pub(crate) to: usize,
    /// How many lines the file has.
    pub(crate) of: usize,
    /// The lines.
    pub(crate) text: String,
}

impl Operation for FileRequest {
    type Answer = FileView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Returns lines of a file that hits name";

    fn act(self, call: &Call<'_>) -> Result<FileView> {
        call.workspace.permit(memoro_core::policy::Operation::Read, &call.caller)?;
        let user = call.user(self.user.as_deref())?;
        let passage = Passage { path: self.path, from: self.from, to: self.to };
        let lines = call.workspace.lines(&passage, &user, &call.caller)?;
        Ok(FileView { path: lines.path, from: lines.from, to: lines.to, of: lines.of, text: lines.text })
    }
}
