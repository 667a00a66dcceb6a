//! Matches from end to end.

use arena::{
    Adjudication, Entrant, Faults, GameEnd, GameTerms, MoveReport, Openings, Pace, PlayedGame,
    RecordWriter, Resources, Schedule, Sprt, Summary, Tournament, records,
};
use bots::Playable;
use catalog::games::{eclipse, hex};
use catalog::{GameName, with_game};
use game::{Outcome, Record, Side};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn entrant(text: &str) -> Entrant {
    let resources = Resources { memory_mib: 1, threads: 1 };
    Entrant::new(text.parse().expect("a contestant"), resources, Pace::Nodes(100))
}

fn contest<P: Playable>(first: &str, second: &str, options: &str, pairs: usize) -> Tournament<P> {
    let options = options.parse().unwrap_or_default();
    Tournament {
        contestants: vec![entrant(first), entrant(second)],
        schedule: Schedule::RoundRobin,
        openings: Arc::new(Openings::generated(options, 2, 7)),
        pairs,
        terms: GameTerms { margin: Duration::from_mins(1), longest: 120, adjudication: None },
        concurrency: 1,
        seed: 7,
        sprt: None,
        stop: Arc::new(AtomicBool::new(false)),
    }
}

/// The summary of the first pairing, and every game in order.
fn played<P: Playable>(contest: &Tournament<P>) -> (Summary, Vec<PlayedGame<P>>) {
    let mut games = Vec::new();
    let pairings = contest.run(&mut |progress| {
        games.extend(progress.games.iter().cloned());
        Ok(())
    });
    (pairings.expect("the match is played").swap_remove(0).summary, games)
}

fn greedy_beats_random<P: Playable>() {
    let contest = contest::<P>("greedy", "random", "size=5", 10);
    let (summary, games) = played(&contest);
    assert_eq!((games.len(), summary.tally.total().games()), (20, 20), "{}", P::NAME);
    assert!(summary.tally.total().score() > 0.7, "{}: {:?}", P::NAME, summary.tally);
    assert_eq!(summary.faults, [Faults::default(); 2]);

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let mut shelf = RecordWriter::open(&path).expect("a new file");
    for (i, game) in games.iter().enumerate() {
        shelf.write_record(i + 1, &game.text()).expect("written");
    }
    assert!(RecordWriter::open(&path).is_err(), "no file is overwritten");
    let text = std::fs::read_to_string(&path).expect("read");
    let saved: Vec<Record<P>> =
        records(&text).into_iter().map(|text| text.parse().expect("a record")).collect();
    assert_eq!(saved.len(), 20);
    for (saved, game) in saved.iter().zip(&games) {
        assert_eq!(saved, &game.record, "what was saved is what was played");
        assert_eq!(saved.conclusion().map(|c| c.outcome), Some(game.outcome));
    }
}

#[test]
fn greedy_beats_random_in_every_game_and_the_records_can_be_read() {
    for game in GameName::ALL {
        with_game!(game, P => greedy_beats_random::<P>());
    }
}

#[test]
fn every_opening_is_played_twice_with_sides_changed() {
    let (_, games) = played(&contest::<hex::Position>("greedy", "random", "size=5", 4));
    for pair in games.chunks(2) {
        let [one, two] = pair else { panic!("games come in pairs") };
        assert_eq!(one.record.truncated(2).position(), two.record.truncated(2).position());
        let name = |game: &PlayedGame<_>, tag: &str| {
            game.record.tags.iter().find(|(name, _)| name == tag).map(|(_, v)| v.clone())
        };
        assert_eq!(name(one, "First").as_deref(), Some("greedy"));
        assert_eq!(name(two, "First").as_deref(), Some("random"));
        assert_eq!(name(two, "Second").as_deref(), Some("greedy"));
    }
}

