//! The listening itself: connections with limits on number, headers and idleness, with or without TLS, and an end that
//! lets what was begun finish.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::bare::Bare;
use super::places::{Place, Places, TELLING, WATCHED, crowded};
use super::service::Service;
use super::{router, tls};
use crate::error::{Code, Failure, Result};

/// How long headers may take to arrive, and how long a connection may lie idle.
const HEADERS: Duration = Duration::from_secs(15);
/// How long a handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long requests may take to end after the server was told to stop.
const DRAIN: Duration = Duration::from_secs(6);
/// How often it is written down that memories were returned.
const COUNTING: Duration = Duration::from_secs(1);
/// How much of a request is held before its headers are whole, in bytes.
const HEADER_BYTES: usize = 64 * 1024;

/// Where and how a server listens.
#[derive(Debug)]
pub(crate) struct Listening {
    /// The address.
    pub(crate) address: SocketAddr,
    /// Certificate and key, for TLS.
    pub(crate) tls: Option<(std::path::PathBuf, std::path::PathBuf)>,
}

/// A place that is taken, with what is needed to talk there.
pub(crate) struct Bound {
    listener: std::net::TcpListener,
    tls: Option<TlsAcceptor>,
}

/// Takes the place where the server is to listen, before anything else is made.
pub(crate) fn bind(listening: &Listening) -> Result<Bound> {
    let tls = listening.tls.as_ref().map(|(cert, key)| tls::acceptor(cert, key)).transpose()?;
    let listener =
        std::net::TcpListener::bind(listening.address).map_err(|why| taken(listening.address, &why))?;
    listener.set_nonblocking(true)?;
    Ok(Bound { listener, tls })
}

/// Serves until the process is told to stop; `started` hears the address.
pub(crate) fn serve(
    service: &Arc<Service>,
    bound: Bound,
    started: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("http")
        .max_blocking_threads(128)
        .build()?;
    let served = runtime.block_on(async {
        let app = router(Arc::clone(service));
        let listener = TcpListener::from_std(bound.listener)?;
        let stop = stop_signal()?;
        let address = listener.local_addr()?;
        let _ = service.port.set(address.port());
        started(address)?;
        run((Arc::clone(service), app), listener, bound.tls, stop).await;
        Ok(())
    });
    service.tenants.close(Duration::from_secs(1));
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

fn taken(address: SocketAddr, why: &std::io::Error) -> Failure {
    Failure::new(Code::Config, format!("{address}: {why}"))
        .hint("another server may be there already; choose another with `--port`, or 0 for any")
}

type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;

#[cfg(unix)]
fn stop_signal() -> Result<Stop> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(Box::pin(async move {
        std::future::poll_fn(|context| {
            let told = term.poll_recv(context).is_ready() || int.poll_recv(context).is_ready();
            if told { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }))
}

#[cfg(not(unix))]
fn stop_signal() -> Result<Stop> {
    Ok(Box::pin(async { tokio::signal::ctrl_c().await.unwrap_or_default() }))
}

async fn run(
    (service, app): (Arc<Service>, Router),
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    stop: Stop,
) {
    let graceful = GracefulShutdown::new();
    let places = Places::new(service.options.connections);
    let log = service.options.log;
    let mut stop = stop;
    let counting = tokio::spawn(count(Arc::clone(&service)));
    loop {
        let Some((stream, peer)) = accept(&listener, &mut stop, &service).await else { break };
        let place = tokio::select! {
            place = places.take() => place,
            () = stop.as_mut() => None,
        };
        let Some(place) = place else { break };
        if matches!(place, Place::TurnedAway(_)) {
            log.say("connection_refused", &[("why", &"too many connections")]);
        }
        let (app, watcher, tls) = (app.clone(), graceful.watcher(), tls.clone());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let Some(tls) = tls else { return receive(stream, (peer, place), app, watcher).await };
            if let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE, tls.accept(stream)).await {
                receive(stream, (peer, place), app, watcher).await;
            }
        });
    }
    drop(listener);
    service.closing.send_replace(true);
    log.say("stopping", &[]);
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        log.say("stopped_early", &[("why", &"some requests did not end in time")]);
    }
    drop(tokio::time::timeout(Duration::from_secs(1), counting).await);
}

/// Writes down how often memories were returned, now and then, and once more at the end.
async fn count(service: Arc<Service>) {
    let mut closing = service.closing.subscribe();
    loop {
        let ended = tokio::time::timeout(COUNTING, closing.wait_for(|closing| *closing)).await.is_ok();
        let counted = Arc::clone(&service);
        drop(tokio::task::spawn_blocking(move || counted.settle()).await);
        if ended {
            return;
        }
    }
}

/// Waits for the next connection; nothing when it is time to stop.
async fn accept(
    listener: &TcpListener,
    stop: &mut Stop,
    service: &Service,
) -> Option<(TcpStream, SocketAddr)> {
    loop {
        let next = std::future::poll_fn(|context| {
            if stop.as_mut().poll(context).is_ready() {
                return std::task::Poll::Ready(None);
            }
            listener.poll_accept(context).map(Some)
        });
        match next.await? {
            Ok(accepted) => return Some(accepted),
            Err(why) => {
                // For want of file descriptors, for example; others may end meanwhile.
                service.options.log.say("accept_failed", &[("why", &why)]);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Serves a connection, or tells it that there is no place and lets it go.
async fn receive(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    (peer, place): (SocketAddr, Place),
    app: Router,
    watcher: Watcher,
) {
    let app = TowerToHyperService::new(app);
    let answer = move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        app.call(request)
    };
    match place {
        Place::Served(_held) => talk(stream, answer, watcher).await,
        Place::TurnedAway(_held) => {
            let answer = move |request: hyper::Request<Incoming>| {
                let answer = answer.clone();
                async move {
                    let watched = WATCHED.contains(&request.uri().path());
                    if watched { answer(request).await } else { Ok(crowded(request).await) }
                }
            };
            drop(tokio::time::timeout(TELLING, talk(stream, answer, watcher)).await);
        }
    }
}

async fn talk<F>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    answer: impl Fn(hyper::Request<Incoming>) -> F,
    watcher: Watcher,
) where
    F: Future<Output = std::result::Result<Response, Infallible>>,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(Bare::new(stream)), service_fn(answer));
    let _ = watcher.watch(connection).await;
}
