//! docs/host.md followed in a fresh folder: its marked commands are run in their order, a game is played before the
//! backup, the server is killed, and the game is there after the restore.

use super::bot::Process;
use super::examples::{root, shell};
use std::path::Path;
use ureq::Agent;

/// The commands of blocks that are marked as run, in their order.
fn commands() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs/host.md")).unwrap();
    let blocks = text.split("```sh run\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    blocks.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn serve(command: &str, folder: &Path) -> (Process, String) {
    let command = format!("exec {} --port 0", command.trim_end_matches(" &"));
    let mut process = Process::spawn(shell(&command, folder));
    let address = process.line().trim().to_owned();
    assert!(address.starts_with("http://localhost:"), "{address}");
    (process, address)
}

fn run(command: &str, folder: &Path) -> String {
    let output = shell(command, folder).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

/// Status, first cookie and body of the answer to a request of a page, with this header.
fn post(site: &str, path: &str, (name, value): (&str, &str), body: &str) -> (u16, String, String) {
    let request = agent().post(format!("{site}{path}")).header("origin", site);
    let request = request.header(name, value).content_type("application/json");
    let mut answer = request.send(body).unwrap();
    let cookie = answer.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default().to_owned();
    (answer.status().as_u16(), cookie, answer.body_mut().read_to_string().unwrap())
}

const NOBODY: (&str, &str) = ("accept", "*/*");

/// A bot of Anna's plays against the computer and resigns; the id of the game.
fn play(site: &str, invitation: &str) -> String {
    let wish =
        format!(r#"{{"name":"Anna","password":"correct horse","invitation":"{invitation}"}}"#);
    let (status, cookie, text) = post(site, "/api/sign-up", NOBODY, &wish);
    assert_eq!(status, 201, "{text}");
    let (status, _, bot) = post(site, "/api/bots", ("cookie", &cookie), r#"{"name":"Robot"}"#);
    assert_eq!(status, 201, "{bot}");
    let bot: serde_json::Value = serde_json::from_str(&bot).unwrap();
    let bearer = format!("Bearer {}", bot["token"]["secret"].as_str().unwrap());
    let ask = |path: &str, body: &str| {
        let (status, _, text) = post(site, path, ("authorization", &bearer), body);
        assert!((200..300).contains(&status), "{path}: {text}");
    };
    let wish = r#"{"game":"hex","options":"size=5 swap=off","time":"300+3","color":"white"}"#;
    ask("/api/challenge/house-1", wish);
    let playing = agent().get(format!("{site}/api/games/live")).call();
    let playing = playing.unwrap().body_mut().read_to_string().unwrap();
    let playing: serde_json::Value = serde_json::from_str(&playing).unwrap();
    let game = playing[0]["id"].as_str().unwrap_or_else(|| panic!("a game: {playing}")).to_owned();
    ask(&format!("/api/bot/game/{game}/move/c3"), "");
    ask(&format!("/api/bot/game/{game}/resign"), "");
    game
}

#[test]
fn a_club_is_hosted_backed_up_killed_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands();
    let position = |word: &str| commands.iter().position(|c| c.contains(word)).unwrap();
    let (invite, backup) = (position(" invite "), position(" backup "));
    let (restore, last) = (position(" restore "), commands.len() - 1);
    assert!(
        commands[0].starts_with("sixfold serve") && commands[last].starts_with("sixfold serve")
    );
    let (mut server, site) = serve(&commands[0], folder.path());
    let mut code = String::new();
    for command in &commands[1..=invite] {
        code = run(command, folder.path()).trim().to_owned();
    }
    let game = play(&site, &code);
    for command in &commands[invite + 1..restore] {
        run(command, folder.path());
    }
    assert!(backup < restore);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    std::fs::remove_dir_all(folder.path().join("club")).unwrap();
    for command in &commands[restore..last] {
        run(command, folder.path());
    }
    let (_server, site) = serve(&commands[last], folder.path());
    let mut answer = agent().get(format!("{site}/api/games/{game}")).call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    assert!(answer.status().is_success() && text.contains("resignation"), "{text}");
    let wish = r#"{"name":"Anna","password":"correct horse"}"#;
    let (status, ..) = post(&site, "/api/sign-in", NOBODY, wish);
    assert_eq!(status, 200, "Anna signs in as before");
}
