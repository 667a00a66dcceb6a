//! The likeness of a game (HC-5): what is handed to a program that plays for somebody, so that it
//! cannot be told more than they may know.
//!
//! Games that look the same to a viewer differ in which of a side's horses is the fool, so that one
//! becomes the other by exchanging knight and fool in what that side places. All of them have the
//! same likeness: the least of them.

use crate::seen::{record_seen, viewer_of};
use crate::{Kind, Lineup, Move, Position};
use game::{Position as _, Record, Side, Viewer};

/// A game that looks the same to `viewer`, and is the same one whichever of those that look the
/// same is true. What a hand-made start holds is taken for known.
pub fn likeness(record: &Record<Position>, viewer: Viewer) -> Record<Position> {
    let viewer = viewer_of(record, viewer);
    let mut alike = vec![record.clone()];
    for side in Side::BOTH.into_iter().filter(|&side| !viewer.knows(side)) {
        let others: Vec<_> = alike.iter().filter_map(|game| exchanged(game, side)).collect();
        alike.extend(others);
    }
    let seen = record_seen(record, viewer);
    alike.retain(|game| record_seen(game, viewer) == seen);
    let least = alike.into_iter().min_by(|one, other| one.moves().cmp(other.moves()));
    least.unwrap_or_else(|| record.clone())
}

/// The game with knight and fool exchanged in all that `side` places, if it can be played so.
fn exchanged(record: &Record<Position>, side: Side) -> Option<Record<Position>> {
    let mut game = Record::from_position(record.start().clone());
    for &mv in record.moves() {
        let own = game.position().side_to_move() == side;
        game.play(if own { other_way_round(mv)? } else { mv }).ok()?;
    }
    Some(game)
}

fn other_way_round(mv: Move) -> Option<Move> {
    let other = |kind| match kind {
        Kind::Knight => Kind::Fool,
        Kind::Fool => Kind::Knight,
        kind => kind,
    };
    match mv {
        Move::Step { .. } => Some(mv),
        Move::Place { kind, cell } => Some(Move::Place { kind: other(kind), cell }),
        Move::PlaceAll(lineup) => {
            let kinds: Vec<Kind> = lineup.iter().map(other).collect();
            Lineup::new(&kinds).map(Move::PlaceAll)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use game::Dice;

    /// A random game of so many plies; places one by one or all at once, as the dice fall.
    fn walk(seed: u64, plies: usize) -> Record<Position> {
        let mut dice = Dice::new(seed);
        let mut record: Record<Position> = Record::new(Options);
        while record.ply() < plies && record.conclusion().is_none() {
            let moves = record.position().moves();
            let mv = moves[dice.below(moves.len())];
            record.play(mv).unwrap();
        }
        record
    }

    #[test]
    fn games_that_look_the_same_have_one_likeness_which_looks_the_same_too() {
        let mut alike = 0;
        for seed in 0..100 {
            let record = walk(seed, 2 + seed as usize % 30);
            for side in Side::BOTH {
                let viewer = Viewer::Player(side.other());
                let one = likeness(&record, viewer);
                assert_eq!(record_seen(&one, viewer), record_seen(&record, viewer));
                let Some(other) = exchanged(&record, side) else { continue };
                if record_seen(&other, viewer) == record_seen(&record, viewer) {
                    assert_eq!(likeness(&other, viewer), one, "seed {seed}");
                    alike += usize::from(other != record);
                }
            }
        }
        assert!(alike > 20, "only {alike} pairs");
    }

    #[test]
    fn whoever_may_know_everything_is_given_the_game_as_it_is() {
        let record = walk(7, 12);
        assert_eq!(likeness(&record, Viewer::Judge), record);
    }
}
