//! `sixfold bot` as a process: bots play each other on a server of their own, with engines that speak
//! UGI and HTP.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

pub(crate) const SIXFOLD: &str = env!("CARGO_BIN_EXE_sixfold");

/// A process that ends with the test.
pub(crate) struct Process {
    pub(crate) child: Child,
    lines: Receiver<String>,
}

/// No line of a program takes this long, on any machine.
const LIMIT: Duration = Duration::from_mins(3);

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(SIXFOLD);
        command.args(arguments);
        Self::spawn(command)
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary starts");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (said, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut lines = stdout.lines().map_while(Result::ok);
            // The receiver is gone when the test is over.
            while lines.next().is_some_and(|line| said.send(line.trim().to_owned()).is_ok()) {}
        });
        Self { child, lines }
    }

    /// The next line; none if the program has ended.
    pub(crate) fn line(&mut self) -> String {
        match self.lines.recv_timeout(LIMIT) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => String::new(),
            Err(RecvTimeoutError::Timeout) => panic!("it says nothing for {LIMIT:?}"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks the server, as a page of its own or with a token.
pub(crate) struct Asker {
    pub(crate) base: String,
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

impl Process {
    /// Starts a bot, which is on the server when this is done.
    fn bot(server: &str, token: &str, engine: &str, more: &[&str]) -> Self {
        let common = ["bot", "--server", server, "--token", token, "--engine", engine];
        let mut bot = Self::start(&[&common[..], more].concat());
        assert!(bot.line().contains(" is on "));
        bot
    }

    /// Reads on until a game is over; how it went.
    fn game(&mut self) -> String {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "it ended early: {lines:?}");
            if line.starts_with("game ") && line.contains(": ") {
                return line;
            }
            lines.push(line);
        }
    }
}

/// Challenges an account by name, which may not be listening yet.
fn challenge(server: &str, token: &str, name: &str, terms: &Value) {
    let challenged = (0..50).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(200));
        let sent = ureq::post(format!("{server}/api/challenge/{name}"))
            .header("Content-Type", "application/json")
            .header("Authorization", format!("Bearer {token}"))
            .send(terms.to_string());
        sent.is_ok()
    });
    assert!(challenged, "{name} is there");
}

#[test]
fn engines_meet_on_a_server_and_play_every_game() {
    let (server, ann, tokens, folder) = site_with_bots(["Robot", "Golem", "Abacus"]);
    let data = folder.path().to_str().unwrap();
    let every = catalog::GameName::ALL.map(catalog::GameName::text).join(",");
    let every = every.as_str();
    let (ugi, htp) = (
        format!("'{SIXFOLD}' engine {{game}} --level 1"),
        format!("'{SIXFOLD}' engine hex --htp --level 1"),
    );
    let robot = Process::bot(&ann.base, &tokens[0], &ugi, &["--game", every, "--games", "5"]);
    let golem = Process::bot(&ann.base, &tokens[1], &ugi, &["--game", every, "--games", "3"]);
    let abacus = Process::bot(&ann.base, &tokens[2], &htp, &["--htp", "--games", "2"]);
    let mut bots = [robot, golem, abacus];
    for (other, game, options, time) in [
        (1, "hexchess", "", "60+1"),
        (1, "eclipse", "", "60+3x5"),
        (2, "hex", "size=4 swap=on", "60+1"),
        (2, "hex", "size=4 swap=off", "1d"),
    ] {
        let terms = json!({ "game": game, "options": options, "time": time });
        let name = ["Robot", "Golem", "Abacus"][other];
        challenge(&ann.base, &tokens[0], name, &terms);
        for bot in [0, other] {
            let how = bots[bot].game();
            assert!(how.contains("wins, mate") || how.ends_with(": draw"), "{game}, {bot}: {how}");
        }
    }
    // Killed in the middle of a game, the server comes back and the bots play on.
    let terms = json!({ "game": "hex", "options": "size=13 swap=on", "time": "60+1" });
    challenge(&ann.base, &tokens[0], "Golem", &terms);
    loop {
        let line = bots[0].line();
        assert!(!line.is_empty(), "it ended early");
        if line.contains(" of hex against ") {
            break;
        }
    }
    drop(server);
    let port = ann.base.rsplit(':').next().unwrap();
    let mut server = Process::start(&["serve", "--port", port, "--data", data]);
    assert_eq!(server.line(), ann.base);
    for bot in [0, 1] {
        let how = bots[bot].game();
        assert!(how.contains("wins, mate"), "{how}");
    }
    for bot in &mut bots {
        assert_eq!(bot.child.wait().unwrap().code(), Some(0));
    }
}

