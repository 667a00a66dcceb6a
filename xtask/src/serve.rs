//! `cargo xtask serve`: builds everything and runs it.

use crate::dist::Finish;
use crate::run::{Done, cargo, command, target_folder};
use crate::{dist, setup};

/// Serves on `port` until it is stopped.
pub(crate) fn serve(port: &str) -> Done {
    setup::browser_app()?;
    dist::build(Finish::Full)?;
    cargo("server", &["build", "--release", "--package", "sixfold"])?;
    let sixfold = target_folder()?.join("release/sixfold");
    become_program(&sixfold.to_string_lossy(), &["serve", "--port", port])
}

/// The server takes this program's place, so that signals reach it and nothing else.
#[cfg(unix)]
fn become_program(program: &str, args: &[&str]) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start {program}: {}", command(program, args).exec()))
}

#[cfg(not(unix))]
fn become_program(program: &str, args: &[&str]) -> Done {
    crate::run::run("serve", &mut command(program, args))
}
