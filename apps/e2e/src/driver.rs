//! Chromium's driver, on a port of its own, for as long as it is held.

use serde_json::{Map, Value, json};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

pub(crate) struct Driver {
    pub(crate) address: String,
    /// Removed with the driver, which keeps the browser's profile in it.
    profile: TempDir,
    /// Killed with the driver.
    _child: Child,
}

const FLAGS: [&str; 9] = [
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

impl Driver {
    pub(crate) async fn start() -> Self {
        let mut child = Command::new("chromedriver")
            .args(["--port=0", "--log-level=WARNING"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|e| panic!("cannot start chromedriver: {e}; try cargo xtask setup"));
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let port = timeout(Duration::from_mins(1), port(&mut lines)).await;
        let port = port.ok().flatten().expect("chromedriver says its port");
        // A driver that cannot write any more would stop.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let profile = tempfile::tempdir().expect("a folder for the browser's profile");
        Self { address: format!("http://127.0.0.1:{port}"), profile, _child: child }
    }

    /// What to ask of the browser.
    pub(crate) fn wishes(&self) -> Map<String, Value> {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let mut args: Vec<&str> = FLAGS.into_iter().chain([profile.as_str()]).collect();
        if is_root() {
            args.push("--no-sandbox");
        }
        let wishes = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(wishes) = wishes else { unreachable!("an object was written") };
        wishes
    }
}

/// The port in “`ChromeDriver` was started successfully on port 41233.”
async fn port(lines: &mut Lines<BufReader<ChildStdout>>) -> Option<u16> {
    while let Ok(Some(line)) = lines.next_line().await {
        let port = line.split("successfully on port ").nth(1);
        if let Some(port) = port.and_then(|rest| rest.trim_end_matches('.').parse().ok()) {
            return Some(port);
        }
    }
    None
}

/// Chromium has no sandbox for root.
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}
