//! Every example of `--help`, of README.md and of docs/ is run, in a folder with the files it names.
//!
//! Examples that would take minutes are given less to do: smaller counts, shorter times. What serves
//! until it is stopped is stopped after its first line.

use super::bot::{Process, SIXFOLD, site_with_bots};
use super::three_games;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A command as it is written somewhere.
#[derive(Clone, Debug)]
struct Example {
    /// Where it stands, for the message of a test that fails.
    #[expect(dead_code, reason = "shown by Debug")]
    place: String,
    command: String,
}

impl Example {
    /// The subcommand of `sixfold` that it is about.
    fn subcommand(&self) -> &str {
        let at = self.command.find("sixfold ").map_or(0, |at| at + "sixfold ".len());
        self.command[at..].split_whitespace().next().unwrap_or_default()
    }

    /// Whether it names a PostgreSQL database that does not exist.
    fn needs_database(&self) -> bool {
        self.command.contains("postgres://")
    }
}

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(SIXFOLD).args(arguments).arg("--help").output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn subcommands() -> Vec<String> {
    let help = help(&[]);
    let list = help.split_once("Commands:\n").expect("a list of commands").1;
    let names = list.lines().take_while(|line| !line.is_empty());
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// What stands under `Examples:`, up to an empty line.
fn examples_of_help(place: &str, help: &str) -> Vec<Example> {
    let Some((_, list)) = help.split_once("Examples:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    lines.map(|line| Example { place: place.to_owned(), command: without_words(line) }).collect()
}

/// The lines of code blocks that call `sixfold`.
fn examples_of_file(path: &Path) -> Vec<Example> {
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines).filter(|line| line.starts_with("sixfold "));
    let place = path.display().to_string();
    lines.map(|line| Example { place: place.clone(), command: without_words(line) }).collect()
}

/// A line without the words that explain it: behind two spaces or a number sign.
fn without_words(line: &str) -> String {
    let line = line.trim();
    let end = line.find("  ").into_iter().chain(line.find(" #")).min().unwrap_or(line.len());
    line[..end].to_owned()
}

fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    // What docs/terminal.md shows needs a terminal, and is played in one (`terminal.rs`).
    let pages = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let pages = pages.filter(|path| !path.ends_with("terminal.md"));
    // What docs/host.md shows is followed in its order (`host.rs`).
    let pages = pages.filter(|path| !path.ends_with("host.md"));
    pages.chain([root().join("README.md")]).collect()
}

fn all_examples() -> Vec<Example> {
    let mut all = examples_of_help("sixfold --help", &help(&[]));
    for name in subcommands().iter().filter(|name| *name != "help") {
        let found = examples_of_help(&format!("sixfold {name} --help"), &help(&[name]));
        assert!(!found.is_empty(), "{name} has an example");
        all.extend(found);
    }
    all.extend(documents().iter().flat_map(|path| examples_of_file(path)));
    all
}

/// A folder with the files that examples name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("game.txt", "[Game \"eclipse\"]\n\n1. 34-26 *\n");
    put("yesterday.txt", "[Game \"hexchess\"]\n\n1. fixed *\n");
    put("games.txt", &fs::read_to_string(three_games()).unwrap());
    put("game.sgf", "(;FF[4]GM[11]SZ[5];B[c3](;W[b2])(;W[d4]C[Or here.]))");
    for name in ["eclipse.json", "hexchess.json", "hex_puzzles.json"] {
        copy(&format!("crates/vectors/data/{name}"), folder.path());
    }
    copy("crates/engines/hexchess/weights.txt", folder.path());
    copy("crates/engines/eclipse/weights.txt", folder.path());
    copy("crates/engines/hex/network.bin", folder.path());
    super::guide::write_programs(folder.path());
    let from = |name: &str| folder.path().join(name);
    fs::copy(from("crates/vectors/data/hexchess.json"), from("vectors.json")).unwrap();
    for name in ["new.txt", "try.txt"] {
        fs::copy(from("crates/engines/hexchess/weights.txt"), from(name)).unwrap();
    }
    folder
}

