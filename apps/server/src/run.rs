//! Listening, until a signal says to stop.

use crate::app;
use std::fmt;
use std::future::{Future, IntoFuture};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// How long answers under way may take after the signal to stop.
const GRACE: Duration = Duration::from_secs(5);

/// Why the server does not run: one line.
#[derive(Debug)]
pub struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Refused {
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

/// Serves at `at` until Ctrl-C or SIGTERM. `announce` is told the address once it answers.
///
/// # Errors
/// If the address cannot be listened on, or the machine gives no threads.
pub fn run(at: SocketAddr, announce: impl FnOnce(SocketAddr)) -> Result<(), Refused> {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let threads = threads.map_err(|error| Refused(format!("cannot start threads: {error}")))?;
    threads.block_on(async {
        let listener =
            TcpListener::bind(at).await.map_err(|error| Refused::listening(at, &error))?;
        announce(listener.local_addr().unwrap_or(at));
        serve(listener, signal()).await.map_err(|error| Refused(error.to_string()))
    })
}

/// Serves on `listener` until `stop` is done, and then finishes what is under way.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stopping, stopped) = oneshot::channel();
    let serving = axum::serve(listener, app()).with_graceful_shutdown(async move {
        stop.await;
        let _ = stopping.send(());
    });
    let overdue = async {
        let _ = stopped.await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serving.into_future() => served,
        () = overdue => Ok(()),
    }
}

/// The address a person opens, such as `http://localhost:6060`.
pub fn address(at: SocketAddr) -> String {
    let here = at.ip().is_loopback() || at.ip().is_unspecified();
    if here { format!("http://localhost:{}", at.port()) } else { format!("http://{at}") }
}

#[cfg(unix)]
async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return interrupt().await;
    };
    tokio::select! {
        () = interrupt() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signal() {
    interrupt().await;
}

async fn interrupt() {
    // Without a way to hear Ctrl-C the server simply runs on.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_one_that_can_be_opened() {
        let shown = |at: &str| address(at.parse().unwrap());
        assert_eq!(shown("127.0.0.1:6060"), "http://localhost:6060");
        assert_eq!(shown("0.0.0.0:80"), "http://localhost:80");
        assert_eq!(shown("[::1]:6060"), "http://localhost:6060");
        assert_eq!(shown("192.168.1.5:6060"), "http://192.168.1.5:6060");
    }

    #[test]
    fn a_taken_port_is_refused_in_one_line_that_names_it() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let at = taken.local_addr().unwrap();
        let refused = run(at, |_| panic!("nothing listens")).unwrap_err().to_string();
        assert!(refused.contains(&at.port().to_string()), "{refused}");
        assert_eq!(refused.lines().count(), 1);
    }

    #[tokio::test]
    async fn serving_ends_when_it_is_told_to() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        serve(listener, std::future::ready(())).await.unwrap();
    }
}
