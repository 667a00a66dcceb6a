//! `sixfold match` with everything that can be asked of it.

use super::{QUICK, refused, sixfold, stdout_of};

const BINARY: &str = env!("CARGO_BIN_EXE_sixfold");

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout_of(args, "")).expect("JSON")
}

#[test]
fn a_match_against_a_program_that_speaks_htp() {
    let program = format!("htp:'{BINARY}' engine hex --htp --level 1 --seed 1");
    let other = format!("{program},name=other,send=param_sixfold max_nodes 20");
    let args = [&["match", "hex", "--first", "random", "--second", &other][..], &QUICK].concat();
    let text = stdout_of(&args, "");
    assert!(text.starts_with("random against other, hex, 50 nodes a move\n"), "{text}");
    assert!(text.ends_with("lost by faults: random 0, other 0\n"), "{text}");
    let refusal = format!("{program},send=param_sixfold nothing 1");
    let args = [&["match", "hex", "--first", "random", "--second", &refusal][..], &QUICK].concat();
    assert!(super::refused(&args).contains("unknown parameter"));
    let args = ["match", "eclipse", "--first", "random", "--second", &program];
    assert!(refused(&args).contains("HTP is spoken of Hex only"));
}

#[test]
fn an_htp_program_keeps_the_time_it_is_told() {
    let program = format!("htp:'{BINARY}' engine hex --htp,movetime=40ms");
    let args = ["match", "hex", "--size", "3", "--games", "2", "--opening-plies", "1"];
    let args =
        [&args[..], &["--margin", "20s", "--first", &program, "--second", "random"]].concat();
    let result = json(&[&args[..], &["--json"]].concat());
    assert_eq!(result["faults"]["first"]["total"], 0, "{result}");
    assert_eq!(result["pace"], "40ms a move against 100ms a move");
}

#[test]
fn two_games_are_not_reported_as_certainty() {
    let args = ["match", "hex", "--first", "plain:3", "--second", "random", "--size", "3"];
    let args = [&args[..], &["--games", "2", "--opening-plies", "1", "--no-swap"]].concat();
    let text = stdout_of(&args, "");
    assert!(text.contains("2 won      0 drawn      0 lost       2/2 points"), "{text}");
    assert!(text.contains("with 95 %: score above 2.5 %, Elo above −636\n"), "{text}");
    assert!(text.contains("plain:3 is stronger with a probability of 72.3 %\n"), "{text}");
    assert!(!text.contains("100.0") && !text.contains('∞'), "{text}");
}

