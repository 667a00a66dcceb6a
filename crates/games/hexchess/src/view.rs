//! What a viewer may know of a position (HC-5): the only thing that is ever sent to one.
//!
//! A fool that the viewer does not own is a knight, and the pool of a side that the viewer does
//! not play is hidden. What follows from the moves so far is in `observed`.

use crate::{Kind, Kinds, Move, Phase, Piece, Position, check, position_text};
use game::{
    BySide, InvalidPosition, MoveList, Outcome, ParseError, Position as _, Side, Viewer, excerpt,
};
use hexgrid::{Cell, CellSet};
use std::fmt;
use std::str::FromStr;

/// A position as a viewer may know it.
///
/// Law: views of two positions that differ only in whether a hidden horse is a knight or a fool
/// are equal, and so is everything that can be asked of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    seen: Position,
    viewer: Viewer,
}

impl View {
    /// What `viewer` may know; everything, once the game is over (HC-5.2).
    pub(crate) fn of(position: &Position, viewer: Viewer) -> Self {
        let viewer = if position.outcome().is_some() { Viewer::Judge } else { viewer };
        Self { seen: disguised(position, viewer, CellSet::EMPTY), viewer }
    }

    /// Who is looking; the judge, once everything is revealed.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The position as it looks: for drawing and reading. Hidden fools are knights in it. A
    /// program that wants to think ahead should ask for [`worlds`](Self::worlds).
    pub fn as_seen(&self) -> &Position {
        &self.seen
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Side {
        self.seen.side_to_move()
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.seen.outcome()
    }

    /// The piece on a cell, as it looks.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.seen.piece_at(cell)
    }

    /// What a side may still place, if the viewer may know; empty after the setup.
    pub fn pool(&self, side: Side) -> Option<Kinds> {
        let public = self.seen.phase() == Phase::Play || self.viewer.knows(side);
        public.then(|| self.seen.pool(side))
    }

    /// The legal moves of the side to move, as far as the viewer may know them: all of the
    /// viewer's own, all steps of either side, but none of the placements of a hidden pool.
    pub fn moves(&self) -> MoveList<Move> {
        let mut list = MoveList::new();
        if self.pool(self.side_to_move()).is_some() {
            self.seen.legal_moves(&mut list);
        }
        list
    }

    /// The pieces of a side of which the viewer cannot tell by looking whether they are knights or
    /// fools.
    pub fn suspects(&self, side: Side) -> CellSet {
        if self.viewer.knows(side) { CellSet::EMPTY } else { self.seen.pieces(side, Kind::Knight) }
    }

    /// A legal move as players write it, told with no more than the viewer knows.
    pub fn write_move(&self, mv: Move) -> String {
        self.seen.write_move(mv)
    }

    /// Reads a move with no more than the viewer knows.
    ///
    /// # Errors
    /// Where and why the text cannot be read.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        self.seen.parse_move(text)
    }

    /// Every position that looks like this to the viewer: what a program that plays fair has to
    /// reckon with.
    ///
    /// Each side has at most one knight and one fool (HC-2.3): of two horses one is the fool, and
    /// a single horse may be either. A record may rule some of these out; see
    /// [`worlds`](crate::worlds).
    pub fn worlds(&self) -> Vec<Position> {
        self.worlds_given(BySide::new(FoolKnowledge::Unknown, FoolKnowledge::Unknown))
    }

    /// The positions that look like this, when so much is known of each side's fool.
    pub(crate) fn worlds_given(&self, fools: BySide<FoolKnowledge>) -> Vec<Position> {
        let mut worlds = vec![self.seen.clone()];
        for side in Side::BOTH {
            let horses = self.suspects(side);
            let given = fools[side];
            worlds = worlds.iter().flat_map(|w| unmasked(w, side, horses, given)).collect();
        }
        worlds
    }
}

impl From<View> for Position {
    /// The position as it looks: hidden fools are knights in it.
    fn from(view: View) -> Self {
        view.seen
    }
}

