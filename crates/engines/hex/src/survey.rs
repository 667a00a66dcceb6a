//! What can be read off a position at once, without searching: who is joined to what, where one
//! must move, and which cells are not worth a move. For players and for people.
//!
//! Whatever is said is proven; what is not said may hold all the same.

use crate::connect::{FAR, Lore, NEAR, Point, Stop, Web};
use crate::field::Field;
use crate::inferior::{Kills, dominated, fill_deep};
use crate::lattice::{Lattice, widen};
use crate::quest::Quest;
use crate::solver::{Judge, Verdict};
use crate::width::{at_width, every_width};
use game::{BySide, Position as _, Side};
use hex::{Board, CellSet, Edge, Position};
use hexgrid::Cell;

/// Cells that are not worth a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inferior {
    /// Cells whose colour can never matter.
    pub dead: CellSet,
    /// Cells that are as good as a side's own: it answers every move there.
    pub captured: BySide<CellSet>,
    /// Cells at which a stone of the side to move would be dead after the best answer.
    pub vulnerable: CellSet,
    /// Cells of which another one is at least as good for the side to move.
    pub dominated: CellSet,
}

/// What a first look at a position says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The side that wins for sure, if that can be seen.
    pub winner: Option<Side>,
    /// A winning move, if the side to move is the winner.
    pub best: Option<Cell>,
    /// The cells in which the winner wins, whatever is outside.
    pub carrier: CellSet,
    /// The cells of which the side to move must take one lest the opponent win at once; all empty
    /// cells if there is no such threat. When the side to move loses, nothing.
    pub must_play: CellSet,
    /// The moves worth a thought: if any move wins, one of these does.
    pub moves: CellSet,
    /// Cells not worth a move.
    pub inferior: Inferior,
}

/// An end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// An edge of the side, with every stone joined to it.
    Edge(Edge),
    /// A group of stones, by any of its cells; or an empty cell, taken as if it had a stone.
    At(Cell),
}

impl End {
    pub(crate) const fn is_edge(self) -> bool {
        matches!(self, Self::Edge(_))
    }
}

/// How surely two ends are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// By stones alone.
    Already,
    /// Even if the opponent moves first, within the carrier.
    Fully {
        /// The empty cells it takes.
        carrier: CellSet,
    },
    /// By moving first, to the key.
    Half {
        /// The empty cells it takes, the key included.
        carrier: CellSet,
        /// The move that makes it a full connection.
        key: Cell,
    },
}

/// A connection between two groups, or a group and an edge, to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// What it joins.
    pub ends: [End; 2],
    /// The empty cells it takes; none where stones or an edge touch.
    pub carrier: CellSet,
}

every_width!(
    /// A desk for boards of one size.
    AnyDesk of Desk
);

/// Looks at positions; kept for its buffers, so that a look costs no memory.
#[derive(Debug, Default)]
pub struct Surveyor {
    desk: Option<AnyDesk>,
}

impl Surveyor {
    /// One who has not looked at anything yet.
    pub const fn new() -> Self {
        Self { desk: None }
    }

    /// A first look at a position. The swap is left out of account.
    pub fn survey(&mut self, position: &Position) -> Survey {
        at_width!(AnyDesk, self.desk(position.board()), desk => desk.survey(position))
    }

    /// The cells not worth a move for the side to move.
    pub fn inferior(&mut self, position: &Position) -> Inferior {
        at_width!(AnyDesk, self.desk(position.board()), desk => desk.inferior(position))
    }

    /// How surely `side` joins two ends; `None` if that cannot be seen, or if an end belongs to
    /// the opponent.
    pub fn joined(
        &mut self,
        position: &Position,
        side: Side,
        from: End,
        to: End,
    ) -> Option<Joined> {
        at_width!(AnyDesk, self.desk(position.board()), desk => desk.joined(position, side, from, to))
    }

    /// The full connections of the groups and edges of `side` to each other, the smallest of each
    /// pair.
    pub fn links(&mut self, position: &Position, side: Side) -> Vec<Link> {
        at_width!(AnyDesk, self.desk(position.board()), desk => desk.links(position, side))
    }

    fn desk(&mut self, board: &'static Board) -> &mut AnyDesk {
        let size = |desk: &AnyDesk| at_width!(AnyDesk, desk, d => d.lattice.board().size());
        self.desk.take_if(|desk| size(desk) != board.size());
        self.desk.get_or_insert_with(|| AnyDesk::new(board.size(), board))
    }
}

