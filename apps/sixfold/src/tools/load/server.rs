//! The server under load: one that runs already, or this very program as another process, with a
//! database of its own.

use crate::failure::Failure;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a server is started.
#[derive(Clone, Copy, Default)]
pub(super) struct ServerOptions<'a> {
    /// The PostgreSQL database, if not SQLite.
    pub(super) database: Option<&'a str>,
    /// The bus, if it is one of several nodes.
    pub(super) bus: Option<&'a str>,
    /// The program; without one, this very program.
    pub(super) program: Option<&'a Path>,
    /// A folder whose files the server starts with, in a copy.
    pub(super) data: Option<&'a Path>,
    /// How many times the usual everyone may do.
    pub(super) rate_limit_factor: u32,
    /// The soft limit on open files that it starts with, if another than ours.
    pub(super) file_limit: Option<usize>,
}

impl ServerOptions<'_> {
    /// The program, under a shell that lowers the soft limit on open files where that is asked for.
    fn command(&self) -> io::Result<Command> {
        let own = std::env::current_exe();
        let program = self.program.map_or(own, |program| Ok(program.to_owned()))?;
        let Some(limit) = self.file_limit else { return Ok(Command::new(program)) };
        let mut command = Command::new("sh");
        command.args(["-c", r#"ulimit -Sn "$1" && shift && exec "$@""#, "sh"]);
        command.arg(limit.to_string()).arg(program);
        Ok(command)
    }

    /// Copies the files that the server starts with, if there are any.
    fn copy_data(&self, folder: &Path) -> io::Result<()> {
        let Some(data) = self.data else { return Ok(()) };
        std::fs::create_dir_all(folder)?;
        for entry in std::fs::read_dir(data)? {
            let entry = entry?;
            std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
        Ok(())
    }
}

/// Tells the folders of servers of this program apart.
static NEXT: AtomicUsize = AtomicUsize::new(0);

pub(super) struct Server {
    address: String,
    own: Option<Own>,
}

/// A server of ours: it ends with this program.
struct Own {
    child: Child,
    /// What is deleted with it, if anything.
    folder: Option<PathBuf>,
}

impl Server {
    /// A server that runs already.
    pub(super) fn running(url: &str) -> Result<Self, Failure> {
        let address = url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/').to_owned());
        let wrong = || Failure::Request("--server takes an address like http://host:port".into());
        Ok(Self { address: address.ok_or_else(wrong)?, own: None })
    }

    /// A new one, on any free port.
    pub(super) fn start(options: &ServerOptions<'_>) -> Result<Self, Failure> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("sixfold-load-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        options.copy_data(&folder).map_err(|error| not_started(&error.to_string()))?;
        Self::spawn(options, &folder, Some(folder.clone()))
    }

    /// One that serves this very folder, which stays.
    pub(super) fn start_on(folder: &Path, options: &ServerOptions<'_>) -> Result<Self, Failure> {
        Self::spawn(options, folder, None)
    }

    /// Starts it with its data in `data`; what is `deleted` goes with it.
    fn spawn(
        options: &ServerOptions<'_>,
        data: &Path,
        deleted: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let mut command = options.command().map_err(|error| not_started(&error.to_string()))?;
        command.args(["serve", "--port", "0", "--data"]).arg(data);
        command.args(["--rate-limit-factor", &options.rate_limit_factor.to_string()]);
        command.args(options.database.into_iter().flat_map(|url| ["--database", url]));
        command.args(options.bus.into_iter().flat_map(|url| ["--bus", url]));
        let command = command.env("SIXFOLD_LOG", "error").stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| not_started(&error.to_string()))?;
        let stdout = child.stdout.take();
        let own = Some(Own { child, folder: deleted });
        let mut line = String::new();
        let said = stdout.map(|stdout| BufReader::new(stdout).read_line(&mut line));
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
        if let (Some(Ok(_)), Some(port)) = (said, port) {
            return Ok(Self { address: format!("127.0.0.1:{port}"), own });
        }
        Err(not_started("it does not say where it is"))
    }

    /// What it holds in memory, where the system tells.
    pub(super) fn megabytes(&self) -> Option<u64> {
        self.own.as_ref().and_then(Own::megabytes)
    }

    /// What it holds in memory and what processor time it took, where the system tells.
    pub(super) fn usage(&self) -> String {
        let memory = self.megabytes();
        let seconds = self.own.as_ref().and_then(Own::processor_seconds);
        match (memory, seconds) {
            (Some(memory), Some(seconds)) => {
                format!("server {memory} MB, {seconds:.1} s of a core")
            }
            (Some(memory), None) => format!("server {memory} MB"),
            (None, _) => "another's server".to_owned(),
        }
    }

    pub(super) fn address(&self) -> String {
        self.address.clone()
    }

    /// What it holds in memory, where the system tells, and how busy the machine is.
    pub(super) fn state(&self) -> String {
        let memory = self.usage();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split_whitespace().next().unwrap_or("unknown");
        format!("{memory}, load average {load}")
    }
}

fn not_started(what: &str) -> Failure {
    Failure::File(format!("the server does not start: {what}"))
}

impl Own {
    fn megabytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1_024)
    }
}

/// Ticks of the processor time in `/proc`: 100 a second on every Linux.
const TICKS: f64 = 100.0;

impl Own {
    fn processor_seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name of the program, in parentheses, may hold anything.
        let (_, after) = stat.rsplit_once(')')?;
        let times = after.split_whitespace().skip(11).take(2);
        Some(times.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        // It may have ended by itself; the folder is ours alone.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
