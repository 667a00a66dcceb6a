//! The coach of games against the computer: what the opponent threatens, and a warning before a
//! move that loses at once or soon.
//!
//! The coach knows what the player knows: positions are looked at through the player's view, so
//! that no warning tells a fool from a knight. Sentences name no cells; the cells come beside them.

pub use scene::CoachNote;

use catalog::{AnyRecord, with_record};
use game::{Outcome, Position, Record, Viewer};
use scene::{Depict, Teach};

/// What the opponent of the side to move threatens to play.
pub fn threats(record: &AnyRecord) -> Vec<CoachNote> {
    with_record!(record, record => threats_in(record))
}

/// What speaks against `mv`, in machine notation; nothing if every move is as bad.
pub fn warning(record: &AnyRecord, mv: &str) -> Option<CoachNote> {
    with_record!(record, record => warning_in(record, mv))
}

/// The position as the side to move sees it.
fn seen<P: Position>(record: &Record<P>) -> P {
    let position = record.position();
    position.view(Viewer::Player(position.side_to_move())).into()
}

fn threats_in<P: Teach>(record: &Record<P>) -> Vec<CoachNote> {
    if record.conclusion().is_some() {
        return Vec::new();
    }
    let position = seen(record);
    let mut notes = Vec::new();
    if let Some(turned) = position.with_turn_passed()
        && let Some(mv) = winning_move(&turned)
    {
        let text = format!("{} threatens {}.", opponent(&position), P::WIN);
        notes.push(CoachNote { text, cells: turned.clicks(mv).cells().collect() });
    }
    notes.extend(P::other_threats(record, &position));
    // The dearest capture is that of the king, if there is one.
    notes.dedup();
    notes
}

fn warning_in<P: Teach>(record: &Record<P>, mv: &str) -> Option<CoachNote> {
    let position = seen(record);
    let mv = position.read_move(mv).ok()?;
    let after = position.after(mv);
    let us = position.side_to_move();
    if after.outcome() == Some(Outcome::Win(us)) {
        return None;
    }
    let better = position.moves().iter().any(|&other| is_safe(&position, other));
    if after.outcome().is_some() || !is_safe(&position, mv) {
        let cells = winning_move(&after).map(|reply| after.clicks(reply).cells().collect());
        let text = position.own_mistake(mv).unwrap_or_else(|| P::LOSS.to_owned());
        return better.then(|| CoachNote { text, cells: cells.unwrap_or_default() });
    }
    P::other_warning(record, &position, mv)
}

/// A move that wins at once.
fn winning_move<P: Position>(position: &P) -> Option<P::Move> {
    let wins = |mv| position.after(mv).outcome() == Some(Outcome::Win(position.side_to_move()));
    position.moves().iter().copied().find(|&mv| wins(mv))
}

/// Whether the opponent cannot win at once after `mv`.
fn is_safe<P: Position>(position: &P, mv: P::Move) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome != Outcome::Win(position.side_to_move().other()),
        None => winning_move(&after).is_none(),
    }
}

/// What the opponent of the side to move is called.
fn opponent<P: Depict>(position: &P) -> &'static str {
    position.scene(Viewer::Judge).colours[position.side_to_move().other()]
}
