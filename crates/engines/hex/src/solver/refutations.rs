//! Refutations: carriers that refute moves, and a small union of them that refutes all (greedy set
//! cover; Chvátal 1979).
//!
//! A *refutation* is a carrier in which the opponent wins against every move but those in
//! `unrefuted`. When all refutations together leave no move, the opponent wins in their union.
//! Small carriers make strong claims, so a few refutations with a small union are chosen.

use hexgrid::CellSet;

/// A carrier that refutes all moves but some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refutation<const W: usize> {
    pub(crate) carrier: CellSet<W>,
    pub(crate) unrefuted: CellSet<W>,
}

/// The union of few refutations that together refute all `moves`, if all together do.
pub(crate) fn small_union<const W: usize>(
    refutations: &[Refutation<W>],
    moves: CellSet<W>,
) -> Option<CellSet<W>> {
    let mut picked: Vec<Refutation<W>> = Vec::new();
    let (mut unrefuted, mut union) = (moves, CellSet::EMPTY);
    while !unrefuted.is_empty() {
        let useful =
            refutations.iter().filter(|refutation| !(unrefuted & !refutation.unrefuted).is_empty());
        let best = useful.min_by_key(|refutation| cost(refutation, unrefuted, union))?;
        unrefuted &= best.unrefuted;
        union |= best.carrier;
        picked.push(*best);
    }
    drop_redundant(&mut picked, moves);
    Some(picked.iter().fold(CellSet::EMPTY, |sum, refutation| sum | refutation.carrier))
}

/// Cells that a refutation adds for each move that it refutes, in thousandths.
fn cost<const W: usize>(
    refutation: &Refutation<W>,
    unrefuted: CellSet<W>,
    union: CellSet<W>,
) -> usize {
    let cells = (refutation.carrier & !union).len();
    let moves = (unrefuted & !refutation.unrefuted).len();
    1000 * cells / moves
}

/// Drops refutations, the largest first, that are redundant.
fn drop_redundant<const W: usize>(picked: &mut Vec<Refutation<W>>, moves: CellSet<W>) {
    picked.sort_by_key(|refutation| std::cmp::Reverse(refutation.carrier.len()));
    let mut i = 0;
    while i < picked.len() {
        let others = picked.iter().enumerate().filter(|(j, _)| *j != i);
        let unrefuted =
            others.fold(moves, |unrefuted, (_, refutation)| unrefuted & refutation.unrefuted);
        if unrefuted.is_empty() {
            picked.remove(i);
        } else {
            i += 1;
        }
    }
}
