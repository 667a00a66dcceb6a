//! The binary as a newcomer meets it: right and wrong input, exit codes, pipes.

mod admin;
mod automation;
#[cfg(unix)]
mod bot;
#[cfg(unix)]
mod conform;
mod engines;
#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod guide;
#[cfg(unix)]
mod host;
#[cfg(unix)]
mod release;
mod serve;
mod solve;
#[cfg(unix)]
mod terminal;

use catalog::{AnyRecord, GameName};
use scene::Table as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn sixfold(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

/// What the binary prints when `input` is typed into it.
fn typed(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// One clear line on stderr, this exit code, nothing on stdout.
fn assert_refused(args: &[&str], code: i32, mentions: &str) {
    let output = sixfold(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "one line for {args:?}: {error}");
    assert!(error.len() < 400, "a short line for {args:?}: {error}");
    assert!(error.contains(mentions), "{args:?}: “{error}” should mention “{mentions}”");
    assert!(!error.contains("panicked"), "{error}");
}

fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// The games with a setting of this name.
fn games_with(setting: &str) -> String {
    let games = catalog::GameName::ALL.into_iter();
    let games = games.filter(|game| game.settings().iter().any(|known| known.name == setting));
    games.map(catalog::GameName::text).collect::<Vec<_>>().join(" and ")
}

#[test]
fn bad_input_gets_one_clear_line() {
    let crowded = "*28 6-13 43-49 21-36 20-35 19-34 / *28 37-44 1-7 14-29 15-30 16-31 l - standard";
    assert_refused(&["show", "eclipse", "--position", crowded], 2, "28");
    assert_refused(&["show", "hex", "--moves", "abcdefghijk"], 2, "move 1");
    assert_refused(&["show", "hexchess", "--moves", "abcdefghijk"], 2, "move 1");
    assert_refused(&["show", "hex", "--size", "300"], 2, "300");
    assert_refused(
        &["show", "eclipse", "--size", "5"],
        2,
        &format!("--size is for {}, not for eclipse", games_with("size")),
    );
    assert_refused(
        &["show", "hexchess", "--no-swap"],
        2,
        &format!("--no-swap is for {}", games_with("swap")),
    );
    assert_refused(
        &["show", "hex", "--tabletop"],
        2,
        &format!("--tabletop is for {}", games_with("rules")),
    );
    assert_refused(&["verify", "eclipse", "x.json", "--time", "1s"], 2, ", not for eclipse");
    assert_refused(&["show", "hex", "--moves", "c4 c4"], 2, "taken");
    assert_refused(&["show", "hex", "--record", "/nowhere/game.txt"], 3, "/nowhere/game.txt");
}

#[test]
fn bad_files_get_one_clear_line() {
    let empty = file("empty.json", b"");
    let garbage = file("garbage.json", &b"}{\"perft\x07 garbage".repeat(600_000));
    let binary = file("binary.json", &[0xff, 0xfe, 0x00, 0x80].repeat(1000));
    for game in catalog::GameName::ALL.map(catalog::GameName::text) {
        for path in [&empty, &garbage, &binary] {
            assert_refused(&["verify", game, path.to_str().unwrap()], 2, "json");
        }
        for path in [&garbage, &binary] {
            assert_refused(&["show", game, "--record", path.to_str().unwrap()], 2, "json");
        }
    }
}

#[test]
fn an_unknown_game_names_the_known_ones() {
    let output = sixfold(&["show", "chess"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    let known = catalog::GameName::ALL.map(catalog::GameName::text).join(", ");
    assert!(error.contains(&known), "{error}");
}

#[test]
fn every_vectors_file_of_the_project_is_verified() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/vectors/data/");
    let files = [
        ("eclipse", "eclipse.json"),
        ("hexchess", "hexchess.json"),
        ("hex", "hex_openings.json"),
        ("hex", "hex_puzzles.json"),
    ];
    for (game, name) in files {
        // Most winners are found in no time, the others are left to those who have more.
        let path = format!("{data}{name}");
        let time = if game == "hex" { &["--time", "20ms"][..] } else { &[] };
        let output = sixfold(&[&["verify", game, &path][..], time].concat());
        let text = stdout(&output);
        let last = text.lines().last().unwrap_or_default();
        assert!(last.ends_with(" passed, 0 failed"), "{name}: {text}");
        assert!(!last.starts_with('0'), "{name}: something must have been checked");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_wrong_count_is_found_and_the_exit_code_says_so() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/vectors/data/eclipse.json");
    let wrong = std::fs::read_to_string(data).unwrap().replace("1219", "1220");
    let path = file("wrong.json", wrong.as_bytes());
    let output = sixfold(&["verify", "eclipse", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("1219"), "{}", stdout(&output));
    assert!(stdout(&output).trim_end().ends_with("1 failed"));
}

#[test]
fn perft_counts_in_text_and_json() {
    let text = stdout(&sixfold(&["perft", "eclipse", "--depth", "3"]));
    assert!(text.contains(" 41666 "), "{text}");
    let json =
        stdout(&sixfold(&["perft", "hex", "--size", "3", "--depth", "2", "--divide", "--json"]));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["perft"][1]["nodes"], 81, "nine openings, eight replies and a swap");
    assert_eq!(value["divide"]["b2"], 9);
}

/// The table of a game's crate, in a folder that looks like that of the project.
#[test]
fn perft_writes_a_table_as_deep_as_takes_a_moment() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("perft-table");
    let game = folder.join("crates/games/hex");
    std::fs::create_dir_all(&game).unwrap();
    let other = "49 2401 : 7/7/7/7/7/7/7 r swap=on";
    let old = format!("# Counts.\n# STUB: to be counted.\n{other}\n1 2 : 3/3/3 r swap=on\n");
    std::fs::write(game.join("perft.txt"), old).unwrap();
    let program = env!("CARGO_BIN_EXE_sixfold");
    let args = ["perft", "hex", "--size", "3", "--table"];
    let output = Command::new(program).args(args).current_dir(&folder).output().unwrap();
    assert!(stdout(&output).contains("written to crates/games/hex/perft.txt"));
    let table = std::fs::read_to_string(game.join("perft.txt")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[..2], ["# Counts.", other], "{table}");
    assert!(lines[2].starts_with("9 81 ") && lines[2].ends_with(" : 3/3/3 r swap=on"), "{table}");
    assert!(lines.len() == 3 && lines[2].split(' ').count() > 7, "{table}");
}

#[test]
fn pictures_and_drawings_come_without_colour_codes_in_a_pipe() {
    let text = stdout(&sixfold(&["show", "hex", "--size", "5", "--moves", "c3 swap"]));
    assert!(!text.contains('\x1b') && text.contains("[◆]"), "{text}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("board.svg");
    let output = sixfold(&["show", "hexchess", "--svg", path.to_str().unwrap()]);
    assert!(output.status.success());
    assert!(std::fs::read_to_string(path).unwrap().starts_with("<svg"));
    let animated = |seconds: &str| {
        let animate = ["--svg", "-", "--animate", seconds];
        sixfold(&[&["show", "hex", "--size", "5", "--moves", "c3 b2"][..], &animate].concat())
    };
    assert_eq!(stdout(&animated("0.5")).matches(r#"<g class="f"#).count(), 3);
    let refused = animated("0");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("seconds from 0.1 to 60"));
}

#[test]
fn a_game_is_played_saved_and_taken_up_again() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("game.txt");
    let saved = path.to_str().unwrap();
    let input = format!("b2\nb2\nnonsense\nmoves\nundo\nb2\na3\nsave {saved}\nquit\n");
    let shown = typed(&["play", "hex", "--size", "3"], &input);
    assert!(shown.contains("b2 is taken"), "{shown}");
    assert!(shown.contains("`moves` lists what can be played"), "a wrong entry is helped: {shown}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("1. b2 a3 *"));
    let shown = typed(&["play", "hex", "--record", saved], "b1\nb3\nc2\nb3\nresign\n");
    assert!(shown.contains("a3"), "{shown}");
}

#[test]
fn a_game_that_was_not_saved_is_printed_at_the_end_of_input() {
    let shown = typed(&["play", "eclipse"], "28-27\n");
    assert!(shown.contains("[Game \"eclipse\"]") && shown.contains("1. 28-27 *"), "{shown}");
}

#[test]
fn a_script_plays_against_the_computer() {
    for game in GameName::ALL {
        let start = AnyRecord::begin(game, "").expect("a start");
        let mv = &start.choices()[0].mv;
        let args = ["play", game.text(), "--against", "level:1", "--seed", "1"];
        let shown = typed(&args, &format!("{mv}\nnonsense\n"));
        assert!(shown.contains("(level:1) plays "), "{shown}");
        assert!(shown.contains("`moves` lists what can be played"), "{shown}");
        assert!(shown.contains("[Game "), "the game is printed at the end of input: {shown}");
    }
    let second = typed(&["play", "hex", "--level", "1", "--side", "blue"], "");
    assert!(second.contains("Red (level:1) plays "), "{second}");
    let crashed = typed(&["play", "hex", "--against", "cmd:false"], "c3\nd4\n");
    assert!(crashed.contains("You play both sides now"), "{crashed}");
    assert_refused(&["play", "hex", "--side", "green"], 2, "a side is first, second, Red or Blue");
    assert_refused(&["play"], 2, "which game?");
    assert_refused(&["play", "hex", "--online", "http://localhost:1"], 2, "needs a terminal");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["perft", "eclipse", "--depth", "4", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

#[test]
fn games_of_hex_are_converted_there_and_back() {
    let link = "https://hexworld.org/board/#5c1,a2:sc3d2:rb";
    let sgf = stdout(&sixfold(&["convert", link, "--to", "sgf"]));
    assert!(sgf.contains("RE[W+R]") && sgf.contains(";B[a2];W[swap-pieces];B[c3];W[d2]"), "{sgf}");
    let path = file("game.sgf", sgf.as_bytes());
    let record = stdout(&sixfold(&["convert", path.to_str().unwrap(), "--to", "record"]));
    assert!(record.contains("1. a2 swap 2. c3 d2 0-1"), "{record}");
    let path = file("game.record", record.as_bytes());
    let again = stdout(&sixfold(&["convert", path.to_str().unwrap(), "--to", "hexworld"]));
    assert_eq!(again.trim(), link);
    let path = file("wrong.sgf", b"(;SZ[5]\n;B[a1]\n;W[a1])");
    assert_refused(&["convert", path.to_str().unwrap(), "--to", "sgf"], 2, "line 3, character 4");
    assert_refused(&["convert", "/nowhere/game.sgf", "--to", "sgf"], 3, "/nowhere/game.sgf");
}

#[test]
fn conversion_keeps_variations_and_warns_of_what_a_link_leaves_out() {
    let path =
        file("tree.sgf", b"(;GM[11]SZ[5];B[c3]C[Centre]TR[a1](;W[b2])(;W[d4]))(;SZ[3];B[b2])");
    let name = path.to_str().unwrap();
    let record = stdout(&sixfold(&["convert", name, "--to", "record"]));
    assert!(record.contains("1. c3 {Centre} {[%sgf TR[a1]]} 1... b2 (1... d4) *"), "{record}");
    assert_eq!(record.matches("[Game \"hex\"]").count(), 2, "both games");
    let path = file("tree.txt", record.as_bytes());
    let sgf = stdout(&sixfold(&["convert", &format!("{}:1", path.display()), "--to", "sgf"]));
    assert!(sgf.contains(";B[c3]C[Centre]TR[a1](;W[b2])"), "{sgf}");
    let output = sixfold(&["convert", &format!("{name}:1"), "--to", "hexworld"]);
    assert_eq!(stdout(&output).trim(), "https://hexworld.org/board/#5c1,c3b2");
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warning.contains("leaves out 1 variation and 1 comment or mark"), "{warning}");
    assert!(sixfold(&["show", "hex", "--record", &format!("{name}:2")]).status.success());
    let empty = file("empty.sgf", b" \n");
    assert_refused(&["convert", empty.to_str().unwrap(), "--to", "sgf"], 2, "the file is empty");
    let link = "https://littlegolem.net/jsp/game/game.jsp?gid=15";
    assert_refused(&["convert", link, "--to", "sgf"], 2, "/servlet/sgf/15/game15.hsgf");
}

#[test]
fn a_dash_is_standard_input() {
    let text = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b2 *\n";
    assert!(typed(&["show", "hex", "--record", "-"], text).contains("3/1r1/3 b swap=off"));
    assert!(typed(&["convert", "-", "--to", "hexworld"], text).contains("#3nc1,b2"));
    assert!(typed(&["show", "hex", "--record", "-", "--svg", "-"], text).starts_with("<svg"));
}

#[test]
fn htp_is_spoken_of_hex_alone() {
    let said = typed(&["engine", "hex", "--htp"], "boardsize 3\nplay b b2\n7 nonsense\nquit\n");
    assert_eq!(said, "= \n\n= \n\n?7 unknown command “nonsense”\n\n= \n\n");
    assert_refused(&["engine", "eclipse", "--htp"], 2, "HTP is spoken of Hex only");
}

/// Three games in one file, as `match --save` writes them.
fn three_games() -> String {
    let game = |names: &str, moves: &str| {
        format!("[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n{names}\n1. {moves} *\n\n")
    };
    let ann = "[First \"Ann\"]\n[Second \"Bob\"]\n";
    let text =
        [game(ann, "b2 a3"), game("", "a1 {[%clk 0:01:00]\n[Game]}"), game("", "c3 b2 2. a1")];
    file("games.txt", text.concat().as_bytes()).display().to_string()
}

#[test]
fn files_of_several_games_are_listed_and_one_is_chosen_by_number() {
    let games = three_games();
    let listing = stdout(&sixfold(&["show", "hex", "--record", &games]));
    assert_eq!(
        listing.lines().collect::<Vec<_>>(),
        [
            "   1  *          2 moves  Ann – Bob",
            "   2  *          1 moves",
            "   3  *          3 moves"
        ]
    );
    let third = stdout(&sixfold(&["show", "hex", "--record", &format!("{games}:3")]));
    assert!(third.ends_with("r2/1b1/2r b swap=off\n"), "{third}");
    let all = stdout(&sixfold(&["show", "hex", "--record", &games, "--all"]));
    assert_eq!(all.matches("swap=off\n").count(), 3, "{all}");
    assert_refused(&["show", "hex", "--record", &format!("{games}:4")], 2, "it holds 3 games");
    assert_refused(&["show", "hex", "--record", &format!("{games}:0")], 2, "no game 0");
    let shown = typed(&["play", "hex", "--record", &format!("{games}:2")], "b2\n");
    assert!(shown.contains("1. a1 b2 *"), "{shown}");
    for command in [&["play", "hex"][..], &["perft", "hex", "--depth", "1"], &["analyse", "hex"]] {
        assert_refused(&[command, &["--record", &games]].concat(), 2, "games.txt:3");
    }
}

#[test]
fn files_of_several_games_are_analysed_and_converted() {
    let games = three_games();
    let analysed = ["analyse", "hex", "--nodes", "10", "--record"];
    let one = stdout(&sixfold(&[&analysed[..], &[&format!("{games}:1")]].concat()));
    assert_eq!(one.matches("Blue: ").count(), 1, "{one}");
    let all = stdout(&sixfold(&[&analysed[..], &[&games, "--all"]].concat()));
    assert_eq!(all.matches("Blue: ").count(), 3, "{all}");
    let links = stdout(&sixfold(&["convert", &games, "--to", "hexworld"]));
    assert_eq!(links.lines().filter(|line| line.contains("#3nc1,")).count(), 3, "{links}");
    let records = stdout(&sixfold(&["convert", &games, "--to", "record"]));
    assert_eq!(records.matches("[Game \"hex\"]").count(), 3, "{records}");
    let third = stdout(&sixfold(&["convert", &format!("{games}:3"), "--to", "sgf"]));
    assert!(third.contains(";B[c3];W[b2];B[a1]") && third.matches("FF[4]").count() == 1, "{third}");
    let broken = std::fs::read_to_string(&games).unwrap() + "[Game \"hex\"]\n\n1. a1 a1 *\n";
    let broken = file("broken-games.txt", broken.as_bytes());
    assert_refused(&["show", "hex", "--record", broken.to_str().unwrap()], 2, "line 21: move 2");
    let one = format!("{}:3", broken.display());
    assert!(sixfold(&["show", "hex", "--record", &one]).status.success(), "others do not matter");
}
