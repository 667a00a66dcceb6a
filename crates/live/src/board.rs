//! The positions of a game as its viewer was told them: by playing the moves where nothing is
//! hidden, or as views where something is.

use catalog::{AnyRecord, GameName};
use game::{Side, Viewer};
use protocol::{Ply, Snapshot};
use scene::table::{Choice, from_view};
use scene::{Scene, Shortcut, Table, point_out};

/// Every position so far, and perhaps one more that is not confirmed yet.
#[derive(Clone, Debug)]
pub(crate) enum Board {
    /// One record tells everything.
    Open(AnyRecord),
    /// One view for every moment, the start included.
    Seen(Vec<AnyRecord>),
}

impl Board {
    /// The board of a snapshot; nothing if this program does not know the game, or not so.
    pub(crate) fn new(game: GameName, snapshot: &Snapshot) -> Option<Self> {
        let mut board = match &snapshot.view {
            Some(view) => Self::Seen(vec![from_view(game, view).ok()?]),
            None => Self::Open(AnyRecord::from_position(game, &snapshot.start).ok()?),
        };
        snapshot.moves.iter().all(|ply| board.push(ply)).then_some(board)
    }

    fn game(&self) -> GameName {
        self.last().game()
    }

    fn last(&self) -> &AnyRecord {
        match self {
            Self::Open(table) => table,
            Self::Seen(steps) => steps.last().expect("the start is there"),
        }
    }

    /// How many moves were made.
    pub(crate) fn ply(&self) -> usize {
        match self {
            Self::Open(table) => table.ply(),
            Self::Seen(steps) => steps.len() - 1,
        }
    }

    pub(crate) fn side_to_move(&self) -> Side {
        self.last().side_to_move()
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.last().conclusion().is_some()
    }

    /// Takes a move that was told; whether it made sense.
    pub(crate) fn push(&mut self, ply: &Ply) -> bool {
        match self {
            Self::Open(table) => table.play(&ply.mv).is_ok(),
            Self::Seen(_) => {
                let view = ply.view.as_deref().and_then(|view| from_view(self.game(), view).ok());
                view.map(|view| self.step(view)).is_some()
            }
        }
    }

    /// Tries a move before anybody has told it.
    pub(crate) fn foresee(&mut self, mv: &str) -> bool {
        match self {
            Self::Open(table) => table.play(mv).is_ok(),
            Self::Seen(_) => {
                let mut after = self.last().clone();
                let played = after.play(mv).is_ok();
                if played {
                    self.step(after);
                }
                played
            }
        }
    }

    fn step(&mut self, table: AnyRecord) {
        if let Self::Seen(steps) = self {
            steps.push(table);
        }
    }

    /// Only the first moves.
    pub(crate) fn truncate(&mut self, ply: usize) {
        match self {
            Self::Open(table) if table.ply() > ply => *table = table.truncated(ply),
            Self::Open(_) => {}
            Self::Seen(steps) => steps.truncate(ply + 1),
        }
    }

    /// All moves as they really were.
    pub(crate) fn reveal(&mut self, plies: &[Ply]) {
        let before = self.clone();
        self.truncate(0);
        if !plies.iter().all(|ply| self.push(ply)) {
            *self = before;
        }
    }

    pub(crate) fn scene(&self, ply: usize, viewer: Viewer) -> Scene {
        match self {
            Self::Open(table) => table.scene_at(ply, viewer),
            Self::Seen(steps) => {
                let ply = ply.min(steps.len() - 1);
                let mut scene = steps[ply].scene(viewer);
                if let Some(before) = ply.checked_sub(1) {
                    point_out(&steps[before].scene(viewer), &mut scene);
                }
                scene
            }
        }
    }

    pub(crate) fn choices(&self) -> Vec<Choice> {
        self.last().choices()
    }

    pub(crate) fn awaited(&self) -> Vec<Choice> {
        self.last().awaited()
    }

    pub(crate) fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>> {
        self.last().shortcuts(seed)
    }
}
