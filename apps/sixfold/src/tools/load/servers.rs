//! The servers under load: one, or several nodes of a cluster.

use super::server::{Server, ServerOptions};
use crate::failure::Failure;

/// Servers that clients take in turn.
pub(super) struct Servers {
    all: Vec<Server>,
    /// Whether the two players of a game come in by different servers.
    apart: bool,
}

impl Servers {
    /// Servers that run already.
    pub(super) fn running(urls: &[String], apart: bool) -> Result<Self, Failure> {
        let all: Result<Vec<Server>, _> = urls.iter().map(|url| Server::running(url)).collect();
        Ok(Self { all: all?, apart })
    }

    /// New ones, on any free ports.
    pub(super) fn start(
        options: &ServerOptions<'_>,
        count: usize,
        apart: bool,
    ) -> Result<Self, Failure> {
        let all: Result<Vec<Server>, _> = (0..count).map(|_| Server::start(options)).collect();
        Ok(Self { all: all?, apart })
    }

    /// The only server, or the first.
    pub(super) fn first(&self) -> &Server {
        &self.all[0]
    }

    /// The addresses by which the two players of a game come.
    pub(super) fn addresses(&self, game: usize) -> [String; 2] {
        let at = |number: usize| self.all[number % self.all.len()].address();
        [at(game), at(game + usize::from(self.apart))]
    }

    /// What they hold in memory and what processor time they took, where the system tells, and how busy the
    /// machine is.
    pub(super) fn state(&self) -> String {
        let states: Vec<String> = self.all.iter().map(Server::usage).collect();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split_whitespace().next().unwrap_or("unknown");
        format!("{}, load average {load}", states.join(", "))
    }
}

impl From<Server> for Servers {
    fn from(server: Server) -> Self {
        Self { all: vec![server], apart: false }
    }
}
