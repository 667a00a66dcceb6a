//! The server under test as a process of its own, to be killed and started again: this very test
//! program, run for the one test that serves.

use server::Settings;
use server::api::Site as Reached;
use server::store::DatabaseLocation;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// Environment variables that configure the process.
const PORT: &str = "SIXFOLD_TEST_PORT";
const FOLDER: &str = "SIXFOLD_TEST_FOLDER";

/// Serves, in the process that a [`Process`] has begun; elsewhere there is nothing to do.
///
/// # Panics
/// If it cannot.
pub fn serve_if_asked() {
    let asked = |name: &str| std::env::var(name).ok();
    let (Some(port), Some(folder)) = (asked(PORT), asked(FOLDER)) else { return };
    let port: u16 = port.parse().expect("a port");
    let (at, location) = (([127, 0, 0, 1], port).into(), DatabaseLocation::Folder(folder.into()));
    let settings = Settings {
        at,
        location,
        metrics: None,
        site: Reached::default(),
        allowed_hosts: Vec::new(),
        bus: None,
        rate_limit_factor: 1_000,
    };
    server::run(&settings, |_| ()).expect("the server runs");
}

/// A server in a process of its own.
pub struct Process {
    port: u16,
    folder: TempDir,
    /// Killed with the test.
    child: Child,
}

impl Process {
    pub(crate) async fn start(port: u16, folder: TempDir) -> Self {
        let child = begin(port, &folder);
        is_up(port).await;
        Self { port, folder, child }
    }

    /// SIGKILL: nothing is finished, nothing is said.
    ///
    /// # Panics
    /// If it cannot be killed.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// Starts it again, where it was.
    pub async fn again(&mut self) {
        self.child = begin(self.port, &self.folder);
        is_up(self.port).await;
    }
}

fn begin(port: u16, folder: &TempDir) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "server_of_the_test", "--nocapture"])
        .env(PORT, port.to_string())
        .env(FOLDER, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("this program runs twice")
}

async fn is_up(port: u16) {
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
