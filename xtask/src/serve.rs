//! `cargo xtask serve`: builds everything and runs it.

use crate::dist::Finish;
use crate::run::{Done, cargo, command, output, target_folder};
use crate::{dist, setup};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;

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
    passed_on: &'a [&'a str],
}

/// Serves until it is stopped.
pub(crate) fn serve(args: &[&str]) -> Done {
    if args.iter().take_while(|arg| **arg != "--").any(|arg| matches!(*arg, "--help" | "-h")) {
        print!("{HELP}");
        return Ok(());
    }
    let request = parse(args)?;
    // Somebody whose port is taken should not learn it after a build of some minutes.
    TcpListener::bind((Ipv4Addr::LOCALHOST, request.port)).map_err(|error| {
        format!("port {} cannot be used ({error}); choose another with --port", request.port)
    })?;
    eprintln!("── builds the browser app and the server: about five minutes the first time");
    setup::browser_app()?;
    dist::build(Finish::Serve)?;
    let sixfold = build_server()?;
    let port = request.port.to_string();
    let args = [&["serve", "--port", &port][..], request.passed_on].concat();
    become_program(&sixfold.to_string_lossy(), &args)
}

/// Builds the server; gives the place of its program.
fn build_server() -> Result<PathBuf, String> {
    // With its target named, the build shares its macros with that of the browser app.
    let host = output("rustc", &["--print", "host-tuple"])?;
    let host = host.trim();
    let args =
        ["build", "--locked", "--profile", "serve", "--package", "sixfold", "--target", host];
    cargo("server", &args)?;
    Ok(target_folder()?.join(host).join("serve/sixfold"))
}

fn parse<'a>(args: &'a [&'a str]) -> Result<Request<'a>, String> {
    let end = args.iter().position(|arg| *arg == "--").unwrap_or(args.len());
    let (own, passed_on) = (&args[..end], args.get(end + 1..).unwrap_or_default());
    let port = match own {
        [] => "6060",
        ["--port", port] => port,
        [flag] if flag.starts_with("--port=") => &flag["--port=".len()..],
        _ => return Err(format!("cannot read “{}”; try cargo xtask serve --help", own.join(" "))),
    };
    let port = port.parse().map_err(|_| format!("“{port}” is not a port"))?;
    Ok(Request { port, passed_on })
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
        assert_eq!(parsed(&[]), Ok(Request { port: 6060, passed_on: &[] }));
        assert_eq!(parsed(&["--port", "8080"]), Ok(Request { port: 8080, passed_on: &[] }));
        let passed_on: &[&str] = &["--host", "0.0.0.0"];
        let args = &["--port=8080", "--", "--host", "0.0.0.0"];
        assert_eq!(parsed(args), Ok(Request { port: 8080, passed_on }));
        assert!(parsed(&["--port", "x"]).is_err_and(|what| what.contains("not a port")));
        assert!(parsed(&["--prot", "1"]).is_err_and(|what| what.contains("--help")));
    }
}
