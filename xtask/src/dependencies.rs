//! `cargo deny`: licences, duplicates, bans and sources of what the project depends on (`deny.toml`), and
//! known vulnerabilities where their database can be had.

use crate::run::{Done, command, command_in_background, root, run, works};
use std::path::{Path, PathBuf};

/// The version that reads `deny.toml`.
const VERSION: &str = "0.20.2";

/// Checks all of it. Where the program is missing and cannot be installed, that is an error in continuous
/// integration; elsewhere this says so and goes on.
pub(crate) fn check() -> Done {
    let deny = match installed() {
        Ok(deny) => deny,
        Err(why) => return skipped(&why, std::env::var_os("CI").is_some()),
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

/// The check was not done.
fn skipped(why: &str, in_ci: bool) -> Done {
    if in_ci {
        return Err(format!("dependencies: not checked, {why}"));
    }
    eprintln!("── dependencies: skipped, {why}");
    Ok(())
}

/// Where the program is, if there is one.
fn found() -> Option<PathBuf> {
    let ours = folder().join("bin/cargo-deny");
    let programs = [PathBuf::from("cargo-deny"), ours];
    programs.into_iter().find(|program| works(&program.to_string_lossy(), &["--version"]))
}

/// Whether checking takes seconds, because nothing has to be installed.
pub(crate) fn are_soon_checked() -> bool {
    found().is_some()
}

/// The build's own folder for programs.
fn folder() -> PathBuf {
    root().join("target/tools")
}

/// Where the program is; it is installed in the build's own folder if there is none.
fn installed() -> Result<PathBuf, String> {
    found().map_or_else(|| install(&folder()).map(|()| folder().join("bin/cargo-deny")), Ok)
}

/// Without optimisation and what debuggers need: it takes a minute instead of five, and runs for seconds.
fn install(folder: &Path) -> Done {
    let folder = folder.to_string_lossy();
    let args = ["install", "--locked", "--debug", "--root", &folder, "--version", VERSION];
    let args = [&args[..], &["cargo-deny"]].concat();
    let mut install = command_in_background("cargo", &args);
    run(&format!("cargo {}", args.join(" ")), install.env("CARGO_PROFILE_DEV_DEBUG", "false"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_continuous_integration_insists_on_the_check() {
        assert_eq!(skipped("no network", false), Ok(()));
        assert!(skipped("no network", true).is_err_and(|what| what.contains("no network")));
    }
}
