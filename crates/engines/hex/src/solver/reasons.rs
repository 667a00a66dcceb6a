//! Why a position is lost, in as few cells as can be found quickly.
//!
//! A *reason* is a carrier in which the opponent wins against every move but those in `left`. When
//! the reasons together leave no move, the opponent wins in their union. Small carriers make
//! strong claims, so a handful of reasons with a small union is picked.

use hexgrid::CellSet;

/// A carrier that refutes all moves but some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reason<const W: usize> {
    pub(crate) carrier: CellSet<W>,
    pub(crate) left: CellSet<W>,
}

/// The union of few reasons that together refute all `moves`, if all together do.
pub(crate) fn small_union<const W: usize>(
    reasons: &[Reason<W>],
    moves: CellSet<W>,
) -> Option<CellSet<W>> {
    let mut picked: Vec<Reason<W>> = Vec::new();
    let (mut left, mut union) = (moves, CellSet::EMPTY);
    while !left.is_empty() {
        let useful = reasons.iter().filter(|reason| !(left & !reason.left).is_empty());
        let best = useful.min_by_key(|reason| price(reason, left, union))?;
        left &= best.left;
        union |= best.carrier;
        picked.push(*best);
    }
    drop_needless(&mut picked, moves);
    Some(picked.iter().fold(CellSet::EMPTY, |sum, reason| sum | reason.carrier))
}

/// Cells that a reason adds, for each move that it refutes, in thousandths.
fn price<const W: usize>(reason: &Reason<W>, left: CellSet<W>, union: CellSet<W>) -> usize {
    let cells = (reason.carrier & !union).len();
    let moves = (left & !reason.left).len();
    1000 * cells / moves
}

/// Takes out reasons, the largest first, that the others can do without.
fn drop_needless<const W: usize>(picked: &mut Vec<Reason<W>>, moves: CellSet<W>) {
    picked.sort_by_key(|reason| std::cmp::Reverse(reason.carrier.len()));
    let mut i = 0;
    while i < picked.len() {
        let others = picked.iter().enumerate().filter(|(j, _)| *j != i);
        let left = others.fold(moves, |left, (_, reason)| left & reason.left);
        if left.is_empty() {
            picked.remove(i);
        } else {
            i += 1;
        }
    }
}
