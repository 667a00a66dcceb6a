//! Parser of written proofs.

use game::excerpt;
use hex::{Board, CellSet, Move, Position};
use hexgrid::Cell;

/// A line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ProofLine {
    Stones(CellSet),
    Link { number: usize, kind: LinkKind, ends: [LinkEnd; 2], cells: CellSet, why: LinkRule },
    Claim { number: usize, kind: LinkKind, cells: CellSet, why: ClaimRule },
    Result(usize),
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinkKind {
    /// The opponent.
    Full,
    /// The winner.
    Semi,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinkEnd {
    Near,
    Far,
    At(Cell),
}

/// The rule of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LinkRule {
    Touch,
    And(usize, usize, Cell),
    Or(Vec<usize>),
}

/// The rule of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ClaimRule {
    Link(usize),
    Move(Cell, usize),
    Or(Vec<usize>),
}

/// The header of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProofHeader {
    pub(super) position: Position,
    pub(super) winner: game::Side,
}

/// The first three lines.
pub(super) fn header<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<ProofHeader, String> {
    let mut next = |name: &str| {
        let line = lines.next().ok_or_else(|| format!("the text ends before its {name}"))?;
        line.strip_prefix(name)
            .map(str::trim)
            .ok_or_else(|| format!("expected the {name}, found {}", excerpt(line)))
    };
    match next("hex proof")? {
        "1" => {}
        other => return Err(format!("version {} of proofs is not known", excerpt(other))),
    }
    let position = next("position")?.parse().map_err(|e: game::ParseError| e.to_string())?;
    let winner = match next("winner")? {
        "red" => game::Side::First,
        "blue" => game::Side::Second,
        other => return Err(format!("the winner is red or blue, not {}", excerpt(other))),
    };
    Ok(ProofHeader { position, winner })
}

/// A line after the head.
pub(super) fn line(board: &Board, text: &str) -> Result<ProofLine, String> {
    let mut words = LineParser { board, words: text.split_whitespace() };
    let line = match words.next()? {
        "stones" => ProofLine::Stones(words.rest_cells()?),
        "link" => ProofLine::Link {
            number: words.number()?,
            kind: words.kind()?,
            ends: [words.end()?, words.end()?],
            cells: words.cells()?,
            why: words.link_rule()?,
        },
        "claim" => ProofLine::Claim {
            number: words.number()?,
            kind: words.kind()?,
            cells: words.cells()?,
            why: words.claim_rule()?,
        },
        "result" => ProofLine::Result(words.number()?),
        other => return Err(format!("no line starts with {}", excerpt(other))),
    };
    match words.words.next() {
        None => Ok(line),
        Some(more) => Err(format!("the line should end before {}", excerpt(more))),
    }
}

struct LineParser<'a> {
    board: &'a Board,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> LineParser<'a> {
    fn next(&mut self) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| "the line ends too early".to_owned())
    }

    fn number(&mut self) -> Result<usize, String> {
        let word = self.next()?;
        word.parse().map_err(|_| format!("expected a number, found {}", excerpt(word)))
    }

    fn numbers(&mut self) -> Result<Vec<usize>, String> {
        let mut all = vec![self.number()?];
        while self.words.clone().next().is_some() {
            all.push(self.number()?);
        }
        Ok(all)
    }

    fn kind(&mut self) -> Result<LinkKind, String> {
        match self.next()? {
            "full" => Ok(LinkKind::Full),
            "semi" => Ok(LinkKind::Semi),
            other => Err(format!("expected full or semi, found {}", excerpt(other))),
        }
    }

    fn end(&mut self) -> Result<LinkEnd, String> {
        match self.next()? {
            "near" => Ok(LinkEnd::Near),
            "far" => Ok(LinkEnd::Far),
            word => self.cell_of(word).map(LinkEnd::At),
        }
    }

    fn cell(&mut self) -> Result<Cell, String> {
        let word = self.next()?;
        self.cell_of(word)
    }

    fn cell_of(&self, word: &str) -> Result<Cell, String> {
        let cell = match word.parse() {
            Ok(Move::Place(at)) => self.board.cell(at),
            _ => None,
        };
        cell.ok_or_else(|| format!("expected a cell of the board, found {}", excerpt(word)))
    }

    /// Cells with commas between them, or `-` for none.
    fn cells(&mut self) -> Result<CellSet, String> {
        match self.next()? {
            "-" => Ok(CellSet::EMPTY),
            word => word.split(',').map(|word| self.cell_of(word)).collect(),
        }
    }

    fn rest_cells(&mut self) -> Result<CellSet, String> {
        let mut cells = CellSet::EMPTY;
        while self.words.clone().next().is_some() {
            cells.insert(self.cell()?);
        }
        Ok(cells)
    }

    fn link_rule(&mut self) -> Result<LinkRule, String> {
        match self.next()? {
            "touch" => Ok(LinkRule::Touch),
            "and" => Ok(LinkRule::And(self.number()?, self.number()?, self.cell()?)),
            "or" => Ok(LinkRule::Or(self.numbers()?)),
            other => Err(format!("expected touch, and, or or, found {}", excerpt(other))),
        }
    }

    fn claim_rule(&mut self) -> Result<ClaimRule, String> {
        match self.next()? {
            "link" => Ok(ClaimRule::Link(self.number()?)),
            "move" => Ok(ClaimRule::Move(self.cell()?, self.number()?)),
            "or" => Ok(ClaimRule::Or(self.numbers()?)),
            other => Err(format!("expected link, move or or, found {}", excerpt(other))),
        }
    }
}
