//! The positions of a game as its viewer knows them: a record where nothing is hidden, else one view a
//! ply. A move that is not confirmed yet can be pushed (optimistic update) and truncated again (rollback).

use catalog::{AnyRecord, GameName};
use game::{Side, Viewer};
use protocol::{Ply, Snapshot};
use scene::table::{Choice, from_view};
use scene::{Scene, Shortcut, Table, explain_step, mark_changes};

/// Every position so far, and perhaps one more that is not confirmed yet.
#[derive(Clone, Debug)]
pub(crate) enum PositionHistory {
    /// Nothing is hidden: a record.
    Record(AnyRecord),
    /// One view for every ply, the start included.
    Views(Vec<AnyRecord>),
}

impl PositionHistory {
    /// The board of a snapshot; nothing if this program does not know the game, or not so.
    pub(crate) fn new(game: GameName, snapshot: &Snapshot) -> Option<Self> {
        let mut positions = match &snapshot.view {
            Some(view) => Self::Views(vec![from_view(game, view).ok()?]),
            None => Self::Record(AnyRecord::from_position(game, &snapshot.start).ok()?),
        };
        snapshot.moves.iter().all(|ply| positions.push(ply)).then_some(positions)
    }

    fn game(&self) -> GameName {
        self.last().game()
    }

    /// The position as it is known now.
    pub(crate) fn last(&self) -> &AnyRecord {
        match self {
            Self::Record(table) => table,
            Self::Views(steps) => steps.last().expect("the start is there"),
        }
    }

    /// How many moves were made.
    pub(crate) fn ply(&self) -> usize {
        match self {
            Self::Record(table) => table.ply(),
            Self::Views(steps) => steps.len() - 1,
        }
    }

    pub(crate) fn side_to_move(&self) -> Side {
        self.last().side_to_move()
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.last().conclusion().is_some()
    }

    /// Plays a confirmed move; whether it was legal.
    pub(crate) fn push(&mut self, ply: &Ply) -> bool {
        match self {
            Self::Record(table) => table.play(&ply.mv).is_ok(),
            Self::Views(_) => {
                let view = ply.view.as_deref().and_then(|view| from_view(self.game(), view).ok());
                view.map(|view| self.step(view)).is_some()
            }
        }
    }

    /// Plays a move before the server has confirmed it.
    pub(crate) fn push_optimistic(&mut self, mv: &str) -> bool {
        match self {
            Self::Record(table) => table.play(mv).is_ok(),
            Self::Views(_) => {
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
        if let Self::Views(steps) = self {
            steps.push(table);
        }
    }

    /// Only the first moves.
    pub(crate) fn truncate(&mut self, ply: usize) {
        match self {
            Self::Record(table) if table.ply() > ply => *table = table.truncated(ply),
            Self::Record(_) => {}
            Self::Views(steps) => steps.truncate(ply + 1),
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
            Self::Record(table) => table.scene_at(ply, viewer),
            Self::Views(steps) => {
                let ply = ply.min(steps.len() - 1);
                let mut scene = steps[ply].scene(viewer);
                if let Some(before) = ply.checked_sub(1) {
                    mark_changes(&steps[before].scene(viewer), &mut scene);
                    explain_step(&steps[before], &steps[ply], &mut scene);
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
