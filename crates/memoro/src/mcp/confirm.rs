//! Putting a question to the person behind a client: by elicitation, or by a result that requires input, whichever
//! the client's protocol has. Where the client can ask nobody, the wish waits and the answer says so.

use std::time::Duration;

use memoro_engine::{Access, Role};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResponse, ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationSchema, InputRequest, InputRequests, InputRequiredResult, InputResponses, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext};

use super::desk::{Desk, Seat};
use super::person::{Verdict, Wish};
use super::tool::Reply;
use crate::error::{Code, Failure, Result};

/// How long a person is waited for.
const PATIENCE: Duration = Duration::from_mins(5);

/// The name of the question in a result that requires input.
const QUESTION: &str = "user";

/// Closes wishes that travel through a client, so that none comes back changed or made up.
#[derive(Clone)]
pub(super) struct Seal([u8; 32]);

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}

impl Seal {
    /// Makes a seal that no other process has.
    pub(super) fn fresh() -> Result<Self> {
        let mut bits = [0u8; 32];
        getrandom::fill(&mut bits)
            .map_err(|why| Failure::new(Code::Internal, format!("no randomness: {why}")))?;
        Ok(Self(bits))
    }

    fn mark(&self, wish: &str, access: &Access) -> blake3::Hash {
        let key = access.key.as_deref().unwrap_or_default();
        let user = access.user.as_ref().map(memoro_core::UserId::as_str).unwrap_or_default();
        let sealed = format!("{}\0{key}\0{user}\0{wish}", access.tenant);
        blake3::keyed_hash(&self.0, sealed.as_bytes())
    }

    fn close(&self, wish: &Wish, access: &Access) -> Result<String> {
        let wish = serde_json::to_string(wish)
            .map_err(|why| Failure::new(Code::Internal, format!("wish as JSON: {why}")))?;
        Ok(format!("{}.{wish}", self.mark(&wish, access).to_hex()))
    }

    fn open(&self, sealed: &str, access: &Access) -> Option<Wish> {
        let (mark, wish) = sealed.split_once('.')?;
        let same = blake3::Hash::from_hex(mark).ok()? == self.mark(wish, access);
        same.then(|| serde_json::from_str(wish).ok())?
    }
}

/// Returns what the person at the client may do: as the seat, with the person's trust. There is nobody to ask where the
/// answer would come from the agent itself: behind a key that does not vouch for a person, or one that may only look.
fn person(seat: &Seat) -> Option<Seat> {
    let role = match seat.access.role {
        Role::ReadOnly => return None,
        Role::Agent if !seat.access.person => return None,
        role => role.max(Role::User),
    };
    Some(Seat { access: Access { role, ..seat.access.clone() }, ..seat.clone() })
}

