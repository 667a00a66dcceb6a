//! Guarantees of Monte-Carlo tree search: wins in one, true proofs, bounded memory, prompt ends.

use crate::toys::{Coins, Mv, Nim, Ring, Rows, follow, minimax, wander};
use game::{Dice, MoveList, Outcome, Position, Record, Side};
use search::mcts::{
    DomainKnowledge, MctsSettings, NoKnowledge, Playout, Prior, ProvenOutcome, RandomPlayout, Rave,
    Reward, Widening,
};
use search::{Limits, Line, Mcts, Report, Score, Search};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

fn settings() -> MctsSettings {
    MctsSettings { memory_mib: 4, ..MctsSettings::default() }
}

fn look<P: Position>(record: &Record<P>, settings: MctsSettings, nodes: u64) -> Report<P::Move> {
    Mcts::plain(settings).search(record, &Limits::nodes(nodes), &mut |_| ())
}

/// Different settings, for which the same guarantees hold.
fn variants() -> [MctsSettings; 4] {
    let plain = settings();
    [
        plain,
        MctsSettings { rave: Rave::Equivalence(200.0), first_play_urgency: 0.6, ..plain },
        MctsSettings { widening: Widening::Doubling { first: 2, rate: 1 }, ..plain },
        MctsSettings { expand_after: 10, exploration: 1.4, seed: 9, ..plain },
    ]
}

#[test]
fn wins_in_one_are_never_missed() {
    let mut seen = 0;
    for seed in 0..300 {
        let record = wander(Rows::new(4, 3), 10, &mut Dice::new(seed));
        let position = record.position();
        let won = Some(Outcome::Win(position.side_to_move()));
        let wins: Vec<Mv> = position.moves().into_vec();
        let wins: Vec<Mv> =
            wins.into_iter().filter(|&m| position.after(m).outcome() == won).collect();
        if !wins.is_empty() {
            seen += 1;
            let report = look(&record, settings(), 0);
            assert_eq!(report.score(), Some(Score::WinIn(1)), "{position}");
            assert!(wins.contains(&report.best().expect("a move")), "{position}");
        }
    }
    assert!(seen > 50, "only {seen} wins in one to find");
}

#[test]
fn a_win_in_one_is_found_among_thousands_of_moves() {
    for side in Side::BOTH {
        let record = Record::from_position(Nim { heaps: [20_000, 0, 0], side });
        let small = MctsSettings { most_children: 50, ..settings() };
        let report = look(&record, small, 10);
        assert_eq!((report.best(), report.score()), (Some(Mv(20_000)), Some(Score::WinIn(1))));
    }
}

#[test]
fn small_games_are_proven_exactly() {
    for variant in variants() {
        for heaps in [[1, 2, 3], [1, 1, 0], [2, 2, 0], [1, 2, 0], [2, 3, 1], [3, 0, 0], [1, 3, 3]] {
            let record = Record::from_position(Nim::new(heaps));
            let score = look(&record, variant, 100_000).score().expect("a move");
            assert!(score.is_proven(), "{heaps:?}: {score:?}");
            let won = matches!(score, Score::WinIn(_));
            assert_eq!(won, record.position().is_won(), "{heaps:?}: {score:?}");
        }
        let record = Record::from_position(Rows::new(3, 3));
        assert_eq!(look(&record, variant, 400_000).score(), Some(Score::Draw));
    }
}

#[test]
fn proven_scores_are_true() {
    let mut claims = 0;
    for seed in 0..40 {
        let record = wander(Rows::new(4, 3), 9, &mut Dice::new(seed));
        let truth = minimax(&record, 16, &|_| unreachable!("all is over after 16 plies"));
        let variant = MctsSettings { lines: 9, ..variants()[seed as usize % 4] };
        for line in look(&record, variant, 3_000).lines {
            let &(_, score) = truth.iter().find(|(mv, _)| Some(*mv) == line.first()).unwrap();
            match (line.score, score) {
                (Score::WinIn(n), Score::WinIn(least)) => assert!(n >= least),
                (Score::LossIn(_), Score::LossIn(_))
                | (Score::Chance(_), _)
                | (Score::Draw, Score::Estimate(0)) => (),
                (claim, truth) => panic!("{claim} but truly {truth}: {}", record.position()),
            }
            claims += u32::from(line.score.is_proven());
        }
    }
    assert!(claims > 100, "only {claims} claims to check");
}

