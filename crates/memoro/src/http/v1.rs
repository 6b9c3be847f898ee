//! The routes of `/v1`: each is an operation under a path. What they mean stands in `ops`.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use axum::routing::get;
use memoro_engine::Action;

use super::events;
use super::openapi::{Fixed, streamed};
use super::route::Api;
use super::table::Routes;
use crate::ops::{
    admin, change, entries, jobs, knowing, layers, list, memories, notes, pending, recall, say, upkeep, users,
};

/// Puts the routes and their description together.
pub(crate) fn routes() -> Routes {
    let Api { routes, document } = api();
    let text = document.json().to_string();
    let described = move || {
        let text = text.clone();
        async move { ([(CONTENT_TYPE, "application/json")], text).into_response() }
    };
    routes.other(("get", "/v1/openapi.json"), &[], get(described)).other(
        ("get", "/v1/events"),
        &[Action::Read],
        get(events::events),
    )
}

const PROFILE: Fixed = &[("place", "profile")];
const SESSION: Fixed = &[("place", "session")];

fn api() -> Api {
    let mut api = upkeep_routes(layer_routes(entry_routes(memory_routes(Api::new()))));
    api.document.put("get", "/v1/events", streamed());
    api
}

fn memory_routes(api: Api) -> Api {
    api.get::<list::ListRequest>("/v1/memories")
        .post::<memories::RememberRequest>("/v1/memories")
        .get::<memories::GetRequest>("/v1/memories/{id}")
        .patch::<change::EditRequest>("/v1/memories/{id}")
        .delete::<change::ForgetRequest>("/v1/memories/{id}")
        .get::<change::HistoryRequest>("/v1/memories/{id}/history")
        .get::<knowing::WhyRequest>("/v1/memories/{id}/why")
        .post::<knowing::SupersedeRequest>("/v1/memories/{id}/supersede")
        .post::<upkeep::ForgetSubjectRequest>("/v1/forget")
        .post::<upkeep::UndoRequest>("/v1/undo")
        .post::<say::SayRequest>("/v1/say")
        .post::<recall::RecallRequest>("/v1/recall")
        .post::<recall::ContextRequest>("/v1/context")
        .post::<crate::compat::anthropic::MemoryToolRequest>("/v1/memory-tool")
        .get::<knowing::FileRequest>("/v1/files")
}

fn entry_routes(api: Api) -> Api {
    api.add::<entries::EntriesRequest>("get", "/v1/profile", PROFILE)
        .add::<entries::EntryRequest>("get", "/v1/profile/{key}", PROFILE)
        .add::<entries::SetEntryRequest>("put", "/v1/profile/{key}", PROFILE)
        .add::<entries::UnsetEntryRequest>("delete", "/v1/profile/{key}", PROFILE)
        .add::<entries::EntriesRequest>("get", "/v1/session", SESSION)
        .post::<entries::EndSessionRequest>("/v1/session/end")
        .add::<entries::EntryRequest>("get", "/v1/session/entries/{key}", SESSION)
        .add::<entries::SetEntryRequest>("put", "/v1/session/entries/{key}", SESSION)
        .add::<entries::UnsetEntryRequest>("delete", "/v1/session/entries/{key}", SESSION)
        .get::<entries::ResolveRequest>("/v1/resolve")
        .get::<pending::PendingRequest>("/v1/pending")
        .post::<pending::ConfirmRequest>("/v1/pending/{id}/confirm")
        .post::<pending::RejectRequest>("/v1/pending/{id}/reject")
        .get::<users::UserModelRequest>("/v1/users/{user}/model")
        .patch::<users::UpdateUserModelRequest>("/v1/users/{user}/model")
        .delete::<users::ResetUserModelRequest>("/v1/users/{user}/model")
}

fn layer_routes(api: Api) -> Api {
    api.get::<layers::ProceduresRequest>("/v1/procedures")
        .post::<layers::TeachRequest>("/v1/procedures")
        .post::<layers::UsedRequest>("/v1/procedures/{id}/usage")
        .get::<list::LearningsRequest>("/v1/learnings")
        .post::<layers::LearnRequest>("/v1/learnings")
        .post::<knowing::ConsultRequest>("/v1/consult")
        .get::<knowing::ReflectRequest>("/v1/reflect")
        .get::<layers::EpisodesRequest>("/v1/episodes")
        .post::<layers::RecordRequest>("/v1/episodes")
        .get::<notes::NotesRequest>("/v1/notes")
        .post::<notes::WriteNoteRequest>("/v1/notes")
        .patch::<notes::UpdateNoteRequest>("/v1/notes/{id}")
        .get::<notes::SoulRequest>("/v1/soul")
        .post::<notes::UpdateSoulRequest>("/v1/soul")
        .get::<list::DecisionsRequest>("/v1/decisions")
        .post::<notes::DecideRequest>("/v1/decisions")
}

fn upkeep_routes(api: Api) -> Api {
    api.get::<upkeep::StatusRequest>("/v1/status")
        .post::<upkeep::IndexRequest>("/v1/index")
        .get::<jobs::JobsRequest>("/v1/jobs")
        .post::<jobs::RunJobRequest>("/v1/jobs/{job}/run")
        .get::<upkeep::AuditRequest>("/v1/audit")
        .get::<upkeep::VerifyAuditRequest>("/v1/audit/verify")
        .get::<say::VerifyRunRequest>("/v1/runs/{run}/verify")
        .get::<upkeep::PolicyRequest>("/v1/policy")
        .get::<upkeep::ToolRequest>("/v1/policy/check")
        .get::<admin::KeysRequest>("/v1/admin/keys")
        .post::<admin::MakeKeyRequest>("/v1/admin/keys")
        .post::<admin::RotateKeyRequest>("/v1/admin/keys/{name}/rotate")
        .delete::<admin::RevokeKeyRequest>("/v1/admin/keys/{name}")
        .post::<admin::ReloadPolicyRequest>("/v1/admin/policy/reload")
        .post::<admin::BackupRequest>("/v1/admin/backup")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_the_one_that_is_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/openapi.json");
        let made = serde_json::to_string_pretty(&api().document.json()).unwrap() + "\n";
        if std::env::var_os("MEMORO_BLESS").is_some() {
            std::fs::write(path, &made).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            kept == made,
            "the description changed; run the test with MEMORO_BLESS=1 and look at the difference"
        );
    }
}
