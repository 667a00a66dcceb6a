//! A PostgreSQL of the test's own, in a folder that goes away with it.

use server::store::DatabaseLocation;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A running cluster.
pub(crate) struct Cluster {
    folder: TempDir,
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

    /// Its log is in small parts, so that a small disk is soon full.
    fn start_in(folder: TempDir) -> Self {
        let cluster = Self { folder };
        if is_root() {
            let owned = Command::new("chown").arg("postgres").arg(cluster.folder.path()).status();
            assert!(owned.unwrap().success(), "there is no user postgres: `cargo xtask setup`");
        }
        let data = cluster.data();
        let small = ["--no-sync", "--wal-segsize=1"];
        let who = ["-D", &data, "-A", "trust", "-U", "postgres"];
        cluster.run("initdb", &[&who[..], &small].concat());
        cluster.start_postmaster();
        cluster
    }

    fn start_postmaster(&self) {
        let place = self.folder.path().display();
        let size = "-c min_wal_size=2MB -c max_wal_size=8MB";
        let options = format!("-k {place} -c listen_addresses='' -c max_connections=40 {size}");
        let log = self.folder.path().join("log");
        let log = log.to_str().unwrap();
        self.run("pg_ctl", &["-D", &self.data(), "-o", &options, "-l", log, "-w", "start"]);
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

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn run(&self, program: &str, args: &[&str]) {
        assert!(self.succeeds(program, args), "{program} failed: `cargo xtask setup`");
    }

    /// PostgreSQL refuses to run as root.
    fn succeeds(&self, program: &str, args: &[&str]) -> bool {
        let program = folder_of_programs().join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(&program);
            command
        } else {
            Command::new(&program)
        };
        let command = command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        let done = command.current_dir(self.folder.path()).status();
        done.is_ok_and(|done| done.success())
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
