//! Connection distances: shortest paths over cells and bridges (as the two-distance of van Rijswijck
//! 2002 and the distances of Castro, Ewalds 2012, both by other metrics).
//!
//! The distance of a cell to a border or corner is the number of stones that a side must still place,
//! the cell included, so that adjacent stones and bridges (two stones with two common empty
//! neighbours) connect them. A cell on the line next to a border is connected to it if both cells
//! between are empty.

use crate::board::Board;
use crate::geometry::{PLACES, STEPS};
use crate::place_set::PlaceSet;
use game::Side;

/// More stones than any win needs.
const FAR: u8 = 60;

/// What connects two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    /// Adjacent stones.
    Stones,
    /// Adjacent stones and bridges.
    Bridges,
}

/// The board as one side sees it.
struct Links {
    own: PlaceSet,
    empty: PlaceSet,
    /// Cells with a bridge in each direction: both cells between are empty.
    bridges: [PlaceSet; 6],
    metric: Metric,
}

impl Links {
    fn new(board: &Board, side: Side, metric: Metric) -> Self {
        let (mut own, mut empty) = (PlaceSet::default(), PlaceSet::default());
        for &place in &board.geometry().cells {
            let place = usize::from(place);
            if board.is_empty(place) {
                empty.insert(place);
            } else if board.is_of(place, side) {
                own.insert(place);
            }
        }
        let bridges = match metric {
            Metric::Stones => [PlaceSet::default(); 6],
            Metric::Bridges => {
                let free = STEPS.map(|step| empty.shifted(step.wrapping_neg()));
                std::array::from_fn(|i| free[i] & free[(i + 1) % 6])
            }
        };
        Self { own, empty, bridges, metric }
    }

    /// What is adjacent to these cells or a bridge away.
    #[inline]
    fn linked(&self, from: PlaceSet) -> PlaceSet {
        (0..6).fold(PlaceSet::default(), |sum, i| {
            let over = STEPS[i].wrapping_add(STEPS[(i + 1) % 6]);
            sum | from.shifted(STEPS[i]) | (from & self.bridges[i]).shifted(over)
        })
    }

    /// Distances of all cells to an end, by breadth-first search.
    fn distances_to(&self, board: &Board, end: usize) -> [u8; PLACES] {
        let mut distances = [FAR; PLACES];
        let near = board.near_end(end, self.metric == Metric::Bridges);
        let (mut level, mut next) = (near & self.own, near & self.empty);
        let mut seen = PlaceSet::default();
        for distance in 0..FAR {
            while !level.is_empty() {
                seen |= level;
                level.iter().for_each(|place| distances[place] = distance);
                let linked = self.linked(level) & !seen;
                level = linked & self.own;
                next |= linked & self.empty;
            }
            level = next & !seen;
            next = PlaceSet::default();
            if level.is_empty() {
                break;
            }
        }
        distances
    }
}

/// Stones that a side needs for a bridge or a fork through each cell.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionCosts {
    costs: [u8; PLACES],
    /// The least.
    pub(crate) least: u8,
}

impl ConnectionCosts {
    pub(crate) fn new(board: &Board, side: Side, metric: Metric) -> Self {
        let links = Links::new(board, side, metric);
        let distances: Vec<[u8; PLACES]> =
            (0..12).map(|end| links.distances_to(board, end)).collect();
        let (mut costs, mut least) = ([FAR; PLACES], FAR);
        for &place in &board.geometry().cells {
            let place = usize::from(place);
            if board.is_of(place, side.other()) {
                continue;
            }
            let own = u8::from(board.is_empty(place));
            let nearest = |ends: std::ops::Range<usize>| {
                let mut all = [FAR; 6];
                ends.clone().for_each(|end| all[end - ends.start] = distances[end][place]);
                all.sort_unstable();
                all
            };
            let (borders, corners) = (nearest(0..6), nearest(6..12));
            let fork = borders[0] + borders[1] + borders[2] - 2 * own;
            let bridge = corners[0] + corners[1] - own;
            costs[place] = fork.min(bridge).min(FAR);
            least = least.min(costs[place]);
        }
        Self { costs, least }
    }

    /// Number of empty cells through which the fewest stones are needed.
    pub(crate) fn count_least(&self, board: &Board) -> usize {
        board.empties().filter(|&place| self.costs[place] == self.least).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position_board::PositionBoard;
    use havannah::Position;

    fn least(text: &str) -> [u8; 2] {
        let position: Position = text.parse().expect("a position");
        let mut positions = PositionBoard::default();
        let board = &positions.board_of(&position).board;
        Side::BOTH.map(|side| ConnectionCosts::new(board, side, Metric::Bridges).least)
    }

    #[test]
    fn missing_stones_are_counted() {
        assert_eq!(least("www1/5/6/7/6/5/4 b swap=off")[0], 1);
        assert_eq!(least("ww2/5/6/7/6/5/4 b swap=off")[0], 2);
        let empty = least("4/5/6/7/6/5/4 w swap=off");
        assert_eq!(empty[0], empty[1]);
    }

    #[test]
    fn bridges_count_as_connected() {
        let c2_connects = least("w2w/5/6/7/6/5/4 b swap=off");
        assert_eq!(c2_connects[0], 1);
        let it_is_taken = least("w2w/2b2/6/7/6/5/4 w swap=off");
        assert_eq!(it_is_taken[0], 2);
    }
}
