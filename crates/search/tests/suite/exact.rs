//! Every exact configuration of alpha-beta finds what plain minimax finds.

use crate::toys::{Coins, HashEvaluator, Nim, Ring, Rows, follow, minimax, wander};
use game::{Dice, NoOptions, Position, Record};
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Budget, Limits, Report, Score, Search};

fn settings(techniques: Techniques) -> AlphaBetaSettings {
    AlphaBetaSettings { techniques, table_mib: 1, ..AlphaBetaSettings::default() }
}

fn look<P: Position>(
    record: &Record<P>,
    settings: AlphaBetaSettings,
    depth: usize,
) -> Report<P::Move> {
    AlphaBeta::new(HashEvaluator(1), settings).search(record, &Limits::depth(depth), &mut |_| ())
}

/// The best score is minimax's, and the move named for it is worth it.
fn agrees<P: Position>(record: &Record<P>, depth: usize, sets: &[Techniques]) {
    let rated = minimax(record, depth, &|p| HashEvaluator(1).estimate(p));
    let best = rated.iter().map(|&(_, score)| score).max().expect("moves");
    for &techniques in sets {
        let report = look(record, settings(techniques), depth);
        let place = format!("{} depth {depth} {techniques:?}", record.position());
        assert_eq!(report.score(), Some(best), "{place}");
        let named = report.best().expect("a move");
        assert!(rated.contains(&(named, best)), "{named} is not worth {best}: {place}");
        follow(record.position(), &report.lines[0].moves);
    }
}

fn walks<P: Position>(start: &P, sets: &[Techniques], walks: u64, plies: usize, depths: &[usize]) {
    for seed in 0..walks {
        let mut dice = Dice::new(seed);
        let plies = dice.below(plies);
        let record = wander(start.clone(), plies, &mut dice);
        for &depth in depths {
            agrees(&record, depth, sets);
        }
    }
}

fn all() -> Vec<Techniques> {
    Techniques::EXACT.subsets().collect()
}

#[test]
fn three_in_a_row() {
    walks(&Rows::new(3, 3), &all(), 12, 8, &[1, 2, 3, 5]);
}

#[test]
fn three_in_a_row_on_a_larger_board() {
    walks(&Rows::new(4, 3), &all(), 6, 10, &[2, 3]);
    walks(&Rows::new(4, 4), &all(), 3, 10, &[4]);
}

#[test]
fn a_side_that_moves_twice() {
    walks(&Coins::new(3), &all(), 6, 10, &[1, 2, 3]);
    walks(&Coins::new(2), &all(), 2, 10, &[5]);
}

/// The value of a repeated position depends on the moves before it, which the table does not store.
#[test]
fn repetition_and_the_quiet_limit() {
    let sets: Vec<_> = Techniques::EXACT.without(Technique::TranspositionTable).subsets().collect();
    walks(&Ring::<0>::start(NoOptions), &sets, 15, 12, &[1, 2, 5, 8]);
    walks(&Ring::<4>::start(NoOptions), &sets, 15, 12, &[1, 2, 5, 8]);
}

/// Positions of Nim occur at many depths, so estimates differ; decided results may not.
#[test]
fn decided_games_are_decided_alike() {
    for heaps in [[1, 2, 3], [1, 1, 2], [0, 2, 2], [2, 2, 3], [1, 3, 3], [0, 0, 4]] {
        let record = Record::from_position(Nim::new(heaps));
        let depth = usize::from(heaps.iter().sum::<u16>());
        agrees(&record, depth, &[Techniques::NONE, Techniques::EXACT]);
        let score = look(&record, AlphaBetaSettings::default(), 40).score();
        let won = matches!(score, Some(Score::WinIn(_)));
        assert_eq!(won, record.position().is_won(), "{heaps:?}: {score:?}");
        assert_eq!(!won, matches!(score, Some(Score::LossIn(_))), "{heaps:?}: {score:?}");
    }
}

#[test]
fn a_second_search_with_a_full_table_agrees_too() {
    let mut engine = AlphaBeta::new(HashEvaluator(1), settings(Techniques::EXACT));
    let mut record = Record::from_position(Rows::new(4, 4));
    for ply in 0..8 {
        let best = minimax(&record, 4, &|p| HashEvaluator(1).estimate(p))
            .into_iter()
            .map(|(_, score)| score)
            .max();
        let report = engine.search(&record, &Limits::depth(4), &mut |_| ());
        assert_eq!(report.score(), best, "ply {ply}");
        record.play(report.best().expect("a move")).expect("legal");
    }
}

/// Several positions deepened in turn: every rank and every single move has its minimax score.
#[test]
fn positions_deepened_in_turn_have_exact_scores() {
    let games: Vec<Record<Rows>> =
        (0..3).map(|seed| wander(Rows::new(4, 3), 3, &mut Dice::new(seed))).collect();
    // Helper threads search one ply deeper too: with a shared table, values of either depth are found.
    let alone = Techniques::EXACT.without(Technique::TranspositionTable);
    for (threads, techniques) in [(1, Techniques::EXACT), (3, alone)] {
        let settings = AlphaBetaSettings { threads, ..settings(techniques) };
        let mut engine = AlphaBeta::new(HashEvaluator(1), settings);
        let budget = Budget::start(&Limits::default());
        let mut roots: Vec<_> = games.iter().map(|game| engine.deepening(game)).collect();
        for depth in 1..=5 {
            for (game, root) in games.iter().zip(&mut roots) {
                let mut rated = minimax(game, depth, &|p| HashEvaluator(1).estimate(p));
                for rank in 0..3 {
                    let best = rated.iter().map(|&(_, score)| score).max();
                    let report = engine.deepen(root, depth, rank, &budget).expect("no limit");
                    assert_eq!(report.score(), best, "rank {rank} at depth {depth}");
                    // Helper threads may count a few more nodes after the report is made.
                    assert!(report.nodes <= budget.nodes());
                    assert!(threads > 1 || report.nodes == budget.nodes());
                    rated.retain(|&(mv, _)| Some(mv) != report.best());
                }
                for (mv, score) in rated {
                    let line = engine.score_move(root, depth, mv, &budget).expect("no limit");
                    assert_eq!((line.first(), line.score), (Some(mv), score), "depth {depth}");
                }
            }
        }
    }
}

#[test]
fn positions_deepened_in_turn_share_one_budget() {
    let game = Record::from_position(Rows::new(4, 4));
    let mut engine = AlphaBeta::new(HashEvaluator(1), settings(Techniques::EXACT));
    let budget = Budget::start(&Limits::nodes(2_000));
    let mut roots = [engine.deepening(&game), engine.deepening(&game)];
    let mut deepen = |depth: usize| {
        roots.iter_mut().all(|root| engine.deepen(root, depth, 0, &budget).is_some())
    };
    let completed = (1..50).take_while(|&depth| deepen(depth)).count();
    assert!(completed >= 2 && budget.is_spent(), "{completed} iterations");
    assert_eq!(budget.nodes(), 2_000);
}
