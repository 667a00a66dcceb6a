//! Everything that is done with the project as a whole, behind `cargo xtask …`.

mod dependencies;
mod dist;
mod fuzz;
mod game_check;
mod games;
mod new_game;
mod package;
mod quick;
mod release;
mod run;
mod serve;
mod setup;
mod test;

use dist::Finish;
use std::process::ExitCode;

const HELP: &str = "\
Builds, tests and serves Sixfold.

Usage: cargo xtask <COMMAND>

Commands:
  serve    Builds everything and serves it; `--port N`, and `-- ARGS` for the server
  dist     Only builds the browser app, into target/dist; `--draft` soon, large and slow
  release  The files of a release: archive, Debian package, SBOM, checksums; `--help` for more
  package  The package for JavaScript, into target/package, played in Node
  quick    Format, lints and unit tests of the crates that differ from the last commit
  test     Everything: format, dependencies, lints, documentation, unit, property, conformance, browser and fuzz tests
  deny     Only the dependencies: licences, duplicates, bans, advisories
  browser  Only the tests in a real browser
  fuzz     Only the fuzz targets; `cargo xtask fuzz 60` runs each for 60 seconds
  new-game    The skeleton of a game, registered and playable: `cargo xtask new-game yavalath`
  game-check  What a game still lacks: `cargo xtask game-check yavalath`
  setup    Installs what the other commands need

Examples:
  cargo xtask serve --port 8080 -- --host 0.0.0.0
  cargo xtask test
  cargo xtask fuzz 300
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["serve", rest @ ..] => serve::serve(rest),
        ["dist"] => setup::browser_app().and_then(|()| dist::build(Finish::Full)),
        ["dist", "--draft"] => setup::browser_app().and_then(|()| dist::build(Finish::Draft)),
        ["package"] => setup::browser_app().and_then(|()| package::build()),
        ["release", rest @ ..] => release::release(rest),
        ["quick"] => quick::quick(),
        ["test"] => test::everything(),
        ["deny"] => dependencies::check(),
        ["browser"] => setup::everything().and_then(|()| test::browser()),
        ["fuzz"] => fuzz::all(fuzz::SHORT),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::all(seconds),
            Err(_) => Err(format!("“{seconds}” is not a number of seconds")),
        },
        ["new-game", name] => new_game::new_game(name),
        ["game-check", name] => game_check::game_check(name),
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