#[test]
fn a_folder_gets_one_file_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut shelf = RecordWriter::open(folder.path()).expect("a folder");
    shelf.write_record(1, "one").expect("written");
    shelf.write_record(2, "two").expect("written");
    let names = std::fs::read_dir(folder.path()).expect("read");
    let mut names: Vec<_> = names.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    assert_eq!(names, ["00001.txt", "00002.txt"]);
}

#[test]
fn the_same_seed_plays_the_same_match_however_many_play_at_once() {
    let one = contest::<eclipse::Position>("level:2", "greedy", "", 4);
    let three = Tournament { concurrency: 3, ..one.clone() };
    let records = |contest| -> Vec<_> { played(contest).1.into_iter().map(|g| g.record).collect() };
    assert_eq!(records(&one), records(&three));
    let other = Tournament { seed: 8, ..one.clone() };
    assert_ne!(records(&one), records(&other));
}

#[test]
fn the_sequential_test_ends_a_match_early() {
    let mut contest = contest::<hex::Position>("greedy", "random", "size=5", 60);
    contest.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0 });
    let (summary, games) = played(&contest);
    assert!(games.len() < 120, "{} games", games.len());
    assert_eq!(summary.tally.total().games(), games.len() as u64);
}

#[test]
fn every_move_has_its_score_depth_and_time_in_the_record() {
    let (_, games) = played(&contest::<eclipse::Position>("full", "random", "", 1));
    for game in &games {
        let text = game.text();
        let tree = study::Tree::read(GameName::Eclipse, &text).expect("a tree with comments");
        let mut at = study::Tree::START;
        for (ply, report) in game.reports.iter().enumerate() {
            at = tree.node(at).children()[0];
            let comment = &tree.node(at).comment;
            assert_eq!(report.is_some(), ply >= 2, "the opening has no comments");
            assert_eq!(comment.parse::<MoveReport>().is_ok(), report.is_some(), "{comment}");
        }
        assert_eq!(game.reports.len(), game.record.ply());
        let full: Vec<_> = game.reports.iter().flatten().filter(|r| r.depth.is_some()).collect();
        assert!(full.iter().any(|report| report.score.is_some()), "{text}");
        assert_eq!(text.parse::<Record<eclipse::Position>>().as_ref(), Ok(&game.record));
    }
}

#[test]
fn a_match_that_is_stopped_counts_the_pair_under_way() {
    let contest = contest::<hex::Position>("greedy", "random", "size=4", 1_000_000);
    let mut games = 0;
    let pairings = contest.run(&mut |progress| {
        games += progress.games.len();
        contest.stop.fetch_or(progress.pair == 2, Ordering::Relaxed);
        Ok(())
    });
    let played = pairings.expect("a result")[0].summary.tally.total().games();
    // Pairs that were played while the third was counted are counted too.
    assert!((6..2_000_000).contains(&played) && played.is_multiple_of(2), "{played} games");
    assert_eq!(played, games as u64);
}

#[test]
fn a_round_robin_and_a_gauntlet_play_every_pairing() {
    let mut contest = contest::<hex::Position>("greedy", "random", "size=4", 3);
    contest.contestants.push(entrant("plain:1"));
    let mut numbers = Vec::new();
    let pairings = contest.run(&mut |progress| {
        numbers.extend(progress.records().map(|(number, _)| number));
        Ok(())
    });
    let pairings = pairings.expect("a tournament");
    assert_eq!(numbers, (1..=18).collect::<Vec<_>>());
    let players: Vec<_> = pairings.iter().map(|pairing| pairing.players).collect();
    assert_eq!(players, [[0, 1], [0, 2], [1, 2]]);
    assert!(pairings.iter().all(|pairing| pairing.summary.tally.total().games() == 6));
    contest.schedule = Schedule::Gauntlet;
    assert_eq!(contest.run(&mut |_| Ok(())).expect("a tournament").len(), 2);
}

