//! `cargo xtask serve`: builds everything and runs it.

use crate::dist::Finish;
use crate::run::{Done, cargo, command, target_folder};
use crate::{dist, setup};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::thread;

/// What `serve --help` prints.
pub(crate) const HELP: &str = "\
Builds the browser app and the server, and serves them until Ctrl-C.

Usage: cargo xtask serve [--port N] [-- ARGS]

Options:
  --port N   The port to listen on (6060)
  -- ARGS    Passed on to `sixfold serve`, which has its own --help

Examples:
  cargo xtask serve
  cargo xtask serve --port 8080
  cargo xtask serve -- --host 0.0.0.0 --data /srv/sixfold
";

/// What to serve with.
#[derive(Debug, PartialEq, Eq)]
struct Request<'a> {
    port: u16,
    passed_on: Vec<&'a str>,
}

/// Serves until it is stopped.
pub(crate) fn serve(args: &[&str]) -> Done {
    let request = parse(args)?;
    // A taken port should be reported before a build of some minutes.
    TcpListener::bind((Ipv4Addr::LOCALHOST, request.port)).map_err(|error| {
        format!("port {} cannot be used ({error}); choose another with --port", request.port)
    })?;
    eprintln!(
        "── builds the browser app and the server: about five minutes the first time on two cores"
    );
    setup::browser_app()?;
    let sixfold = build_all()?;
    let port = request.port.to_string();
    let args = [&["serve", "--port", &port][..], &request.passed_on].concat();
    become_program(&sixfold.to_string_lossy(), &args)
}

/// Builds browser app and server at once: either leaves a core idle for long while its largest crate
/// is compiled. Gives the place of the server's program.
fn build_all() -> Result<PathBuf, String> {
    thread::scope(|scope| {
        let server = scope.spawn(build_server);
        dist::build(Finish::Serve)?;
        server.join().map_err(|_| "the build of the server broke off".to_owned())?
    })
}

/// Builds the server, without the commands that do not serve, in a folder of its own: in a common one, cargo lets
/// one build wait for the other.
fn build_server() -> Result<PathBuf, String> {
    let folder = target_folder()?.join("server");
    let folder = folder.to_string_lossy();
    let package = ["--package", "sixfold", "--no-default-features"];
    let args =
        [&["build", "--locked", "--profile", "serve"], &package[..], &["--target-dir"]].concat();
    cargo("server", &[&args[..], &[&*folder]].concat())?;
    Ok(PathBuf::from(&*folder).join("serve/sixfold"))
}

fn parse<'a>(args: &'a [&'a str]) -> Result<Request<'a>, String> {
    let end = args.iter().position(|arg| *arg == "--").unwrap_or(args.len());
    let (own, rest) = (&args[..end], args.get(end + 1..).unwrap_or_default());
    let (passed_port, passed_on) = take_port(rest);
    let port = match own {
        [] => passed_port.unwrap_or("6060"),
        ["--port", port] => port,
        [flag] if flag.starts_with("--port=") => &flag["--port=".len()..],
        _ => return Err(format!("cannot read “{}”; try cargo xtask serve --help", own.join(" "))),
    };
    let port = port.parse().map_err(|_| format!("“{port}” is not a port"))?;
    Ok(Request { port, passed_on })
}

/// A port among the arguments of the server, and the other arguments.
fn take_port<'a>(args: &[&'a str]) -> (Option<&'a str>, Vec<&'a str>) {
    let (mut port, mut others, mut rest) = (None, Vec::new(), args.iter());
    while let Some(&arg) = rest.next() {
        match arg.strip_prefix("--port") {
            Some("") => port = rest.next().copied(),
            Some(value) if value.starts_with('=') => port = Some(&value[1..]),
            _ => others.push(arg),
        }
    }
    (port, others)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_and_the_rest_passed_on() {
        let parsed = |args: &'static [&'static str]| parse(args);
        let request =
            |port, passed_on: &[&'static str]| Ok(Request { port, passed_on: passed_on.to_vec() });
        assert_eq!(parsed(&[]), request(6060, &[]));
        assert_eq!(parsed(&["--port", "8080"]), request(8080, &[]));
        let args = &["--port=8080", "--", "--host", "0.0.0.0"];
        assert_eq!(parsed(args), request(8080, &["--host", "0.0.0.0"]));
        // The server has an option of that name too: given there it means the same.
        assert_eq!(parsed(&["--", "--port", "7000", "--https"]), request(7000, &["--https"]));
        assert_eq!(parsed(&["--", "--port=7000"]), request(7000, &[]));
        assert!(parsed(&["--port", "x"]).is_err_and(|what| what.contains("not a port")));
        assert!(parsed(&["--prot", "1"]).is_err_and(|what| what.contains("--help")));
    }
}
