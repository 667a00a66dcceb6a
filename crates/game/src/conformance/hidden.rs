//! Laws of hidden information: what a viewer cannot tell apart is told alike.

use crate::{Position, Record, Side, Viewer};

/// Everybody who may look on while a game lasts, apart from the judge.
const VIEWERS: [Viewer; 3] =
    [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Watcher];

/// Two moves whose different results look the same to a viewer are seen as the same move. Where nothing is hidden,
/// every move is seen as it is.
pub(super) fn moves_with_equal_views_are_seen_alike<P: Position>(position: &P, mv: P::Move) {
    for viewer in VIEWERS {
        let seen = position.move_seen(mv, viewer);
        if !P::HAS_HIDDEN_INFORMATION {
            assert_eq!(seen, mv, "a move of a game that hides nothing: {position}");
            continue;
        }
        for other in results_that_look_alike(position, mv, viewer) {
            assert_eq!(
                position.move_seen(other, viewer),
                seen,
                "a move seen tells what its view hides: {mv} and {other} to {viewer:?} in {position}"
            );
        }
    }
}

/// The other legal moves whose result differs from that of `mv` and looks the same to `viewer`.
fn results_that_look_alike<P: Position>(position: &P, mv: P::Move, viewer: Viewer) -> Vec<P::Move> {
    let after = position.after(mv);
    let view = after.view(viewer);
    let is_alike = |other: &P::Move| {
        let result = position.after(*other);
        result.view(viewer) == view && result != after
    };
    position.moves().iter().copied().filter(is_alike).collect()
}

/// Games that `viewer` cannot tell from this one by the views of its positions: in each, one of the moves is another.
///
/// None where nothing is hidden, and not all of them where something is.
pub fn twins<P: Position>(record: &Record<P>, viewer: Viewer) -> Vec<Record<P>> {
    let plies = record.positions().iter().zip(record.moves()).enumerate();
    let twins = plies.flat_map(|(ply, (before, &mv))| {
        let others = results_that_look_alike(before, mv, viewer);
        others.into_iter().filter_map(move |other| exchanged(record, ply, other, viewer))
    });
    twins.collect()
}

/// The game with `mv` at `ply`, if the others can still be played and it looks the same all the way.
fn exchanged<P: Position>(
    record: &Record<P>,
    ply: usize,
    mv: P::Move,
    viewer: Viewer,
) -> Option<Record<P>> {
    let mut twin = record.truncated(ply);
    twin.play(mv).ok()?;
    for &mv in &record.moves()[ply + 1..] {
        twin.play(mv).ok()?;
    }
    let mut positions = record.positions().iter().zip(twin.positions());
    let looks_alike = positions.all(|(one, other)| one.view(viewer) == other.view(viewer));
    (looks_alike && twin.conclusion() == record.conclusion()).then_some(twin)
}
