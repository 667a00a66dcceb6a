//! Rings, bridges and forks of a whole set of stones, and the stones they consist of (HV-2.3 to
//! HV-2.6). Slow and from scratch; `structure.rs` has what a single stone completes.

use crate::{Board, CellSet, Position};
use game::Side;
use hexgrid::Cell;

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WinKind {
    /// Stones around at least one cell (HV-2.3).
    Ring,
    /// Stones that connect two corners (HV-2.4).
    Bridge,
    /// Stones that connect three borders (HV-2.5).
    Fork,
}

impl WinKind {
    /// `ring`, `bridge` or `fork`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Bridge => "bridge",
            Self::Fork => "fork",
        }
    }
}

/// A won game: who, by what, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The winner.
    pub side: Side,
    /// What wins; of several the first in the order of [`WinKind`] (HV-2.6).
    pub kind: WinKind,
    /// The stones of the ring, bridge or fork, none of which can be missed.
    pub cells: CellSet,
}

impl Position {
    /// The ring, bridge or fork that decided the game, with its stones.
    pub fn win(&self) -> Option<Win> {
        let (side, kind) = self.won()?;
        let (board, stones) = (self.board(), self.stones(side));
        let cells = match kind {
            WinKind::Ring => ring_cells(board, stones),
            WinKind::Bridge => bridge_cells(board, stones),
            WinKind::Fork => fork_cells(board, stones),
        };
        Some(Win { side, kind, cells })
    }
}

/// What these stones of one side win by, if they do.
pub(crate) fn kind_of(board: &Board, stones: CellSet) -> Option<WinKind> {
    if !enclosed(board, stones).is_empty() || !surrounded(board, stones).is_empty() {
        return Some(WinKind::Ring);
    }
    let groups = board.groups(stones);
    if groups.iter().any(|&group| (group & board.corners()).len() >= 2) {
        return Some(WinKind::Bridge);
    }
    let borders = |group: CellSet| board.borders().iter().filter(|b| b.meets(group)).count();
    groups.iter().any(|&group| borders(group) >= 3).then_some(WinKind::Fork)
}

/// The cells with fewer than six neighbours.
fn rim(board: &Board) -> CellSet {
    board.borders().iter().fold(board.corners(), |rim, &border| rim | border)
}

/// The cells without such stones from which no path leads off the board.
fn enclosed(board: &Board, stones: CellSet) -> CellSet {
    let free = board.cells() & !stones;
    free & !board.reachable(rim(board), free)
}

/// The stones with six neighbours of their own colour: the neighbours are a ring around them.
fn surrounded(board: &Board, stones: CellSet) -> CellSet {
    let near = |cell: &Cell| board.neighbours(*cell).iter().all(|&next| stones.contains(next));
    (stones & !rim(board)).into_iter().filter(near).collect()
}

/// The smallest of the rings around one of the enclosed regions or surrounded stones.
fn ring_cells(board: &Board, stones: CellSet) -> CellSet {
    let around = |region: CellSet| -> CellSet {
        let near = region.into_iter().flat_map(|cell| board.neighbours(cell).iter().copied());
        near.filter(|&cell| stones.contains(cell) && !region.contains(cell)).collect()
    };
    let regions = board.groups(enclosed(board, stones)).into_iter();
    let single = surrounded(board, stones).into_iter().map(|cell| CellSet::EMPTY.with(cell));
    let rings = regions.chain(single).map(|region| thinned(board, region, around(region)));
    rings.min_by_key(|ring| ring.len()).unwrap_or(CellSet::EMPTY)
}

/// The stones of `ring` without those that are not needed to enclose `region`: what is left is a
/// cycle, since a minimal set that separates a cell from the outside is one.
fn thinned(board: &Board, region: CellSet, mut ring: CellSet) -> CellSet {
    let inside = region.lowest().map_or(region, |cell| CellSet::EMPTY.with(cell));
    for cell in ring {
        let rest = ring.without(cell);
        if !board.reachable(inside, board.cells() & !rest).meets(rim(board)) {
            ring = rest;
        }
    }
    ring
}

/// A shortest path between two corners.
fn bridge_cells(board: &Board, stones: CellSet) -> CellSet {
    let corners = board.corners();
    let from = corners.into_iter().filter_map(|corner| {
        let start = CellSet::EMPTY.with(corner);
        board.shortest_path(start, corners.without(corner), stones)
    });
    from.min_by_key(Vec::len).into_iter().flatten().collect()
}

/// Paths that connect three borders, with as few stones as possible: they meet in one stone.
fn fork_cells(board: &Board, stones: CellSet) -> CellSet {
    let from_borders: Vec<Distances> =
        board.borders().iter().map(|&border| distances(board, border & stones, stones)).collect();
    let prongs = |cell: Cell| -> Option<(u32, Vec<&Distances>)> {
        let mut near: Vec<(u32, &Distances)> =
            from_borders.iter().filter_map(|d| Some((d[cell.index()]?, d))).collect();
        near.sort_by_key(|(distance, _)| *distance);
        let nearest = near.get(..3)?;
        Some((nearest.iter().map(|n| n.0).sum(), nearest.iter().map(|n| n.1).collect()))
    };
    let meeting = stones.into_iter().filter_map(|cell| prongs(cell).map(|p| (p.0, cell, p.1)));
    let Some((_, cell, prongs)) = meeting.min_by_key(|(sum, ..)| *sum) else {
        return CellSet::EMPTY;
    };
    prongs.into_iter().fold(CellSet::EMPTY, |set, d| set | descent(board, cell, d))
}

/// For every cell the steps to the nearest of some stones, through stones.
type Distances = Vec<Option<u32>>;

/// Breadth-first search from `from` through `stones`.
fn distances(board: &Board, from: CellSet, stones: CellSet) -> Distances {
    let mut found: Distances = vec![None; board.cells().len()];
    let (mut front, mut steps) = (from, 0);
    while !front.is_empty() {
        for cell in front {
            found[cell.index()] = Some(steps);
        }
        let next = front.into_iter().flat_map(|cell| board.neighbours(cell).iter().copied());
        front = next.filter(|&c| stones.contains(c) && found[c.index()].is_none()).collect();
        steps += 1;
    }
    found
}

/// A shortest way from `cell` to where the distance is 0.
fn descent(board: &Board, cell: Cell, distances: &Distances) -> CellSet {
    let nearer = |&cell: &Cell| {
        let here = distances[cell.index()].filter(|&steps| steps > 0)?;
        let mut next = board.neighbours(cell).iter().copied();
        next.find(|next| distances[next.index()] == Some(here - 1))
    };
    std::iter::successors(Some(cell), nearer).collect()
}
