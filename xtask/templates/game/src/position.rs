//! Trio, a game small enough to read at a sitting: seven cells, a stone a turn, and three in a line
//! through the centre win (TR-1.1 to TR-2.2 of its rules).

use game::{
    InvalidPosition, Key, MoveList, NoOptions, Outcome, ParseError, Position as Contract, Side,
    Viewer, excerpt,
};
use hexgrid::{Cell, CellSet, Shape};
use std::fmt;
use std::str::FromStr;

/// TR-1.1: the centre and its six neighbours, numbered row by row.
pub const BOARD: Shape<7> = Shape::from_rows(&[(-1, 0, 1), (0, -1, 1), (1, -1, 0)]);
const ALL: CellSet = CellSet::first(7);
/// TR-2.2: the three lines through the centre.
const LINES: [[usize; 3]; 3] = [[0, 3, 6], [1, 3, 5], [2, 3, 4]];

/// A stone on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub Cell);

/// Stones, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The stones of each side.
    pub stones: [CellSet; 2],
    /// Whose turn it is.
    pub side: Side,
}

impl Contract for Position {
    type Move = Move;
    type Options = NoOptions;
    type View = Self;
    const NAME: &'static str = "trio";
    const PERFT: &'static str = include_str!("../perft.txt");
    const HAS_HIDDEN_INFORMATION: bool = false;
    /// TR-2.2: a full board without a line.
    const HAS_DRAWS: bool = true;

    fn start(_: NoOptions) -> Self {
        Self { stones: [CellSet::EMPTY; 2], side: Side::First }
    }

    fn options(&self) -> NoOptions {
        NoOptions
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |side: &Side| {
            let own = self.stones[side.index()];
            LINES.iter().any(|line| line.iter().all(|&i| own.contains(Cell::new(i))))
        };
        match Side::BOTH.iter().find(|side| has_line(side)) {
            Some(&winner) => Some(Outcome::Win(winner)),
            None => self.empty().is_empty().then_some(Outcome::Draw),
        }
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.outcome()?.winner().map(|_| "three in a line")
    }

    fn legal_moves(&self, into: &mut MoveList<Move>) {
        if self.outcome().is_none() {
            into.extend(self.empty().into_iter().map(Move));
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.stones[self.side.index()].insert(mv.0);
        self.side = self.side.other();
    }

    fn key(&self) -> Key {
        let side = Key::feature(3, self.side.index() as u64);
        let stones = Side::BOTH.into_iter().flat_map(|side| {
            let i = side.index();
            self.stones[i]
                .into_iter()
                .map(move |cell| Key::feature(1 + i as u64, cell.index() as u64))
        });
        stones.fold(side, |key, stone| key ^ stone)
    }

    fn is_progress(&self, _: Move) -> bool {
        true
    }

    fn check(&self) -> Result<(), InvalidPosition> {
        let [first, second] = self.stones;
        let invalid = || InvalidPosition::new("two stones on one cell");
        if first.meets(second) { Err(invalid()) } else { Ok(()) }
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        text.parse()
    }

    fn why_illegal(&self, mv: Move) -> String {
        if self.outcome().is_some() { "the game is over".into() } else { format!("{mv} is taken") }
    }
}

impl Position {
    /// The cells without a stone.
    pub fn empty(&self) -> CellSet {
        ALL & !self.stones[0] & !self.stones[1]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.index() + 1)
    }
}

impl FromStr for Move {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim().parse() {
            Ok(n @ 1..=7) => Ok(Self(Cell::new(n - 1))),
            _ => {
                Err(ParseError::new(0, format!("expected a cell, 1 to 7, found {}", excerpt(text))))
            }
        }
    }
}

/// Seven signs, `x`, `o` or `.`, and the side to move: `x..o... x`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in ALL {
            let stone = |i: usize| self.stones[i].contains(cell);
            f.write_str(if stone(0) {
                "x"
            } else if stone(1) {
                "o"
            } else {
                "."
            })?;
        }
        f.write_str(if self.side == Side::First { " x" } else { " o" })
    }
}

impl FromStr for Position {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let signs: Vec<char> = text.chars().take(10).collect();
        let mut position = Self::start(NoOptions);
        for (i, sign) in signs.iter().take(7).enumerate() {
            match sign {
                'x' => position.stones[0].insert(Cell::new(i)),
                'o' => position.stones[1].insert(Cell::new(i)),
                '.' => {}
                _ => return Err(ParseError::new(i, "expected x, o or .")),
            }
        }
        position.side = match signs.get(7..) {
            Some([' ', 'x']) => Side::First,
            Some([' ', 'o']) => Side::Second,
            _ => return Err(ParseError::new(7, "expected a space and x or o")),
        };
        Ok(position)
    }
}
