//! Listening, until a signal says to stop.

use crate::api::Site;
use crate::cluster::{WorkerSettings, work};
use crate::limits::Limits;
use crate::metrics::MEDIA_TYPE;
use crate::network::{Acceptor, AllowedHosts, NetworkLimits};
use crate::people::password::PasswordError;
use crate::state::{AppState, RoomTimeouts, ServerConfig};
use crate::store::{DatabaseLocation, ServerLock, Sharing, Store, StoreError};
use crate::time::TimeSource;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use std::fmt;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;

/// How long the last commits may take after the signal to stop: nothing that waits longer was acknowledged.
const STOP_LIMIT: Duration = Duration::from_secs(15);

/// How long answers under way may take after the signal to stop.
const GRACE: Duration = Duration::from_secs(5);

/// Why the server does not run: one line.
#[derive(Debug)]
pub struct StartError(String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

impl StartError {
    pub(crate) fn of(error: &impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

impl From<PasswordError> for StartError {
    fn from(error: PasswordError) -> Self {
        Self(error.to_string())
    }
}

impl StartError {
    fn listening(at: SocketAddr, error: &io::Error) -> Self {
        let port = at.port();
        Self(match error.kind() {
            ErrorKind::AddrInUse => {
                format!("port {port} is taken by another program; choose one with --port")
            }
            ErrorKind::PermissionDenied => format!("port {port} needs more rights than you have"),
            ErrorKind::AddrNotAvailable => format!("this machine has no address {}", at.ip()),
            _ => format!("cannot listen on {at}: {error}"),
        })
    }
}

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address it listens at.
    pub at: SocketAddr,
    /// Where it keeps everything.
    pub location: DatabaseLocation,
    /// The bus by which several nodes on one PostgreSQL database know of each other; nothing if it is alone.
    pub bus: Option<String>,
    /// Where it tells what it counts; an address that only its owners reach.
    pub metrics: Option<SocketAddr>,
    /// How it is reached.
    pub site: Site,
    /// Host names that it answers for, besides its own addresses.
    pub allowed_hosts: Vec<String>,
    /// How many times the usual everyone may do; for tests and load.
    pub rate_limit_factor: u32,
}

/// Serves until Ctrl-C or SIGTERM. `announce` gets the address once it answers.
///
/// # Errors
/// If the address cannot be listened on, the database not opened, or the machine gives no threads; and if
/// another server has taken the database meanwhile.
pub fn run(settings: &Settings, announce: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let threads = threads.map_err(|error| StartError(format!("cannot start threads: {error}")))?;
    let done = threads.block_on(async {
        let listener = bind(settings.at).await?;
        let sharing = sharing(settings)?;
        let lock = ServerLock::acquire(&settings.location, sharing).await?;
        let store = Store::open(&settings.location).await;
        let config = ServerConfig {
            limits: Limits::new(settings.rate_limit_factor),
            site: settings.site.clone(),
            timeouts: RoomTimeouts::default(),
            time: TimeSource::default(),
            network: NetworkLimits::of_this_machine(),
            hosts: allowed_hosts(settings),
            bus: settings.bus.clone(),
        };
        let state = AppState::open(store?, config).await?;
        if let Some(at) = settings.metrics {
            tokio::spawn(serve_metrics(bind(at).await?, Arc::clone(&state)));
        }
        // Signals are caught before the address is announced: a reader of it may send one at once.
        let signal = stop_signal();
        let (lost, is_lost) = (Arc::new(AtomicBool::new(false)), Ordering::SeqCst);
        let noted = Arc::clone(&lost);
        let stop = async move {
            tokio::select! {
                () = signal => {}
                () = lock.lost() => noted.store(true, is_lost),
            }
            lock
        };
        announce(listener.local_addr().unwrap_or(settings.at));
        serve(listener, state, stop).await;
        if lost.load(is_lost) {
            return Err(StartError("another server has taken the database".to_owned()));
        }
        Ok(())
    });
    // Searches of engines run on threads of their own, and end when the process does.
    threads.shutdown_background();
    done
}

/// Several nodes share a PostgreSQL database.
fn sharing(settings: &Settings) -> Result<Sharing, StartError> {
    match (&settings.bus, &settings.location) {
        (None, _) => Ok(Sharing::Alone),
        (Some(_), DatabaseLocation::Postgres(_)) => Ok(Sharing::Shared),
        (Some(_), DatabaseLocation::Folder(_)) => Err(StartError(
            "several nodes need one PostgreSQL database: give --database postgres://… beside --bus"
                .to_owned(),
        )),
    }
}

/// Takes engine work from the bus until Ctrl-C or SIGTERM. `ready` is called when work can come.
///
/// # Errors
/// If the bus does not answer or the machine gives no threads.
pub fn run_worker(settings: &WorkerSettings, ready: impl FnOnce()) -> Result<(), StartError> {
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let threads = threads.map_err(|error| StartError(format!("cannot start threads: {error}")))?;
    let worked = threads.block_on(async { work(settings, ready, stop_signal()).await });
    worked.map_err(|error| StartError::of(&error))
}

/// The public address is one that the server answers for.
fn allowed_hosts(settings: &Settings) -> AllowedHosts {
    let public = settings.site.public_url.iter().map(|url| url.authority().to_owned());
    let names: Vec<String> = settings.allowed_hosts.iter().cloned().chain(public).collect();
    AllowedHosts::listening(settings.at, &names)
}

async fn bind(at: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(at).await.map_err(|error| StartError::listening(at, &error))
}

async fn serve_metrics(listener: TcpListener, state: Arc<AppState>) {
    let answer = async move || ([(CONTENT_TYPE, MEDIA_TYPE)], state.metrics.text());
    let metrics = Router::new().route("/metrics", get(answer));
    if let Err(error) = axum::serve(listener, metrics).await {
        tracing::error!(%error, "metrics are not served any more");
    }
}

/// Serves on `listener` until `stop` is done, and then finishes what is under way: every socket is
/// closed with a reason, and every game is as it was committed. Errors of accepting are logged and waited
/// out.
pub async fn serve(
    listener: TcpListener,
    state: Arc<AppState>,
    stop: impl Future + Send + 'static,
) {
    let acceptor = Acceptor::new(&state);
    // What comes of it, such as the lock of the database, is held until everything is committed.
    let stopped = async {
        let held = stop.await;
        if tokio::time::timeout(STOP_LIMIT, state.stop()).await.is_err() {
            tracing::error!("the database does not answer; the server stops all the same");
        }
        drop(held);
    };
    tokio::select! {
        () = acceptor.run(&listener) => {}
        () = stopped => {}
    }
    drop(listener);
    // Connections that take longer are closed.
    let _ = tokio::time::timeout(GRACE, acceptor.finish()).await;
}

/// The addresses that a person opens, such as `http://localhost:6060`. A server that listens on all
/// addresses also has those by which other machines reach this one.
pub fn addresses(at: SocketAddr) -> Vec<String> {
    let own = if_addrs::get_if_addrs().unwrap_or_default();
    addresses_of(at, own.iter().map(if_addrs::Interface::ip))
}

fn addresses_of(at: SocketAddr, own: impl Iterator<Item = IpAddr>) -> Vec<String> {
    let (ip, port) = (at.ip(), at.port());
    let local = format!("http://localhost:{port}");
    if ip.is_loopback() {
        return vec![local];
    }
    if !ip.is_unspecified() {
        return vec![format!("http://{at}")];
    }
    // `::` takes connections of both versions, `0.0.0.0` of one.
    let others = own.filter(|own| is_shown(*own) && (ip.is_ipv6() || own.is_ipv4()));
    let others = others.map(|own| format!("http://{}", SocketAddr::new(own, port)));
    std::iter::once(local).chain(others).collect()
}

/// Addresses of a link only need the name of an interface too, which no browser takes.
fn is_shown(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    }
}

/// Catches SIGTERM and SIGINT from the call on, and is done when one arrives.
#[cfg(unix)]
fn stop_signal() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let caught = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
    async move {
        let [terminate, interrupt] = caught.map(|signal| async move {
            match signal {
                Ok(mut signal) => drop(signal.recv().await),
                // Without a way to hear the signal the server simply runs on.
                Err(_) => std::future::pending().await,
            }
        });
        tokio::select! {
            () = terminate => {}
            () = interrupt => {}
        }
    }
}

