//! MCP over stdin and stdout: nothing but protocol on stdout. Ends when the client goes or when it is told to.

use std::io::BufReader;
use std::time::Duration;

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use super::lines::Lines;
use super::server::Server;
use crate::error::{Code, Failure, Result};

/// How long work that was begun may take to end.
const LAST: Duration = Duration::from_secs(8);

/// Serves one client until it goes or a signal comes. Where the workspace does not open, every tool tells why.
pub(crate) fn serve(server: Server, failed: oneshot::Receiver<Failure>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(connected(server, failed));
    runtime.shutdown_timeout(LAST);
    outcome
}

async fn connected(server: Server, failed: oneshot::Receiver<Failure>) -> Result<()> {
    let lines = Lines::new(BufReader::new(std::io::stdin()), std::io::stdout())?;
    let mut told = std::pin::pin!(told_to_end());
    let running = tokio::select! {
        running = server.serve(lines) => running,
        outcome = &mut told => return outcome,
    };
    let running = match running {
        Ok(running) => running,
        // A client that goes before it has introduced itself has nothing to be told.
        Err(ServerInitializeError::ConnectionClosed(_)) => return opened(failed).await,
        Err(why) => return Err(Failure::new(Code::Io, format!("the client cannot be served: {why}"))),
    };
    let stop = running.cancellation_token();
    let mut waiting = std::pin::pin!(running.waiting());
    tokio::select! {
        _ = &mut waiting => opened(failed).await,
        outcome = &mut told => {
            stop.cancel();
            let _ = waiting.await;
            outcome
        }
    }
}

/// Returns why the workspace did not open, if it did not.
async fn opened(failed: oneshot::Receiver<Failure>) -> Result<()> {
    failed.await.map_or(Ok(()), Err)
}

/// Waits for a signal to end.
async fn told_to_end() -> Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
    }
}
