//! The lines of a proof, from text.

use game::excerpt;
use hex::{Board, CellSet, Move, Position};
use hexgrid::Cell;

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Stones(CellSet),
    Link { number: usize, kind: Kind, ends: [End; 2], cells: CellSet, why: WhyLink },
    Claim { number: usize, kind: Kind, cells: CellSet, why: WhyClaim },
    Result(usize),
}

/// Who may move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The opponent.
    Full,
    /// The winner.
    Semi,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Near,
    Far,
    At(Cell),
}

/// Why a link holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WhyLink {
    Touch,
    And(usize, usize, Cell),
    Or(Vec<usize>),
}

/// Why a claim holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WhyClaim {
    Link(usize),
    Move(Cell, usize),
    Or(Vec<usize>),
}

/// What stands above the lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) position: Position,
    pub(super) winner: game::Side,
}

/// The first three lines.
pub(super) fn head<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Head, String> {
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
    Ok(Head { position, winner })
}

/// A line after the head.
pub(super) fn line(board: &Board, text: &str) -> Result<Line, String> {
    let mut words = Words { board, words: text.split_whitespace() };
    let line = match words.next()? {
        "stones" => Line::Stones(words.rest_cells()?),
        "link" => Line::Link {
            number: words.number()?,
            kind: words.kind()?,
            ends: [words.end()?, words.end()?],
            cells: words.cells()?,
            why: words.why_link()?,
        },
        "claim" => Line::Claim {
            number: words.number()?,
            kind: words.kind()?,
            cells: words.cells()?,
            why: words.why_claim()?,
        },
        "result" => Line::Result(words.number()?),
        other => return Err(format!("no line starts with {}", excerpt(other))),
    };
    match words.words.next() {
        None => Ok(line),
        Some(more) => Err(format!("the line should end before {}", excerpt(more))),
    }
}

struct Words<'a> {
    board: &'a Board,
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
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

    fn kind(&mut self) -> Result<Kind, String> {
        match self.next()? {
            "full" => Ok(Kind::Full),
            "semi" => Ok(Kind::Semi),
            other => Err(format!("expected full or semi, found {}", excerpt(other))),
        }
    }

    fn end(&mut self) -> Result<End, String> {
        match self.next()? {
            "near" => Ok(End::Near),
            "far" => Ok(End::Far),
            word => self.cell_of(word).map(End::At),
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

    fn why_link(&mut self) -> Result<WhyLink, String> {
        match self.next()? {
            "touch" => Ok(WhyLink::Touch),
            "and" => Ok(WhyLink::And(self.number()?, self.number()?, self.cell()?)),
            "or" => Ok(WhyLink::Or(self.numbers()?)),
            other => Err(format!("expected touch, and, or or, found {}", excerpt(other))),
        }
    }

    fn why_claim(&mut self) -> Result<WhyClaim, String> {
        match self.next()? {
            "link" => Ok(WhyClaim::Link(self.number()?)),
            "move" => Ok(WhyClaim::Move(self.cell()?, self.number()?)),
            "or" => Ok(WhyClaim::Or(self.numbers()?)),
            other => Err(format!("expected link, move or or, found {}", excerpt(other))),
        }
    }
}
