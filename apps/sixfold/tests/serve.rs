//! `sixfold serve` as a process: it says where it is, stops when it is told to, and does not fight
//! over a port.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

struct Serving {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

fn serve() -> Serving {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut address = String::new();
    let stdout = child.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut address).expect("it says where it is");
    Serving { child, address: address.trim().to_owned(), _folder: folder }
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
