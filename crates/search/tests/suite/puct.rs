//! Guarantees of PUCT: wins in one, true proofs, bounded memory, prompt ends, and a tree that several
//! threads share.

use crate::toys::{Mv, Ring, Rows, follow, minimax, wander};
use game::{Dice, MoveList, Outcome, Position, Record};
use search::mcts::{DomainKnowledge, PolicyValue, Prior, Proof, Puct, PuctSettings};
use search::{Limits, Report, Score, Search};
use std::time::Duration;

/// A uniform policy and a constant value.
struct Uniform;

impl<P: Position> DomainKnowledge<P> for Uniform {}

impl<P: Position> PolicyValue<P> for Uniform {
    fn evaluate(
        &mut self,
        _: &P,
        _: Option<P::Move>,
        moves: &mut MoveList<P::Move>,
        priors: &mut Vec<f32>,
    ) -> f32 {
        priors.resize(moves.len(), 1.0 / moves.len() as f32);
        0.5
    }
}

fn engine<P: Position>(threads: usize, settings: PuctSettings) -> Puct<P, Uniform> {
    Puct::new((0..threads).map(|_| Uniform).collect(), settings)
}

fn settings(lines: usize) -> PuctSettings {
    PuctSettings { memory_mib: 4, lines, ..PuctSettings::default() }
}

fn look<P: Position>(threads: usize, record: &Record<P>, nodes: u64) -> Report<P::Move> {
    engine(threads, settings(1)).search(record, &Limits::nodes(nodes), &mut |_| ())
}

#[test]
fn wins_in_one_are_never_missed() {
    let mut seen = 0;
    for seed in 0..300 {
        let record = wander(Rows::new(4, 3), 10, &mut Dice::new(seed));
        let position = record.position();
        let won = Some(Outcome::Win(position.side_to_move()));
        let moves: Vec<Mv> = position.moves().into_vec();
        let wins: Vec<Mv> =
            moves.into_iter().filter(|&m| position.after(m).outcome() == won).collect();
        if !wins.is_empty() {
            seen += 1;
            let report = look(1, &record, 0);
            assert_eq!(report.score(), Some(Score::WinIn(1)), "{position}");
            assert!(wins.contains(&report.best().expect("a move")), "{position}");
        }
    }
    assert!(seen > 50, "only {seen} wins in one to find");
}

#[test]
fn proofs_are_those_of_minimax() {
    let mut proven = 0;
    for seed in 0..60 {
        let record = wander(Rows::new(3, 3), 5, &mut Dice::new(seed));
        if record.conclusion().is_some() {
            continue;
        }
        for threads in [1, 3] {
            let report = look(threads, &record, 20_000);
            let score = report.score().expect("a move");
            if !score.is_proven() {
                continue;
            }
            proven += 1;
            let best = minimax(&record, 9, &|_| 0).into_iter().map(|(_, score)| score).max();
            let class = |score: Score| match score {
                Score::WinIn(_) => 1,
                Score::LossIn(_) => -1,
                _ => 0,
            };
            assert_eq!(Some(class(score)), best.map(class), "{}", record.position());
        }
    }
    assert!(proven > 40, "only {proven} positions were proven");
}

#[test]
fn equal_searches_give_equal_reports_and_count_their_nodes() {
    let record = Record::from_position(Rows::new(6, 5));
    let [mut a, mut b] = [look(1, &record, 3_000), look(1, &record, 3_000)];
    (a.elapsed, b.elapsed) = (Duration::ZERO, Duration::ZERO);
    assert_eq!(a, b);
    assert_eq!(a.nodes, 3_000);
    for threads in [2, 4] {
        let report = look(threads, &record, 3_000);
        assert_eq!(report.nodes, 3_000, "with {threads} threads");
    }
}

#[test]
fn lines_are_legal_and_memory_is_bounded() {
    let record = Record::from_position(Rows::new(6, 4));
    for threads in [1, 3] {
        let small = PuctSettings { memory_mib: 1, ..settings(3) };
        let mut engine = engine(threads, small);
        let report = engine.search(&record, &Limits::nodes(60_000), &mut |_| ());
        assert_eq!(report.lines.len(), 3);
        assert!(report.table_fill <= 1000, "{}", report.table_fill);
        for line in &report.lines {
            follow(record.position(), &line.moves);
        }
    }
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut record = Record::from_position(Rows::new(5, 4));
    let mut engine = engine(1, settings(1));
    let first = engine.search(&record, &Limits::nodes(4_000), &mut |_| ());
    for &mv in first.lines[0].moves.iter().take(2) {
        record.play(mv).expect("legal");
    }
    let again = engine.search(&record, &Limits::nodes(0), &mut |_| ());
    assert!(again.lines[0].visits > Some(0), "{again:?}");
    engine.forget();
    let fresh = engine.search(&record, &Limits::nodes(0), &mut |_| ());
    assert_eq!(fresh.lines[0].visits, Some(0));
}

#[test]
fn plies_without_progress_are_draws() {
    let draw = |threads, record: &Record<Ring<4>>, mv| {
        let report = engine(threads, settings(3)).search(record, &Limits::nodes(500), &mut |_| ());
        let line = report.lines.iter().find(|line| line.first() == Some(mv)).cloned();
        line.expect("a line").score
    };
    let mut quiet = Record::from_position("1 4 0".parse::<Ring<4>>().expect("a ring"));
    for _ in 0..3 {
        quiet.play(Mv(1)).expect("legal");
    }
    for threads in [1, 2] {
        assert_eq!(draw(threads, &quiet, Mv(1)), Score::Draw, "with {threads} threads");
    }
}

/// Prunes all moves but the highest.
struct Highest;

impl<P: Position> DomainKnowledge<P> for Highest {
    fn prove(
        &mut self,
        _: &P,
        moves: &mut MoveList<P::Move>,
        _: &mut Vec<Prior>,
    ) -> Proof<P::Move> {
        let best = moves.iter().copied().max();
        moves.retain(|&mv| Some(mv) == best);
        Proof::Unproven
    }
}

impl<P: Position> PolicyValue<P> for Highest {
    fn evaluate(
        &mut self,
        position: &P,
        last: Option<P::Move>,
        moves: &mut MoveList<P::Move>,
        priors: &mut Vec<f32>,
    ) -> f32 {
        Uniform.evaluate(position, last, moves, priors)
    }
}

#[test]
fn pruned_moves_are_neither_visited_nor_reported() {
    let record = Record::from_position(Rows::new(4, 4));
    let pruning = PuctSettings { prove_after: Some(1), ..settings(5) };
    for threads in [1, 3] {
        let evaluators = (0..threads).map(|_| Highest).collect();
        let mut engine = Puct::new(evaluators, pruning);
        let report = engine.search(&record, &Limits::nodes(200), &mut |_| ());
        let firsts: Vec<Mv> = report.lines.iter().filter_map(search::Line::first).collect();
        assert_eq!(firsts, [Mv(15)], "with {threads} threads");
    }
}