/// A server with an account that has bots of these names: its owner, and their tokens.
pub(crate) fn site_with_bots<const N: usize>(
    names: [&str; N],
) -> (Process, Asker, [String; N], tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let mut server = Process::start(&["serve", "--port", "0", "--data", data]);
    let mut owner = Asker { base: server.line(), cookie: String::new() };
    owner.post("/api/sign-up", None, &json!({ "name": "Ann", "password": "correct horse" }));
    let tokens = names.map(|name| {
        let made = owner.post("/api/bots", None, &json!({ "name": name }));
        made["token"]["secret"].as_str().unwrap().to_owned()
    });
    (server, owner, tokens, folder)
}

#[test]
fn a_bot_challenges_and_seeks() {
    let (_server, owner, tokens, _folder) = site_with_bots(["Robot", "Golem"]);
    let engine = format!("'{SIXFOLD}' engine {{game}} --level 1");
    let terms = ["--options", "size=3 swap=off", "--time-control", "60+1", "--games", "2"];
    let waits = ["--games", "2"];
    let mut golem = Process::bot(&owner.base, &tokens[1], &engine, &waits);
    let challenges = [&terms[..], &["--challenge", "Golem"]].concat();
    let mut robot = Process::bot(&owner.base, &tokens[0], &engine, &challenges);
    for bot in [&mut robot, &mut golem] {
        assert!([bot.game(), bot.game()].iter().all(|how| how.contains("wins, mate")));
        assert_eq!(bot.child.wait().unwrap().code(), Some(0));
    }
    // A seek stands in the lobby until it is accepted.
    let seeks = [&terms[..4], &["--games", "1", "--seek"]].concat();
    let mut robot = Process::bot(&owner.base, &tokens[0], &engine, &seeks);
    let mut golem = Process::bot(&owner.base, &tokens[1], &engine, &["--games", "1"]);
    let seek = open_seek(&owner.base);
    let accepted = ureq::post(format!("{}/api/challenge/{seek}/accept", owner.base))
        .header("Authorization", format!("Bearer {}", tokens[1]))
        .send_empty();
    assert!(accepted.is_ok(), "{accepted:?}");
    for bot in [&mut robot, &mut golem] {
        assert!(bot.game().contains("wins, mate"));
    }
}

/// The name of the first seek in the lobby, as soon as there is one.
fn open_seek(base: &str) -> String {
    let address = base.replace("http://", "ws://");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (mut socket, _) =
            tokio_tungstenite::connect_async(format!("{address}/api/socket")).await.unwrap();
        let watch = tokio_tungstenite::tungstenite::Message::text(r#"{"t":"lobby"}"#);
        futures_util::SinkExt::send(&mut socket, watch).await.unwrap();
        loop {
            let message = futures_util::StreamExt::next(&mut socket).await.unwrap().unwrap();
            let message: Value =
                serde_json::from_str(message.to_text().unwrap_or("null")).unwrap_or_default();
            let seeks = [&message["seeks"], &message["added"]];
            let found = seeks.iter().find_map(|seeks| seeks[0]["seek"].as_str());
            if let Some(seek) = found {
                return seek.to_owned();
            }
        }
    })
}

#[test]
fn an_engine_that_does_not_answer_keeps_the_bot_offline() {
    let args = ["bot", "--server", "http://127.0.0.1:1", "--token", "t", "--engine"];
    for engine in ["true", "/no/such/engine"] {
        let output = Command::new(SIXFOLD).args(args).arg(engine).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "the server is not asked: {error}");
        assert!(error.contains(engine) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    let engine = format!("'{SIXFOLD}' engine hex");
    for (arguments, code, words) in [
        (["--server", "ftp://x", "--game", "hex"], 2, "begins with http"),
        (["--server", "http://127.0.0.1:1", "--game", "hex"], 3, ""),
        (["--server", "http://127.0.0.1:1", "--htp", "--game=hexchess"], 2, "Hex only"),
    ] {
        let output = Command::new(SIXFOLD)
            .args(["bot", "--token", "sixfold_secret", "--engine", &engine])
            .args(arguments)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.lines().count() == 1 && error.contains(words), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}
