//! Every method of `Evaluator` is used with the right sign and on the right side.

use crate::toys;

use crate::toys::{Coins, Mv, Nim, Rows, minimax, wander};
use game::{Dice, Key, MoveList, Position, Record};
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Evaluator, Limits, Rank, Report, Score, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn look<P: Position, E: Evaluator<P> + Clone + Send>(
    evaluator: E,
    techniques: Techniques,
    record: &Record<P>,
    depth: usize,
) -> Report<P::Move> {
    let settings = AlphaBetaSettings { techniques, table_mib: 1, ..AlphaBetaSettings::default() };
    AlphaBeta::new(evaluator, settings).search(record, &Limits::depth(depth), &mut |_| ())
}

fn best_of<P: Position>(record: &Record<P>, depth: usize, estimate: &dyn Fn(&P) -> i32) -> Score {
    let scores = minimax(record, depth, estimate);
    scores.into_iter().map(|(_, score)| score).max().expect("moves")
}

/// Counts the lead; odd, so that it is never mistaken for a draw.
fn lead(position: &Coins) -> i32 {
    2 * position.lead() + 1
}

/// Taking a coin gains one over passing, so passing is never better.
#[derive(Clone)]
struct NullMoveEvaluator {
    passes: Arc<AtomicU64>,
}

impl Evaluator<Coins> for NullMoveEvaluator {
    const UNIT: i32 = 2;

    fn evaluate(&mut self, position: &Coins) -> i32 {
        lead(position)
    }

    fn pass(&self, position: &Coins) -> Option<Coins> {
        self.passes.fetch_add(1, Relaxed);
        Some(position.passed())
    }
}

/// An earlier program had the inequality the wrong way round: 326 of 383 cuts were wrong. Where
/// passing is never good, not one may be.
#[test]
fn null_move_cuts_are_right_where_passing_is_never_good() {
    let passing = Techniques::EXACT.with(Technique::NullMove);
    let (mut with, mut without) = (0, 0);
    for seed in 0..15 {
        let passes = Arc::new(AtomicU64::new(0));
        let record = wander(Coins::new(0), 4, &mut Dice::new(seed));
        for depth in [4, 5, 6] {
            let passer = NullMoveEvaluator { passes: passes.clone() };
            let report = look(passer.clone(), passing, &record, depth);
            assert_eq!(report.score(), Some(best_of(&record, depth, &lead)), "seed {seed}");
            with += report.nodes;
            without += look(passer, Techniques::EXACT, &record, depth).nodes;
        }
        assert!(passes.load(Relaxed) > 0, "passing was tried");
    }
    assert!(with < without, "{with} nodes with passing, {without} without");
}

/// Breaks the law of `pass`: Nim is full of zugzwang.
#[derive(Clone)]
struct ZugzwangEvaluator;

impl Evaluator<Nim> for ZugzwangEvaluator {
    fn evaluate(&mut self, position: &Nim) -> i32 {
        (position.key().0 >> 55) as i32 - 256
    }

    fn pass(&self, position: &Nim) -> Option<Nim> {
        Some(Nim { side: position.side.other(), ..position.clone() })
    }
}

/// A null move may mislead estimates, but must not prove a result.
#[test]
fn no_result_is_proven_by_passing() {
    let mut claims = 0;
    for heaps in (0..6 * 6 * 6).map(|i| [i % 6, i / 6 % 6, i / 36].map(|heap| heap + 1)) {
        let record = Record::from_position(Nim::new(heaps));
        for depth in [3, 5, 8] {
            let score =
                look(ZugzwangEvaluator, Techniques::ALL, &record, depth).score().expect("a move");
            if score.is_proven() {
                claims += 1;
                let won = matches!(score, Score::WinIn(_));
                assert_eq!(won, record.position().is_won(), "{heaps:?} depth {depth}: {score}");
            }
        }
    }
    assert!(claims > 100, "only {claims} claims to check");
}

/// Coins of 8 and more are noisy moves, while enough coins are left that the game cannot end.
#[derive(Clone)]
struct NoisyCoins;

impl NoisyCoins {
    fn is_noisy(position: &Coins, mv: Mv) -> bool {
        toys::WORTH[mv.0 as usize] >= 8 && position.moves().len() > 4
    }

    fn quiesce(position: &Coins) -> i32 {
        let noisy = position.moves().into_vec().into_iter();
        let noisy = noisy.filter(|&mv| Self::is_noisy(position, mv));
        let values = noisy.map(|mv| {
            let after = position.after(mv);
            let same = after.side_to_move() == position.side_to_move();
            if same { Self::quiesce(&after) } else { -Self::quiesce(&after) }
        });
        values.fold(2 * position.lead() + 1, i32::max)
    }
}

impl Evaluator<Coins> for NoisyCoins {
    fn evaluate(&mut self, position: &Coins) -> i32 {
        2 * position.lead() + 1
    }

    fn noisy_moves(&self, position: &Coins, into: &mut MoveList<Mv>) {
        position.legal_moves(into);
        into.retain(|&mv| Self::is_noisy(position, mv));
    }

    fn rank(&self, position: &Coins, mv: Mv) -> Rank {
        let worth = i32::from(toys::WORTH[mv.0 as usize]);
        if Self::is_noisy(position, mv) { Rank::Noisy(worth) } else { Rank::Quiet(worth) }
    }
}

