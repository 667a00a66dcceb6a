//! Installs what is missing, by the ordinary clients, or says exactly what to run.

use crate::run::{Done, command, run, works};
use std::path::Path;

/// Everything that `test` needs beyond cargo itself.
pub(crate) fn everything() -> Done {
    component("rustfmt", &["fmt", "--version"])?;
    component("clippy", &["clippy", "--version"])?;
    browser_app()?;
    database()?;
    browser()
}

/// What the server's tests start clusters of their own with.
fn database() -> Done {
    packages(&[("psql", "postgresql")])
}

/// What the browser app is built with.
pub(crate) fn browser_app() -> Done {
    target("wasm32-unknown-unknown")
}

/// What the browser tests drive.
fn browser() -> Done {
    packages(&[("chromium", "chromium"), ("chromedriver", "chromium-driver")])
}

fn target(name: &str) -> Done {
    if has_target(name) {
        return Ok(());
    }
    let what = format!("rustup target add {name}");
    run(&what, &mut command("rustup", &["target", "add", name]))
        .map_err(|e| format!("{e}; install it yourself with: {what}"))
}

/// Whether the compiler can build for a target, wherever it came from.
fn has_target(name: &str) -> bool {
    let output = command("rustc", &["--print", "target-libdir", "--target", name]).output();
    output.is_ok_and(|o| Path::new(String::from_utf8_lossy(&o.stdout).trim()).is_dir())
}

/// Debian packages for the programs that are missing: each is a program and its package.
fn packages(wanted: &[(&str, &str)]) -> Done {
    let missing = wanted.iter().filter(|(program, _)| !works(program, &["--version"]));
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install -y {}", missing.join(" "));
    let script = format!("apt-get update -q && DEBIAN_FRONTEND=noninteractive {install}");
    if !is_root() {
        return Err(format!("{} is missing; as root: {script}", missing.join(", ")));
    }
    run(&install, &mut command("sh", &["-c", &script]))
        .map_err(|e| format!("{e}; install it yourself with: {script}"))
}

fn is_root() -> bool {
    command("id", &["-u"]).output().is_ok_and(|output| output.stdout == b"0\n")
}

fn component(name: &str, check: &[&str]) -> Done {
    if works("cargo", check) {
        return Ok(());
    }
    let what = format!("rustup component add {name}");
    run(&what, &mut command("rustup", &["component", "add", name]))
        .map_err(|e| format!("{e}; install it yourself with: {what}"))
}

/// Whether fuzzing by coverage is possible here: it takes a nightly compiler, which is not
/// installed for its sake, and cargo-fuzz, which is.
pub(crate) fn fuzzing() -> bool {
    if !works("cargo", &["+nightly", "--version"]) {
        return false;
    }
    works("cargo", &["+nightly", "fuzz", "--version"])
        || run(
            "cargo install cargo-fuzz",
            &mut command("cargo", &["install", "--quiet", "--locked", "cargo-fuzz"]),
        )
        .is_ok()
}
