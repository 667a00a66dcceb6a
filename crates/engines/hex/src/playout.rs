//! Games played out fast, with broken bridges mended.
//!
//! ```text
//!      R · ·            After Blue's b, R and r are joined only through ×: Red plays there.
//!       b × ·           The edges count as stones, so bridges to an edge are mended too.
//!        · r ·
//! ```
//!
//! The board is an array with a rim of one cell all around, which holds the edges as stones.
//! Stones never leave and the first chain decides, so the board is filled up and looked at once.

use game::{Dice, Position as _, Side};
use hex::{Board, Move, Position};
use hexgrid::{Axial, Cell};
use search::mcts::{Playout, Reward};

/// How a game is played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Any empty cell with equal chance.
    Light,
    /// A bridge that was broken into is mended; else any empty cell.
    #[default]
    BridgeSaving,
}

/// Cells a row of the largest board, and the rim.
const WIDEST: usize = Board::LARGEST + 2;
const MOST: usize = WIDEST * WIDEST;

/// What stands on a place: a stone of either side, nothing, or (in two corners of the rim) no
/// side's edge. The first two are bits by the side's number.
const EMPTY: u8 = 4;
const NOBODY: u8 = 0;

const fn stone(side: Side) -> u8 {
    1 << side.index()
}

/// The board of one size without stones.
#[derive(Clone, Debug)]
struct Ground {
    size: usize,
    /// From a place to its six neighbours, in turn.
    steps: [usize; 6],
    places: Box<[u8; MOST]>,
    /// The move to every place, and the place of every cell.
    moves: Box<[Move; MOST]>,
    of_cell: Vec<u16>,
}

impl Ground {
    fn new(board: &Board) -> Self {
        let size = board.size();
        let width = size + 2;
        let mut ground = Self {
            size,
            // Steps back wrap around.
            steps: [1, 1usize.wrapping_sub(width), 0usize.wrapping_sub(width), usize::MAX]
                .into_iter()
                .chain([width - 1, width])
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or_default(),
            places: Box::new([NOBODY; MOST]),
            moves: Box::new([Move::Swap; MOST]),
            of_cell: Vec::with_capacity(size * size),
        };
        for i in 1..=size {
            for (place, side) in [
                (i, Side::First),
                ((size + 1) * width + i, Side::First),
                (i * width, Side::Second),
                (i * width + size + 1, Side::Second),
            ] {
                ground.places[place] = stone(side);
            }
        }
        for cell in board.cells() {
            let at = board.axial(cell);
            let place = ground.place(at);
            ground.places[place] = EMPTY;
            ground.moves[place] = Move::Place(at);
            ground.of_cell.push(place as u16);
        }
        ground
    }

    fn place(&self, at: Axial) -> usize {
        (at.r as usize + 1) * (self.size + 2) + at.q as usize + 1
    }

    #[inline]
    fn of_cell(&self, cell: Cell) -> usize {
        usize::from(self.of_cell[cell.index()])
    }
}

/// Plays games out on boards of any size.
#[derive(Clone, Debug)]
pub struct HexPlayout {
    style: Style,
    ground: Ground,
    places: Box<[u8; MOST]>,
    /// The empty places in any order, and where in that order each stands.
    empties: Vec<u16>,
    ranks: Box<[u16; MOST]>,
    waiting: Vec<u16>,
}

impl HexPlayout {
    /// Playouts of this style.
    ///
    /// # Panics
    /// Never: there is a smallest board.
    pub fn new(style: Style) -> Self {
        let ground = Ground::new(Board::sized(Board::SMALLEST).expect("the smallest board"));
        Self {
            style,
            places: ground.places.clone(),
            ground,
            empties: Vec::new(),
            ranks: Box::new([0; MOST]),
            waiting: Vec::new(),
        }
    }

    /// Plays one game out from `position`, whose last move went to `last`, and says who wins it.
    /// Every stone is told to `note`, in order.
    pub fn run(
        &mut self,
        position: &Position,
        last: Option<Cell>,
        dice: &mut Dice,
        mut note: impl FnMut(Side, Move),
    ) -> Side {
        self.set_up(position);
        let mut side = position.side_to_move();
        let mut last = last.map(|cell| self.ground.of_cell(cell));
        while !self.empties.is_empty() {
            let bridge = match self.style {
                Style::Light => None,
                Style::BridgeSaving => last.and_then(|last| self.broken_bridge(last, side, dice)),
            };
            let place =
                bridge.unwrap_or_else(|| usize::from(self.empties[dice.below(self.empties.len())]));
            self.take(place, side);
            note(side, self.ground.moves[place]);
            last = Some(place);
            side = side.other();
        }
        if self.red_has_chain() { Side::First } else { Side::Second }
    }

    fn set_up(&mut self, position: &Position) {
        if self.ground.size != position.size() {
            self.ground = Ground::new(position.board());
        }
        let used = (self.ground.size + 2) * (self.ground.size + 2);
        self.places[..used].copy_from_slice(&self.ground.places[..used]);
        for side in Side::BOTH {
            for cell in position.stones(side) {
                self.places[self.ground.of_cell(cell)] = stone(side);
            }
        }
        self.empties.clear();
        for cell in position.empties() {
            let place = self.ground.of_cell(cell);
            self.ranks[place] = self.empties.len() as u16;
            self.empties.push(place as u16);
        }
    }