/// What is known of a side's fool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FoolKnowledge {
    /// It fell: every horse left is a knight.
    Fallen,
    /// The knight fell, so that a horse left is the fool.
    Standing,
    /// Neither fell.
    Unknown,
}

/// The position with one of these horses made the fool, or none of them, as far as that may be.
fn unmasked(
    world: &Position,
    side: Side,
    horses: CellSet,
    fool: FoolKnowledge,
) -> impl Iterator<Item = Position> {
    let (plain, masks) = match (fool, horses.len()) {
        (FoolKnowledge::Fallen, _) | (_, 0) => (true, CellSet::EMPTY),
        (FoolKnowledge::Unknown, 1) => (true, horses),
        (FoolKnowledge::Unknown | FoolKnowledge::Standing, _) => (false, horses),
    };
    let plain = plain.then(|| world.clone());
    plain.into_iter().chain(masks.into_iter().map(move |cell| {
        let mut world = world.clone();
        world.toggle(Piece::new(side, Kind::Knight), cell);
        world.toggle(Piece::new(side, Kind::Fool), cell);
        world
    }))
}

/// The position with every fool that `viewer` must not know turned into a knight, except on the
/// cells in `revealed`.
pub(crate) fn disguised(position: &Position, viewer: Viewer, revealed: CellSet) -> Position {
    let mut seen = position.clone();
    for side in Side::BOTH.into_iter().filter(|&side| !viewer.knows(side)) {
        for cell in position.pieces(side, Kind::Fool) & !revealed {
            seen.toggle(Piece::new(side, Kind::Fool), cell);
            seen.toggle(Piece::new(side, Kind::Knight), cell);
        }
    }
    seen
}

const VIEWERS: [(&str, Viewer); 4] = [
    ("white", Viewer::Player(Side::First)),
    ("black", Viewer::Player(Side::Second)),
    ("watcher", Viewer::Watcher),
    ("judge", Viewer::Judge),
];

impl fmt::Display for View {
    /// The position as it looks, and then the viewer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position_text::write(f, &self.seen, self.viewer)?;
        let word = VIEWERS.iter().find(|(_, viewer)| *viewer == self.viewer);
        write!(f, " {}", word.map_or("judge", |(word, _)| word))
    }
}

impl FromStr for View {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let reading = position_text::read(text)?;
        let &[(at, word)] = reading.rest.as_slice() else {
            let what = "a view ends with white, black, watcher or judge";
            return Err(ParseError::new(text.len(), what));
        };
        let known = VIEWERS.iter().find(|(name, _)| *name == word);
        let viewer = known
            .map(|(_, viewer)| *viewer)
            .ok_or_else(|| ParseError::new(at, format!("nobody looks on as {}", excerpt(word))))?;
        let view = Self { seen: reading.position, viewer };
        let (at, pools) = reading.pools;
        position_text::check_pools(&view.seen, pools).map_err(|error| error.in_text(at))?;
        for side in Side::BOTH {
            let hidden = pools.is_some_and(|pools| pools[side].is_none());
            view.check(side, hidden).map_err(|error| error.in_text(at))?;
        }
        check::check(&view.worlds()[0]).map_err(|error| error.in_text(0))?;
        Ok(view)
    }
}

impl View {
    /// Makes sure that the viewer is shown what it may know of a side, and no more.
    fn check(&self, side: Side, pool_hidden: bool) -> Result<(), InvalidPosition> {
        let who = crate::board::colour(side);
        let setup = self.seen.phase() == Phase::Setup;
        if setup && pool_hidden == self.viewer.knows(side) {
            let should = if pool_hidden { "known" } else { "hidden" };
            let why = format!("to this viewer {who}'s pool is {should}");
            return Err(InvalidPosition::new(why));
        }
        if !self.viewer.knows(side) && !self.seen.pieces(side, Kind::Fool).is_empty() {
            let why = format!("this viewer cannot see that {who} has a fool");
            return Err(InvalidPosition::new(why));
        }
        Ok(())
    }
}
