//! The contract with programs: what `--json` prints, and later what HTTP and MCP answer. Domain types stay
//! free of serialisation; fields are only ever added here.

mod answer;
mod consult;
mod context;
mod event;
mod indexed;
mod jobs;
mod key;
mod layers;
mod memory;
mod moved;
mod pending;
mod receipt;
mod said;
mod status;
mod taken_over;
mod verified;

pub(crate) use answer::{AnswerView, Explained, HitView, shares};
pub(crate) use consult::ConsultView;
pub(crate) use context::{PackView, UserModelView, plain_value};
pub(crate) use event::{AuditView, EventView};
pub(crate) use indexed::{IndexStateView, IndexedView};
pub(crate) use jobs::{JobReportView, JobsView};
pub(crate) use key::KeyView;
pub(crate) use layers::{EpisodeView, LearnedView, ProcedureView};
pub(crate) use memory::{MemoryView, ResolvedView, VersionView, WhyView};
pub(crate) use moved::{
    BackupView, ForgottenView, MadeFileView, MovedView, RestoredView, RolledBackView, Stage, UndoneView,
};
pub(crate) use pending::PendingView;
pub(crate) use receipt::ReceiptView;
pub(crate) use said::SaidView;
pub(crate) use status::{PolicyView, StatusView, ToolView};
pub(crate) use taken_over::TakenOverView;
pub(crate) use verified::VerifiedView;
