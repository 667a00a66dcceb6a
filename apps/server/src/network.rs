//! Limits of connections: how many there are, and how long they may take for what they owe. How many one
//! address may have is a matter of [`limits`](crate::limits).

mod hosts;
mod listener;
mod stream;

pub use hosts::AllowedHosts;
pub(crate) use hosts::check_host;
pub(crate) use listener::Acceptor;
pub(crate) use stream::StreamControl;

use std::time::Duration;

/// Files that the server needs besides connections at most: the database, logs, what it listens on.
const RESERVED_FILES: u64 = 128;

/// What connections may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkLimits {
    /// How many there may be.
    pub connections: usize,
    /// A connection is closed if its next request has not arrived to the end of its headers after this:
    /// the limit of slow headers, of idle connections and of keep-alive.
    pub header_timeout: Duration,
    /// The body of a request must have arrived after this.
    pub body_timeout: Duration,
    /// The answer to a request must have begun after this. Streams and upgrades begin at once.
    pub answer_timeout: Duration,
    /// What is sent must be taken after this: the limit of clients that do not read.
    pub send_timeout: Duration,
    /// How often a WebSocket is pinged.
    pub ping_every: Duration,
}

impl Default for NetworkLimits {
    fn default() -> Self {
        Self {
            connections: 20_000,
            header_timeout: Duration::from_secs(15),
            body_timeout: Duration::from_secs(20),
            answer_timeout: Duration::from_mins(1),
            send_timeout: Duration::from_secs(10),
            ping_every: Duration::from_secs(10),
        }
    }
}

impl NetworkLimits {
    /// The usual limits, as far as the machine gives files. Raises the limit of open files as far as it may.
    pub fn of_this_machine() -> Self {
        let usual = Self::default();
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1_024);
        let most = usize::try_from(files - RESERVED_FILES.min(files / 4)).unwrap_or(usize::MAX);
        let connections = usual.connections.min(most.max(1));
        if connections < usual.connections {
            tracing::warn!(
                files,
                connections,
                "few open files are allowed; raise it with ulimit -n"
            );
        }
        Self { connections, ..usual }
    }
}