/// A side that moves twice in a row must not be taken for its opponent.
#[test]
fn a_side_that_moves_twice_is_understood() {
    for seed in 0..20 {
        let record = wander(Coins::new(3), 7, &mut Dice::new(seed));
        let truth = minimax(&record, 12, &|_| unreachable!("all coins are gone"));
        let best = truth.iter().map(|&(_, score)| score).max().expect("moves");
        let report = look(&record, settings(), 30_000);
        let found = report.score().expect("a move");
        let agrees = match best {
            Score::WinIn(_) => matches!(found, Score::WinIn(_)),
            Score::LossIn(_) => matches!(found, Score::LossIn(_)),
            _ => found == Score::Draw,
        };
        assert!(agrees, "{found} but truly {best}: {}", record.position());
    }
}

#[test]
fn lines_are_legal_and_distinct_and_in_order() {
    for seed in 0..10 {
        let record = wander(Rows::new(5, 4), 8, &mut Dice::new(seed));
        let variant = MctsSettings { lines: 6, ..variants()[seed as usize % 4] };
        let report = look(&record, variant, 2_000);
        let firsts: BTreeSet<Mv> = report.lines.iter().filter_map(Line::first).collect();
        assert_eq!((report.lines.len(), firsts.len()), (6, 6));
        for line in &report.lines {
            follow(record.position(), &line.moves);
        }
        let open: Vec<_> = report.lines.iter().filter(|line| !line.score.is_proven()).collect();
        assert!(open.is_sorted_by(|a, b| a.visits >= b.visits), "by visits");
        assert_eq!(report.depth, report.lines[0].moves.len());
    }
}

#[test]
fn the_same_dice_give_the_same_report() {
    let record = Record::from_position(Rows::new(5, 4));
    for variant in variants() {
        let [a, b] = [0, 1].map(|_| look(&record, variant, 1_500));
        assert_eq!((a.lines, a.nodes, a.seldepth), (b.lines, b.nodes, b.seldepth));
        assert_eq!(a.nodes, 1_500);
    }
}

/// Memory for a few thousand nodes, iterations for many more: the tree is pruned and grows again.
#[test]
fn memory_is_bounded() {
    let record = Record::from_position(Rows::new(7, 5));
    let tiny = MctsSettings { memory_mib: 0, expand_after: 1, ..settings() };
    let mut fills = Vec::new();
    let mut engine = Mcts::plain(tiny);
    for _ in 0..40 {
        let report = engine.search(&record, &Limits::nodes(100), &mut |_| ());
        fills.push(report.table_fill);
        follow(record.position(), &report.lines[0].moves);
    }
    assert!(fills.iter().all(|&fill| fill <= 1000), "{fills:?}");
    let thinned = fills.windows(2).filter(|pair| pair[1] < pair[0]).count();
    assert!(thinned > 1, "the tree was thinned and grew again: {fills:?}");
}

#[test]
fn a_search_begins_with_what_the_last_one_found() {
    let mut engine = Mcts::plain(settings());
    let mut record = Record::from_position(Rows::new(5, 4));
    let first = engine.search(&record, &Limits::nodes(3_000), &mut |_| ());
    let line = first.lines[0].moves.clone();
    record.play(line[0]).and_then(|()| record.play(line[1])).expect("legal");
    let visits = |report: &Report<Mv>| report.lines[0].visits.unwrap_or(0);
    let second = engine.search(&record, &Limits::nodes(1), &mut |_| ());
    assert!(visits(&second) > 1, "the tree was kept");
    record.undo();
    let elsewhere = engine.search(&record, &Limits::nodes(1), &mut |_| ());
    assert!(visits(&elsewhere) <= 1, "going back is another place");
    engine.search(&record, &Limits::nodes(500), &mut |_| ());
    engine.forget();
    assert!(visits(&engine.search(&record, &Limits::nodes(1), &mut |_| ())) <= 1, "forgotten");
}