/// Has the person asked about what a reply wishes; the reply stands where nobody can be asked.
pub(super) async fn ask(
    reply: Reply,
    seat: &Seat,
    (desk, seal): (&Desk, &Seal),
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse> {
    let Some(wish) = reply.wish.clone() else { return Ok(reply.result().into()) };
    let capability = context.client_capabilities().and_then(|can| can.elicitation);
    let can_ask = capability.is_some_and(|can| can.form.is_some() || can.url.is_none());
    let may = person(seat).is_some_and(|person| person.access.may(wish.action()));
    if !can_ask || !may {
        return Ok(reply.result().into());
    }
    if context.protocol_version().is_some_and(|version| !version.has_initialize()) {
        let request = InputRequest::Elicitation(ElicitRequest::new(form(&wish)));
        let state = seal.close(&wish, &seat.access)?;
        let requests = InputRequests::from([(QUESTION.to_owned(), request)]);
        return Ok(InputRequiredResult::new(Some(requests), Some(state)).into());
    }
    match elicit(&wish, context).await {
        Some(verdict) => settle(wish, verdict, seat, desk, context).await,
        None => Ok(reply.result().into()),
    }
}

/// Goes on with a wish that came back through the client, with the person's answer.
pub(super) async fn resume(
    (state, responses): (&str, &InputResponses),
    seat: &Seat,
    (desk, seal): (&Desk, &Seal),
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse> {
    let wish = seal.open(state, &seat.access).ok_or_else(|| {
        Failure::new(Code::Invalid, "the request state is not one that was given out here")
            .hint("call the tool again without it")
    })?;
    let answer = responses.get(QUESTION).cloned();
    let answer = answer.and_then(|answer| serde_json::from_value::<ElicitResult>(answer).ok());
    if let Some(verdict) = answer.as_ref().and_then(verdict) {
        return settle(wish, verdict, seat, desk, context).await;
    }
    let failure = Failure::new(Code::Denied, "the user did not decide; nothing has changed");
    Err(failure.hint("what waits is listed by `memoro pending`"))
}

fn form(wish: &Wish) -> ElicitRequestParams {
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: wish.question(),
        requested_schema: ElicitationSchema::new(std::collections::BTreeMap::new()),
    }
}

/// Asks by elicitation; nothing where the person does not decide in time or the client fails.
async fn elicit(wish: &Wish, context: &RequestContext<RoleServer>) -> Option<Verdict> {
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(form(wish)));
    let mut options = PeerRequestOptions::no_options();
    options.timeout = Some(PATIENCE);
    let asked = context.peer.send_request_with_option(request, options).await.ok()?;
    let answer = tokio::select! {
        answer = asked.await_response() => answer.ok()?,
        () = context.ct.cancelled() => return None,
    };
    match answer {
        ClientResult::ElicitResult(answer) => verdict(&answer),
        _ => None,
    }
}

fn verdict(answer: &ElicitResult) -> Option<Verdict> {
    match answer.action {
        ElicitationAction::Accept => Some(Verdict::Agreed),
        ElicitationAction::Decline => Some(Verdict::Declined),
        _ => None,
    }
}

async fn settle(
    wish: Wish,
    verdict: Verdict,
    seat: &Seat,
    desk: &Desk,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse> {
    let by = context.client_info().map_or_else(|| "an MCP client".to_owned(), |client| client.name);
    let by = super::tool::one_line(&by, 60);
    let action = wish.action();
    let person = person(seat).ok_or_else(|| {
        Failure::new(Code::Denied, "this key does not vouch for a person; what waits goes on waiting")
    })?;
    let reply = desk.work(&person, action, move |call| wish.carry_out(verdict, &by, call)).await?;
    Ok(reply.result().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::person::Shape;

    #[test]
    fn a_wish_comes_back_as_it_went_and_from_nobody_else() {
        let (seal, other) = (Seal::fresh().unwrap(), Seal::fresh().unwrap());
        let access = Access::local(Role::Agent);
        let wish = Wish::Keep { ids: vec!["จำ-記".into()], shown: String::new(), shape: Shape::Said };
        let sealed = seal.close(&wish, &access).unwrap();
        assert_eq!(seal.open(&sealed, &access), Some(wish));
        let stranger = Access { key: Some("other".into()), ..access.clone() };
        assert_eq!(seal.open(&sealed, &stranger), None);
        assert_eq!(other.open(&sealed, &access), None);
        for wrong in ["", ".", "x.y", &sealed.replace("จำ", "ลืม")] {
            assert_eq!(seal.open(wrong, &access), None, "{wrong}");
        }
    }

    #[test]
    fn a_person_has_no_more_than_the_users_trust_and_the_scopes_of_the_key() {
        let scopes = vec![memoro_engine::Action::Read];
        let narrow = Access { scopes, person: true, ..Access::local(Role::Agent) };
        let asked = person(&Seat { access: narrow, session: None, run: None }).unwrap();
        assert_eq!(asked.access.role, Role::User);
        assert!(!asked.access.may(memoro_engine::Action::Confirm));
    }

    #[test]
    fn nobody_answers_for_a_person_without_one() {
        let seat = |access| Seat { access, session: None, run: None };
        assert!(person(&seat(Access::local(Role::Agent))).is_none());
        let looking = Access { person: true, ..Access::local(Role::ReadOnly) };
        assert!(person(&seat(looking)).is_none());
        assert!(person(&seat(Access::local(Role::User))).is_some());
    }
}
