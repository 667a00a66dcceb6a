//! Accepting connections: so many in all and from each address; those that are too many get a short 503.

use super::NetworkLimits;
use super::stream::{GuardedStream, StreamControl};
use crate::app;
use crate::limits::{HeldPermit, Payer, Resource, TooManyHeld};
use crate::state::AppState;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;
use tower_http::timeout::DeadlineBody;

/// How long accepting pauses after an error that does not concern one connection, such as too many open
/// files: the loop neither spins nor ends.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Errors are logged this often at most.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// The answer to a connection above the limit.
const REFUSED: &str = "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\n\
     content-type: application/json\r\ncontent-length: 79\r\n\r\n\
     {\"error\":\"busy\",\"what\":\"too many connections; close some, or try again later\"}\n";

/// Leave to have a connection, in all and for its address; given back when it is dropped.
pub(super) struct ConnectionPermit {
    _place: OwnedSemaphorePermit,
    _held: Option<HeldPermit>,
}

/// Serves the app on connections.
pub(crate) struct Acceptor {
    state: Arc<AppState>,
    router: Router,
    limits: NetworkLimits,
    /// One for each connection that there may be.
    places: Arc<Semaphore>,
    /// Whether connections are to end. Those that are open hold a receiver.
    stopping: watch::Sender<bool>,
}

impl Acceptor {
    pub(crate) fn new(state: &Arc<AppState>) -> Self {
        let (router, limits) = (app(Arc::clone(state)), state.network);
        let places = Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS)));
        let (state, stopping) = (Arc::clone(state), watch::Sender::new(false));
        Self { state, router, limits, places, stopping }
    }

    /// Accepts connections for as long as it is polled.
    pub(crate) async fn run(&self, listener: &TcpListener) {
        let mut logged = None;
        loop {
            match listener.accept().await {
                Ok((stream, from)) => self.admit(stream, from),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    let now = tokio::time::Instant::now();
                    if logged.is_none_or(|at| now.duration_since(at) >= LOG_EVERY) {
                        logged = Some(now);
                        tracing::error!(%error, "connections cannot be accepted");
                    }
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Ends idle connections, and comes back when the others have answered what they were asked.
    pub(crate) async fn finish(self) {
        let _ = self.stopping.send(true);
        self.stopping.closed().await;
    }

    fn admit(&self, stream: TcpStream, from: SocketAddr) {
        match self.permit(from.ip()) {
            Ok(permit) => {
                let control = Arc::new(StreamControl::default());
                let timeout = 2 * self.limits.send_timeout;
                let stream = GuardedStream::new(stream, &control, timeout, permit);
                tokio::spawn(self.connection(stream, from, control));
            }
            Err(why) => refuse(&stream, from, why),
        }
    }

    /// Leave to have one more connection from an address. Behind a proxy all come from the same one.
    fn permit(&self, from: IpAddr) -> Result<ConnectionPermit, ConnectionRefusal> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| ConnectionRefusal::ServerFull)?;
        let held = if self.state.site.is_proxied() {
            None
        } else {
            let payer = Payer::address(from);
            let held = self.state.limits.hold(Resource::TcpConnection, &payer);
            Some(held.map_err(ConnectionRefusal::AddressFull)?)
        };
        Ok(ConnectionPermit { _place: place, _held: held })
    }

    /// Serves one connection until it is closed or becomes a WebSocket.
    fn connection(
        &self,
        stream: GuardedStream,
        from: SocketAddr,
        control: Arc<StreamControl>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let (router, limits) = (self.router.clone(), self.limits);
        let mut stopping = self.stopping.subscribe();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let deadline = |body| Body::new(DeadlineBody::new(limits.body_timeout, body));
            let mut request = request.map(deadline);
            request.extensions_mut().insert(ConnectInfo(from));
            request.extensions_mut().insert(Arc::clone(&control));
            router.clone().oneshot(request)
        });
        async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(limits.header_timeout);
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            let mut connection = std::pin::pin!(connection.with_upgrades());
            let stop = async {
                // The sender lives until all connections have ended.
                let _ = stopping.wait_for(|stopping| *stopping).await;
            };
            tokio::select! {
                // Whatever ends a connection early concerns its client alone.
                _ = connection.as_mut() => return,
                () = stop => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        }
    }
}

/// Why a connection was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConnectionRefusal {
    /// The server has as many connections as it may.
    ServerFull,
    /// The address has as many as it may.
    AddressFull(TooManyHeld),
}

impl fmt::Display for ConnectionRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ServerFull => f.write_str("the server has as many connections as it may"),
            Self::AddressFull(held) => held.fmt(f),
        }
    }
}

impl std::error::Error for ConnectionRefusal {}

/// Whether an error of accepting concerns the one connection that was to be accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Says no in one packet, and does not wait for anything.
fn refuse(stream: &TcpStream, from: SocketAddr, why: ConnectionRefusal) {
    tracing::debug!(%from, %why, "a connection was refused");
    let _ = stream.try_write(REFUSED.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let (head, body) = REFUSED.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
