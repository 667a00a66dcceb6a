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
        let folder = TempDir::new().unwrap();
        let cluster = Self { folder };
        if is_root() {
            let owned = Command::new("chown").arg("postgres").arg(cluster.folder.path()).status();
            assert!(owned.unwrap().success(), "there is no user postgres: `cargo xtask setup`");
        }
        let data = cluster.data();
        cluster.run("initdb", &["-D", &data, "-A", "trust", "-U", "postgres", "--no-sync"]);
        let place = cluster.folder.path().display();
        let options = format!("-k {place} -c listen_addresses='' -c max_connections=40");
        let log = cluster.folder.path().join("log");
        let log = log.to_str().unwrap();
        cluster.run("pg_ctl", &["-D", &data, "-o", &options, "-l", log, "-w", "start"]);
        cluster
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

    /// PostgreSQL refuses to run as root.
    fn run(&self, program: &str, args: &[&str]) {
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
        let name = program.display();
        assert!(done.is_ok_and(|d| d.success()), "{name} failed: `cargo xtask setup`");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "stop"]);
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
