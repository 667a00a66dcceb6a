//! Moves as players write them: `c17-24` for a satellite of chain c, `*28-27` or `*27` for the
//! comet. What machines write is understood too.

use crate::board::number;
use crate::moves::Move;
use crate::position::{Piece, Position};
use crate::scanner::Scanner;
use game::ParseError;
use hexgrid::Cell;

/// A legal move as players write it.
pub(crate) fn write(position: &Position, mv: Move) -> String {
    match position.piece(mv.from) {
        Some(Piece::Comet(_)) => format!("*{mv}"),
        Some(Piece::Satellite(chain)) => format!("{chain}{mv}"),
        None => mv.to_string(),
    }
}

/// Reads a move, legal or not.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, ParseError> {
    let mut scanner = Scanner::new(text);
    let mv = match scanner.peek() {
        None => return Err(ParseError::new(0, "no move is written; write one as 17-24 or *27")),
        Some('*') => read_comet(position, &mut scanner)?,
        Some(_) => read_satellite(position, &mut scanner)?,
    };
    scanner.end()?;
    Ok(mv)
}

fn read_comet(position: &Position, scanner: &mut Scanner<'_>) -> Result<Move, ParseError> {
    scanner.expect('*')?;
    let place = scanner.place();
    let first = scanner.cell()?;
    if !scanner.accepts('-') {
        return Ok(Move::new(position.comet(position.side), first));
    }
    if !matches!(position.piece(first), Some(Piece::Comet(_))) {
        return Err(ParseError::new(place, format!("no comet stands on {}", number(first))));
    }
    Ok(Move::new(first, scanner.cell()?))
}

/// With the letter of its chain or without.
fn read_satellite(position: &Position, scanner: &mut Scanner<'_>) -> Result<Move, ParseError> {
    let place = scanner.place();
    let chain = scanner.chain();
    let from: Cell = scanner.cell()?;
    if let Some(chain) = chain.filter(|&c| !position.link(c).ends().contains(&from)) {
        let what = format!("chain {chain} does not stand on {}", number(from));
        return Err(ParseError::new(place, what));
    }
    scanner.expect('-')?;
    Ok(Move::new(from, scanner.cell()?))
}