#[test]
fn a_whole_game_is_played_with_one_tree() {
    let mut engine = Mcts::plain(MctsSettings { memory_mib: 1, ..variants()[1] });
    let mut record = Record::from_position(Rows::new(4, 3));
    while record.conclusion().is_none() {
        let report = engine.search(&record, &Limits::nodes(3_000), &mut |_| ());
        record.play(report.best().expect("a move")).expect("legal");
    }
    let winner = record.conclusion().and_then(|c| c.outcome.winner());
    assert_eq!(winner, Some(Side::First), "three in a row on 4 × 4 is a win for the first side");
}

/// Sets the stop flag inside a playout, and counts the later ones.
struct StoppingPlayout {
    stop: Arc<AtomicBool>,
    played: u64,
    inner: RandomPlayout<Rows>,
}

impl Playout<Rows> for StoppingPlayout {
    fn play_out(
        &mut self,
        position: &Rows,
        last: Option<Mv>,
        dice: &mut Dice,
        played: &mut Vec<(Side, Mv)>,
    ) -> Reward {
        assert!(position.outcome().is_none(), "asked to play on after the end");
        self.played += 1;
        assert!(self.played <= 100, "a playout after the stop");
        self.stop.store(self.played == 100, Relaxed);
        self.inner.play_out(position, last, dice, played)
    }
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let stop = Arc::new(AtomicBool::new(false));
    let playout =
        StoppingPlayout { stop: stop.clone(), played: 0, inner: RandomPlayout::default() };
    let mut engine = Mcts::new(NoKnowledge, playout, settings());
    let record = Record::from_position(Rows::new(5, 4));
    let report = engine.search(&record, &Limits::default().with_stop(stop), &mut |_| ());
    assert!(report.nodes >= 100 && report.best().is_some());
}

#[test]
fn a_limit_of_depth_ends_the_search_too() {
    let record = Record::from_position(Rows::new(5, 4));
    let limits = Limits { nodes: Some(1_000_000), ..Limits::depth(3) };
    let report = Mcts::plain(settings()).search(&record, &limits, &mut |_| ());
    assert!(report.depth >= 3 && report.nodes < 1_000_000);
}

#[test]
fn a_position_without_moves_gives_an_empty_report() {
    let record = Record::from_position(Nim::new([0; 3]));
    assert!(look(&record, settings(), 10).lines.is_empty());
}

/// Runners of equal speed never meet: only repetition and the quiet limit end such a game.
#[test]
fn repetition_and_the_quiet_limit_are_judged_as_the_record_does() {
    let mut record = Record::from_position("0 3 0".parse::<Ring<0>>().expect("a ring"));
    for _ in 0..3 {
        record.play(Mv(0)).expect("legal");
    }
    let report = look(&record, MctsSettings { lines: 3, ..settings() }, 2_000);
    let still = report.lines.iter().find(|line| line.first() == Some(Mv(0))).expect("a line");
    assert_eq!(still.score, Score::Draw, "the third time");
    let mut quiet = Record::from_position("1 4 0".parse::<Ring<4>>().expect("a ring"));
    for _ in 0..3 {
        quiet.play(Mv(1)).expect("legal");
    }
    let report = look(&quiet, MctsSettings { lines: 3, ..settings() }, 2_000);
    let slow = report.lines.iter().find(|line| line.first() == Some(Mv(1))).expect("a line");
    assert_eq!(slow.score, Score::Draw, "four plies without progress");
}

/// Proves every position by the theory of Nim (Bouton 1901).
struct NimTheory;

impl DomainKnowledge<Nim> for NimTheory {
    fn proven_outcome(&mut self, position: &Nim) -> Option<ProvenOutcome> {
        let side = position.side_to_move();
        let winner = if position.is_won() { side } else { side.other() };
        Some(ProvenOutcome { outcome: Outcome::Win(winner), plies: position.heaps.iter().sum() })
    }
}

