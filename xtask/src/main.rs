//! Everything that is done with the project as a whole, behind `cargo xtask …`.

mod fuzz;
mod run;
mod setup;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
Builds, tests and serves Sixfold.

Usage: cargo xtask <COMMAND>

Commands:
  test     Everything: format, lints, unit, property, conformance and fuzz tests
  fuzz     Only the fuzz targets; `cargo xtask fuzz 60` runs each for 60 seconds
  setup    Installs what the other commands need

Examples:
  cargo xtask test
  cargo xtask fuzz 300
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test"] => test::everything(),
        ["fuzz"] => fuzz::all(fuzz::SHORT),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::all(seconds),
            Err(_) => Err(format!("“{seconds}” is not a number of seconds")),
        },
        ["setup"] => setup::everything(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        [other, ..] => Err(format!("there is no command “{other}”; try cargo xtask help")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}
