//! A game with its clock and its log, as one value: what may be done, and what that makes of it.
//!
//! Everything is a pure function of the log, so that a room is resumed as it was unloaded. Nothing
//! here waits, sends or reads the time.

use super::board;
use super::chat::ChatLines;
use crate::game_event::{FIRST_MOVES, GameEvent};
use crate::store::{GameEnd, GameRow, Seated, StoreError, StoredEvent};
use catalog::AnyRecord;
use clock::{Clock, ClockReading, Due, Moment, Span};
use game::{BySide, Side, Viewer};
use protocol::{ClientId, EndReason, GameId, GameResult, Offer, Refusal};
use std::collections::HashMap;

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused {
    pub(crate) why: Refusal,
    pub(crate) what: String,
}

impl Refused {
    pub(crate) fn new(why: Refusal, what: impl Into<String>) -> Self {
        Self { why, what: what.into() }
    }
}

/// An event with what was true when it happened.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) stored: StoredEvent,
    pub(crate) reading: Option<ClockReading>,
    /// What the mover was given back for the line's delay.
    pub(crate) given: Span,
    /// How many moves stood before it.
    pub(crate) ply: usize,
}

/// A game as it stands.
pub(crate) struct Game {
    pub(crate) row: GameRow,
    pub(crate) board: AnyRecord,
    pub(crate) clock: Clock,
    pub(crate) log: Vec<Entry>,
    pub(crate) offers: BySide<Vec<Offer>>,
    pub(crate) result: Option<GameResult>,
    pub(crate) ended: Option<Moment>,
    pub(crate) lines: ChatLines,
    pub(crate) rematch: Option<GameId>,
    /// The last event that took moves back.
    pub(crate) settled: u64,
    /// What each side has been given after outages, besides the time of the outages themselves.
    pub(crate) allowed: Span,
    /// Outages until then are accounted for.
    pub(crate) given_back: Moment,
    /// What became of every client's message.
    done: HashMap<String, u64>,
}

impl Game {
    /// A game at its start.
    ///
    /// # Errors
    /// If the terms name no game that there is.
    pub(crate) fn new(row: GameRow) -> Result<Self, StoreError> {
        let board = board::open(&row.terms.game, &row.terms.options)
            .map_err(|_| StoreError::nonsense("a game's options"))?;
        let mut clock = Clock::new(row.terms.time);
        clock.turn_to(board.side_to_move(), row.created);
        Ok(Self {
            row,
            board,
            clock,
            log: Vec::new(),
            offers: BySide::default(),
            result: None,
            ended: None,
            lines: ChatLines::default(),
            rematch: None,
            settled: 0,
            allowed: Span::ZERO,
            given_back: Moment(0),
            done: HashMap::new(),
        })
    }

    /// A game from its log.
    ///
    /// # Errors
    /// If the log tells of something that cannot have happened.
    pub(crate) fn from_log(row: GameRow, log: Vec<StoredEvent>) -> Result<Self, StoreError> {
        let mut game = Self::new(row)?;
        for stored in log {
            let n = game.latest() + 1;
            game.apply(stored).map_err(|refused| {
                StoreError::nonsense(&format!("event {n} of {}: {}", game.row.id, refused.what))
            })?;
        }
        Ok(game)
    }

    /// The number of the last event.
    pub(crate) fn latest(&self) -> u64 {
        self.log.len() as u64
    }

