//! Vectors files of Hex Chess: positions with legal moves, perft counts and what the last moves of
//! all sequences do; single moves with their effects; setup sequences.
//!
//! How such a file is written is in `format`; single moves are checked in `edge`, sequences in
//! `setup`, and the last moves counted in `leaves`. Everything in an entry may be missing.

mod edge;
mod format;
mod leaves;
mod setup;

use crate::error::EntryError;
use crate::{NotAVectorsFile, Report};
use format::{Cells, Counts, HexChessCase, Pair};
use game::{Position as _, Side, excerpt};
use hexchess::{Move, Parity, Piece, Position, board};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;

/// Counts beyond this are left alone: they take minutes.
const MOST_LEAVES: u64 = 1_000_000_000;
/// Last moves are counted one by one, which is slower.
const MOST_STATS: u64 = 50_000_000;

const SECTIONS: [&str; 3] = ["positions", "edge_vectors", "setup_vectors"];
const PROSE: [&str; 4] = ["format", "source", "how_to_read", "axial"];

/// Checks every entry of the file.
pub(crate) fn verify(json: &str, report: &mut Report) -> Result<(), NotAVectorsFile> {
    let no_file = |why: String| NotAVectorsFile { game: "Hex Chess", why };
    let file: Value = serde_json::from_str(json).map_err(|e| no_file(e.to_string()))?;
    let Some(fields) = file.as_object() else {
        return Err(no_file("it is no object with named sections".into()));
    };
    let format = fields.get("format").and_then(Value::as_str).unwrap_or("hexchess");
    if !format.starts_with("hexchess") {
        return Err(no_file(format!("its format is {}", excerpt(format))));
    }
    if !SECTIONS.iter().any(|name| fields.contains_key(*name)) {
        return Err(no_file(format!("it has none of {}", SECTIONS.join(", "))));
    }
    for name in fields.keys().filter(|name| !known_section(name)) {
        report.skipped.push(format!("a section called {} is not known", excerpt(name)));
    }
    axial(&file, report);
    entries(&file, "positions", report, position_entry);
    entries(&file, "edge_vectors", report, edge::verify);
    entries(&file, "setup_vectors", report, setup::verify);
    Ok(())
}

fn known_section(name: &str) -> bool {
    SECTIONS.contains(&name) || PROSE.contains(&name)
}

/// Runs `check` on every entry of a section that can be read.
fn entries<T: DeserializeOwned>(
    file: &Value,
    section: &str,
    report: &mut Report,
    check: fn(&str, &T, &mut Report),
) {
    let rows = match file.get(section) {
        None => return,
        Some(Value::Array(rows)) => rows,
        Some(_) => return report.skipped.push(format!("{section} is no list")),
    };
    for (i, row) in rows.iter().enumerate() {
        let id = row.get("id").and_then(Value::as_str).map(str::to_owned);
        let name = id.unwrap_or_else(|| format!("{section} {}", i + 1));
        match T::deserialize(row) {
            Ok(entry) => check(&name, &entry, report),
            Err(why) => report.skipped.push(format!("{name}: it cannot be read: {why}")),
        }
    }
}

/// Where the file says that cells are.
fn axial(file: &Value, report: &mut Report) {
    let rows = file.get("axial").and_then(Value::as_array);
    for (i, row) in rows.into_iter().flatten().enumerate() {
        let found = board::numbered(i + 1).map(|cell| board::SHAPE.axial(cell));
        let found = found.map(|at| serde_json::json!([at.q, at.r]));
        report.equal(&format!("place of cell {}", i + 1), &Some(row.clone()), &found);
    }
}

fn position_entry(name: &str, case: &HexChessCase, report: &mut Report) {
    let position = match assemble(&case.cells, case.side_to_move.as_deref(), case.turn) {
        Ok(position) => position,
        Err(why) => return report.skipped.push(format!("{name}: {why}")),
    };
    if let Some(moves) = &case.legal_moves {
        legal_moves(name, &position, moves, report);
    }
    if let (Some(backs), Some(moves)) = (&case.setup_left_to_right, &case.moves_from_setup) {
        let found = replay(&backs.by_side(), moves).map(|found| found.to_string());
        report.equal(&format!("{name}: replayed"), &Ok(position.to_string()), &found);
    }
    counts(name, &position, case, report);
}

