//! What the last moves of all sequences of one length do.

use super::format::Counts;
use crate::Report;
use game::{Outcome, Position as _, Side};
use hexchess::{MoverOutcome, Position};

/// The same numbers as [`Counts`], but all of them.
#[derive(Default)]
struct Leaves {
    captures: u64,
    swaps: u64,
    collateral: u64,
    mover_removed: u64,
    promotions: u64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
}

impl Leaves {
    fn count(&mut self, position: &Position, depth: usize) {
        for &mv in position.moves().iter() {
            let after = position.after(mv);
            if depth > 1 {
                self.count(&after, depth - 1);
                continue;
            }
            let effects = position.effects(mv);
            self.captures += u64::from(effects.captured.is_some());
            self.swaps += u64::from(effects.swapped.is_some());
            self.collateral += u64::from(effects.burned.is_some());
            self.mover_removed += u64::from(effects.mover_outcome == MoverOutcome::Removed);
            self.promotions += u64::from(effects.mover_outcome == MoverOutcome::Promoted);
            match after.outcome() {
                Some(Outcome::Win(Side::First)) => self.white_wins += 1,
                Some(Outcome::Win(Side::Second)) => self.black_wins += 1,
                Some(Outcome::Draw) => self.draws += 1,
                None => {}
            }
        }
    }
}

/// Compares the numbers that the file gives. Draws that come only from the mover's having no move
/// left are taken off: by HC-4.2 those games go on.
pub(super) fn compare(
    name: &str,
    expected: &Counts,
    position: &Position,
    depth: usize,
    report: &mut Report,
) {
    let mut found = Leaves::default();
    found.count(position, depth);
    let stuck = expected.mover_stuck_draws.unwrap_or_default();
    let draws = expected.draws.map(|draws| draws.saturating_sub(stuck));
    let rows = [
        ("captures", expected.captures, found.captures),
        ("swaps", expected.swaps, found.swaps),
        ("collateral", expected.collateral, found.collateral),
        ("movers removed", expected.mover_removed, found.mover_removed),
        ("promotions", expected.promotions, found.promotions),
        ("wins of White", expected.white_wins, found.white_wins),
        ("wins of Black", expected.black_wins, found.black_wins),
        ("draws", draws, found.draws),
    ];
    for (what, expected, found) in rows {
        if let Some(expected) = expected {
            report.equal(&format!("{name}: {what}"), &expected, &found);
        }
    }
}
