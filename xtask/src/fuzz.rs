//! The fuzz targets in `fuzz/`, each for a while.
//!
//! They are compiled by cargo itself, with the flags of `cargo fuzz build --sanitizer none`. All of these are stable:
//! neither a nightly compiler nor cargo-fuzz has to be installed.

use crate::run::{Done, command, command_in_background, root, run};
use crate::setup;
use std::process::Command;
use std::sync::Mutex;
use std::{fs, thread};

/// Seconds for each target as part of the tests.
pub(crate) const SHORT: u32 = 10;

/// The edges that libFuzzer counts, and what it learns of comparisons and of the stack.
const INSTRUMENTATION: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cllvm-args=-sanitizer-coverage-stack-depth \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
    --cfg fuzzing";

/// The profile and the place; the instrumentation is for the target alone, not for macros and build scripts.
const BUILD: [&str; 5] =
    ["--release", "--target", "host-tuple", "--manifest-path", "fuzz/Cargo.toml"];

/// Compiles every target and runs it for `seconds`.
pub(crate) fn all(seconds: u32) -> Done {
    setup::fuzzing()?;
    run("fuzz targets", instrumented(&mut command("cargo", &[&["build"], &BUILD[..]].concat())))?;
    run_all(seconds)
}

/// Compiles every target while something more important is done.
pub(crate) fn build_in_background() -> Done {
    setup::fuzzing()?;
    let args = [&["build", "--quiet"], &BUILD[..]].concat();
    run("fuzz targets", instrumented(&mut command_in_background("cargo", &args)))
}

/// Runs every target, which has been compiled, for `seconds`.
pub(crate) fn run_all(seconds: u32) -> Done {
    two_at_once(targets()?, |target| fuzz(&target, seconds))
}

fn instrumented(command: &mut Command) -> &mut Command {
    command.env("RUSTFLAGS", INSTRUMENTATION)
}

/// Does the work of every item, on two threads: a fuzz target keeps one core busy.
fn two_at_once<T: Send>(items: Vec<T>, work: impl Fn(T) -> Done + Sync) -> Done {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().expect("no thread panics while it holds the list").next();
    let take_all = || std::iter::from_fn(next).try_for_each(&work);
    thread::scope(|scope| {
        let second = scope.spawn(take_all);
        take_all().and(second.join().unwrap_or_else(|_| Err("fuzzing panicked".into())))
    })
}

fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Runs a target. What it learns is kept in `fuzz/corpus`, what breaks it in `fuzz/artifacts`.
fn fuzz(target: &str, seconds: u32) -> Done {
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|kind| format!("fuzz/{kind}/{target}/"));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    }
    let (time, prefix) =
        (format!("-max_total_time={seconds}"), format!("-artifact_prefix={artifacts}"));
    let limits = [&time, &prefix, "-max_len=600", "-verbosity=0", "-print_final_stats=1", &corpus];
    let args = [&["run", "--quiet", "--bin", target], &BUILD[..], &["--"], &limits].concat();
    run(&format!("fuzz {target}"), instrumented(&mut command("cargo", &args)))
}
