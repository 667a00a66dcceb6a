//! A game at this terminal: the record, who plays the other side, the clock.

use crate::board_model::BoardModel;
use crate::opponent::ComputerPlayer;
use analysis::{MoveQuality, ReviewedMove};
use catalog::AnyRecord;
use clock::{Clock, Control, Due, Moment, Span};
use game::{BySide, Ending, MoveError, Side, Viewer};
use std::time::Duration;

/// The program that plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ComputerSide {
    pub(crate) side: Side,
    pub(crate) player: ComputerPlayer,
    /// The title that players read.
    pub(crate) title: String,
}

/// A game at this terminal.
#[derive(Clone, Debug)]
pub(crate) struct LocalGame {
    pub(crate) record: AnyRecord,
    /// Where it began: a rematch begins there too.
    start: AnyRecord,
    pub(crate) computer: Option<ComputerSide>,
    clock: Clock,
    /// The number of the question that the opponent thinks about.
    pub(crate) question: Option<u64>,
    /// Why the opponent does not move.
    pub(crate) failure: Option<String>,
    /// Whether everything is in a file.
    pub(crate) saved: bool,
    pub(crate) review: Vec<ReviewedMove>,
}

impl LocalGame {
    /// A game that goes on from where `record` stands.
    pub(crate) fn new(
        record: AnyRecord,
        computer: Option<ComputerSide>,
        control: Control,
        now: u64,
    ) -> Self {
        let mut game = Self {
            start: record.clone(),
            record,
            computer,
            clock: Clock::over_the_board(control),
            question: None,
            failure: None,
            saved: true,
            review: Vec::new(),
        };
        game.turn_clock(now);
        game
    }

    /// Another game with sides changed.
    pub(crate) fn rematch(&self, now: u64) -> Self {
        let computer = self.computer.clone();
        let computer =
            computer.map(|computer| ComputerSide { side: computer.side.other(), ..computer });
        let start = if self.start.conclusion().is_some() {
            self.start.truncated(0)
        } else {
            self.start.clone()
        };
        Self::new(start, computer, self.clock.control(), now)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.record.conclusion().is_some()
    }

    /// The side of the player at this terminal; nothing if both are.
    pub(crate) fn own_side(&self) -> Option<Side> {
        self.computer.as_ref().map(|computer| computer.side.other())
    }

    /// The viewer that the board is drawn for: what the opponent hides is not drawn.
    pub(crate) fn viewer(&self) -> Viewer {
        if self.is_over() {
            return Viewer::Judge;
        }
        Viewer::Player(self.own_side().unwrap_or_else(|| self.record.side_to_move()))
    }

    /// Whether the opponent is to move.
    pub(crate) fn is_computers_turn(&self) -> bool {
        let side = self.record.side_to_move();
        !self.is_over() && self.computer.as_ref().is_some_and(|computer| computer.side == side)
    }

    /// Whether an engine may be asked about a position of this game: not if its answer would tell what the
    /// other side hides.
    pub(crate) fn may_ask_engine(&self, position: &AnyRecord) -> bool {
        let open = self.is_over() || !self.record.game().has_hidden_information();
        open || self.viewer() == Viewer::Player(position.side_to_move())
    }

    /// What is drawn after `ply` moves.
    pub(crate) fn model(&self, ply: Option<usize>, seed: u64) -> BoardModel {
        let model = BoardModel::of_record(&self.record, self.viewer(), ply, seed, &self.review);
        if !self.is_computers_turn() {
            return model;
        }
        BoardModel { choices: Vec::new(), shortcuts: Vec::new(), ..model }
    }

    /// Plays a move and presses the clock.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed then.
    pub(crate) fn play(&mut self, mv: &str, now: u64) -> Result<(), MoveError> {
        let side = self.record.side_to_move();
        self.record.play(mv)?;
        self.changed();
        let next = self.record.side_to_move();
        if self.clock.press(side, next, Moment(now), Span::ZERO).is_err() {
            self.record.undo();
            // A flag that fell is an end like any other.
            let _ = self.record.end(Ending::Time(side));
        }
        self.settle_clock(now);
        Ok(())
    }

    /// Ends the game outside the rules; whether it was on.
    pub(crate) fn end(&mut self, ending: Ending, now: u64) -> bool {
        let ended = self.record.end(ending).is_ok();
        if ended {
            self.changed();
            self.settle_clock(now);
        }
        ended
    }

    /// Takes back to the last move of the player at this terminal; whether there was one.
    pub(crate) fn take_back(&mut self, now: u64) -> bool {
        if !self.record.undo() {
            return false;
        }
        while self.is_computers_turn() && self.record.undo() {}
        self.changed();
        self.turn_clock(now);
        true
    }

    fn changed(&mut self) {
        self.saved = false;
        self.question = None;
        self.failure = None;
        self.review.clear();
    }

    fn turn_clock(&mut self, now: u64) {
        self.clock.turn_to(self.record.side_to_move(), Moment(now));
        self.settle_clock(now);
    }

    /// Stops the clock when the game is over.
    fn settle_clock(&mut self, now: u64) {
        if self.is_over() {
            self.clock.stop(Moment(now));
        }
    }

    /// Ends the game if a flag has fallen; whether one has.
    pub(crate) fn flag(&mut self, now: u64) -> bool {
        let deadline = self.clock.deadline().filter(|deadline| deadline.at <= Moment(now));
        let Some(Due::Flag(side)) = deadline.map(|deadline| deadline.due) else { return false };
        self.end(Ending::Time(side), now)
    }

    /// The side whose time runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.clock.running().map(|(side, _)| side)
    }

    /// What is left to a side, if there is a clock.
    pub(crate) fn left(&self, side: Side, now: u64) -> Option<Span> {
        self.clock.control().is_timed().then(|| self.clock.left(side, Moment(now)))
    }

    /// The time left on both clocks, for an opponent.
    pub(crate) fn time_left(&self, now: u64) -> BySide<Option<Duration>> {
        BySide::from_fn(|side| self.left(side, now).map(|span| Duration::from_millis(span.0)))
    }

    /// Accuracy of a side and its inaccuracies, mistakes and blunders; nothing before a review.
    pub(crate) fn review_summary(&self, side: Side) -> Option<(u8, [usize; 3])> {
        let own = |judged: &&ReviewedMove| self.record.side_at(judged.ply) == Some(side);
        let own: Vec<&ReviewedMove> = self.review.iter().filter(own).collect();
        let mean =
            own.iter().map(|judged| judged.accuracy()).sum::<f64>() / own.len().max(1) as f64;
        let count = |quality| own.iter().filter(|judged| judged.quality == quality).count();
        let counts =
            [MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder].map(count);
        (!own.is_empty()).then(|| (mean.round() as u8, counts))
    }
}