#[test]
fn noisy_moves_are_followed_beyond_the_horizon() {
    let sets = [Techniques::NONE, Techniques::EXACT].map(|t| t.with(Technique::Quiescence));
    for seed in 0..15 {
        let record = wander(Coins::new(3), 6, &mut Dice::new(seed));
        for (depth, techniques) in (1..4).flat_map(|depth| sets.map(|set| (depth, set))) {
            let truth = best_of(&record, depth, &NoisyCoins::quiesce);
            let report = look(NoisyCoins, techniques, &record, depth);
            assert_eq!(report.score(), Some(truth), "seed {seed} depth {depth}");
        }
    }
}

/// Keeps a stack of keys up to date and checks it at every evaluation.
#[derive(Clone, Default)]
struct IncrementalKeys {
    keys: Vec<Key>,
    passes: u64,
}

impl Evaluator<Coins> for IncrementalKeys {
    const UNIT: i32 = 2;

    fn evaluate(&mut self, position: &Coins) -> i32 {
        assert_eq!(self.keys.last(), Some(&position.key()), "every step was told");
        lead(position)
    }

    fn pass(&self, position: &Coins) -> Option<Coins> {
        Some(position.passed())
    }

    fn is_forced(&self, position: &Coins) -> bool {
        position.moves().len().is_multiple_of(4)
    }

    fn noisy_moves(&self, position: &Coins, into: &mut MoveList<Mv>) {
        position.legal_moves(into);
        into.retain(|mv| toys::WORTH[mv.0 as usize] >= 8);
    }

    fn begin(&mut self, root: &Coins) {
        self.keys = vec![root.key()];
    }

    fn step(&mut self, before: &Coins, mv: Option<Mv>, after: &Coins) {
        assert_eq!(self.keys.last(), Some(&before.key()), "steps follow each other");
        let reached = mv.map_or_else(|| before.passed(), |mv| before.after(mv));
        assert_eq!(&reached, after);
        self.passes += u64::from(mv.is_none());
        self.keys.push(after.key());
    }

    fn back(&mut self) {
        self.keys.pop();
    }
}

#[test]
fn every_step_is_told_and_taken_back() {
    let settings = AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() };
    let mut engine = AlphaBeta::new(IncrementalKeys::default(), settings);
    let record = wander(Coins::new(0), 2, &mut Dice::new(1));
    engine.search(&record, &Limits::nodes(30_000), &mut |_| ());
    assert_eq!(engine.evaluator().keys, [record.position().key()], "back at the root");
    assert!(engine.evaluator().passes > 0, "passing was told as well");
}

/// Finds the win in one of Nim; otherwise uses the defaults.
#[derive(Clone)]
struct WinInOneEvaluator;

impl Evaluator<Nim> for WinInOneEvaluator {
    fn evaluate(&mut self, _: &Nim) -> i32 {
        7
    }

    fn win_in_one(&self, position: &Nim) -> Option<Mv> {
        let mut heaps = (0..).zip(position.heaps).filter(|&(_, heap)| heap > 0);
        let (i, heap): (u32, u16) = heaps.next()?;
        heaps.next().is_none().then_some(Nim::take(i, heap))
    }
}

#[test]
fn a_known_win_in_one_is_seen_beyond_the_horizon() {
    let at = |heaps| Record::from_position(Nim::new(heaps));
    let report = look(WinInOneEvaluator, Techniques::NONE, &at([0, 5, 0]), 1);
    assert_eq!((report.best(), report.score()), (Some(Nim::take(1, 5)), Some(Score::WinIn(1))));
    let lost = look(WinInOneEvaluator, Techniques::NONE, &at([1, 1, 0]), 1);
    assert_eq!(lost.score(), Some(Score::LossIn(2)), "the answer wins, one ply past the horizon");
    assert_eq!(lost.lines[0].moves.len(), 2, "and the line shows it");
    let won = look(WinInOneEvaluator, Techniques::NONE, &at([1, 2, 0]), 2);
    assert_eq!((won.best(), won.score()), (Some(Nim::take(1, 1)), Some(Score::WinIn(3))));
}

/// Even with no time at all, a win that is known is the move to play.
#[test]
fn a_known_win_in_one_needs_no_search() {
    let record = Record::from_position(Nim::new([0, 0, 900]));
    let mut engine = AlphaBeta::new(WinInOneEvaluator, AlphaBetaSettings::default());
    let report = engine.search(&record, &Limits::nodes(0), &mut |_| ());
    assert_eq!(report.best(), Some(Nim::take(2, 900)));
}

/// Everything is forced: extensions must still come to an end.
#[derive(Clone)]
struct AlwaysForced;

impl Evaluator<Rows> for AlwaysForced {
    fn evaluate(&mut self, position: &Rows) -> i32 {
        (position.key().0 >> 60) as i32
    }

    fn is_forced(&self, _: &Rows) -> bool {
        true
    }
}

#[test]
fn extensions_are_bounded() {
    let record = Record::from_position(Rows::new(5, 5));
    let report = look(AlwaysForced, Techniques::ALL, &record, 2);
    assert_eq!(report.depth, 2);
    assert!((4..=5).contains(&report.seldepth), "about twice the depth: {}", report.seldepth);
}
