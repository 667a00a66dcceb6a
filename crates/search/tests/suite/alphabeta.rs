//! Guarantees of alpha-beta with every technique on: legal variations, true proofs, prompt ends.

use crate::toys::{Clash, Coins, HashEvaluator, Mv, Nim, Ring, Rows, follow, minimax, wander};
use game::{Dice, NoOptions, Position, Record, Side};
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Evaluator, Limits, Line, Report, Score, Search};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

fn engine<P: Position>(settings: AlphaBetaSettings) -> AlphaBeta<P, HashEvaluator> {
    AlphaBeta::new(HashEvaluator(3), AlphaBetaSettings { table_mib: 1, ..settings })
}

fn look<P: Position>(
    record: &Record<P>,
    settings: AlphaBetaSettings,
    limits: &Limits,
) -> Report<P::Move> {
    engine(settings).search(record, limits, &mut |_| ())
}

fn with_lines(lines: usize) -> AlphaBetaSettings {
    AlphaBetaSettings { lines, ..AlphaBetaSettings::default() }
}

fn is_sound<P: Position>(record: &Record<P>, report: &Report<P::Move>, lines: usize) {
    let position = record.position();
    assert_eq!(report.lines.len(), lines.min(position.moves().len()), "{position}");
    let firsts: BTreeSet<P::Move> = report.lines.iter().filter_map(Line::first).collect();
    assert_eq!(firsts.len(), report.lines.len(), "first moves differ: {position}");
    assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score), "in order: {position}");
    for line in &report.lines {
        let end = follow(position, &line.moves);
        if let Score::WinIn(plies) | Score::LossIn(plies) = line.score {
            let told = line.moves.len() == plies as usize;
            assert!(!told || end.outcome().is_some(), "{} leads nowhere: {position}", line.score);
        }
    }
}

fn sound_in<P: Position>(start: &P, walks: u64, plies: usize, depth: usize) {
    for seed in 0..walks {
        let mut dice = Dice::new(seed);
        let plies = dice.below(plies);
        let record = wander(start.clone(), plies, &mut dice);
        for lines in [1, 3, 100] {
            is_sound(&record, &look(&record, with_lines(lines), &Limits::depth(depth)), lines);
        }
    }
}

#[test]
fn lines_are_legal_distinct_and_in_order() {
    sound_in(&Rows::new(4, 3), 20, 12, 5);
    sound_in(&Rows::new(5, 4), 10, 12, 4);
    sound_in(&Coins::new(3), 20, 12, 5);
    sound_in(&Ring::<4>::start(NoOptions), 20, 30, 8);
    sound_in(&Nim::start(NoOptions), 20, 6, 6);
}

/// Key collisions: the transposition table returns moves and values of other positions, wrong but
/// never illegal.
#[test]
fn colliding_keys_spoil_values_and_nothing_else() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let record = wander(Clash(Rows::new(4, 4)), 8, &mut dice);
        let report = look(&record, with_lines(2), &Limits::depth(5));
        for line in &report.lines {
            follow(record.position(), &line.moves);
        }
        assert!(report.best().is_some());
    }
}

/// Every reported forced win is verified; an earlier version reported false ones.
#[test]
fn proven_scores_are_true() {
    let mut claims = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let record = wander(Rows::new(4, 3), 9, &mut dice);
        let report = look(&record, with_lines(4), &Limits::depth(6));
        let truth = minimax(&record, 16, &|_| unreachable!("all is over after 16 plies"));
        for line in report.lines {
            let &(_, true_score) = truth.iter().find(|(mv, _)| Some(*mv) == line.first()).unwrap();
            match (line.score, true_score) {
                (Score::WinIn(n), Score::WinIn(least)) => assert!(n >= least),
                (Score::LossIn(_), Score::LossIn(_)) | (Score::Estimate(_), _) => (),
                (claim, truth) => panic!("{claim} but truly {truth}: {}", record.position()),
            }
            claims += u32::from(line.score.is_proven());
        }
    }
    assert!(claims > 50, "only {claims} claims to check");
}

