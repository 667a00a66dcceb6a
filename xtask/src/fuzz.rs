//! The fuzz targets in `fuzz/`, each for a while.

use crate::run::{Done, command, root, run};
use crate::setup;
use std::sync::Mutex;
use std::{fs, thread};

/// Seconds for each target as part of the tests.
pub(crate) const SHORT: u32 = 10;

/// Runs every target for `seconds`. Without a nightly compiler this says so and leaves the same
/// entry points to the property tests, which always run.
pub(crate) fn all(seconds: u32) -> Done {
    if !setup::fuzzing() {
        eprintln!(
            "── fuzz: skipped, there is no nightly compiler here (rustup toolchain install \
             nightly); the property tests drive the same entry points"
        );
        return Ok(());
    }
    let build = ["+nightly", "fuzz", "build", "--sanitizer", "none"];
    run("fuzz targets", command("cargo", &build).current_dir(root()))?;
    two_at_once(targets()?, |target| fuzz(&target, seconds))
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

fn fuzz(target: &str, seconds: u32) -> Done {
    let time = format!("-max_total_time={seconds}");
    let args = [
        "+nightly",
        "fuzz",
        "run",
        target,
        "--sanitizer",
        "none",
        "--",
        &time,
        "-max_len=600",
        "-verbosity=0",
        "-print_final_stats=1",
    ];
    run(&format!("fuzz {target}"), command("cargo", &args).current_dir(root()))
}
