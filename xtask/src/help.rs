//! What `cargo xtask --help` and `cargo xtask COMMAND --help` print.

use crate::{release, serve};

/// What `cargo xtask --help` prints; each command is the first word of its line.
pub(crate) const HELP: &str = "\
Builds, tests and serves Sixfold.

Usage: cargo xtask <COMMAND>

Commands:
  serve    Builds everything and serves it; `--port N`, and `-- ARGS` for the server
  dist     Only builds the browser app, into target/dist; `--draft` soon, large and slow
  release  The files of a release: archive, Debian package, SBOM, checksums
  package  The package for JavaScript, into target/package, played in Node
  quick    Format, lints and unit tests of the crates that differ from the last commit
  test     Everything: format, dependencies, lints, documentation, unit, property, conformance, browser and fuzz tests
  deny     Only the dependencies: licences, duplicates, bans, advisories
  browser  Only the tests in a real browser
  fuzz     Only the fuzz targets; `cargo xtask fuzz 60` runs each for 60 seconds
  new-game    The skeleton of a game, registered and playable: `cargo xtask new-game yavalath`
  game-check  What a game still lacks: `cargo xtask game-check yavalath`
  setup    Installs what the other commands need

Every command has a --help of its own.

Examples:
  cargo xtask serve --port 8080 -- --host 0.0.0.0
  cargo xtask test
  cargo xtask fuzz 300
";

/// The help of each command.
const COMMANDS: &[(&str, &str)] = &[
    ("serve", serve::HELP),
    ("release", release::HELP),
    (
        "dist",
        "\
Builds the browser app into target/dist, from where the server embeds or reads it. Nothing is built if its
sources are unchanged.

Usage: cargo xtask dist [--draft]

Options:
  --draft   Without optimisation: sooner there, large and slow
",
    ),
    (
        "package",
        "\
Builds the package for JavaScript and TypeScript into target/package, and plays games with it in Node.

Usage: cargo xtask package
",
    ),
    (
        "quick",
        "\
Checks the format of everything, and lints and unit tests of the crates that differ from the last commit.
Integration tests and crates that depend on the changed ones are left to `cargo xtask test`.

Usage: cargo xtask quick
",
    ),
    (
        "test",
        "\
Runs everything that must hold before a change lands: format, dependencies, lints, documentation, unit,
property, conformance, browser and fuzz tests. Installs what it needs (`cargo xtask setup`).

Usage: cargo xtask test

From a clean clone it takes about half an hour on two cores.
",
    ),
    (
        "deny",
        "\
Checks licences, duplicates, bans and sources of the dependencies (`deny.toml`), and known vulnerabilities
where their database can be reached. Installs cargo-deny into target/tools if there is none; where that fails,
it is an error if the variable CI is set, and a remark otherwise.

Usage: cargo xtask deny
",
    ),
    (
        "browser",
        "\
Builds the browser app and the package for JavaScript, and runs only the tests in a real browser.

Usage: cargo xtask browser
",
    ),
    (
        "fuzz",
        "\
Compiles the fuzz targets and runs each of them, two at a time.

Usage: cargo xtask fuzz [SECONDS]

Arguments:
  SECONDS   How long each target runs (10)
",
    ),
    (
        "new-game",
        "\
Writes the skeleton of a game from xtask/templates, and registers it: it compiles, keeps the laws of the
contract, and can be played everywhere at once. CONTRIBUTING.md has the steps that follow.

Usage: cargo xtask new-game NAME

Arguments:
  NAME   The name of the crate and of the game in commands, in lower-case letters
",
    ),
    (
        "game-check",
        "\
Lists the stubs and files that a game still lacks, which is an error, and what it may do without.

Usage: cargo xtask game-check NAME

Arguments:
  NAME   The name of the game's crate
",
    ),
    (
        "setup",
        "\
Installs what the other commands need: components and targets of the compiler, Chromium, PostgreSQL, nginx,
NATS, Python packages. As root by apt-get; otherwise it says what to run.

Usage: cargo xtask setup
",
    ),
];

/// The help of a command.
pub(crate) fn of_command(name: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(command, _)| *command == name).map(|(_, help)| *help)
}

/// Whether a command's arguments ask for its help; what follows `--` is for another program.
pub(crate) fn is_asked_for(args: &[&str]) -> bool {
    args.iter().take_while(|arg| **arg != "--").any(|arg| matches!(*arg, "--help" | "-h"))
}