/// Late move pruning must not skip the move that averts a loss.
#[test]
fn no_defence_is_skipped() {
    let mut claims = 0;
    for seed in 0..80 {
        let record = wander(Rows::new(6, 4), 12, &mut Dice::new(seed));
        let report = look(&record, AlphaBetaSettings::default(), &Limits::depth(4));
        if let Some(Score::WinIn(plies @ ..=3)) = report.score() {
            claims += 1;
            let truth = minimax(&record, 3, &|_| 1).into_iter().map(|(_, score)| score).max();
            assert_eq!(truth, Some(Score::WinIn(plies)), "{}", record.position());
        }
    }
    assert!(claims > 20, "only {claims} claims to check");
}

/// A win in the transposition table may come too late for the quiet limit.
#[test]
fn the_table_knows_no_quiet_limit_and_must_not_promise_beyond_it() {
    let mut wins = 0;
    for seed in 0..300 {
        let record = wander(Ring::<8>::start(NoOptions), 20, &mut Dice::new(seed));
        let exact = |techniques| AlphaBetaSettings { techniques, ..AlphaBetaSettings::default() };
        let limits = Limits::depth(10);
        let with = look(&record, exact(Techniques::EXACT), &limits).score();
        let plain = Techniques::EXACT.without(Technique::TranspositionTable);
        let without = look(&record, exact(plain), &limits).score();
        if let Some(Score::WinIn(_)) = with {
            wins += 1;
            assert_eq!(
                with,
                without,
                "{} after {} quiet plies",
                record.position(),
                record.quiet_plies()
            );
        }
    }
    assert!(wins > 20, "only {wins} wins to check");
}

#[test]
fn a_forced_win_comes_nearer_with_every_ply() {
    for side in Side::BOTH {
        let mut record = Record::from_position(Nim { heaps: [2, 3, 4], side });
        let mut engine = engine(AlphaBetaSettings {
            techniques: Techniques::EXACT,
            ..AlphaBetaSettings::default()
        });
        let mut before: Option<Score> = None;
        while record.conclusion().is_none() {
            let report = engine.search(&record, &Limits::depth(12), &mut |_| ());
            let score = report.score().expect("a move");
            let truth = minimax(&record, 9, &|_| 1).into_iter().map(|(_, score)| score).max();
            assert_eq!(Some(score), truth, "the distance is exact: {}", record.position());
            match (before, score) {
                (None, Score::WinIn(_)) => (),
                (Some(Score::WinIn(n)), Score::LossIn(m))
                | (Some(Score::LossIn(n)), Score::WinIn(m)) => assert_eq!(n, m + 1),
                (before, score) => panic!("{before:?} and then {score:?}"),
            }
            before = Some(score);
            record.play(report.best().expect("a move")).expect("legal");
        }
        assert_eq!(record.conclusion().and_then(|c| c.outcome.winner()), Some(side));
    }
}