#[cfg(not(unix))]
async fn stop_signal() {
    // Without a way to hear Ctrl-C the server simply runs on.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_are_those_that_can_be_opened() {
        let own = ["127.0.0.1", "192.168.1.5", "169.254.0.9", "::1", "fe80::1", "2001:db8::7"];
        let own = own.map(|ip| ip.parse().unwrap());
        let shown = |at: &str| addresses_of(at.parse().unwrap(), own.into_iter());
        assert_eq!(shown("127.0.0.1:6060"), ["http://localhost:6060"]);
        assert_eq!(shown("[::1]:6060"), ["http://localhost:6060"]);
        assert_eq!(shown("192.168.1.5:6060"), ["http://192.168.1.5:6060"]);
        assert_eq!(shown("0.0.0.0:80"), ["http://localhost:80", "http://192.168.1.5:80"]);
        let both = ["http://localhost:80", "http://192.168.1.5:80", "http://[2001:db8::7]:80"];
        assert_eq!(shown("[::]:80"), both);
    }

    #[test]
    fn a_taken_port_is_refused_in_one_line_that_names_it() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let at = taken.local_addr().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let location = DatabaseLocation::Folder(folder.path().to_owned());
        let site = Site::default();
        let allowed_hosts = Vec::new();
        let settings = Settings {
            at,
            location,
            bus: None,
            metrics: None,
            site,
            allowed_hosts,
            rate_limit_factor: 1,
        };
        let refused = run(&settings, |_| panic!("nothing listens")).unwrap_err().to_string();
        assert!(refused.contains(&at.port().to_string()), "{refused}");
        assert_eq!(refused.lines().count(), 1);
    }

    #[tokio::test]
    async fn serving_ends_when_it_is_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        let state = AppState::open(store, ServerConfig::default()).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        serve(listener, state, std::future::ready(())).await;
    }
}
