//! The setup phase (HC-2.3 to HC-2.7): pools, placements, and how play begins.

use crate::board::BACK_RANKS;
use crate::moves::Lineup;
use crate::{Kind, Kinds, Move, Phase, Piece, Position};
use game::{Dice, MoveList, Side};
use hexgrid::{Cell, CellSet};

/// Line-ups that are about even against each other, from left to right: the engine judges every pair
/// within ±1.0 (`crates/engines/hexchess/tests/suite/setup.rs`). No horse is in them: everybody would know
/// where the fool stands.
pub const RECOMMENDED_LINEUPS: [[Kind; Lineup::MOST]; 3] = [
    [Kind::Dragon, Kind::Queen, Kind::Moon, Kind::King, Kind::Bishop],
    [Kind::King, Kind::Moon, Kind::Queen, Kind::Charger, Kind::Dragon],
    [Kind::Queen, Kind::Dragon, Kind::Moon, Kind::Bishop, Kind::King],
];

impl Position {
    /// What a side may still choose from while the setup lasts; nothing afterwards.
    ///
    /// Every kind that is not on the board is in the pool, since each exists once (HC-2.3).
    pub fn pool(&self, side: Side) -> Kinds {
        match self.phase {
            Phase::Setup => {
                Kinds::POOL.iter().filter(|&kind| self.pieces(side, kind).is_empty()).collect()
            }
            Phase::Play => Kinds::EMPTY,
        }
    }

    /// The cells of its back rank on which a side still has to place; none after the setup.
    pub fn vacant(&self, side: Side) -> CellSet {
        match self.phase {
            Phase::Setup => BACK_RANKS[side] & !self.sides[side],
            Phase::Play => CellSet::EMPTY,
        }
    }

    /// What the side to move may place as a single piece: on the last cell the king comes before
    /// everything else (HC-2.5).
    pub fn placeable(&self) -> Kinds {
        let pool = self.pool(self.to_move);
        if self.vacant(self.to_move).len() == 1 { king_first(pool) } else { pool }
    }

    /// Lists the single placements, without the lineups: what a search or a menu looks through.
    pub fn setup_placements(&self, into: &mut MoveList<Move>) {
        let vacant = self.vacant(self.to_move);
        for kind in self.placeable().iter() {
            into.extend(vacant.into_iter().map(|cell| Move::Place { kind, cell }));
        }
    }

    /// Lists every way to fill two or more cells at once that brings the king (HC-2.6).
    pub(crate) fn setup_lineups(&self, into: &mut MoveList<Move>) {
        let count = self.vacant(self.to_move).len();
        if count >= 2 {
            lineups(&mut Vec::with_capacity(count), count, self.pool(self.to_move), into);
        }
    }

    /// “Place all (fixed)”: the empty cells from left to right get what is left of the pool in
    /// its order (HC-2.6). `None` after the setup.
    pub fn place_all_fixed(&self) -> Option<Move> {
        let count = self.vacant(self.to_move).len();
        let kinds: Vec<Kind> = self.pool(self.to_move).iter().take(count).collect();
        self.placing(&kinds)
    }

    /// The [recommended line-ups](RECOMMENDED_LINEUPS), if the side to move has placed nothing yet.
    pub fn place_all_recommended(&self) -> Vec<Move> {
        if self.vacant(self.to_move).len() < Lineup::MOST {
            return Vec::new();
        }
        RECOMMENDED_LINEUPS.iter().filter_map(|kinds| self.placing(kinds)).collect()
    }

    /// “Place all (random)”: every choice and order that brings the king is equally likely
    /// (HC-2.6). `None` after the setup.
    pub fn place_all_random(&self, dice: &mut Dice) -> Option<Move> {
        let pool = self.pool(self.to_move);
        let count = self.vacant(self.to_move).len();
        let mut rest: Vec<Kind> = pool.without(Kind::King).iter().collect();
        let others = count - usize::from(pool.contains(Kind::King)).min(count);
        let mut kinds: Vec<Kind> =
            (0..others).map(|_| rest.swap_remove(dice.below(rest.len()))).collect();
        if others < count {
            kinds.insert(dice.below(count), Kind::King);
        }
        self.placing(&kinds)
    }

    /// The move that puts these kinds on the empty cells from left to right.
    fn placing(&self, kinds: &[Kind]) -> Option<Move> {
        match kinds {
            &[kind] => self.vacant(self.to_move).lowest().map(|cell| Move::Place { kind, cell }),
            kinds => Lineup::new(kinds).map(Move::PlaceAll),
        }
    }

    pub(crate) fn play_lineup(&mut self, lineup: Lineup) {
        let vacant = self.vacant(self.to_move);
        for (kind, cell) in lineup.iter().zip(vacant) {
            self.toggle(Piece::new(self.to_move, kind), cell);
        }
        self.end_placement();
    }

