//! Static analysis of a position by virtual connections (Anshelevich 2002), must-play (Hayward et
//! al. 2003) and inferior cells, without search. For players and for display.
//!
//! Whatever is reported is proven; the absence of a result proves nothing.

use crate::connection::{ConnectionSet, FAR, NEAR, Point, Seeds, Stop};
use crate::connection_search::ConnectionSearch;
use crate::geometry::{BoardGeometry, widen};
use crate::inferior::{VulnerableCells, dominated, fill_in_groups};
use crate::solver::{MustPlayAnalysis, MustPlayResult};
use crate::solver_board::SolverBoard;
use crate::width::{at_width, every_width};
use game::{BySide, Position as _, Side};
use hex::{Board, CellSet, Edge, Position};
use hexgrid::Cell;

/// Inferior cells (Hayward and van Rijswijck 2006, Henderson 2010).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inferior {
    /// Dead cells: their colour can never matter.
    pub dead: CellSet,
    /// Captured cells of each side: every intrusion is answered, so they may be filled in.
    pub captured: BySide<CellSet>,
    /// Vulnerable cells: a stone of the side to move there is dead after the best reply.
    pub vulnerable: CellSet,
    /// Dominated cells: another move is at least as good for the side to move.
    pub dominated: CellSet,
}

/// Result of the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The proven winner.
    pub winner: Option<Side>,
    /// A winning move, if the side to move is the winner.
    pub best: Option<Cell>,
    /// The carrier of the winning connection.
    pub carrier: CellSet,
    /// Must-play region: the cells common to all known winning threats of the opponent; all empty
    /// cells if there is no threat, none if the side to move loses.
    pub must_play: CellSet,
    /// The must-play region without inferior cells: if any move wins, one of these does.
    pub moves: CellSet,
    /// Inferior cells.
    pub inferior: Inferior,
}

/// An end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// An edge of the side, with every stone joined to it.
    Edge(Edge),
    /// A group, by any of its cells; or an empty cell, taken as if it had a stone.
    At(Cell),
}

impl End {
    pub(crate) const fn is_edge(self) -> bool {
        matches!(self, Self::Edge(_))
    }
}

/// How two ends are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connectivity {
    /// By stones.
    Connected,
    /// By a full (virtual) connection: even if the opponent moves first.
    Full {
        /// Its carrier.
        carrier: CellSet,
    },
    /// By a semi connection: if the side moves first, to the key.
    Semi {
        /// Its carrier, the key included.
        carrier: CellSet,
        /// The move that makes it a full connection.
        key: Cell,
    },
}

/// A full connection between two groups, or a group and an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VirtualConnection {
    /// Its ends.
    pub ends: [End; 2],
    /// Its carrier; empty where the ends are adjacent.
    pub carrier: CellSet,
}

every_width!(
    /// Buffers for boards of one size.
    AnySurveyWorkspace of SurveyWorkspace
);

/// Analyses positions; kept for its buffers.
#[derive(Debug, Default)]
pub struct Surveyor {
    workspace: Option<AnySurveyWorkspace>,
}

impl Surveyor {
    /// A surveyor without buffers.
    pub const fn new() -> Self {
        Self { workspace: None }
    }

    /// Analyses a position. The swap is ignored.
    pub fn survey(&mut self, position: &Position) -> Survey {
        at_width!(AnySurveyWorkspace, self.workspace(position.board()), workspace => workspace.survey(position))
    }

    /// The inferior cells of the side to move.
    pub fn inferior(&mut self, position: &Position) -> Inferior {
        at_width!(AnySurveyWorkspace, self.workspace(position.board()), workspace => workspace.inferior(position))
    }

    /// How `side` connects two ends; `None` if no connection is found, or if an end belongs to the
    /// opponent.
    pub fn connectivity(
        &mut self,
        position: &Position,
        side: Side,
        from: End,
        to: End,
    ) -> Option<Connectivity> {
        at_width!(AnySurveyWorkspace, self.workspace(position.board()), workspace => workspace.connectivity(position, side, from, to))
    }

    /// The smallest full connection of each pair of groups and edges of `side`.
    pub fn virtual_connections(
        &mut self,
        position: &Position,
        side: Side,
    ) -> Vec<VirtualConnection> {
        at_width!(AnySurveyWorkspace, self.workspace(position.board()), workspace => workspace.virtual_connections(position, side))
    }

    fn workspace(&mut self, board: &'static Board) -> &mut AnySurveyWorkspace {
        let size = |workspace: &AnySurveyWorkspace| at_width!(AnySurveyWorkspace, workspace, d => d.geometry.board().size());
        self.workspace.take_if(|workspace| size(workspace) != board.size());
        self.workspace.get_or_insert_with(|| AnySurveyWorkspace::new(board.size(), board))
    }
}

/// The sum of the two edges as points, and of no other two.
const GOAL: Point = NEAR + FAR;

