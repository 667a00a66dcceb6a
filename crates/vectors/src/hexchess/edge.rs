//! Single moves: whether they are legal, what they change, and whether they end the game.

use super::format::{Cells, Edge};
use super::{assemble, code, format, step};
use crate::Report;
use crate::error::{EntryError, UnknownStatus};
use game::{Outcome, Position as _, Side};
use hexchess::{Kind, Move, MoverOutcome, Position, board};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn verify(name: &str, edge: &Edge, report: &mut Report) {
    let position = assemble(&edge.cells, edge.side_to_move.as_deref(), edge.turn);
    let mv = edge.step.as_ref().ok_or(EntryError::NoMove).and_then(step);
    let (position, mv) = match (position, mv) {
        (Ok(position), Ok(mv)) => (position, mv),
        (Err(why), _) | (_, Err(why)) => return report.skipped.push(format!("{name}: {why}")),
    };
    let kings = Side::BOTH.map(|side| position.king(side));
    if kings.contains(&None) && edge.legal != Some(false) {
        return report.skipped.push(format!("{name}: a king is missing, so the game is over"));
    }
    let legal = position.is_legal(mv);
    if let Some(expected) = edge.legal {
        report.equal(&format!("{name}: {mv} is legal"), &expected, &legal);
    }
    if legal && edge.legal != Some(false) {
        played(name, edge, &position, mv, report);
    }
}

fn played(name: &str, edge: &Edge, before: &Position, mv: Move, report: &mut Report) {
    let after = before.after(mv);
    let cells = written(&after);
    if let Some(expected) = &edge.cells_after {
        report.equal(&format!("{name}: cells after {mv}"), expected, &cells);
    }
    if let Some(expected) = &edge.changed_cells {
        let found = changed(&written(before), &cells);
        report.equal(&format!("{name}: cells changed by {mv}"), expected, &found);
    }
    match edge.game_over.as_ref().map(read_outcome) {
        None => {}
        Some(Err(text)) => report.skipped.push(format!("{name}: the end {text} is not understood")),
        Some(Ok(Some(Outcome::Draw))) if after.outcome().is_none() && mover_is_stuck(&after) => {
            let why = "the mover has no move left, and by HC-4.2 the game goes on";
            report.skipped.push(format!("{name}: {why}"));
        }
        Some(Ok(expected)) => report.equal(&format!("{name}: end"), &expected, &after.outcome()),
    }
    if let Some(tags) = &edge.tags {
        let expected = tags.iter().filter(|tag| is_known(tag)).cloned().collect();
        let found: BTreeSet<String> = found_tags(before, mv).into_iter().collect();
        report.equal(&format!("{name}: what {mv} does"), &expected, &found);
    }
}

fn written(position: &Position) -> Cells {
    board::SHAPE.cells().map(|cell| position.piece_at(cell).map(code)).collect()
}

fn changed(before: &Cells, after: &Cells) -> BTreeMap<String, Option<String>> {
    let cells = before.iter().zip(after).enumerate();
    let different = cells.filter(|(_, (before, after))| before != after);
    different.map(|(i, (_, after))| ((i + 1).to_string(), after.clone())).collect()
}

/// `null`, `{"winner": "White"}` or `{"draw": true}`.
pub(super) fn read_outcome(value: &Value) -> Result<Option<Outcome>, UnknownStatus> {
    let winner = value.get("winner").and_then(Value::as_str).map(format::side);
    match (value, winner, value.get("draw")) {
        (Value::Null, _, _) => Ok(None),
        (_, Some(Ok(side)), _) => Ok(Some(Outcome::Win(side))),
        (_, None, Some(Value::Bool(true))) => Ok(Some(Outcome::Draw)),
        _ => Err(UnknownStatus(value.to_string())),
    }
}

/// Whether the side that has just moved could not move again.
fn mover_is_stuck(after: &Position) -> bool {
    let mover = after.side_to_move().other();
    Position::from_pieces(after.board(), mover, after.parity())
        .is_ok_and(|turned| turned.outcome() == Some(Outcome::Draw))
}

fn is_known(tag: &str) -> bool {
    let word = tag.split(':').next().unwrap_or_default();
    ["capture", "promotion", "swap", "mover_removed", "collateral"].contains(&word)
}

fn found_tags(before: &Position, mv: Move) -> Vec<String> {
    let effects = before.effects(mv);
    let mut tags = Vec::new();
    tags.extend(effects.captured.map(|_| "capture".to_owned()));
    tags.extend(effects.swapped.map(|_: Kind| "swap".to_owned()));
    tags.extend(
        effects
            .burned
            .map(|(cell, piece)| format!("collateral:{}:{}", board::number(cell), code(piece))),
    );
    match effects.mover_outcome {
        MoverOutcome::Stands => {}
        MoverOutcome::Promoted => tags.push("promotion".to_owned()),
        MoverOutcome::Removed => tags.push("mover_removed".to_owned()),
    }
    tags
}
