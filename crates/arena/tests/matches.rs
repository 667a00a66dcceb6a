//! Matches from end to end.

use arena::{
    Adjudication, GameTerms, Match, Openings, Pace, PlayedGame, RecordWriter, Resources, Spec,
    Sprt, Summary, records,
};
use bots::Playable;
use catalog::games::{eclipse, hex};
use catalog::{GameName, with_game};
use game::{Outcome, Record, Side};
use std::time::Duration;

fn spec(text: &str) -> Spec {
    text.parse().expect("a contestant")
}

fn contest<P: Playable>(first: &str, second: &str, options: &str, pairs: usize) -> Match<P> {
    let options = options.parse().unwrap_or_default();
    Match {
        contestants: [spec(first), spec(second)],
        resources: Resources { memory_mib: 1, threads: 1 },
        openings: Openings::generate(options, 2, pairs, 7, &mut |_| ()),
        pairs,
        terms: GameTerms {
            pace: Pace::Nodes(100),
            margin: Duration::from_mins(1),
            longest: 120,
            adjudication: None,
        },
        concurrency: 1,
        seed: 7,
        sprt: None,
    }
}

/// The summary, and every game in order.
fn played<P: Playable>(contest: &Match<P>) -> (Summary, Vec<PlayedGame<P>>) {
    let mut games = Vec::new();
    let summary = contest.run(&mut |progress| {
        games.extend(progress.games.iter().cloned());
        Ok(())
    });
    (summary.expect("the match is played"), games)
}

fn greedy_beats_random<P: Playable>() {
    let contest = contest::<P>("greedy", "random", "size=5", 10);
    let (summary, games) = played(&contest);
    assert_eq!((games.len(), summary.tally.total().games()), (20, 20), "{}", P::NAME);
    assert!(summary.tally.total().score() > 0.7, "{}: {:?}", P::NAME, summary.tally);
    assert_eq!(summary.faults, [0, 0]);

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let mut shelf = RecordWriter::open(&path).expect("a new file");
    for (i, game) in games.iter().enumerate() {
        shelf.write_record(i + 1, &game.record.to_string()).expect("written");
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
    let three = Match { concurrency: 3, ..one.clone() };
    let records = |contest| -> Vec<_> { played(contest).1.into_iter().map(|g| g.record).collect() };
    assert_eq!(records(&one), records(&three));
    let other = Match { seed: 8, ..one.clone() };
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
    assert!(plain.1.iter().all(|game| game.end != arena::GameEnd::Adjudicated));
    contest.terms.adjudication = Some(Adjudication { lead: 3, plies: 2 });
    let early = played(&contest);
    assert!(early.1.iter().any(|game| game.end == arena::GameEnd::Adjudicated));
    assert!(early.0.plies < plain.0.plies);
}

#[test]
fn what_cannot_play_ends_the_match_with_a_sentence() {
    for (second, expected) in
        [("weights:/no/such/file", "/no/such/file"), ("cmd:/no/such/program", "cannot be started")]
    {
        let contest = contest::<hex::Position>("random", second, "size=4", 1);
        let error = contest.run(&mut |_| Ok(())).expect_err("nobody plays");
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
        contest.terms.pace = Pace::MoveTime(Duration::from_millis(20));
        contest.terms.margin = Duration::from_millis(200);
        played(&contest)
    }

    #[test]
    fn a_slow_program_loses_on_time() {
        let (summary, games) = against("go*) sleep 5;;");
        assert_eq!(summary.faults, [0, 2]);
        assert_eq!(summary.tally.pairs, [0, 0, 0, 0, 1]);
        for (game, side) in games.iter().zip([Side::Second, Side::First]) {
            assert_eq!(game.end, arena::GameEnd::Late(side));
            let text = game.record.to_string();
            assert!(text.contains("[Ending \"time\"]"), "{text}");
        }
    }

    #[test]
    fn an_impossible_move_loses() {
        let (summary, games) = against("go*) echo bestmove z99;;");
        assert_eq!(summary.faults, [0, 2]);
        assert!(matches!(games[0].end, arena::GameEnd::Illegal(Side::Second, _)));
        assert!(summary.last_fault.is_some_and(|what| what.contains("z99")));
    }

    #[test]
    fn a_program_that_dies_loses_and_is_started_again() {
        let (summary, games) = against("go*) exit;;");
        assert_eq!(summary.faults, [0, 2]);
        assert!(games.iter().all(|game| matches!(game.end, arena::GameEnd::Broken(..))));
    }
}
