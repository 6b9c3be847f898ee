//! The server behind both transports: it introduces itself, lists what it offers and hands calls on. A fault of the
//! protocol is an error of the protocol; everything else that goes wrong is an answer.

use std::time::Duration;

use memoro_engine::Action;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ErrorData,
    GetPromptRequestParams, GetPromptResponse, Implementation, InputResponses, JsonObject, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ProgressToken, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer, ServerHandler};
use tokio::sync::watch;

use super::confirm::{self, Seal};
use super::desk::{Desk, Seat};
use super::profiles::Profile;
use super::tool::{Input, Reply, Step, Tool};
use super::{prompts, resources};
use crate::error::{Code, Failure, Result};
use crate::http::{Granted, run_of};
use crate::ops::page::foreign;
use crate::strict;

/// How often progress is told at most.
const PACE: Duration = Duration::from_millis(100);

/// An MCP server for one client or one kind of clients.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    desk: Desk,
    profile: Profile,
    seat: Option<Seat>,
    seal: Seal,
}

impl Server {
    /// Serves one client that has one seat for all its calls.
    pub(crate) fn new(desk: Desk, profile: Profile, seat: Seat) -> Result<Self> {
        Ok(Self { desk, profile, seat: Some(seat), seal: Seal::fresh()? })
    }

    /// Serves clients whose seat comes with each of their requests.
    pub(super) const fn served(desk: Desk, profile: Profile, seal: Seal) -> Self {
        Self { desk, profile, seat: None, seal }
    }

    /// Returns who calls: whoever started this process, or whoever's token the request carries.
    fn seat(&self, context: &RequestContext<RoleServer>) -> Result<Seat, ErrorData> {
        let granted = || {
            let parts = context.extensions.get::<axum::http::request::Parts>()?;
            let access = parts.extensions.get::<Granted>()?.0.clone();
            let run = run_of(&parts.headers);
            Some(run.map(|run| Seat { access, session: None, run }))
        };
        let seat = self.seat.clone().map(Ok).or_else(granted);
        let seat = seat.ok_or_else(|| ErrorData::invalid_request("nobody is known to call", None))?;
        seat.map_err(|failure| self.fault(failure))
    }

    /// Returns a failure as an error of the protocol, for requests that have no other way to fail.
    fn fault(&self, failure: Failure) -> ErrorData {
        let failure = self.desk.told(failure);
        let message = match &failure.hint {
            Some(hint) => format!("{} ({hint})", failure.message),
            None => failure.message.clone(),
        };
        let data = Some(serde_json::json!({ "code": failure.code.as_str() }));
        match failure.code.status() {
            404 => ErrorData::resource_not_found(message, data),
            400..500 => ErrorData::invalid_params(message, data),
            _ => ErrorData::internal_error(message, data),
        }
    }

    /// Refuses a cursor where a list has one page: none was given out.
    fn only_page(&self, page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
        cursor(page).map_or(Ok(()), |_| Err(self.fault(foreign())))
    }

    async fn run(
        &self,
        tool: &'static Tool,
        request: CallToolRequestParams,
        seat: &Seat,
        context: &RequestContext<RoleServer>,
    ) -> Result<Reply> {
        let (steps, told) = watch::channel(None);
        let arguments = request.arguments.unwrap_or_default();
        let session = seat.session.clone();
        let first = tool.opens.first().copied().unwrap_or(Action::Admin);
        let action = tool.opened_by(&seat.access).unwrap_or(first);
        let work = self.desk.work(seat, action, move |call| {
            let mut watching = |step: Step| drop(steps.send_replace(Some(step)));
            (tool.run)(call, Input { arguments, session, watching: &mut watching })
        });
        match context.meta.get_progress_token() {
            None => work.await,
            Some(token) => while_telling(work, told, token, &context.peer).await,
        }
    }

