//! Running other programs, with a line that says which and how long it took.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// What went wrong, in one line.
pub(crate) type Done = Result<(), String>;

/// The project's own folder.
pub(crate) fn root() -> PathBuf {
    // Cargo names the folder it runs in; one target folder may serve several copies of the project.
    let here = std::env::var("CARGO_MANIFEST_DIR");
    let here = here.unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    Path::new(&here).parent().expect("xtask stands in the project's folder").to_owned()
}

/// `program` with `args`, to be run in the project's folder.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    // Cargo tells xtask about xtask's own build; programs started from here are not part of it.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

/// The same, with what the processor has left over.
pub(crate) fn command_in_background(program: &str, args: &[&str]) -> Command {
    command("nice", &[&["-n", "19", program], args].concat())
}

/// Runs a command to its end.
pub(crate) fn run(what: &str, command: &mut Command) -> Done {
    eprintln!("── {what}");
    let started = Instant::now();
    let status = command.status().map_err(|e| format!("{what}: cannot start {command:?}: {e}"))?;
    eprintln!("── {what}: {:.0} s", started.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{what} failed ({status})")) }
}

/// What a command prints.
pub(crate) fn output(program: &str, args: &[&str]) -> Result<String, String> {
    let output = command(program, args).output().map_err(|e| format!("{program}: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Cargo with `args`.
pub(crate) fn cargo(what: &str, args: &[&str]) -> Done {
    cargo_with(what, args, &[])
}

/// Cargo with `args` and these variables in its environment.
pub(crate) fn cargo_with(what: &str, args: &[&str], variables: &[(&str, &str)]) -> Done {
    run(what, command("cargo", args).envs(variables.iter().copied()))
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> Result<PathBuf, String> {
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(root()).no_deps().exec();
    let metadata = metadata.map_err(|e| format!("cargo metadata: {e}"))?;
    Ok(metadata.target_directory.into_std_path_buf())
}

/// Whether a command can be started and succeeds, in silence.
pub(crate) fn works(program: &str, args: &[&str]) -> bool {
    let status = command(program, args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|s| s.success())
}
