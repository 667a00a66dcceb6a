//! Installs what is missing, by the ordinary clients, or says exactly what to run.

use crate::run::{Done, command, run, works};

/// Everything that `test` needs beyond cargo itself.
pub(crate) fn everything() -> Done {
    component("rustfmt", &["fmt", "--version"])?;
    component("clippy", &["clippy", "--version"])
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
