//! The switches of the techniques do not depend on each other.

use crate::toys::{Mv, Nim};
use game::{MoveList, Position, Record};
use search::alphabeta::{AlphaBetaSettings, Technique, TechniqueCounts, Techniques};
use search::{AlphaBeta, Evaluator, Limits, Rank, Search};

/// Gives every technique something to do: noisy moves, forced positions, null moves, and an
/// evaluation that varies much in comparison with its unit.
#[derive(Clone)]
struct EverythingEvaluator;

impl EverythingEvaluator {
    /// Taking a whole heap is noisy, while two heaps are left after it.
    fn is_noisy(position: &Nim, mv: Mv) -> bool {
        let heap = position.heaps[(mv.0 >> 16) as usize];
        position.heaps.iter().all(|&heap| heap > 0) && mv.0 as u16 == heap
    }
}

impl Evaluator<Nim> for EverythingEvaluator {
    const UNIT: i32 = 20;

    fn evaluate(&mut self, position: &Nim) -> i32 {
        (position.key().0 >> 55) as i32 - 256
    }

    fn noisy_moves(&self, position: &Nim, into: &mut MoveList<Mv>) {
        position.legal_moves(into);
        into.retain(|&mv| Self::is_noisy(position, mv));
    }

    fn rank(&self, position: &Nim, mv: Mv) -> Rank {
        if Self::is_noisy(position, mv) { Rank::Noisy(0) } else { Rank::Quiet(0) }
    }

    fn is_forced(&self, position: &Nim) -> bool {
        position.key().0.is_multiple_of(16)
    }

    fn pass(&self, position: &Nim) -> Option<Nim> {
        Some(Nim { side: position.side.other(), ..position.clone() })
    }
}

fn counts(techniques: Techniques) -> TechniqueCounts {
    let settings = AlphaBetaSettings { techniques, table_mib: 1, ..AlphaBetaSettings::default() };
    let mut engine = AlphaBeta::new(EverythingEvaluator, settings);
    let record = Record::from_position(Nim::new([7, 8, 9]));
    engine.search(&record, &Limits::depth(6), &mut |_| ());
    engine.technique_counts()
}

/// Exactly the techniques of the set take effect.
fn takes_effect(techniques: Techniques) {
    let counts = counts(techniques);
    for technique in Technique::ALL {
        let count = counts.of(technique);
        assert_eq!(count > 0, techniques.has(technique), "{technique}: {count} in {techniques:?}");
    }
}

#[test]
fn without_one_technique_all_others_take_effect() {
    takes_effect(Techniques::ALL);
    for technique in Technique::ALL {
        takes_effect(Techniques::ALL.without(technique));
    }
}

#[test]
fn each_technique_takes_effect_without_the_others() {
    takes_effect(Techniques::NONE);
    for technique in Technique::ALL {
        takes_effect(Techniques::NONE.with(technique));
    }
}
