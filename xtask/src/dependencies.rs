//! `cargo deny`: licences, duplicates, bans and sources of what the project depends on (`deny.toml`), and
//! known vulnerabilities where their database can be had.

use crate::run::{Done, command, root, run, works};
use std::path::{Path, PathBuf};

/// The version that reads `deny.toml`.
const VERSION: &str = "0.20.2";

/// Checks all of it. Where the program is missing and cannot be installed, this says so and goes on.
pub(crate) fn check() -> Done {
    let deny = match installed() {
        Ok(deny) => deny,
        Err(why) => {
            eprintln!("── dependencies: skipped, {why}");
            return Ok(());
        }
    };
    let deny = deny.to_string_lossy();
    let checks = ["--log-level", "error", "check", "licenses", "bans", "sources"];
    run("dependencies", &mut command(&deny, &checks))?;
    if !works(&deny, &["fetch", "db"]) {
        eprintln!("── advisories: skipped, their database cannot be reached from here");
        return Ok(());
    }
    run("advisories", &mut command(&deny, &["--log-level", "error", "check", "advisories"]))
}

/// Where the program is; it is installed in the build's own folder if there is none.
fn installed() -> Result<PathBuf, String> {
    if works("cargo-deny", &["--version"]) {
        return Ok("cargo-deny".into());
    }
    let folder = root().join("target/tools");
    let program = folder.join("bin/cargo-deny");
    if !works(&program.to_string_lossy(), &["--version"]) {
        install(&folder)?;
    }
    Ok(program)
}

/// Without optimisation: it takes a minute instead of five, and runs for seconds.
fn install(folder: &Path) -> Done {
    let folder = folder.to_string_lossy();
    let args = ["install", "--locked", "--debug", "--root", &folder, "--version", VERSION];
    let args = [&args[..], &["cargo-deny"]].concat();
    run(&format!("cargo {}", args.join(" ")), &mut command("cargo", &args))
}