    /// Where a person sits.
    pub(crate) fn seat_of(&self, person: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.seated(side).person == person)
    }

    pub(crate) fn seated(&self, side: Side) -> &Seated {
        match side {
            Side::First => &self.row.first,
            Side::Second => &self.row.second,
        }
    }

    /// What a person may know: everything, once the game is over.
    pub(crate) fn viewer(&self, seat: Option<Side>) -> Viewer {
        match seat {
            _ if self.result.is_some() => Viewer::Judge,
            Some(side) => Viewer::Player(side),
            None => Viewer::Watcher,
        }
    }

    /// The event that this message became when it came the first time.
    pub(crate) fn done_before(&self, client: &str) -> Option<u64> {
        self.done.get(client).copied()
    }

    /// The name under which a person's message is stored.
    pub(crate) fn client(person: &str, id: &ClientId) -> String {
        format!("{person}:{id}")
    }

    /// Makes an event happen.
    ///
    /// # Errors
    /// If it cannot; then nothing has changed.
    pub(crate) fn apply(&mut self, stored: StoredEvent) -> Result<(), Refused> {
        let at = stored.at;
        let ply = self.board.ply();
        let mut given = Span::ZERO;
        match &stored.event {
            GameEvent::Played { mv, delay } => given = self.applied_move(mv, *delay, at)?,
            GameEvent::Offered { seat, offer } => self.offers[(*seat).into()].push(*offer),
            GameEvent::Declined { seat, offer } => {
                self.offers[Side::from(*seat).other()].retain(|open| open != offer);
            }
            GameEvent::TakenBack { ply } => self.applied_take_back(*ply, at),
            GameEvent::Allowance { each, down, away } => {
                self.applied_allowance(*each, *down, *away, at);
            }
            GameEvent::Chat(message) => self.lines.add(message),
            GameEvent::Over { result, .. } => {
                self.clock.stop(at);
                self.offers = BySide::default();
                self.result = Some(*result);
                self.ended = Some(at);
            }
            GameEvent::Rematch { game } => {
                self.offers = BySide::default();
                self.rematch = Some(game.clone());
            }
        }
        if let Some(client) = &stored.client {
            self.done.insert(client.clone(), self.latest() + 1);
        }
        self.log.push(Entry { stored, reading: self.clock.reading(at), given, ply });
        Ok(())
    }

    fn applied_move(&mut self, mv: &str, delay: Span, at: Moment) -> Result<Span, Refused> {
        let side = self.board.side_to_move();
        // The refusal says nothing else: the true position is not to be told of.
        self.board.play(mv).map_err(|_| {
            Refused::new(Refusal::IllegalMove, "the move cannot be played in this position")
        })?;
        let next = self.board.side_to_move();
        let Ok(given) = self.clock.press(side, next, at, delay) else {
            self.board.undo();
            return Err(Refused::new(Refusal::GameOver, "the time was up"));
        };
        self.offers[side.other()].retain(|offer| *offer != Offer::Draw);
        for one in Side::BOTH {
            self.offers[one].retain(|offer| *offer != Offer::TakeBack);
        }
        Ok(given)
    }

    fn applied_allowance(&mut self, each: Span, down: Moment, away: Option<Span>, at: Moment) {
        match away {
            Some(away) => self.clock.give_back(each, away),
            None => self.clock.allow(each, down, at),
        }
        self.allowed = self.allowed + each;
        self.given_back = at;
    }

    fn applied_take_back(&mut self, ply: usize, at: Moment) {
        while self.board.ply() > ply {
            self.board.undo();
        }
        self.settled = self.latest() + 1;
        self.offers = BySide::default();
        self.clock.turn_to(self.board.side_to_move(), at);
    }

    /// The end that the rules or the clock have brought by now, if it is not noted yet.
    pub(crate) fn end_due(&self, now: Moment) -> Option<GameResult> {
        if self.result.is_some() {
            return None;
        }
        if let Some(conclusion) = self.board.conclusion() {
            return Some(conclusion.into());
        }
        let deadline = self.clock.deadline().filter(|deadline| deadline.at <= now)?;
        Some(match deadline.due {
            Due::Flag(side) => {
                GameResult { winner: Some(side.other().into()), why: EndReason::Time }
            }
            Due::NoShow(_) => GameResult { winner: None, why: EndReason::Aborted },
        })
    }

    /// When the game ends unless a move is played.
    pub(crate) fn deadline(&self) -> Option<Moment> {
        if self.result.is_some() { None } else { self.clock.deadline().map(|deadline| deadline.at) }
    }

    /// Whether it can still be aborted.
    pub(crate) fn is_in_first_moves(&self) -> bool {
        self.board.ply() < FIRST_MOVES
    }

    /// How many moves stand if `side` takes its last one back, if it has made one.
    pub(crate) fn ply_before_last_move_of(&self, side: Side) -> Option<usize> {
        (0..self.board.ply()).rev().find(|&ply| self.board.side_at(ply) == Some(side))
    }

    /// What the transaction that ends the game has to do.
    pub(crate) fn game_end(&self, result: GameResult) -> GameEnd {
        GameEnd::of(&self.row, result, self.board.ply())
    }
}