#[test]
fn each_contestant_has_its_name_and_limits() {
    let args = ["match", "hex", "--first", "mcts,name=A,nodes=80", "--second", "mcts,depth=2"];
    let args = [&args[..], &["--size", "3", "--games", "2", "--opening-plies", "1"]].concat();
    let text = stdout_of(&args, "");
    let first = "A against mcts, hex, 80 nodes a move against 2 plies a move\n";
    assert!(text.starts_with(first), "{text}");
    for (wrong, expected) in [
        ("full,thread=2", "“thread” is no setting"),
        ("full,movetime=5", "a time needs its unit"),
        ("full,option.Style=2", "only programs that speak UGI"),
        ("full,send=x", "only programs that speak HTP"),
    ] {
        let error = refused(&["match", "hex", "--first", wrong, "--second", "random"]);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_tournament_ends_with_a_cross_table() {
    let who = ["random", "greedy,name=G", "greedy"];
    let who: Vec<&str> = who.iter().flat_map(|who| ["--contestant", who]).collect();
    let args = [&["match", "hex"][..], &who, &QUICK].concat();
    let text = stdout_of(&args, "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "round-robin, hex, 50 nodes a move, 12 games");
    assert_eq!(lines.len(), 5, "{text}");
    for (place, line) in (1..).zip(&lines[2..]) {
        assert!(line.starts_with(&format!(" {place}. ")) && line.contains('–'), "{text}");
    }
    assert!(lines[4].contains("random"), "the last: {text}");
    let result = json(&[&args[..], &["--tournament", "gauntlet", "--json"]].concat());
    assert_eq!(result["tournament"], "gauntlet");
    assert_eq!(result["pairings"].as_array().map(Vec::len), Some(2));
    assert_eq!(result["standings"].as_array().map(Vec::len), Some(3));
    assert_eq!(result["standings"][2]["name"], "random");
    assert_eq!(result["standings"][2]["total"]["games"], 8);
    let alone = refused(&["match", "hex", "--contestant", "full"]);
    assert!(alone.contains("--contestant two or more times"), "{alone}");
}

#[test]
fn progress_is_a_line_every_few_games_where_there_is_no_terminal() {
    let args = [&["match", "hex", "--first", "greedy", "--second", "random"][..], &QUICK].concat();
    let output = sixfold(&args, "");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 2, "{error}");
    assert!(
        lines[0].starts_with("2/4 games  +") && lines[1].starts_with("4/4 games  +"),
        "{error}"
    );
}

#[test]
fn records_hold_what_was_reported_of_every_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let path = file.to_str().expect("a plain name");
    let args = ["match", "hex", "--first", "full", "--second", "random", "--save", path];
    stdout_of(&[&args[..], &QUICK].concat(), "");
    let saved = std::fs::read_to_string(&file).expect("the games");
    let comment = saved.split(['{', '}']).nth(1).unwrap_or_default();
    assert!(comment.contains("time ") && comment.ends_with("ms"), "{saved}");
    assert!(saved.contains("{score ") && saved.contains(", depth "), "{saved}");
    let listed = stdout_of(&["show", "hex", "--record", path], "");
    assert_eq!(listed.lines().count(), 4, "{listed}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    /// A UGI program in a line of shell, which does `branch` when it is asked for a move.
    fn program(branch: &str) -> String {
        let polite = "ugi) echo ugiok;; isready) echo readyok;; quit) exit;;";
        format!("cmd:sh -c 'while read l; do case \"$l\" in {polite} go*) {branch};; esac; done'")
    }

    #[test]
    fn a_crash_is_reported_as_a_crash() {
        let crashing = format!("{},name=B", program("exit 7"));
        let args = [&["match", "hex", "--first", "random", "--second", &crashing][..], &QUICK];
        let text = stdout_of(&args.concat(), "");
        assert!(text.contains("lost by faults: random 0, B 4 (4 crashes)\n"), "{text}");
        assert!(text.ends_with("last fault: crash: exit status: 7\n"), "{text}");
    }

    /// Starts a match in a process group of its own, as a terminal does.
    fn start(args: &[&str]) -> Child {
        let mut command = Command::new(BINARY);
        command.arg("match").args(args).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary starts")
    }

    /// What Ctrl-C in a terminal does: the signal goes to the whole group.
    fn press_ctrl_c(child: &Child) {
        let group = format!("-{}", child.id());
        let status = Command::new("kill").args(["-INT", "--", &group]).status();
        assert!(status.expect("kill").success());
    }

    #[test]
    fn ctrl_c_finishes_the_pair_and_prints_the_result() {
        // The other program must survive Ctrl-C until the pair is played.
        let other = format!("cmd:'{BINARY}' engine hex --level 1 --seed 1");
        let size = ["--size", "4", "--opening-plies", "1", "--nodes", "50"];
        let args =
            [&["hex", "--first", "random", "--second", &other, "--games", "10000"][..], &size];
        let mut child = start(&args.concat());
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let first = lines.next().expect("progress").expect("text");
        assert!(first.starts_with("100/10000 games"), "{first}");
        press_ctrl_c(&child);
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        assert!(rest.iter().any(|line| line.contains("Ctrl-C again ends at once")), "{rest:?}");
        let mut text = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
        assert!(child.wait().expect("it ends").success());
        assert!(
            text.contains("\ninterrupted after ") && text.contains(" of 10000 games\n"),
            "{text}"
        );
        assert!(text.contains("\nall games ") && text.contains(" 0, cmd:"), "{text}");
        assert!(text.trim_end().ends_with(" 0"), "nobody lost by a fault: {text}");
    }

    #[test]
    fn a_second_ctrl_c_ends_at_once() {
        // It says that it was asked for a move, and never answers.
        let silent = program("echo asked >&2; read forever");
        let args = ["hex", "--size", "4", "--games", "2", "--nodes", "50", "--opening-plies", "1"];
        let mut child = start(&[&args[..], &["--first", &silent, "--second", &silent]].concat());
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let mut wait_for = |what: &str| {
            lines.by_ref().map_while(Result::ok).find(|line| line.contains(what)).expect("a line")
        };
        wait_for("asked");
        press_ctrl_c(&child);
        wait_for("Ctrl-C again");
        press_ctrl_c(&child);
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
    }
}