    async fn answer(
        &self,
        tool: &'static Tool,
        mut request: CallToolRequestParams,
        seat: &Seat,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse> {
        let with = (&self.desk, &self.seal);
        if let Some(state) = request.request_state.take() {
            let responses: InputResponses = request.input_responses.take().unwrap_or_default();
            return confirm::resume((&state, &responses), seat, with, context).await;
        }
        plain(request.arguments.as_ref())?;
        let reply = self.run(tool, request, seat, context).await?;
        confirm::ask(reply, seat, with, context).await
    }
}

/// Returns the cursor of a request; an empty one is none.
fn cursor(page: Option<PaginatedRequestParams>) -> Option<String> {
    page.and_then(|page| page.cursor).filter(|cursor| !cursor.is_empty())
}

/// Refuses arguments that hold a zero character.
fn plain(arguments: Option<&JsonObject>) -> Result<()> {
    let holds =
        |(name, value): (&String, &serde_json::Value)| !strict::is_plain(name) || strict::has_zero(value);
    if arguments.into_iter().flatten().any(holds) { Err(zero("arguments")) } else { Ok(()) }
}

fn zero(what: &str) -> Failure {
    Failure::new(Code::Usage, format!("{what}: it holds a zero character"))
}

/// Waits for work and tells its steps meanwhile, each further than the last.
async fn while_telling<T>(
    work: impl Future<Output = Result<T>>,
    mut told: watch::Receiver<Option<Step>>,
    token: ProgressToken,
    peer: &Peer<RoleServer>,
) -> Result<T> {
    let mut work = std::pin::pin!(work);
    let mut last = -1.0;
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            changed = told.changed() => if changed.is_err() { return work.await },
        }
        let step = told.borrow_and_update().clone().filter(|step| step.done > last);
        if let Some(step) = step {
            last = step.done;
            let mut param = ProgressNotificationParam::new(token.clone(), step.done);
            (param.total, param.message) = (Some(step.total), Some(step.told));
            let _ = peer.notify_progress(param).await;
        }
        tokio::select! {
            done = &mut work => return done,
            () = tokio::time::sleep(PACE) => {}
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let offers = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let mut ours = Implementation::new("memoro", env!("CARGO_PKG_VERSION"));
        ours.title = Some("Memoro".into());
        ServerConfig::new(offers).with_server_info(ours).with_instructions(self.profile.instructions())
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.only_page(page)?;
        let seat = self.seat(&context)?;
        let tools = self.profile.tools().iter().filter(|tool| tool.opened_by(&seat.access).is_some());
        Ok(ListToolsResult::with_all_items(tools.map(Tool::offer).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let seat = self.seat(&context)?;
        let Some(tool) = self.profile.tools().iter().find(|tool| tool.name == request.name) else {
            let message = format!("there is no tool `{}`", super::tool::one_line(&request.name, 80));
            return Err(ErrorData::invalid_params(message, None));
        };
        let answer = self.answer(tool, request, &seat, &context).await;
        Ok(answer.unwrap_or_else(|failure| Reply::from(&self.desk.told(failure)).result().into()))
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let seat = self.seat(&context)?;
        let after = cursor(page);
        let listed =
            self.desk.work(&seat, Action::Read, move |call| resources::list(after.as_deref(), call)).await;
        listed.map_err(|failure| self.fault(failure))
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.only_page(page)?;
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let seat = self.seat(&context)?;
        let uri = request.uri;
        if !strict::is_plain(&uri) {
            return Err(self.fault(zero("uri")));
        }
        let read = self.desk.work(&seat, Action::Read, move |call| resources::read(&uri, call)).await;
        read.map(Into::into).map_err(|failure| self.fault(failure))
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.only_page(page)?;
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let seat = self.seat(&context)?;
        plain(request.arguments.as_ref()).map_err(|failure| self.fault(failure))?;
        let (name, arguments, session) =
            (request.name, request.arguments.unwrap_or_default(), seat.session.clone());
        let got = self
            .desk
            .work(&seat, Action::Read, move |call| prompts::get(&name, arguments, session, call))
            .await;
        got.map(Into::into).map_err(|failure| self.fault(failure))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A known method ends up here when its parameters could not be read.
        let known = KNOWN.contains(&request.method.as_str());
        let method = super::tool::one_line(&request.method, 80);
        Err(if known {
            ErrorData::invalid_params(format!("the parameters of {method} do not fit"), None)
        } else {
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {method}"), None)
        })
    }
}

/// The methods that this server knows.
const KNOWN: &[&str] = &[
    "initialize",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "prompts/list",
    "prompts/get",
];
