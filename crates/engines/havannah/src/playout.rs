//! Playouts with decisive and anti-decisive moves (Teytaud and Teytaud 2010) and replies that save a
//! bridge (two stones with two common empty neighbours), as in Castro (Ewalds 2012).

use crate::geometry::{PLACES, STEPS};
use crate::position_board::{PositionBoard, place_of};
use crate::threats::ThreatBoard;
use game::{Dice, Outcome, Position as _, Side};
use havannah::{Move, Position};
use hexgrid::Direction;
use search::mcts::{Playout, Reward};

/// Playout policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutPolicy {
    /// Wins in one are taken, and those of the opponent prevented.
    pub decisive: bool,
    /// Intrusions into bridges are answered.
    pub saves_bridges: bool,
}

impl Default for PlayoutPolicy {
    fn default() -> Self {
        Self { decisive: true, saves_bridges: true }
    }
}

/// Plays out games on boards of any size.
#[derive(Clone, Debug)]
pub(crate) struct HavannahPlayout {
    policy: PlayoutPolicy,
    positions: PositionBoard,
    empties: Empties,
}

impl HavannahPlayout {
    pub(crate) fn new(policy: PlayoutPolicy) -> Self {
        Self { policy, positions: PositionBoard::default(), empties: Empties::default() }
    }
}

/// A playout in progress.
struct Game<'a> {
    policy: PlayoutPolicy,
    board: &'a mut ThreatBoard,
    empties: &'a mut Empties,
}

impl Game<'_> {
    /// Plays on to the end, with `side` to move and the last stone on `last`. Calls `note` with every
    /// move, in order.
    fn run(
        &mut self,
        mut side: Side,
        mut last: Option<usize>,
        dice: &mut Dice,
        mut note: impl FnMut(Side, usize),
    ) -> Outcome {
        while let Some(place) = self.choose(side, last, dice) {
            self.empties.take(place);
            note(side, place);
            if self.place(place, side) {
                return Outcome::Win(side);
            }
            last = Some(place);
            side = side.other();
        }
        Outcome::Draw
    }

    #[inline]
    fn place(&mut self, place: usize, side: Side) -> bool {
        if self.policy.decisive {
            self.board.place(place, side)
        } else {
            self.board.board.place(place, side).wins
        }
    }

    #[inline]
    fn choose(&mut self, side: Side, last: Option<usize>, dice: &mut Dice) -> Option<usize> {
        if self.policy.decisive
            && let Some(place) = self.board.win(side).or_else(|| self.board.win(side.other()))
        {
            return Some(place);
        }
        let reply = last.filter(|_| self.policy.saves_bridges);
        let reply = reply.and_then(|last| self.reply(last, side, dice));
        reply.or_else(|| self.empties.any(dice))
    }

    /// Save-bridge reply of `side` to the stone on `last`: an empty cell between two of its own stones
    /// around `last`.
    #[inline]
    fn reply(&self, last: usize, side: Side, dice: &mut Dice) -> Option<usize> {
        let board = &self.board.board;
        let own = board.own_around(last, side);
        // Bit i: an own stone in direction i − 1, nothing in i, an own stone in i + 1.
        let found = Direction::turned_set(own, 1)
            & Direction::turned_set(own, 5)
            & board.empty_around(last);
        if found == 0 {
            return None;
        }
        let mut rest = found;
        for _ in 0..dice.below(found.count_ones() as usize) {
            rest &= rest - 1;
        }
        Some(last.wrapping_add(STEPS[rest.trailing_zeros() as usize]))
    }
}

impl Playout<Position> for HavannahPlayout {
    fn play_out(
        &mut self,
        position: &Position,
        last: Option<Move>,
        dice: &mut Dice,
        played: &mut Vec<(Side, Move)>,
    ) -> Reward {
        let Self { policy, positions, empties } = self;
        let (board, moves) = positions.board_and_moves(position);
        let last = last.and_then(|mv| place_of(position, mv));
        let side = position.side_to_move();
        let note = |side, place: usize| played.push((side, moves[place]));
        empties.fill(board);
        Game { policy: *policy, board, empties }.run(side, last, dice, note).into()
    }
}

/// Places of the empty cells in any order, and the rank of each in it.
#[derive(Clone, Debug)]
struct Empties {
    places: Vec<u16>,
    ranks: Box<[u16; PLACES]>,
}

impl Default for Empties {
    fn default() -> Self {
        Self { places: Vec::new(), ranks: Box::new([0; PLACES]) }
    }
}

impl Empties {
    fn fill(&mut self, board: &ThreatBoard) {
        self.places.clear();
        for place in board.board.empties() {
            self.ranks[place] = self.places.len() as u16;
            self.places.push(place as u16);
        }
    }

    #[inline]
    fn any(&self, dice: &mut Dice) -> Option<usize> {
        dice.choose(&self.places).map(usize::from)
    }

    #[inline]
    fn take(&mut self, place: usize) {
        let rank = usize::from(self.ranks[place]);
        let moved = self.places[self.places.len() - 1];
        self.places[rank] = moved;
        self.ranks[usize::from(moved)] = rank as u16;
        self.places.pop();
    }
}