#[test]
fn a_limit_of_nodes_is_kept_and_gives_the_same_every_time() {
    let record = Record::from_position(Rows::new(5, 4));
    for nodes in [1, 2, 10, 255, 256, 257, 5_000, 60_000] {
        let [a, b] =
            [0, 1].map(|_| look(&record, AlphaBetaSettings::default(), &Limits::nodes(nodes)));
        assert_eq!(a.nodes, nodes);
        assert_eq!((&a.lines, a.depth, a.seldepth), (&b.lines, b.depth, b.seldepth));
        is_sound(&record, &a, 1);
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let record = Record::from_position(Rows::new(5, 4));
    let both = |depth, nodes| Limits { nodes: Some(nodes), ..Limits::depth(depth) };
    assert_eq!(look(&record, AlphaBetaSettings::default(), &both(3, 1_000_000_000)).depth, 3);
    assert_eq!(look(&record, AlphaBetaSettings::default(), &both(100, 1_000)).nodes, 1_000);
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let report = look(&record, AlphaBetaSettings::default(), &no_time);
    assert_eq!((report.nodes, report.lines.len()), (0, 1), "a move even without any time");
}

#[test]
fn progress_is_told_round_by_round() {
    let record = Record::from_position(Rows::new(5, 4));
    let mut depths = Vec::new();
    let report =
        engine(AlphaBetaSettings::default()).search(&record, &Limits::depth(5), &mut |report| {
            is_sound(&record, report, 1);
            depths.push(report.depth);
        });
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    assert!(report.seldepth >= 5 && report.table_fill > 0);
    let measured = |ms| Report { elapsed: Duration::from_millis(ms), ..report.clone() };
    assert_eq!(measured(0).nodes_per_second(), None, "no time, no speed");
    assert_eq!(measured(10).nodes_per_second(), Some(report.nodes * 100));
}

/// Counts evaluations and sets the stop flag after some of them.
#[derive(Clone)]
struct StoppingEvaluator {
    stop: Arc<AtomicBool>,
    asked: Arc<AtomicU64>,
    patience: u64,
}

impl<P: Position> Evaluator<P> for StoppingEvaluator {
    fn evaluate(&mut self, position: &P) -> i32 {
        assert!(position.outcome().is_none(), "asked about a game that is over");
        if self.asked.fetch_add(1, Relaxed) + 1 == self.patience {
            self.stop.store(true, Relaxed);
        }
        (position.key().0 >> 57) as i32
    }
}

#[test]
fn a_stop_is_obeyed_within_a_few_hundred_nodes() {
    for threads in [1, 3] {
        for patience in [1, 1_000, 30_000] {
            let stop = Arc::new(AtomicBool::new(false));
            let asked = Arc::new(AtomicU64::new(0));
            let evaluator =
                StoppingEvaluator { stop: stop.clone(), asked: asked.clone(), patience };
            let settings =
                AlphaBetaSettings { threads, table_mib: 1, ..AlphaBetaSettings::default() };
            let mut engine = AlphaBeta::new(evaluator, settings);
            let record = Record::from_position(Rows::new(7, 5));
            let report = engine.search(&record, &Limits::default().with_stop(stop), &mut |_| ());
            let after = asked.load(Relaxed) - patience;
            assert!(after <= 300 * threads as u64, "{after} evaluations after the stop");
            follow(record.position(), &report.lines[0].moves);
        }
    }
}

#[test]
fn many_threads_find_what_one_finds() {
    for heaps in [[3, 4, 5], [1, 4, 5], [2, 5, 7]] {
        let record = Record::from_position(Nim::new(heaps));
        let settings = AlphaBetaSettings { threads: 4, ..AlphaBetaSettings::default() };
        let score = look(&record, settings, &Limits::depth(30)).score();
        let won = matches!(score, Some(Score::WinIn(_)));
        assert_eq!(won, record.position().is_won(), "{heaps:?} {score:?}");
        assert!(score.is_some_and(Score::is_proven), "{heaps:?} {score:?}");
    }
}

#[test]
fn a_position_without_moves_gives_an_empty_report() {
    let record = Record::from_position(Nim::new([0; 3]));
    let report = look(&record, AlphaBetaSettings::default(), &Limits::depth(5));
    assert_eq!((report.best(), report.score(), report.lines.len()), (None, None, 0));
}

#[test]
fn thousands_of_moves_are_no_trouble() {
    for side in Side::BOTH {
        let record = Record::from_position(Nim { heaps: [20_000, 0, 0], side });
        let report = look(&record, AlphaBetaSettings::default(), &Limits::depth(3));
        assert_eq!(report.best(), Some(Mv(20_000)));
        assert_eq!(report.score(), Some(Score::WinIn(1)));
    }
}

/// Both runners are on marked cells and may stay there: two positions repeat.
#[test]
fn what_the_record_has_seen_twice_is_a_draw() {
    let mut record = Record::from_position("0 3 0".parse::<Ring<0>>().expect("a ring"));
    for round in 0..4 {
        let after = record.position().after(Mv(0));
        let seen = record.keys().filter(|&key| key == after.key()).count();
        let report = look(&record, with_lines(3), &Limits::depth(1));
        let still = report.lines.into_iter().find(|line| line.first() == Some(Mv(0)));
        let expected = if seen < 2 { -HashEvaluator(3).estimate(&after) } else { 0 };
        let score = still.map(|line| line.score);
        assert_eq!(score, Some(Score::Estimate(expected)), "round {round}, seen {seen} times");
        record.play(Mv(0)).expect("legal");
    }
    assert!(record.conclusion().is_some(), "the third time");
}

#[test]
fn the_quiet_limit_is_respected() {
    let mut record = Record::from_position("1 4 0".parse::<Ring<4>>().expect("a ring"));
    for _ in 0..3 {
        record.play(Mv(1)).expect("legal");
    }
    let report = look(&record, with_lines(3), &Limits::depth(1));
    for line in report.lines {
        let step = line.first().expect("a move");
        let after = record.position().after(step);
        let drawn = step != Mv(2) && after.outcome().is_none();
        assert_eq!(drawn, line.score == Score::Estimate(0), "{step}: {}", line.score);
    }
}
