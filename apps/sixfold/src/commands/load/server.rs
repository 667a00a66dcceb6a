//! The server under load: one that runs already, or this very program as another process, with a
//! database of its own.

use crate::failure::Failure;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub(super) struct Server {
    address: String,
    own: Option<Own>,
}

/// A server of ours: it ends with this program.
struct Own {
    child: Child,
    folder: PathBuf,
}

impl Server {
    /// A server that runs already.
    pub(super) fn running(url: &str) -> Result<Self, Failure> {
        let address = url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/').to_owned());
        let wrong = || Failure::Request("--server takes an address like http://host:port".into());
        Ok(Self { address: address.ok_or_else(wrong)?, own: None })
    }

    /// A new one, on any free port.
    pub(super) fn start(database: Option<&str>) -> Result<Self, Failure> {
        let failed = |what: &str| Failure::File(format!("the server does not start: {what}"));
        let program = std::env::current_exe().map_err(|e| failed(&e.to_string()))?;
        let folder = std::env::temp_dir().join(format!("sixfold-load-{}", std::process::id()));
        let mut command = Command::new(program);
        command
            .args(["serve", "--port", "0", "--rate-limit-factor", "1000000", "--data"])
            .arg(&folder);
        command.args(database.into_iter().flat_map(|url| ["--database", url]));
        let command = command.env("SIXFOLD_LOG", "error").stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|e| failed(&e.to_string()))?;
        let stdout = child.stdout.take();
        let own = Some(Own { child, folder });
        let mut line = String::new();
        let said = stdout.map(|stdout| BufReader::new(stdout).read_line(&mut line));
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
        if let (Some(Ok(_)), Some(port)) = (said, port) {
            return Ok(Self { address: format!("127.0.0.1:{port}"), own });
        }
        Err(failed("it does not say where it is"))
    }

    pub(super) fn address(&self) -> String {
        self.address.clone()
    }

    /// What it holds in memory, where the system tells, and how busy the machine is.
    pub(super) fn state(&self) -> String {
        let memory = self.own.as_ref().and_then(Own::megabytes);
        let memory = memory.map_or("another's server".into(), |mb| format!("server {mb} MB"));
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split_whitespace().next().unwrap_or("unknown");
        format!("{memory}, load average {load}")
    }
}

impl Own {
    fn megabytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1_024)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        // It may have ended by itself; the folder is ours alone.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
