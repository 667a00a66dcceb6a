//! Information sets and their canonical member (HC-5): the game that is handed to a program that
//! plays for a viewer, so that it cannot know more than the viewer does.
//!
//! Games that look the same to a viewer form an information set. They differ in which of a side's
//! horses is the fool, so that one becomes the other by exchanging knight and fool in what that
//! side places. The canonical member is the least of them. It can be computed from the views alone.

use crate::observed::{record_seen, viewer_of};
use crate::{Kind, Lineup, Move, Options, Position, View};
use game::{Position as _, Record, Side, Viewer};

/// The canonical member of the information set of `viewer`: a game that looks the same to it, and
/// is the same one for every member. A start set up by hand is taken for known.
pub fn canonical_member(record: &Record<Position>, viewer: Viewer) -> Record<Position> {
    let viewer = viewer_of(record, viewer);
    let mut alike = vec![record.clone()];
    for side in Side::BOTH.into_iter().filter(|&side| !viewer.knows(side)) {
        let others: Vec<_> = alike.iter().filter_map(|game| exchanged(game, side)).collect();
        alike.extend(others);
    }
    let seen = record_seen(record, viewer);
    alike.retain(|game| record_seen(game, viewer) == seen);
    least(alike).unwrap_or_else(|| record.clone())
}

fn least(alike: impl IntoIterator<Item = Record<Position>>) -> Option<Record<Position>> {
    alike.into_iter().min_by(|one, other| one.moves().cmp(other.moves()))
}

/// The canonical member of a game from its usual start, computed from what one player saw of it:
/// every move, and the view after it. Nothing if no game looks like that.
pub fn canonical_member_from_views(
    player: Side,
    moves: &[Move],
    views: &[View],
) -> Option<Record<Position>> {
    let seen: Vec<_> = moves.iter().copied().zip(views).collect();
    // Of at most two horses (HC-2.3) none is the fool, or the first that was placed, or the second.
    let fools = [None, Some(0), Some(1)];
    let alike = fools.into_iter().filter_map(|fool| replayed(player, &seen, fool));
    least(alike).filter(|_| moves.len() == views.len())
}

/// The game if that horse of the other side is the fool, and if it then looks as it was seen.
fn replayed(player: Side, seen: &[(Move, &View)], fool: Option<usize>) -> Option<Record<Position>> {
    let mut game: Record<Position> = Record::new(Options);
    let mut horses = 0;
    for &(mv, view) in seen {
        let own = game.position().side_to_move() == player;
        game.play(if own { mv } else { unmasked(mv, fool, &mut horses)? }).ok()?;
        if game.position().view(Viewer::Player(player)) != *view {
            return None;
        }
    }
    Some(game)
}

/// A move as it was seen, with the horse number `fool` made the fool; `horses` have come before it.
fn unmasked(mv: Move, fool: Option<usize>, horses: &mut usize) -> Option<Move> {
    let mut unmask = |kind| {
        if kind != Kind::Knight {
            return kind;
        }
        *horses += 1;
        if fool == Some(*horses - 1) { Kind::Fool } else { kind }
    };
    replaced(mv, &mut unmask)
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
    replaced(mv, &mut { other })
}

/// A move with other pieces placed.
fn replaced(mv: Move, by: &mut impl FnMut(Kind) -> Kind) -> Option<Move> {
    match mv {
        Move::Step { .. } => Some(mv),
        Move::Place { kind, cell } => Some(Move::Place { kind: by(kind), cell }),
        Move::PlaceAll(lineup) => {
            let kinds: Vec<Kind> = lineup.iter().map(by).collect();
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
                let one = canonical_member(&record, viewer);
                assert_eq!(record_seen(&one, viewer), record_seen(&record, viewer));
                let Some(other) = exchanged(&record, side) else { continue };
                if record_seen(&other, viewer) == record_seen(&record, viewer) {
                    assert_eq!(canonical_member(&other, viewer), one, "seed {seed}");
                    alike += usize::from(other != record);
                }
            }
        }
        assert!(alike > 20, "only {alike} pairs");
    }

    #[test]
    fn what_was_seen_is_enough_to_recall_the_likeness() {
        let mut hidden = 0;
        for seed in 0..200 {
            let record = walk(seed, 2 + seed as usize % 40);
            if record.conclusion().is_some() {
                continue;
            }
            for side in Side::BOTH {
                let viewer = Viewer::Player(side);
                let seen = record_seen(&record, viewer);
                let moves: Vec<Move> = seen.iter().map(|seen| seen.mv).collect();
                let views: Vec<View> = seen.into_iter().map(|seen| seen.view).collect();
                let canonical_member_from_views = canonical_member_from_views(side, &moves, &views)
                    .expect("such a game was played");
                assert_eq!(
                    canonical_member_from_views,
                    canonical_member(&record, viewer),
                    "seed {seed}"
                );
                hidden += usize::from(canonical_member_from_views != record);
            }
        }
        assert!(hidden > 40, "only {hidden} games hid anything");
    }

    #[test]
    fn what_cannot_have_been_is_not_recalled() {
        let record = walk(3, 6);
        let seen = record_seen(&record, Viewer::Player(Side::First));
        let moves: Vec<Move> = seen.iter().map(|seen| seen.mv).collect();
        let mut views: Vec<View> = seen.into_iter().map(|seen| seen.view).collect();
        assert!(canonical_member_from_views(Side::First, &moves, &views).is_some());
        assert!(
            canonical_member_from_views(Side::Second, &moves, &views).is_none(),
            "another's views"
        );
        assert!(canonical_member_from_views(Side::First, &moves[1..], &views[1..]).is_none());
        views.pop();
        assert!(
            canonical_member_from_views(Side::First, &moves, &views).is_none(),
            "one view is missing"
        );
    }

    #[test]
    fn whoever_may_know_everything_is_given_the_game_as_it_is() {
        let record = walk(7, 12);
        assert_eq!(canonical_member(&record, Viewer::Judge), record);
    }
}
