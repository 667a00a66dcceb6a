//! `sixfold bot` as a process: two of them play each other on a server of their own.
#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

const SIXFOLD: &str = env!("CARGO_BIN_EXE_sixfold");

/// A process that ends with the test.
struct Process {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(SIXFOLD)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("it says something");
        line.trim().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks the server, as a page of its own or with a token.
struct Asker {
    base: String,
    cookie: String,
}

impl Asker {
    fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> Value {
        let mut request = ureq::post(format!("{}{path}", self.base))
            .header("Content-Type", "application/json")
            .header("Origin", &self.base)
            .header("Cookie", &self.cookie);
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut response = request.send(body.to_string()).unwrap_or_else(|e| panic!("{path}: {e}"));
        if let Some(cookie) = response.headers().get("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            cookie.split(';').next().unwrap().clone_into(&mut self.cookie);
        }
        serde_json::from_str(&response.body_mut().read_to_string().unwrap()).unwrap()
    }
}

#[test]
fn two_engines_meet_on_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let mut server = Process::start(&["serve", "--port", "0", "--data", data]);
    let mut ann = Asker { base: server.line(), cookie: String::new() };
    ann.post("/api/sign-up", None, &json!({ "name": "Ann", "password": "correct horse" }));
    let tokens = ["Robot", "Golem"].map(|name| {
        let made = ann.post("/api/bots", None, &json!({ "name": name }));
        made["token"]["secret"].as_str().unwrap().to_owned()
    });
    let engine = format!("'{SIXFOLD}' engine {{game}} --level 1");
    let mut bots = tokens.each_ref().map(|token| {
        let common = ["bot", "--server", &ann.base, "--token", token, "--engine", &engine];
        let mut bot = Process::start(&[&common[..], &["--games", "1"]].concat());
        assert!(bot.line().contains(" is on "));
        bot
    });
    let terms = json!({ "game": "hex", "options": "size=4 swap=on", "time": "60+1" });
    // The other bot may not be listening yet.
    let challenged = (0..50).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        let sent = ureq::post(format!("{}/api/challenge/Golem", ann.base))
            .header("Content-Type", "application/json")
            .header("Authorization", format!("Bearer {}", tokens[0]))
            .send(terms.to_string());
        sent.is_ok()
    });
    assert!(challenged, "the other bot is there");
    for bot in &mut bots {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.contains("wins, mate")) {
            let line = bot.line();
            assert!(!line.is_empty(), "it ended early: {lines:?}");
            lines.push(line);
        }
        assert_eq!(bot.child.wait().unwrap().code(), Some(0), "{lines:?}");
    }
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    for (arguments, code, words) in [
        (["--server", "ftp://x", "--game", "hex"], 2, "begins with http"),
        (["--server", "http://127.0.0.1:1", "--game", "hex"], 3, ""),
        (["--server", "http://127.0.0.1:1", "--game", "hexchess"], 2, "Hex Chess"),
    ] {
        let output = Command::new(SIXFOLD)
            .args(["bot", "--token", "sixfold_secret", "--engine", "true"])
            .args(arguments)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.lines().count() == 1 && error.contains(words), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}