/// High priors for moves that balance the heaps.
struct BalancePrior;

impl DomainKnowledge<Nim> for BalancePrior {
    fn priors(
        &mut self,
        position: &Nim,
        _: Option<Mv>,
        moves: &mut MoveList<Mv>,
        priors: &mut Vec<Prior>,
    ) {
        priors.extend(moves.iter().map(|&mv| balance_prior(position, mv, 0.9, 20.0)));
    }
}

/// The prior of a move: `of_balance` if it balances the heaps, and the opposite if not.
fn balance_prior(position: &Nim, mv: Mv, of_balance: f32, weight: f32) -> Prior {
    let chance = if position.after(mv).is_won() { 1.0 - of_balance } else { of_balance };
    Prior { chance, weight }
}

/// Every playout is a draw, so that only domain knowledge decides.
struct DrawnPlayout;

impl<P: Position> Playout<P> for DrawnPlayout {
    fn play_out(
        &mut self,
        _: &P,
        _: Option<P::Move>,
        _: &mut Dice,
        _: &mut Vec<(Side, P::Move)>,
    ) -> Reward {
        Reward::HALF
    }
}

#[test]
fn proofs_and_priors_are_used() {
    let record = Record::from_position(Nim::new([50, 60, 70]));
    let mut engine = Mcts::new(NimTheory, DrawnPlayout, settings());
    let report = engine.search(&record, &Limits::nodes(2_000), &mut |_| ());
    assert!(matches!(report.score(), Some(Score::WinIn(_))), "{:?}", report.score());
    let best = record.position().after(report.best().expect("a move"));
    assert!(!best.is_won(), "the other side is left with a lost game");

    let balancing = MctsSettings { most_children: 8, ..settings() };
    let mut engine = Mcts::new(BalancePrior, DrawnPlayout, balancing);
    let report = engine.search(&record, &Limits::nodes(300), &mut |_| ());
    let best = record.position().after(report.best().expect("a move"));
    assert!(!best.is_won(), "the move of the highest prior survives the choice of eight");
}

/// Low priors for moves that balance the heaps, and a policy that corrects them.
struct BalancePolicy;

impl DomainKnowledge<Nim> for BalancePolicy {
    fn priors(
        &mut self,
        position: &Nim,
        _: Option<Mv>,
        moves: &mut MoveList<Mv>,
        priors: &mut Vec<Prior>,
    ) {
        priors.extend(moves.iter().map(|&mv| balance_prior(position, mv, 0.1, 20.0)));
    }

    fn policy(&mut self, position: &Nim, _: Option<Mv>, moves: &[Mv], priors: &mut Vec<Prior>) {
        priors.extend(moves.iter().map(|&mv| balance_prior(position, mv, 0.9, 80.0)));
    }
}

#[test]
fn the_policy_corrects_the_priors() {
    let record = Record::from_position(Nim::new([50, 60, 70]));
    let widening = Widening::Doubling { first: 2, rate: 1 };
    let balances = |policy_after| {
        let variant = MctsSettings { widening, policy_after, exploration: 0.0, ..settings() };
        let mut engine = Mcts::new(BalancePolicy, DrawnPlayout, variant);
        let report = engine.search(&record, &Limits::nodes(300), &mut |_| ());
        !record.position().after(report.best().expect("a move")).is_won()
    };
    assert!(balances(Some(10)), "the policy puts it first");
    assert!(!balances(None), "progressive widening excludes it");
}

/// A coin has the same value whenever it is taken, which is what AMAF assumes.
#[test]
fn rave_learns_from_later_moves() {
    let record = Record::from_position(Coins::new(0));
    let hits = |rave| {
        let found = |seed| {
            let variant = MctsSettings { rave, seed, first_play_urgency: 0.5, ..settings() };
            look(&record, variant, 150).best() == Some(Mv(11))
        };
        (0..20).filter(|&seed| found(seed)).count()
    };
    let (with, without) = (hits(Rave::Equivalence(300.0)), hits(Rave::Off));
    assert!(with >= 15 && with > without, "the best coin: {with} of 20, else {without}");
}