fn copy(name: &str, to: &Path) {
    let to = to.join(name);
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(root().join(name), to).unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// Less to do, for a command that would take minutes.
fn shortened(command: &str) -> String {
    const LESS: [(&str, &str); 9] = [
        ("--games", "2"),
        ("--time", "100ms"),
        ("--movetime", "20ms"),
        ("--nodes", "200"),
        ("--generations", "1"),
        ("--idle", "5"),
        ("--depth", "3"),
        ("--attack", "ping-flood"),
        ("--clock", "1+0.01"),
    ];
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    for i in 1..words.len() {
        let less = LESS.iter().find(|(flag, _)| *flag == words[i - 1]);
        if let Some((_, value)) = less.filter(|_| words[i] != "list") {
            // Matches take a number of milliseconds.
            let digits = words[i].bytes().all(|byte| byte.is_ascii_digit());
            let bare = digits && words[i - 1] == "--movetime";
            let value = if bare { value.trim_end_matches("ms") } else { value };
            value.clone_into(&mut words[i]);
        }
    }
    words.join(" ")
}

/// What a command needs on top of it, so that it does not take minutes.
fn limited(example: &Example) -> String {
    let command = shortened(&example.command);
    let has = |flag: &str| command.contains(flag);
    match example.subcommand() {
        "bench" if !has("--engines") && !has("--time") => format!("{command} --time 10ms"),
        "load" if has("list") => command,
        "load" if has("--archive") => {
            format!(
                "sixfold admin generate --games 50 --people 20 --data measured && {command} --time 20ms"
            )
        }
        "load" => {
            let games = if has("--games") || has("--idle") { "" } else { " --games 2" };
            format!("{}{games} --time 1s", command.replace(" --time 100ms", ""))
        }
        "conform" => format!("{command} --late 20s"),
        // The menu and games online need a terminal.
        "play" if command == "sixfold play" => "sixfold play hex".to_owned(),
        "play" => example.command.replace(" --online http://localhost:6060 --seek", ""),
        "solve" => command.replace("--size 9", "--size 4").replace("--size 7", "--size 5"),
        "tune" if has("--network") => command.replace("--games 2", "--games 20 --rounds 1"),
        "tune" => command.replace("--games 2", "--games 40 --rounds 5"),
        "match" => {
            let games = if has("--games") { "" } else { " --games 2" };
            let pace = if has("--movetime") || has("--nodes") { "" } else { " --nodes 200" };
            format!("{command}{games}{pace}")
        }
        _ => command,
    }
}

pub(super) fn shell(command: &str, folder: &Path) -> Command {
    let binaries = Path::new(SIXFOLD).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", format!("{}:{path}", binaries.display()));
    shell
}

fn run(example: &Example, folder: &Path) -> Output {
    if let Some((_, file)) = example.command.split_once("--save ") {
        // A match writes over no file.
        let _ = fs::remove_file(folder.join(file.split_whitespace().next().unwrap_or_default()));
    }
    shell(&limited(example), folder).output().unwrap()
}

fn run_all(subcommands: &[&str]) {
    let folder = folder();
    let examples: Vec<Example> = all_examples();
    let mine = examples.iter().filter(|example| subcommands.contains(&example.subcommand()));
    let mine = mine.filter(|example| !example.needs_database());
    let mut count = 0;
    for example in mine {
        let output = run(example, folder.path());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{example:?}, run as {}: {error}", limited(example));
        count += 1;
    }
    assert!(count >= subcommands.len(), "every command has an example");
}

#[test]
fn examples_of_rules_and_files_run() {
    run_all(&["show", "play", "convert", "engine", "perft", "verify", "analyse"]);
}

#[test]
fn examples_of_automation_run() {
    run_all(&["moves", "check", "apply", "state", "best", "completions", "man"]);
}

#[test]
fn examples_of_conformance_checks_run() {
    run_all(&["conform"]);
}

#[test]
fn examples_of_solving_run() {
    run_all(&["solve"]);
}

#[test]
fn examples_of_matches_run() {
    run_all(&["match"]);
}

#[test]
fn examples_of_tuning_run() {
    run_all(&["tune", "selfplay"]);
}

#[test]
fn examples_of_load_run() {
    run_all(&["load"]);
}

#[test]
fn examples_of_benchmarks_run() {
    let folder = folder();
    for example in all_examples().iter().filter(|example| example.subcommand() == "bench") {
        if example.command.contains("--techniques") {
            let mut process = Process::spawn(shell(&example.command, folder.path()));
            assert!(!process.line().is_empty(), "{example:?}");
        } else {
            assert!(run(example, folder.path()).status.success(), "{example:?}");
        }
    }
}

#[test]
fn examples_of_servers_start() {
    let folder = folder();
    for example in all_examples().iter().filter(|example| example.subcommand() == "serve") {
        let command = format!("exec {} --port 0", example.command);
        let postgres = example.needs_database();
        let mut process = Process::spawn(shell(&command, folder.path()));
        let line = process.line();
        // There is no database of that name; that is a file error, and not a wrong request.
        if postgres {
            assert_eq!(process.child.wait().unwrap().code(), Some(3), "{example:?}");
        } else {
            assert!(line.starts_with("http"), "{example:?}: {line}");
        }
    }
}

#[test]
fn examples_of_load_say_that_there_is_no_database() {
    let folder = folder();
    let all = all_examples();
    let load = all.iter().filter(|example| example.subcommand() == "load");
    for example in load.filter(|example| example.needs_database()) {
        let output = run(example, folder.path());
        assert_eq!(output.status.code(), Some(3), "{example:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("does not start"), "{example:?}");
    }
}

/// A NATS server and its port; nothing if it has ended, because the port was taken meanwhile.
fn nats_server() -> Option<(Child, String)> {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let mut bus = Command::new("/usr/sbin/nats-server");
    let bus = bus.args(["-a", "127.0.0.1", "-p", &port]).stderr(Stdio::null());
    let mut bus = bus.spawn().expect("nats-server is missing: `cargo xtask setup`");
    for _ in 0..6_000 {
        // It is asked whether it runs first: another process may answer at the port.
        if bus.try_wait().unwrap().is_some() {
            return None;
        }
        if TcpStream::connect(format!("127.0.0.1:{port}")).is_ok() {
            return Some((bus, port));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nats-server does not listen within a minute");
}

/// With a NATS server in place of the one that the examples name.
#[test]
fn examples_of_workers_wait_for_work() {
    let (mut bus, port) = (0..20).find_map(|_| nats_server()).expect("nats-server listens");
    let folder = folder();
    for example in all_examples().iter().filter(|example| example.subcommand() == "worker") {
        let command = example.command.replace("bus:4222", &format!("127.0.0.1:{port}"));
        let mut process = Process::spawn(shell(&format!("exec {command}"), folder.path()));
        assert!(process.line().starts_with("waiting for work"), "{example:?}");
    }
    bus.kill().unwrap();
    bus.wait().unwrap();
}

#[test]
fn examples_of_bots_go_online() {
    let (_server, owner, [token], _data) = site_with_bots(["Robot"]);
    let folder = folder();
    for example in all_examples().iter().filter(|example| example.subcommand() == "bot") {
        let command = ["http://localhost:6060", "https://play.example"]
            .iter()
            .fold(example.command.replace("sixfold_…", &token), |c, at| {
                c.replace(at, &owner.base)
            });
        let mut shell = shell(&format!("exec {command}"), folder.path());
        let mut process = Process::spawn({
            shell.env("SIXFOLD_TOKEN", &token);
            shell
        });
        assert!(process.line().contains(" is on "), "{example:?}");
    }
}

/// Each on a database of its own, so that they do not depend on their order.
#[test]
fn examples_of_operating_a_server_run() {
    for example in all_examples().iter().filter(|example| example.subcommand() == "admin") {
        let site = super::admin::site();
        for name in ["today.backup", "night.backup"] {
            let made =
                shell(&format!("sixfold admin backup {name}"), site.path()).output().unwrap();
            assert!(made.status.success());
        }
        let writes = example.command.contains("admin backup");
        let command = if writes {
            example.command.replace(".backup", ".new")
        } else {
            example.command.clone()
        };
        let output = shell(&command, site.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{example:?}: {error}");
    }
}

#[test]
fn every_example_is_run_by_some_test() {
    let known = [
        "admin",
        "show",
        "play",
        "convert",
        "engine",
        "perft",
        "verify",
        "analyse",
        "solve",
        "match",
        "tune",
        "selfplay",
        "load",
        "bench",
        "serve",
        "worker",
        "bot",
        "moves",
        "check",
        "apply",
        "state",
        "best",
        "completions",
        "man",
        "conform",
    ];
    let examples = all_examples();
    for example in &examples {
        assert!(known.contains(&example.subcommand()), "{example:?}");
    }
    assert!(examples.len() > 50, "{} examples", examples.len());
}

/// The names of a command, such as `admin` and `generate`.
fn names(command: &str) -> Vec<&str> {
    let mut words = command.split_whitespace();
    let name = words.next();
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let second = words.next().filter(|word| name == Some("admin") && is_name(word));
    name.into_iter().chain(second).collect()
}

/// Commands inside the text of the docs take hours; their flags must exist all the same.
#[test]
fn commands_in_the_text_of_the_docs_have_only_flags_that_exist() {
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap().replace('\n', " ");
        for span in text.split('`').skip(1).step_by(2) {
            let Some(command) = span.strip_prefix("sixfold ") else { continue };
            let name = command.split_whitespace().next().unwrap_or_default();
            if name.starts_with('-') || !name.chars().all(|c| c.is_ascii_lowercase()) {
                continue;
            }
            let help = help(&names(command));
            let flags = command.split(['"', '\'']).step_by(2).flat_map(str::split_whitespace);
            for flag in flags.filter(|word| word.starts_with("--")) {
                let flag = flag.trim_end_matches([',', ';', ')']);
                let known =
                    help.contains(&format!("{flag} ")) || help.contains(&format!("{flag}\n"));
                assert!(known, "{}: sixfold {command}: {name} has no {flag}", path.display());
            }
        }
    }
}

/// The conversation of docs/engine-protocol.md: what it sends is taken, what it shows is answered.
#[test]
fn the_conversation_of_the_engine_protocol_is_a_real_one() {
    let text = fs::read_to_string(root().join("docs/engine-protocol.md")).unwrap();
    let block = text.split("```").nth(1).unwrap();
    // An engine that is told to quit does not finish its search; at the end of input it does.
    let lines = block.lines().filter_map(|line| line.strip_prefix("> "));
    let sent: String = lines.filter(|line| *line != "quit").flat_map(|line| [line, "\n"]).collect();
    let answers = super::typed(&["engine", "hex"], &sent.replace("movetime 1000", "nodes 50"));
    assert!(!answers.contains("error"), "{answers}");
    for shown in block.lines().filter_map(|line| line.strip_prefix("< ")) {
        let words: Vec<&str> = shown.split_whitespace().take(2).collect();
        let kind = words[0];
        let found = kind == "…" || answers.lines().any(|line| line.starts_with(kind));
        assert!(found, "{shown}: {answers}");
    }
}