/// The sum of the two edges as points, and of no other two.
const GOAL: Point = NEAR + FAR;

/// What a look at boards of one size needs.
#[derive(Debug)]
struct Desk<const W: usize> {
    lattice: Lattice<W>,
    judge: Judge<W>,
    web: Web<W>,
}

impl<const W: usize> From<&'static Board> for Desk<W> {
    fn from(board: &'static Board) -> Self {
        let lore = Lore::Templates;
        Self { lattice: Lattice::new(board), judge: Judge::new(lore), web: Web::new(lore) }
    }
}

impl<const W: usize> Desk<W> {
    /// The position filled in, and the cells that are not worth a move in it.
    fn filled(&self, position: &Position) -> (Field<W>, Inferior) {
        let mut field = Field::new(&self.lattice, position);
        let filled = fill_deep(&self.lattice, &mut field, self.lattice.cells());
        let side = position.side_to_move();
        let inferior = Inferior {
            dead: widen(filled.dead),
            captured: BySide::from_fn(|side| widen(filled.captured[side])),
            vulnerable: widen(Kills::of(&self.lattice, &field, side).victims),
            dominated: widen(dominated(&self.lattice, &field, side)),
        };
        (field, inferior)
    }

    fn inferior(&self, position: &Position) -> Inferior {
        self.filled(position).1
    }

    fn survey(&mut self, position: &Position) -> Survey {
        let side = position.side_to_move();
        let (field, inferior) = self.filled(position);
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
        let within = |winner, carrier| widen(carrier | field.captured(winner));
        match self.judge.look(&self.lattice, &field, side) {
            Verdict::Won { carrier, best } => Survey {
                winner: Some(side),
                best: best.or(within(side, carrier).lowest()).or(position.empties().lowest()),
                carrier: within(side, carrier),
                must_play: position.empties(),
                moves: best.map_or(nothing, |cell| nothing.with(cell)),
                ..open
            },
            Verdict::Lost { carrier } => Survey {
                winner: Some(side.other()),
                carrier: within(side.other(), carrier),
                ..open
            },
            Verdict::Open { reasons } => {
                let left = reasons.iter().fold(field.empties(), |left, reason| left & reason.left);
                let moves = widen(left) & !(open.inferior.vulnerable | open.inferior.dominated);
                Survey { must_play: widen(left), moves, ..open }
            }
        }
    }

    fn build(&mut self, position: &Position, side: Side, stop: Stop) -> Option<Field<W>> {
        if position.winner().is_some() {
            return None;
        }
        let field = Field::new(&self.lattice, position);
        self.web.build(&self.lattice, &field, side, stop);
        Some(field)
    }

    fn joined(&mut self, position: &Position, side: Side, from: End, to: End) -> Option<Joined> {
        if position.winner() == Some(side) && from.is_edge() && to.is_edge() {
            return Some(Joined::Already);
        }
        if position.winner().is_some() {
            return None;
        }
        let field = Field::new(&self.lattice, position);
        Quest::new(&self.lattice, &mut self.web, side, (from, to)).joined(&field)
    }

    /// The carrier of the smallest full connection of two points.
    fn smallest_full(&self, a: Point, b: Point) -> Option<hexgrid::CellSet<W>> {
        match a + b {
            GOAL => self.web.goal().full(),
            _ => self.web.fulls(a, b).first().copied(),
        }
    }

    fn links(&mut self, position: &Position, side: Side) -> Vec<Link> {
        let Some(field) = self.build(position, side, Stop::Never) else { return Vec::new() };
        let ends = self.ends(&field, side);
        let mut links = Vec::new();
        for (i, &(a, from)) in ends.iter().enumerate() {
            for &(b, to) in &ends[..i] {
                let carrier = self.smallest_full(a, b).map(widen);
                links.extend(carrier.map(|carrier| Link { ends: [from, to], carrier }));
            }
        }
        links
    }

    /// The edges and groups of a side, each by its first cell.
    fn ends(&self, field: &Field<W>, side: Side) -> Vec<(Point, End)> {
        let mut ends = vec![(NEAR, End::Edge(Edge::near(side))), (FAR, End::Edge(Edge::far(side)))];
        for cell in field.stones(side) {
            let point = self.web.points().at(cell);
            if let Some(point) = point.filter(|p| ends.iter().all(|(known, _)| known != p)) {
                ends.push((point, End::At(cell)));
            }
        }
        ends
    }
}