#[test]
fn each_contestant_has_its_own_limits() {
    let mut contest = contest::<eclipse::Position>("full", "full", "", 1);
    contest.contestants[0].pace = Pace::Depth(1);
    contest.contestants[1].pace = Pace::Depth(3);
    let (_, games) = played(&contest);
    let depths = |side: usize| -> Vec<_> {
        let reports = games[0].reports.iter().enumerate().skip(2);
        let own = reports.filter(|(ply, _)| ply % 2 == side);
        own.filter_map(|(_, report)| report.as_ref()?.depth).collect()
    };
    assert!(depths(0).iter().all(|depth| *depth <= 1), "{:?}", depths(0));
    assert!(depths(1).contains(&3), "{:?}", depths(1));
}

#[test]
fn long_games_are_drawn() {
    // No side can join the borders of this board in three moves.
    let mut contest = contest::<hex::Position>("random", "random", "size=9", 2);
    contest.terms.longest = 6;
    let (summary, games) = played(&contest);
    assert_eq!(summary.too_long, 4);
    assert!(games.iter().all(|g| g.outcome == Outcome::Draw && g.record.ply() == 6));
}

#[test]
fn games_are_adjudicated_only_when_asked() {
    let mut contest = contest::<eclipse::Position>("plain:1", "plain:1", "", 3);
    let plain = played(&contest);
    assert!(plain.1.iter().all(|game| game.end != GameEnd::Adjudicated));
    contest.terms.adjudication = Some(Adjudication { lead: 3, plies: 2 });
    let early = played(&contest);
    assert!(early.1.iter().any(|game| game.end == GameEnd::Adjudicated));
    assert!(early.0.plies < plain.0.plies);
}