/// Buffers for boards of one size.
#[derive(Debug)]
struct SurveyWorkspace<const W: usize> {
    geometry: BoardGeometry<W>,
    analysis: MustPlayAnalysis<W>,
    connections: ConnectionSet<W>,
}

impl<const W: usize> From<&'static Board> for SurveyWorkspace<W> {
    fn from(board: &'static Board) -> Self {
        let seeds = Seeds::Templates;
        Self {
            geometry: BoardGeometry::new(board),
            analysis: MustPlayAnalysis::new(seeds),
            connections: ConnectionSet::new(seeds),
        }
    }
}

impl<const W: usize> SurveyWorkspace<W> {
    /// The position with fill-in, and its inferior cells.
    fn filled(&self, position: &Position) -> (SolverBoard<W>, Inferior) {
        let mut state = SolverBoard::new(&self.geometry, position);
        let filled = fill_in_groups(&self.geometry, &mut state, self.geometry.cells());
        let side = position.side_to_move();
        let inferior = Inferior {
            dead: widen(filled.dead),
            captured: BySide::from_fn(|side| widen(filled.captured[side])),
            vulnerable: widen(VulnerableCells::of(&self.geometry, &state, side).victims),
            dominated: widen(dominated(&self.geometry, &state, side)),
        };
        (state, inferior)
    }

    fn inferior(&self, position: &Position) -> Inferior {
        self.filled(position).1
    }

    fn survey(&mut self, position: &Position) -> Survey {
        let side = position.side_to_move();
        let (state, inferior) = self.filled(position);
        let nothing = CellSet::EMPTY;
        let open = Survey {
            winner: None,
            best: None,
            carrier: nothing,
            must_play: nothing,
            moves: nothing,
            inferior,
        };
        if position.winner().is_some() {
            return Survey { winner: position.winner(), ..open };
        }
        let within = |winner, carrier| widen(carrier | state.captured(winner));
        match self.analysis.analyse(&self.geometry, &state, side) {
            MustPlayResult::Won { carrier, best } => Survey {
                winner: Some(side),
                best: best.or(within(side, carrier).lowest()).or(position.empties().lowest()),
                carrier: within(side, carrier),
                must_play: position.empties(),
                moves: best.map_or(nothing, |cell| nothing.with(cell)),
                ..open
            },
            MustPlayResult::Lost { carrier } => Survey {
                winner: Some(side.other()),
                carrier: within(side.other(), carrier),
                ..open
            },
            MustPlayResult::Open { refutations } => {
                let left = refutations
                    .iter()
                    .fold(state.empties(), |left, refutation| left & refutation.unrefuted);
                let moves = widen(left) & !(open.inferior.vulnerable | open.inferior.dominated);
                Survey { must_play: widen(left), moves, ..open }
            }
        }
    }

    fn build(&mut self, position: &Position, side: Side, stop: Stop) -> Option<SolverBoard<W>> {
        if position.winner().is_some() {
            return None;
        }
        let state = SolverBoard::new(&self.geometry, position);
        self.connections.build(&self.geometry, &state, side, stop);
        Some(state)
    }

    fn connectivity(
        &mut self,
        position: &Position,
        side: Side,
        from: End,
        to: End,
    ) -> Option<Connectivity> {
        if position.winner() == Some(side) && from.is_edge() && to.is_edge() {
            return Some(Connectivity::Connected);
        }
        if position.winner().is_some() {
            return None;
        }
        let state = SolverBoard::new(&self.geometry, position);
        ConnectionSearch::new(&self.geometry, &mut self.connections, side, (from, to))
            .connectivity(&state)
    }

    /// The carrier of the smallest full connection of two points.
    fn smallest_full(&self, a: Point, b: Point) -> Option<hexgrid::CellSet<W>> {
        match a + b {
            GOAL => self.connections.winning().full(),
            _ => self.connections.fulls(a, b).first().copied(),
        }
    }

    fn virtual_connections(&mut self, position: &Position, side: Side) -> Vec<VirtualConnection> {
        let Some(state) = self.build(position, side, Stop::Never) else { return Vec::new() };
        let ends = self.ends(&state, side);
        let mut found = Vec::new();
        for (i, &(a, from)) in ends.iter().enumerate() {
            for &(b, to) in &ends[..i] {
                let carrier = self.smallest_full(a, b).map(widen);
                found
                    .extend(carrier.map(|carrier| VirtualConnection { ends: [from, to], carrier }));
            }
        }
        found
    }

    /// The edges and groups of a side, each by its first cell.
    fn ends(&self, state: &SolverBoard<W>, side: Side) -> Vec<(Point, End)> {
        let mut ends = vec![(NEAR, End::Edge(Edge::near(side))), (FAR, End::Edge(Edge::far(side)))];
        for cell in state.stones(side) {
            let point = self.connections.points().at(cell);
            if let Some(point) = point.filter(|p| ends.iter().all(|(known, _)| known != p)) {
                ends.push((point, End::At(cell)));
            }
        }
        ends
    }
}
