//! The operations of the Oracle family: search, learning, layers, threads, decisions, traces, supersession, graph and
//! dashboard, under the names and in the shapes that its clients read.

mod catalogue;
mod consult;
mod dashboard;
mod decisions;
mod document;
pub(crate) use document::content_of;
mod episodes;
mod layers;
mod learn;
mod procedures;
mod relations;
mod search;
mod supersede;
mod threads;
mod trace_view;
mod traces;

pub(crate) use catalogue::{
    ConceptsRequest, DocRequest, FileRequest, ListRequest, ReflectRequest, StatsRequest,
};
pub(crate) use consult::{AskRequest, ConsultRequest};
pub(crate) use dashboard::{ActivityRequest, DashboardRequest, GrowthRequest, SessionStatsRequest};
pub(crate) use decisions::{
    AmendRequest, DecideRequest, DecisionRequest, DecisionsRequest, TransitionRequest,
};
pub(crate) use episodes::{EpisodicRequest, RecordRequest};
pub(crate) use layers::{ResetModelRequest, UpdateModelRequest, UserModelRequest};
pub(crate) use learn::LearnRequest;
pub(crate) use procedures::{ProceduralLearnRequest, ProceduralRequest, UsageRequest};
pub(crate) use relations::{
    GraphRequest, GraphStatsRequest, PathRequest, RelatedRequest, TopConceptsRequest,
};
pub(crate) use search::SearchRequest;
pub(crate) use supersede::{SupersedeChainRequest, SupersedeRequest, SupersessionsRequest};
pub(crate) use threads::{PostRequest, ThreadRequest, ThreadStatusRequest, ThreadsRequest};
pub(crate) use traces::{
    DistillRequest, LinkTraceRequest, LinkedChainRequest, TraceChainRequest, TraceNewRequest, TraceRequest,
    TracesRequest, UnlinkTraceRequest,
};

use memoro_core::ProjectId;

use crate::error::{Code, Failure, Result};
use crate::ops::Call;
use memoro_core::Scope;

/// Returns the project that a request names, or that the folder in which it was made belongs to.
pub(crate) fn project_of(project: Option<&str>, cwd: Option<&str>) -> Result<Option<ProjectId>> {
    let named = project.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    let Some(name) = named.or_else(|| cwd.and_then(repository)) else { return Ok(None) };
    let wrong = |why: memoro_core::id::InvalidName| Failure::new(Code::Usage, format!("project: {why}"));
    ProjectId::new(name).map(Some).map_err(wrong)
}

/// Finds `host/owner/name` in a path such as `/home/a/ghq/github.com/owner/name/src`.
fn repository(cwd: &str) -> Option<String> {
    let parts: Vec<&str> = cwd.split(['/', '\\']).collect();
    let at = parts.iter().position(|part| matches!(*part, "github.com" | "gitlab.com" | "bitbucket.org"))?;
    let name: Vec<&str> = parts.get(at..at + 3)?.to_vec();
    name.iter().all(|part| !part.is_empty()).then(|| name.join("/"))
}

/// Returns where something new belongs: its project, or the caller's user.
fn scope_of(call: &Call<'_>, project: Option<ProjectId>) -> Result<Scope> {
    match project {
        Some(project) => Ok(Scope::Project(project)),
        None => Ok(Scope::User(call.user(None)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_named_or_found_in_the_folder() {
        let of = |project, cwd| project_of(project, cwd).unwrap().map(|id| id.as_str().to_owned());
        assert_eq!(of(Some("โครงการ"), Some("/x/github.com/a/b")).unwrap(), "โครงการ");
        assert_eq!(of(None, Some("/home/甲/ghq/github.com/a/b/src")).unwrap(), "github.com/a/b");
        assert_eq!(of(Some(" "), Some("C:\\ghq\\gitlab.com\\a\\b")).unwrap(), "gitlab.com/a/b");
        assert!(of(None, Some("/home/a")).is_none() && of(None, Some("/github.com/a")).is_none());
    }
}
