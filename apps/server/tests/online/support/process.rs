//! A server as a process of its own, to be killed and started again: this very test program, run
//! for the one test that serves.

use super::limit::{Limit, POLL};
use server::api::Site;
use server::store::DatabaseLocation;
use server::{Settings, WorkerSettings};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::NamedTempFile;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Serves, in the process that [`Process::start`] has begun; elsewhere there is nothing to do.
pub(crate) fn serve_if_asked() {
    let asked = |name: &str| std::env::var(format!("SIXFOLD_TEST_{name}")).ok();
    if let Some(bus) = asked("WORKER") {
        let settings = WorkerSettings { bus, threads: NonZeroUsize::MIN };
        return server::run_worker(&settings, || ()).unwrap();
    }
    let (Some(at), Some(location)) = (asked("AT"), asked("PLACE")) else { return };
    let location = match location.strip_prefix("postgres://") {
        Some(_) => DatabaseLocation::Postgres(location),
        None => DatabaseLocation::Folder(location.into()),
    };
    let metrics = asked("METRICS").map(|at| at.parse().unwrap());
    let (at, site) = (at.parse().unwrap(), Site::default());
    server::write_logs();
    server::run(
        &Settings {
            at,
            location,
            bus: asked("BUS"),
            metrics,
            site,
            allowed_hosts: Vec::new(),
            rate_limit_factor: 1_000,
        },
        |_| (),
    )
    .unwrap();
}

/// This very program, to be run for the one test that serves.
fn this_program() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

/// A worker that searches for the nodes on a bus; killed when it is dropped.
pub(crate) struct Worker {
    child: Child,
}

impl Worker {
    pub(crate) fn start(bus: &str) -> Self {
        let mut command = this_program();
        command.args(["--exact", "server_of_the_test"]).env("SIXFOLD_TEST_WORKER", bus);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Self { child }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A running server.
pub(crate) struct Process {
    child: Mutex<Child>,
    pub(crate) at: SocketAddr,
    /// What it has logged, if the test does not read that itself.
    log: Option<PathBuf>,
    _file: Option<NamedTempFile>,
}

impl Process {
    pub(crate) fn start(at: SocketAddr, location: &DatabaseLocation) -> Self {
        Self::spawn_logged(this_program(), at, location)
    }

    pub(crate) fn start_with(
        at: SocketAddr,
        location: &DatabaseLocation,
        metrics: Option<SocketAddr>,
        log: Stdio,
    ) -> Self {
        let mut command = this_program();
        command.envs(metrics.map(|at| ("SIXFOLD_TEST_METRICS", at.to_string())));
        command.env("SIXFOLD_LOG", "debug");
        let child = Self::spawn(command, at, location, log);
        Self { child, at, log: None, _file: None }
    }

    /// One of several on one database, which talk over a bus, and the address at which it tells what it counts.
    pub(crate) fn start_node(
        (at, metrics): (SocketAddr, SocketAddr),
        location: &DatabaseLocation,
        bus: &str,
    ) -> Self {
        let mut command = this_program();
        command.env("SIXFOLD_TEST_BUS", bus).env("SIXFOLD_TEST_METRICS", metrics.to_string());
        let Some(folder) = std::env::var_os("SIXFOLD_TEST_LOGS") else {
            return Self::spawn_logged(command, at, location);
        };
        let log = Path::new(&folder).join(format!("node-{}.log", at.port()));
        let file = std::fs::File::options().create(true).append(true).open(&log).unwrap();
        command.env("SIXFOLD_LOG", "debug");
        let child = Self::spawn(command, at, location, file.into());
        Self { child, at, log: Some(log), _file: None }
    }

    /// One that writes its log as JSON.
    pub(crate) fn start_with_json_log(
        at: SocketAddr,
        location: &DatabaseLocation,
        log: Stdio,
    ) -> Self {
        let mut command = this_program();
        command.env("SIXFOLD_LOG", "debug").env("SIXFOLD_LOG_FORMAT", "json");
        let child = Self::spawn(command, at, location, log);
        Self { child, at, log: None, _file: None }
    }

    /// One whose limit of open files is set by these options of `ulimit`.
    pub(crate) fn start_with_files(
        at: SocketAddr,
        location: &DatabaseLocation,
        options: &str,
    ) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!(r#"ulimit {options} && exec "$0" "$@""#)]);
        command.arg(std::env::current_exe().unwrap());
        Self::spawn_logged(command, at, location)
    }

    /// With a log of its own, which is shown if the server does not do what it should.
    fn spawn_logged(mut command: Command, at: SocketAddr, location: &DatabaseLocation) -> Self {
        let file = NamedTempFile::new().unwrap();
        command.env("SIXFOLD_LOG", "info");
        let child = Self::spawn(command, at, location, file.reopen().unwrap().into());
        Self { child, at, log: Some(file.path().to_owned()), _file: Some(file) }
    }

    fn spawn(
        mut command: Command,
        at: SocketAddr,
        location: &DatabaseLocation,
        log: Stdio,
    ) -> Mutex<Child> {
        let location = match location {
            DatabaseLocation::Folder(folder) => folder.display().to_string(),
            DatabaseLocation::Postgres(url) => url.clone(),
        };
        command.args(["--exact", "server_of_the_test", "--nocapture"]);
        command.env("SIXFOLD_TEST_AT", at.to_string()).env("SIXFOLD_TEST_PLACE", location);
        Mutex::new(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    /// Waits until it answers.
    pub(crate) async fn is_up(&self) {
        let limit = Limit::start();
        while !self.answers().await.unwrap_or(false) {
            let ended = self.ended();
            assert!(ended.is_none(), "it has ended, {ended:?}: {}", self.logged());
            limit.check(&format!("{} answers: {}", self.at, self.logged()));
            tokio::time::sleep(POLL).await;
        }
    }

    /// Whether it answers a request; one that takes longer than a second is asked again.
    async fn answers(&self) -> std::io::Result<bool> {
        let asking = async {
            let mut stream = TcpStream::connect(self.at).await?;
            let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", self.at);
            stream.write_all(request.as_bytes()).await?;
            Ok(stream.read(&mut [0]).await? > 0)
        };
        tokio::time::timeout(Duration::from_secs(1), asking).await.unwrap_or(Ok(false))
    }

    /// How it ended, if it has.
    fn ended(&self) -> Option<ExitStatus> {
        self.child.lock().unwrap().try_wait().unwrap()
    }

    /// The end of its log.
    fn logged(&self) -> String {
        let log = self.log.as_ref().map(std::fs::read).and_then(Result::ok).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(4_000)..]).into_owned()
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.lock().unwrap().id()
    }

    /// Sends it a signal by name, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.unwrap().success(), "{name}: {}", self.logged());
    }

    /// Waits until it has ended by itself.
    pub(crate) async fn end(&self) -> ExitStatus {
        let limit = Limit::start();
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            limit.check(&format!("{} ends: {}", self.at, self.logged()));
            tokio::time::sleep(POLL).await;
        }
    }

    /// SIGKILL: nothing is finished, nothing is said.
    pub(crate) fn kill(self) {
        drop(self);
    }

    /// SIGTERM: how it ended.
    pub(crate) async fn stop(self) -> ExitStatus {
        self.signal("TERM");
        self.end().await
    }

    /// SIGTERM: it ends without an error.
    pub(crate) async fn stop_in_peace(self) {
        self.signal("TERM");
        let status = self.end().await;
        assert!(status.success(), "{status}: {}", self.logged());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}