    pub(crate) fn play_placement(&mut self, kind: Kind, cell: Cell) {
        self.toggle(Piece::new(self.to_move, kind), cell);
        self.end_placement();
    }

    /// Hands the turn to the other side, skips a side that is done, or begins play with White
    /// (HC-2.4, HC-2.7). The first turn of play is even, and so are all turns of the setup.
    fn end_placement(&mut self) {
        if !self.vacant(self.to_move.other()).is_empty() {
            self.change_side();
        } else if self.vacant(self.to_move).is_empty() {
            self.begin_play();
        }
    }

    fn begin_play(&mut self) {
        self.phase = Phase::Play;
        self.key ^= crate::key::SETUP;
        if self.to_move == Side::Second {
            self.change_side();
        }
    }
}

/// Only the king if it is still to be placed, else the whole pool.
fn king_first(pool: Kinds) -> Kinds {
    if pool.contains(Kind::King) { Kinds::EMPTY.with(Kind::King) } else { pool }
}

fn lineups(chosen: &mut Vec<Kind>, count: usize, pool: Kinds, into: &mut MoveList<Move>) {
    if chosen.len() == count {
        into.extend(Lineup::new(chosen).map(Move::PlaceAll));
        return;
    }
    let last = chosen.len() + 1 == count;
    for kind in if last { king_first(pool) } else { pool }.iter() {
        chosen.push(kind);
        lineups(chosen, count, pool.without(kind), into);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;
    use std::collections::BTreeMap;

    fn after(moves: &str) -> Position {
        let mut position = Position::start(crate::Options);
        for text in moves.split_whitespace() {
            let mv = text.parse().unwrap();
            position.play(mv).unwrap();
        }
        position
    }

    #[test]
    fn the_start_offers_fifty_placements_and_every_lineup_with_a_king() {
        let start = after("");
        let mut single = MoveList::new();
        start.setup_placements(&mut single);
        assert_eq!(single.len(), 50);
        assert_eq!(start.moves().len(), 50 + 15_120);
    }

    #[test]
    fn a_full_back_rank_is_skipped_and_play_begins_with_white() {
        let position = after("all:KCDGF R@10");
        assert_eq!((position.to_move, position.phase), (Side::Second, Phase::Setup));
        let position = after("all:KCDGF R@10 all:KCDG");
        assert_eq!((position.to_move, position.phase), (Side::First, Phase::Play));
        assert_eq!(position.parity, crate::Parity::Even);
        let position = after("Q@17 all:KCDGF");
        assert_eq!((position.to_move, position.phase), (Side::First, Phase::Setup));
    }

    #[test]
    fn the_last_cell_is_kept_for_the_king() {
        let position = after("all:KCDGF R@10 M@16 N@21 B@27");
        assert_eq!(position.placeable().to_string(), "K");
        assert_eq!(position.moves().len(), 1);
        assert_eq!(position.place_all_fixed().unwrap().to_string(), "K@34");
        let random = position.place_all_random(&mut Dice::new(3)).unwrap();
        assert_eq!(random.to_string(), "K@34");
    }

    #[test]
    fn fixed_placement_follows_the_pool() {
        let position = after("Q@17 K@10 C@4 C@16");
        assert_eq!(position.place_all_fixed().unwrap().to_string(), "all:KDG");
        assert_eq!(after("all:KCDGF all:KCDGF").place_all_fixed(), None);
        assert_eq!(after("all:KCDGF all:KCDGF").place_all_random(&mut Dice::new(0)), None);
    }

    #[test]
    fn random_placement_is_uniform_over_all_that_bring_the_king() {
        let position = after("C@4 K@10 D@11 C@16 G@17 D@21");
        let legal: Vec<Move> =
            position.moves().iter().copied().filter(|mv| matches!(mv, Move::PlaceAll(_))).collect();
        assert_eq!(legal.len(), 12);
        let mut dice = Dice::new(7);
        let mut drawn = BTreeMap::new();
        for _ in 0..12_000 {
            *drawn.entry(position.place_all_random(&mut dice).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(drawn.keys().copied().collect::<Vec<_>>(), {
            let mut sorted = legal;
            sorted.sort();
            sorted
        });
        assert!(drawn.values().all(|n| (800..1200).contains(n)), "{drawn:?}");
    }

    #[test]
    fn random_placement_without_the_king_draws_from_the_rest() {
        let position = after("K@4 K@10");
        for seed in 0..50 {
            let mv = position.place_all_random(&mut Dice::new(seed)).unwrap();
            assert!(position.is_legal(mv), "{mv}");
        }
    }
}