/// The position with these cells.
fn assemble(
    cells: &Cells,
    side: Option<&str>,
    turn: Option<usize>,
) -> Result<Position, EntryError> {
    let pieces = format::pieces(cells)?;
    let side = format::side(side.ok_or(EntryError::NoSideToMove)?)?;
    let parity = Parity::of(turn.unwrap_or(6));
    Ok(Position::from_pieces(pieces, side, parity)?)
}

fn step(&[from, to]: &Pair) -> Result<Move, EntryError> {
    let cell = |n| board::numbered(n).ok_or(EntryError::NoCell(n));
    Ok(Move::Step { from: cell(from)?, to: cell(to)? })
}

fn legal_moves(name: &str, position: &Position, rows: &[Pair], report: &mut Report) {
    let expected: Result<BTreeSet<Move>, EntryError> = rows.iter().map(step).collect();
    let expected = match expected {
        Ok(moves) => moves,
        Err(why) => return report.failures.push(format!("{name}: legal moves: {why}")),
    };
    let found: BTreeSet<Move> = position.moves().iter().copied().collect();
    let texts = |moves: BTreeSet<&Move>| -> Vec<String> {
        moves.into_iter().map(ToString::to_string).collect()
    };
    let missing = texts(expected.difference(&found).collect());
    let extra = texts(found.difference(&expected).collect());
    let agrees = missing.is_empty() && extra.is_empty();
    report.check(agrees, || format!("{name}: legal moves: missing {missing:?}, extra {extra:?}"));
}

/// The position after placing these back ranks and playing these moves.
fn replay(backs: &game::BySide<String>, moves: &[Pair]) -> Result<Position, EntryError> {
    let mut position = Position::start(hexchess::Options);
    for side in Side::BOTH {
        let lineup = position.parse_move(&format!("S:{}", backs[side]));
        position.play(lineup?)?;
    }
    for row in moves {
        position.play(step(row)?)?;
    }
    Ok(position)
}

/// Perft and what the last moves do, up to the depth at which the counted implementation ended a
/// game that our rules go on with: it draws when the *mover* has no move left (HC-4.2 does not).
fn counts(name: &str, position: &Position, case: &HexChessCase, report: &mut Report) {
    let stats = case.leaf_stats_by_depth.as_deref().unwrap_or_default();
    let perft = case.perft.as_deref().unwrap_or_default();
    for depth in 1..=perft.len().max(stats.len()) {
        let ended_early = |stats: &Counts| stats.mover_stuck_draws.is_some_and(|n| n > 0);
        if stats.iter().take(depth - 1).any(ended_early) {
            let why = "games that go on by HC-4.2 were ended there";
            return report.skipped.push(format!("{name}: depth {depth} and beyond: {why}"));
        }
        let expected = perft.get(depth - 1).copied();
        if expected.is_some_and(|n| n > MOST_LEAVES) || (expected.is_none() && depth > 4) {
            return report.skipped.push(format!("{name}: depth {depth} takes too long to count"));
        }
        if let Some(expected) = expected {
            let what = format!("{name}: perft {depth}");
            report.equal(&what, &expected, &position.perft(depth));
        }
        match stats.get(depth - 1) {
            Some(_) if expected.is_some_and(|n| n > MOST_STATS) => {
                report.skipped.push(format!("{name}: too many last moves at depth {depth}"));
            }
            Some(stats) => {
                leaves::compare(&format!("{name}: depth {depth}"), stats, position, depth, report);
            }
            None => {}
        }
    }
}

/// A piece as these files write it.
fn code(piece: Piece) -> String {
    let side = match piece.side {
        Side::First => 'W',
        Side::Second => 'B',
    };
    format!("{side}{}", piece.kind.letter())
}
