//! The fuzz targets in `fuzz/`, each for a while.

use crate::run::{Done, command, root, run};
use crate::setup;
use std::fs;

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
    targets()?.iter().try_for_each(|target| fuzz(target, seconds))
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
