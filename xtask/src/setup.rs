//! Installs what is missing, by the ordinary clients, or says exactly what to run.

use crate::run::{Done, command, root, run, works};
use std::path::Path;

/// Everything that `test` needs beyond cargo itself.
pub(crate) fn everything() -> Done {
    programs()?;
    api_fuzzer()
}

/// The same without what takes long to install and is needed last.
pub(crate) fn programs() -> Done {
    component("rustfmt", &["fmt", "--version"])?;
    component("clippy", &["clippy", "--version"])?;
    browser_app()?;
    database()?;
    proxy()?;
    bus()?;
    python()?;
    fuzzing()?;
    browser()
}

fn python() -> Done {
    let has_venv = works("python3", &["-c", "import venv, ensurepip"]);
    if has_venv { Ok(()) } else { install(&["python3-venv"]) }
}

/// The validator and the fuzzer of the API's description, in a virtual environment of their own.
const PYTHON_PACKAGES: [&str; 2] = ["schemathesis==4.32.5", "openapi-spec-validator==0.9.0"];

pub(crate) fn api_fuzzer() -> Done {
    let folder = root().join("target/python");
    let (stamp, wanted) = (folder.join("installed.txt"), PYTHON_PACKAGES.join(" "));
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let into = folder.display().to_string();
    // Not compiled: what is used compiles itself when it is first used.
    let install = "pip' install --quiet --no-compile";
    let script = format!("python3 -m venv '{into}' && '{into}/bin/{install} {wanted}");
    run("the API's validator and fuzzer", &mut command("sh", &["-c", &script]))
        .map_err(|e| format!("{e}; install them yourself with: {script}"))?;
    std::fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// What the server's tests start clusters of their own with, and make certificates for them.
fn database() -> Done {
    packages(&[("psql", "postgresql"), ("openssl", "openssl")])
}

/// The proxy that the server is tested behind. It is not always on the path.
fn proxy() -> Done {
    if works("/usr/sbin/nginx", &["-v"]) { Ok(()) } else { install(&["nginx-light"]) }
}

/// What several nodes talk over in the tests.
fn bus() -> Done {
    if works("/usr/sbin/nats-server", &["--version"]) { Ok(()) } else { install(&["nats-server"]) }
}

/// What the browser app is built with.
pub(crate) fn browser_app() -> Done {
    target("wasm32-unknown-unknown")
}

/// What the browser tests drive.
fn browser() -> Done {
    packages(&[("chromium", "chromium"), ("chromedriver", "chromium-driver")])?;
    axe()
}

/// The scanner for barriers, which only the tests use.
fn axe() -> Done {
    let folder = root().join("target/axe");
    if folder.join("node_modules/axe-core/axe.min.js").exists() {
        return Ok(());
    }
    let into = folder.display().to_string();
    let args = ["install", "--prefix", &into, "--no-save", "--no-audit", "--no-fund", "axe-core@4"];
    let what = format!("npm {}", args.join(" "));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{into}: {e}"))?;
    if !works("npm", &["--version"]) {
        return Err(format!("npm is missing; install it (apt-get install -y npm), then: {what}"));
    }
    run(&what, &mut command("npm", &args))
        .map_err(|e| format!("{e}; fetch it yourself with: {what}"))
}

fn target(name: &str) -> Done {
    if has_target(name) {
        return Ok(());
    }
    let what = format!("rustup target add {name}");
    run(&what, &mut command("rustup", &["target", "add", name]))
        .map_err(|e| format!("{e}; install it yourself with: {what}"))
}

/// Whether the compiler can build for a target, wherever it came from.
fn has_target(name: &str) -> bool {
    let output = command("rustc", &["--print", "target-libdir", "--target", name]).output();
    output.is_ok_and(|o| Path::new(String::from_utf8_lossy(&o.stdout).trim()).is_dir())
}

/// Debian packages for the programs that are missing: each is a program and its package.
fn packages(wanted: &[(&str, &str)]) -> Done {
    let missing = wanted.iter().filter(|(program, _)| !works(program, &["--version"]));
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

fn install(missing: &[&str]) -> Done {
    let install = format!("apt-get install -y {}", missing.join(" "));
    let script = format!("apt-get update -q && DEBIAN_FRONTEND=noninteractive {install}");
    if !is_root() {
        return Err(format!("{} is missing; as root: {script}", missing.join(", ")));
    }
    run(&install, &mut command("sh", &["-c", &script]))
        .map_err(|e| format!("{e}; install it yourself with: {script}"))
}

fn is_root() -> bool {
    command("id", &["-u"]).output().is_ok_and(|output| output.stdout == b"0\n")
}

fn component(name: &str, check: &[&str]) -> Done {
    if works("cargo", check) {
        return Ok(());
    }
    let what = format!("rustup component add {name}");
    run(&what, &mut command("rustup", &["component", "add", name]))
        .map_err(|e| format!("{e}; install it yourself with: {what}"))
}

/// What libFuzzer is compiled with.
pub(crate) fn fuzzing() -> Done {
    packages(&[("c++", "g++")])
}
