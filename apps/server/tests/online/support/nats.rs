//! A NATS server of the test's own, on a port of this machine.

use super::limit::{Limit, POLL};
use super::port::free_address;
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};

/// A running bus.
pub(crate) struct Nats {
    at: SocketAddr,
    child: Option<Child>,
}

impl Nats {
    pub(crate) fn start() -> Self {
        let mut nats = Self { at: free_address(), child: None };
        nats.revive();
        nats
    }

    /// The address, as a node takes it.
    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.at)
    }

    /// SIGKILL: what was on its way is lost.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts it again on the same port.
    pub(crate) fn revive(&mut self) {
        let at = self.at;
        let args = ["-a", &at.ip().to_string(), "-p", &at.port().to_string()];
        let mut command = Command::new("/usr/sbin/nats-server");
        let command = command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("nats-server is missing: `cargo xtask setup`");
        let child = self.child.insert(child);
        let limit = Limit::start();
        while TcpStream::connect(at).is_err() {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "nats-server ended: {ended:?}");
            limit.check("nats-server listens");
            std::thread::sleep(POLL);
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
