//! Threat-space search (Allis 1994), lambda search of order one (Thomsen 2000): wins by a sequence of
//! threats, each of which leaves the opponent a single answer, up to a move that makes two; and the
//! moves that meet such a double threat (must-play region, Hayward and van Rijswijck 2006).

use crate::board::Board;
use game::Side;

/// A win by threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ForcedWin {
    /// The first move.
    pub(crate) first: usize,
    /// Plies until the game is over, the first move included.
    pub(crate) plies: u16,
}

/// A search for wins by threats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreatSearch {
    /// Boards that may still be looked at.
    left: u32,
}

impl ThreatSearch {
    /// A search of at most so many boards.
    pub(crate) const fn new(boards: u32) -> Self {
        Self { left: boards }
    }

    /// The shortest win by threats of `side`, which is to move, within the limit: iterative deepening
    /// up to `most_threats` threats before the last one.
    pub(crate) fn run(
        &mut self,
        board: &Board,
        side: Side,
        most_threats: u16,
    ) -> Option<ForcedWin> {
        if let Some(first) = board.winning_places(side, 1).first() {
            return Some(ForcedWin { first, plies: 1 });
        }
        (0..=most_threats).find_map(|threats| self.win_after(board, side, threats))
    }

    /// A win by at most so many threats before a double one. `side` cannot win at once.
    fn win_after(&mut self, board: &Board, side: Side, threats: u16) -> Option<ForcedWin> {
        let other = side.other();
        let dangers = board.winning_places(other, 2);
        if dangers.count() > 1 {
            return None;
        }
        if let Some(only) = dangers.first() {
            return self.try_threat(board, side, threats, only);
        }
        let candidates: Vec<usize> =
            board.empties().filter(|&place| board.may_threaten(place, side)).collect();
        candidates.into_iter().find_map(|place| self.try_threat(board, side, threats, place))
    }

    /// A win by threats that begins with a stone of `side` on `place`, after which the opponent cannot
    /// win at once: it could not before, or only here.
    fn try_threat(
        &mut self,
        board: &Board,
        side: Side,
        threats: u16,
        place: usize,
    ) -> Option<ForcedWin> {
        self.left = self.left.checked_sub(1)?;
        let mut after = board.clone();
        after.place(place, side);
        let wins = after.winning_places(side, 2);
        let answer = wins.first()?;
        if wins.count() > 1 {
            return Some(ForcedWin { first: place, plies: 3 });
        }
        if threats == 0 {
            return None;
        }
        after.place(answer, side.other());
        let rest = self.win_after(&after, side, threats - 1)?;
        Some(ForcedWin { first: place, plies: rest.plies + 2 })
    }

    /// Narrows `moves` of `side`, which is to move, to those that meet every double threat of the
    /// opponent that is found. Neither side can win at once.
    ///
    /// A double threat is a move and two cells at which it wins, and needs no others: what prevents it is
    /// a stone on one of the three, or a threat of one's own. Law: every other move loses within four
    /// plies.
    pub(crate) fn must_play(&mut self, board: &Board, side: Side, moves: &mut Vec<usize>) {
        let other = side.other();
        let candidates: Vec<usize> =
            board.empties().filter(|&place| board.may_threaten(place, other)).collect();
        for place in candidates {
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            let mut after = board.clone();
            after.place(place, other);
            if let [Some(one), Some(two)] = after.winning_places(other, 2).both() {
                let meets = |mv: usize| mv == place || mv == one || mv == two;
                moves.retain(|&mv| meets(mv) || threatens(board, side, mv));
            }
        }
    }
}

/// Whether a stone of `side` on `place` makes a cell at which it wins.
fn threatens(board: &Board, side: Side, place: usize) -> bool {
    board.may_threaten(place, side) && {
        let mut after = board.clone();
        after.place(place, side);
        after.winning_places(side, 1).first().is_some()
    }
}