#[test]
fn what_cannot_play_ends_the_match_with_a_sentence() {
    for (second, expected) in
        [("weights:/no/such/file", "/no/such/file"), ("cmd:/no/such/program", "cannot be started")]
    {
        let contest = contest::<hex::Position>("random", second, "size=4", 1);
        let error = contest.run(&mut |_| Ok(())).expect_err("nobody plays").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[cfg(unix)]
mod programs {
    use super::*;

    const POLITE: &str = "ugi) echo ugiok;; isready) echo readyok;; quit) exit;;";

    fn program(branches: &str) -> String {
        format!("cmd:sh -c 'while read line; do case \"$line\" in {POLITE} {branches} esac; done'")
    }

    fn against(branches: &str) -> (Summary, Vec<PlayedGame<hex::Position>>) {
        let mut contest = contest::<hex::Position>("random", &program(branches), "size=4", 1);
        contest.contestants[1].pace = Pace::MoveTime(Duration::from_millis(20));
        contest.terms.margin = Duration::from_millis(200);
        played(&contest)
    }

    #[test]
    fn a_slow_program_loses_on_time() {
        let (summary, games) = against("go*) sleep 5;;");
        assert_eq!(summary.faults[1], Faults { time: 2, ..Faults::default() });
        assert_eq!(summary.tally.pairs, [0, 0, 0, 0, 1]);
        for (game, side) in games.iter().zip([Side::Second, Side::First]) {
            assert_eq!(game.end, GameEnd::Late(side));
            let text = game.record.to_string();
            assert!(text.contains("[Ending \"time\"]"), "{text}");
        }
    }

    #[test]
    fn an_impossible_move_loses() {
        let (summary, games) = against("go*) echo bestmove z99;;");
        assert_eq!(summary.faults[1], Faults { illegal: 2, ..Faults::default() });
        assert!(matches!(games[0].end, GameEnd::Illegal(Side::Second, _)));
        assert!(summary.last_fault.is_some_and(|what| what.contains("z99")));
    }

    #[test]
    fn a_program_that_crashes_loses_by_a_crash_and_is_started_again() {
        let (summary, games) = against("go*) exit 3;;");
        assert_eq!(summary.faults, [Faults::default(), Faults { crashes: 2, ..Faults::default() }]);
        assert_eq!(summary.faults[1].to_string(), "2 (2 crashes)");
        assert_eq!(summary.last_fault.as_deref(), Some("crash: exit status: 3"));
        for game in &games {
            assert!(matches!(game.end, GameEnd::Crashed(..)));
            let text = game.text();
            assert!(text.contains("[Ending \"adjudication\"]"), "not a resignation: {text}");
            assert!(text.contains("[Termination \"crash: exit status: 3\"]"), "{text}");
            let read: Record<hex::Position> = text.parse().expect("a record");
            assert_eq!(read, game.record);
        }
    }

    #[test]
    fn nonsense_is_a_protocol_error() {
        let (summary, _) = against("go*) echo error what?;;");
        assert_eq!(summary.faults[1], Faults { protocol: 2, ..Faults::default() });
        assert!(summary.last_fault.is_some_and(|what| what.starts_with("protocol error: ")));
    }

    /// Notes what it is sent; knows no time settings; answers by the first cell of row 4 or resigns.
    fn htp_program(heard: &std::path::Path, answer: &str) -> String {
        format!(
            "htp:sh -c 'while read line; do echo \"$line\" >> {}; case \"$line\" in quit) exit;; \
             time_settings*|param_game*) printf \"? unknown\\n\\n\";; genmove*) {answer};; \
             *) printf \"=\\n\\n\";; esac; done'",
            heard.display()
        )
    }

    fn against_htp(answer: &str) -> (Summary, Vec<PlayedGame<hex::Position>>, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let heard = folder.path().join("heard");
        let program = htp_program(&heard, answer);
        let mut contest = contest::<hex::Position>("random", &program, "size=4 swap=off", 1);
        contest.contestants[1].pace = Pace::MoveTime(Duration::from_secs(20));
        contest.contestants[1].commands = vec!["param_other level 3".to_owned()];
        let (summary, games) = played(&contest);
        (summary, games, std::fs::read_to_string(heard).expect("it took notes"))
    }

    #[test]
    fn a_program_that_speaks_htp_may_resign() {
        let (summary, games, heard) = against_htp("printf \"= resign\\n\\n\"");
        assert_eq!(summary.faults, [Faults::default(); 2]);
        assert_eq!(games[0].end, GameEnd::Resigned(Side::Second));
        assert!(games[0].text().contains("[Ending \"resignation\"]"));
        let told = "name\ntime_settings 0 20 1\nparam_other level 3\nboardsize 4\nclear_board\n";
        assert!(heard.starts_with(told), "{heard}");
        assert_eq!(heard.matches("param_other level 3").count(), 2, "before every game: {heard}");
    }

    #[test]
    fn a_program_that_speaks_htp_may_crash() {
        let (summary, games, _) = against_htp("kill -9 $$");
        assert_eq!(summary.faults[1], Faults { crashes: 2, ..Faults::default() });
        assert!(games[0].end.text().starts_with("crash: signal: 9"), "{:?}", games[0].end);
    }

    #[test]
    fn what_cannot_be_told_is_refused_by_name() {
        let mut contest = contest::<hex::Position>("random", &program(""), "size=4", 1);
        contest.contestants[0].options.push(("Style".to_owned(), "2".to_owned()));
        let error = contest.run(&mut |_| Ok(())).expect_err("random has no options").to_string();
        assert!(error.contains("option.Style") && error.contains("random"), "{error}");
        let options = std::mem::take(&mut contest.contestants[0].options);
        contest.contestants[1].options = options;
        let error = contest.run(&mut |_| Ok(())).expect_err("it is not offered").to_string();
        assert!(error.contains("it offers no option Style"), "{error}");
        let error = contest_of_eclipse("htp:cat").expect_err("HTP is for Hex");
        assert!(error.contains("HTP is spoken of Hex only"), "{error}");
    }

    fn contest_of_eclipse(second: &str) -> Result<(), String> {
        let contest = contest::<eclipse::Position>("random", second, "", 1);
        contest.run(&mut |_| Ok(())).map(drop).map_err(|error| error.to_string())
    }
}
