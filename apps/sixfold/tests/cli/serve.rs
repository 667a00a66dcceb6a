//! `sixfold serve` as a process: it says where it is, stops when it is told to, and does not fight
//! over a port.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

struct Serving {
    child: Child,
    address: String,
    stdout: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

fn serve() -> Serving {
    serve_at(&[])
}

fn serve_at(args: &[&str]) -> Serving {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut address = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    stdout.read_line(&mut address).expect("it says where it is");
    Serving { child, address: address.trim().to_owned(), stdout, _folder: folder }
}

fn get(address: &str, path: &str) -> String {
    let host = address.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(host.replace("localhost", "127.0.0.1")).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_answers_and_stops_in_peace_on_sigterm_and_ctrl_c() {
    for signal in ["-TERM", "-INT"] {
        let mut serving = serve();
        assert!(serving.address.starts_with("http://localhost:"), "{}", serving.address);
        let answer = get(&serving.address, "/healthz");
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
        let id = serving.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(serving.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn logs_that_do_not_go_to_a_terminal_have_no_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("sixfold.db"), "this is no database").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .env("SIXFOLD_LOG", "debug")
        .output()
        .expect("the binary starts");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(log.contains("DEBUG"), "something is logged: {log}");
    assert!(!log.contains('\u{1b}'), "{log:?}");
    assert_eq!(output.status.code(), Some(3), "{log}");
    assert!(log.contains("not a database; restore a backup"), "{log}");
}

#[test]
fn a_server_for_all_addresses_says_which_they_are() {
    let mut serving = serve_at(&["--host", "0.0.0.0"]);
    let mut rest = String::new();
    let id = serving.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    serving.child.wait().unwrap();
    serving.stdout.read_to_string(&mut rest).unwrap();
    assert!(serving.address.starts_with("http://localhost:"), "{}", serving.address);
    let port = serving.address.rsplit(':').next().unwrap();
    let own = Command::new("hostname").arg("-I").output().expect("hostname");
    let own = String::from_utf8_lossy(&own.stdout).into_owned();
    let own = own.split_whitespace().filter(|ip| ip.parse::<std::net::Ipv4Addr>().is_ok());
    for ip in own.filter(|ip| !ip.starts_with("169.254.")) {
        assert!(rest.lines().any(|line| line == format!("http://{ip}:{port}")), "{ip}: {rest}");
    }
}

#[test]
fn a_taken_port_is_one_clear_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["serve", "--port", &port])
        .output()
        .expect("the binary starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains(&port) && error.contains("taken"), "{error}");
}
