//! Setup sequences: which placements are accepted, and how things stand after each.

use super::edge::read_outcome;
use super::format::{self, Action, Letters, Sequence, State};
use crate::Report;
use crate::error::EntryError;
use game::{BySide, Position as _, Side, excerpt};
use hexchess::{Kind, Kinds, Lineup, Move, Options, Phase, Position, board};
use serde_json::Value;

pub(super) fn verify(name: &str, sequence: &Sequence, report: &mut Report) {
    let mut table = Table::new();
    for (i, action) in sequence.steps.iter().enumerate() {
        let name = format!("{name}: step {}", i + 1);
        match table.try_action(action) {
            Ok(accepted) => {
                if let Some(expected) = action.accepted {
                    let what = format!("{name}: {} is accepted", excerpt(&action.name));
                    report.equal(&what, &expected, &accepted);
                }
            }
            Err(why) => return report.skipped.push(format!("{name} and beyond: {why}")),
        }
        if let Some(state) = &action.state {
            table.compare(&name, state, report);
        }
    }
}

/// A game being set up, and what each side has placed so far.
struct Table {
    position: Position,
    placed: BySide<Vec<String>>,
}

impl Table {
    fn new() -> Self {
        Self { position: Position::start(Options), placed: BySide::new(vec![], vec![]) }
    }

    /// Plays the action if the rules allow it, and says whether they do.
    fn try_action(&mut self, action: &Action) -> Result<bool, EntryError> {
        let side = self.position.side_to_move();
        let mv = match action.name.as_str() {
            "placePiece" => single(&action.args, side)?,
            "placeAllFixed" => self.position.place_all_fixed(),
            "placeAllRandom" => self.drawn(action),
            "movePiece" => moved(&action.args),
            other => return Err(EntryError::UnknownAction(other.to_owned())),
        };
        let vacant = self.position.vacant(side);
        match mv {
            Some(mv) if self.position.play(mv).is_ok() => {
                self.note(side, mv, vacant.into_iter().map(board::number));
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The lineup that chance gave: what stands on the back rank afterwards.
    fn drawn(&self, action: &Action) -> Option<Move> {
        let side = self.position.side_to_move();
        let back = action.state.as_ref()?.back.as_ref()?.by_side();
        let kinds: Vec<Kind> = board::BACK_RANKS[side]
            .into_iter()
            .zip(back[side].chars())
            .filter(|&(cell, _)| self.position.vacant(side).contains(cell))
            .filter_map(|(_, letter)| Kind::from_letter(letter))
            .collect();
        match kinds.as_slice() {
            &[kind] => Some(Move::Place { kind, cell: self.position.vacant(side).lowest()? }),
            kinds => Lineup::new(kinds).map(Move::PlaceAll),
        }
    }

    fn note(&mut self, side: Side, mv: Move, vacant: impl Iterator<Item = usize>) {
        let mut log = |kind: Kind, cell: usize| {
            self.placed[side].push(format!("S: {}{cell}", kind.letter()));
        };
        match mv {
            Move::Place { kind, cell } => log(kind, board::number(cell)),
            Move::PlaceAll(lineup) => lineup.iter().zip(vacant).for_each(|(k, c)| log(k, c)),
            Move::Step { .. } => {}
        }
    }

    fn compare(&self, name: &str, state: &State, report: &mut Report) {
        let position = &self.position;
        let phase = match position.phase() {
            Phase::Setup => "setup",
            Phase::Play => "play",
        };
        if let Some(expected) = &state.phase {
            report.equal(&format!("{name}: phase"), &expected.as_str(), &phase);
        }
        if let Some(expected) = &state.to_move {
            let what = format!("{name}: to move");
            report.equal(&what, &format::side(expected), &Ok(position.side_to_move()));
        }
        if let Some(expected) = &state.back {
            let expected = expected.by_side().map(|back| back.replace(['.', ' '], "-"));
            report.equal(&format!("{name}: back ranks"), &expected, &self.backs());
        }
        if let Some(expected) = &state.pool {
            self.compare_pools(name, expected, report);
        }
        if let Some(expected) = &state.log {
            self.compare_log(name, expected, report);
        }
        if let Some(Ok(expected)) = state.gameover.as_ref().map(read_outcome) {
            report.equal(&format!("{name}: end"), &expected, &position.outcome());
        }
    }

    fn backs(&self) -> BySide<String> {
        BySide::from_fn(|side| {
            let letter = |cell| self.position.piece_at(cell).map_or('-', |p| p.kind.letter());
            board::BACK_RANKS[side].into_iter().map(letter).collect()
        })
    }

    /// The file's pools shrink to what may be placed: to the king before the last cell, and then
    /// to nothing. Ours say what has not been placed, and are forgotten once play begins.
    fn compare_pools(&self, name: &str, expected: &Letters, report: &mut Report) {
        if self.position.phase() == Phase::Play {
            return;
        }
        for (side, expected) in Side::BOTH.into_iter().zip([&expected.white, &expected.black]) {
            let pool = self.position.pool(side);
            let cells = self.position.vacant(side).len();
            let only_king = cells == 1 && pool.contains(Kind::King);
            let found = if only_king { Kinds::EMPTY.with(Kind::King) } else { pool };
            let empty_is_fine = expected.is_empty() && cells == 0;
            let agrees = empty_is_fine || same_letters(expected, &found.to_string());
            report.check(agrees, || {
                format!("{name}: pool of {side:?}: expected {}, found {found}", excerpt(expected))
            });
        }
    }

    /// Row n of the log is the n-th placement of White and of Black.
    fn compare_log(&self, name: &str, expected: &[String], report: &mut Report) {
        if expected.iter().any(|row| row.split('|').any(|text| !is_placement(text))) {
            return;
        }
        let BySide { first, second } = &self.placed;
        let text = |side: &[String], row: usize| side.get(row).cloned().unwrap_or_default();
        let rows = 0..first.len().max(second.len());
        let found: Vec<String> =
            rows.map(|row| format!("{}|{}", text(first, row), text(second, row))).collect();
        report.equal(&format!("{name}: log"), &expected.to_vec(), &found);
    }
}

fn is_placement(text: &str) -> bool {
    text.is_empty() || text.starts_with("S:")
}

fn same_letters(one: &str, two: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(two)
}

/// `[17, "WQ"]`; another side's piece is no move at all.
fn single(args: &[Value], side: Side) -> Result<Option<Move>, EntryError> {
    let cell = args.iter().find_map(Value::as_u64);
    let piece = args.iter().find_map(Value::as_str);
    let (Some(cell), Some(piece)) = (cell, piece) else {
        return Err(EntryError::PlacementForm);
    };
    let piece = format::piece(piece)?;
    let cell = usize::try_from(cell).ok().and_then(board::numbered);
    let own = piece.side == side;
    Ok(cell.filter(|_| own).map(|cell| Move::Place { kind: piece.kind, cell }))
}

/// `[18, 19]`.
fn moved(args: &[Value]) -> Option<Move> {
    let cell = |value: &Value| board::numbered(usize::try_from(value.as_u64()?).ok()?);
    match args {
        [from, to] => Some(Move::Step { from: cell(from)?, to: cell(to)? }),
        _ => None,
    }
}