    #[inline]
    fn take(&mut self, place: usize, side: Side) {
        self.places[place] = stone(side);
        let rank = usize::from(self.ranks[place]);
        let moved = self.empties[self.empties.len() - 1];
        self.empties[rank] = moved;
        self.ranks[usize::from(moved)] = rank as u16;
        self.empties.pop();
    }

    /// Where `side` must play so that the stone on `last` cuts nothing: between two of its own
    /// stones around `last` that have one empty cell between them.
    #[inline]
    fn broken_bridge(&self, last: usize, side: Side, dice: &mut Dice) -> Option<usize> {
        let (mut own, mut empty) = (0u32, 0u32);
        for (i, step) in self.ground.steps.iter().enumerate() {
            let here = u32::from(self.places[last.wrapping_add(*step)]);
            own |= (here >> side.index() & 1) << i;
            empty |= (here >> 2 & 1) << i;
        }
        // Bit i: an own stone in direction i − 1, nothing in i, an own stone in i + 1.
        let found = empty & turned(own, 1) & turned(own, 5);
        if found == 0 {
            return None;
        }
        let mut nth =
            if found.is_power_of_two() { 0 } else { dice.below(found.count_ones() as usize) };
        let mut rest = found;
        while nth > 0 {
            rest &= rest - 1;
            nth -= 1;
        }
        let step = self.ground.steps[rest.trailing_zeros() as usize];
        Some(last.wrapping_add(step))
    }

    /// Whether Red's stones on the full board connect its edges. Looks from the top downwards.
    fn red_has_chain(&mut self) -> bool {
        let width = self.ground.size + 2;
        let red = stone(Side::First);
        self.waiting.clear();
        for place in width + 1..=width + self.ground.size {
            if self.places[place] == red {
                self.places[place] = NOBODY;
                self.waiting.push(place as u16);
            }
        }
        let last_row = self.ground.size * width;
        while let Some(place) = self.waiting.pop() {
            if usize::from(place) >= last_row {
                return true;
            }
            for step in self.ground.steps {
                let next = usize::from(place).wrapping_add(step);
                if self.places[next] == red && next > width {
                    self.places[next] = NOBODY;
                    self.waiting.push(next as u16);
                }
            }
        }
        false
    }
}

/// Six bits, each moved `by` places on, round and round.
const fn turned(six: u32, by: u32) -> u32 {
    (six << by | six >> (6 - by)) & 63
}

impl Playout<Position> for HexPlayout {
    fn play_out(
        &mut self,
        position: &Position,
        last: Option<Move>,
        dice: &mut Dice,
        played: &mut Vec<(Side, Move)>,
    ) -> Reward {
        let last = match last {
            Some(Move::Place(at)) => position.board().cell(at),
            _ => None,
        };
        let winner = self.run(position, last, dice, |side, mv| played.push((side, mv)));
        Reward::of_first(if winner == Side::First { 1.0 } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::{Options, SwapRule};

    fn cell(position: &Position, text: &str) -> Cell {
        let Ok(Move::Place(at)) = text.parse() else { panic!("{text} is no cell") };
        position.board().cell(at).expect("a cell of the board")
    }

    /// The first move of playouts after `last`.
    fn answers(text: &str, last: &str) -> Vec<String> {
        let position: Position = text.parse().expect("a position");
        let mut playout = HexPlayout::new(Style::BridgeSaving);
        let mut dice = Dice::new(7);
        let mut found: Vec<String> = (0..40)
            .map(|_| {
                let mut first = None;
                let last = Some(cell(&position, last));
                playout.run(&position, last, &mut dice, |_, mv| {
                    first.get_or_insert(mv);
                });
                first.expect("a move").to_string()
            })
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn broken_bridges_are_mended() {
        assert_eq!(answers("5/2r2/2b2/1r3/5 r swap=off", "c3"), ["b3"]);
        assert_eq!(answers("5/5/5/2r2/2b2 r swap=off", "c5"), ["b5"], "to the edge");
        assert!(answers("5/5/5/5/r4 b swap=off", "a5").len() > 5, "nothing is broken");
        assert!(answers("5/1b3/2r2/3b1/5 b swap=off", "c3").len() > 5, "no bridge at all");
        let two = answers("5/2r2/1rb2/1r3/5 r swap=off", "c3");
        assert!(two.len() > 2, "joined already: {two:?}");
    }

    #[test]
    fn playouts_end_as_the_rules_say() {
        let mut dice = Dice::new(1);
        for size in [3, 4, 7, 11, 19] {
            let start = Position::start(Options::new(size, SwapRule::Off).expect("a size"));
            for style in [Style::Light, Style::BridgeSaving] {
                let mut playout = HexPlayout::new(style);
                for _ in 0..50 {
                    let mut position = start.clone();
                    let winner = playout.run(&start, None, &mut dice, |side, mv| {
                        if position.winner().is_none() {
                            assert_eq!(position.side_to_move(), side);
                            position.play(mv).expect("a legal move");
                        }
                    });
                    assert_eq!(position.winner(), Some(winner), "{position}");
                }
            }
        }
    }
}
