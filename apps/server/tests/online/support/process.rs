//! A server as a process of its own, to be killed and started again: this very test program, run
//! for the one test that serves.

use server::Settings;
use server::api::Site;
use server::store::DatabaseLocation;
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Serves, in the process that [`Process::start`] has begun; elsewhere there is nothing to do.
pub(crate) fn serve_if_asked() {
    let asked = |name: &str| std::env::var(format!("SIXFOLD_TEST_{name}")).ok();
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

/// An address that nobody listens on.
pub(crate) fn free_address() -> SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A running server.
pub(crate) struct Process {
    child: Child,
    pub(crate) at: SocketAddr,
}

impl Process {
    pub(crate) fn start(at: SocketAddr, location: &DatabaseLocation) -> Self {
        Self::start_with(at, location, None, Stdio::null())
    }

    pub(crate) fn start_with(
        at: SocketAddr,
        location: &DatabaseLocation,
        metrics: Option<SocketAddr>,
        log: Stdio,
    ) -> Self {
        let command = Command::new(std::env::current_exe().unwrap());
        Self::spawn(command, at, location, metrics, log)
    }

    /// One of several on one database, which talk over a bus.
    pub(crate) fn start_node(at: SocketAddr, location: &DatabaseLocation, bus: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env("SIXFOLD_TEST_BUS", bus);
        let log = match std::env::var_os("SIXFOLD_TEST_LOGS") {
            Some(folder) => {
                let path = std::path::Path::new(&folder).join(format!("node-{}.log", at.port()));
                let file = std::fs::File::options().create(true).append(true).open(path);
                file.unwrap().into()
            }
            None => Stdio::null(),
        };
        Self::spawn(command, at, location, None, log)
    }

    /// One that may not have more open files than this.
    pub(crate) fn start_with_files(
        at: SocketAddr,
        location: &DatabaseLocation,
        files: u32,
    ) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!(r#"ulimit -n {files} && exec "$0" "$@""#)]);
        command.arg(std::env::current_exe().unwrap());
        Self::spawn(command, at, location, None, Stdio::null())
    }

    fn spawn(
        mut command: Command,
        at: SocketAddr,
        location: &DatabaseLocation,
        metrics: Option<SocketAddr>,
        log: Stdio,
    ) -> Self {
        let location = match location {
            DatabaseLocation::Folder(folder) => folder.display().to_string(),
            DatabaseLocation::Postgres(url) => url.clone(),
        };
        command.args(["--exact", "server_of_the_test", "--nocapture"]);
        command.env("SIXFOLD_TEST_AT", at.to_string()).env("SIXFOLD_TEST_PLACE", location);
        command.envs(metrics.map(|at| ("SIXFOLD_TEST_METRICS", at.to_string())));
        let command = command.env("SIXFOLD_LOG", "debug").stdout(Stdio::null()).stderr(log);
        Self { child: command.spawn().unwrap(), at }
    }

    /// Waits until it answers.
    pub(crate) async fn is_up(&self) {
        while !self.answers().await.unwrap_or(false) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn answers(&self) -> std::io::Result<bool> {
        let mut stream = TcpStream::connect(self.at).await?;
        let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", self.at);
        stream.write_all(request.as_bytes()).await?;
        Ok(stream.read(&mut [0]).await? > 0)
    }

    /// Sends it a signal by name, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(sent.unwrap().success(), "{name}");
    }

    /// Whether it has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// SIGKILL: nothing is finished, nothing is said.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM: how it ended.
    pub(crate) async fn stop(mut self) -> ExitStatus {
        self.signal("TERM");
        let (child, waiting) = (&mut self.child, Duration::from_millis(20));
        for _ in 0..1_500 {
            if let Some(status) = child.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(waiting).await;
        }
        panic!("it does not stop");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has ended already, unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
