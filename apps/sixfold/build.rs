//! Puts the commit into the version that `sixfold --version` prints.

use std::path::Path;
use std::process::Command;

fn main() {
    // A commit moves the log of HEAD, wherever git keeps it; a build without git has no commit to name.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let commit = git(&["rev-parse", "--short=10", "HEAD"]);
    let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    println!("cargo::rustc-env=SIXFOLD_VERSION={}{commit}", env!("CARGO_PKG_VERSION"));
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
