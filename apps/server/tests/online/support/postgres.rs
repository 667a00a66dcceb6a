//! A PostgreSQL of the test's own, in a folder that goes away with it.

use super::port::free_address;
use server::store::DatabaseLocation;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A running cluster.
pub(crate) struct Cluster {
    folder: TempDir,
    /// The port of one that is reached by TLS.
    port: Option<u16>,
}

impl Cluster {
    /// Starts one that listens on a socket inside its folder, and on no port.
    pub(crate) fn start() -> Self {
        Self::start_in(TempDir::new().unwrap())
    }

    /// The same on a small disk.
    pub(crate) fn start_on(disk: &Path) -> Self {
        Self::start_in(TempDir::new_in(disk).unwrap())
    }

    /// Starts one that also listens on a port of this machine, with a certificate for `localhost` of an
    /// authority of its own. Whoever comes by the port must use TLS; `postgres` needs no password there.
    pub(crate) fn start_encrypted() -> Self {
        let port = free_address().port();
        let cluster = Self::initialised(TempDir::new().unwrap(), Some(port));
        cluster.make_certificates();
        let access = "local all all trust\n\
            hostssl all postgres 127.0.0.1/32 trust\n\
            hostssl all all 127.0.0.1/32 scram-sha-256\n";
        std::fs::write(cluster.folder.path().join("data/pg_hba.conf"), access).unwrap();
        cluster.start_postmaster();
        cluster
    }

    fn start_in(folder: TempDir) -> Self {
        let cluster = Self::initialised(folder, None);
        cluster.start_postmaster();
        cluster
    }

    /// Its log is in small parts, so that a small disk is soon full.
    fn initialised(folder: TempDir, port: Option<u16>) -> Self {
        let cluster = Self { folder, port };
        if is_root() {
            let owned = Command::new("chown").arg("postgres").arg(cluster.folder.path()).status();
            assert!(owned.unwrap().success(), "there is no user postgres: `cargo xtask setup`");
        }
        let data = cluster.data();
        let small = ["--no-sync", "--wal-segsize=1"];
        let who = ["-D", &data, "-A", "trust", "-U", "postgres"];
        cluster.run("initdb", &[&who[..], &small].concat());
        cluster
    }

    /// `ca.pem`, and `server.crt` with `server.key` where PostgreSQL looks for them.
    fn make_certificates(&self) {
        let script = "set -e
            new='openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -batch'
            $new -x509 -days 2 -subj '/CN=test authority' -keyout ca.key -out ca.pem
            $new -subj /CN=localhost -keyout data/server.key -out server.csr
            printf 'subjectAltName=DNS:localhost' > names
            openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
              -extfile names -out data/server.crt
            chmod 600 data/server.key; chmod 644 ca.pem";
        let done = self.as_owner(Path::new("sh"), &["-c", script]);
        assert!(done, "openssl made no certificates: `cargo xtask setup`");
    }

    fn start_postmaster(&self) {
        let place = self.folder.path().display();
        let size = "-c min_wal_size=2MB -c max_wal_size=8MB";
        let listening = match self.port {
            Some(port) => format!("-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on"),
            None => "-c listen_addresses=''".to_owned(),
        };
        let options = format!("-k {place} {listening} -c max_connections=80 {size}");
        let log = self.folder.path().join("log");
        let log = log.to_str().unwrap();
        self.run("pg_ctl", &["-D", &self.data(), "-o", &options, "-l", log, "-w", "start"]);
    }

    /// Stops it with everything that is connected, and starts it again.
    pub(crate) fn restart(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "fast", "-w", "stop"]);
        self.start_postmaster();
    }

    /// None of its processes does anything until the guard is dropped: connections stay, and nothing is answered.
    pub(crate) fn stand_still(&self) -> StandingStill {
        let pid = std::fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap();
        let postmaster = pid.lines().next().unwrap().to_owned();
        let children = Command::new("pgrep").args(["-P", &postmaster]).output().unwrap().stdout;
        let children = String::from_utf8(children).unwrap();
        let mut processes = vec![postmaster];
        processes.extend(children.lines().map(str::to_owned));
        let still = StandingStill { processes };
        still.send("-STOP");
        still
    }

    /// Starts it again if it has stopped.
    pub(crate) fn revive(&self) {
        if !self.succeeds("pg_ctl", &["-D", &self.data(), "status"]) {
            self.start_postmaster();
        }
    }

    /// Where the server finds it.
    pub(crate) fn location(&self) -> DatabaseLocation {
        DatabaseLocation::Postgres(self.url())
    }

    /// The same, as the command line takes it.
    pub(crate) fn url(&self) -> String {
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{socket}/postgres")
    }

    /// The socket that it listens on.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// Where it is found by TLS, with these parameters of a connection.
    pub(crate) fn encrypted(&self, who: &str, parameters: &str) -> DatabaseLocation {
        let port = self.port.expect("started with a port");
        let url = format!("postgres://{who}@localhost:{port}/postgres?{parameters}");
        DatabaseLocation::Postgres(url)
    }

    /// The certificate of the authority that has signed the cluster's.
    pub(crate) fn authority(&self) -> String {
        self.folder.path().join("ca.pem").display().to_string()
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn run(&self, program: &str, args: &[&str]) {
        assert!(self.succeeds(program, args), "{program} failed: `cargo xtask setup`");
    }

    fn succeeds(&self, program: &str, args: &[&str]) -> bool {
        self.as_owner(&folder_of_programs().join(program), args)
    }

    /// PostgreSQL refuses to run as root.
    fn as_owner(&self, program: &Path, args: &[&str]) -> bool {
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let command = command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        let done = command.current_dir(self.folder.path()).status();
        done.is_ok_and(|done| done.success())
    }
}

/// The processes of a cluster that were stopped by SIGSTOP.
pub(crate) struct StandingStill {
    processes: Vec<String>,
}

impl StandingStill {
    /// Some may have ended meanwhile.
    fn send(&self, signal: &str) {
        let _ =
            Command::new("kill").arg(signal).args(&self.processes).stderr(Stdio::null()).status();
    }
}

impl Drop for StandingStill {
    fn drop(&mut self) {
        self.send("-CONT");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // It may have stopped by itself, on a disk that was full.
        self.succeeds("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n")
}

/// The newest that is installed.
fn folder_of_programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|v| v.path().join("bin")).collect();
    versions.retain(|bin| bin.join("initdb").exists());
    versions.sort();
    versions.pop().unwrap_or_else(|| Path::new("/usr/local/bin").to_owned())
}
