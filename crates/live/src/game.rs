//! A game as one client knows it: a fold over a snapshot and the events after it, and at most one
//! optimistic update: our own move, shown before the server confirms it and rolled back if refused.

use crate::position_history::PositionHistory;
use crate::running_clock::RunningClock;
use catalog::{AnyRecord, GameName};
use clock::{ClockReading, Moment, Span};
use game::{BySide, Side, Viewer};
use protocol::{
    ChatMessage, ClientId, Event, GameId, GameResult, NumberedEvent, Offer, Player, Ply, Presence,
    Snapshot, Terms,
};
use scene::table::Choice;
use scene::{Scene, Shortcut};

/// Presence of the players, and when it was reported (in the server's time).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedPresence {
    presence: Presence,
    at: Moment,
}

impl TimedPresence {
    /// Whether a player is connected, and the round-trip time in milliseconds.
    pub fn of(&self, side: Side) -> (bool, u32) {
        let seat = if side == Side::First { self.presence.first } else { self.presence.second };
        (seat.here, seat.lag)
    }

    /// How long until a player who has left may be claimed against.
    pub fn claim_in(&self, side: Side, now: Moment) -> Option<Span> {
        let seat = if side == Side::First { self.presence.first } else { self.presence.second };
        seat.claim_in.map(|span| Span(span).less(now.since(self.at)))
    }

    /// The number of spectators.
    pub fn watchers(&self) -> u32 {
        self.presence.watchers
    }
}

/// A move that was sent and is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OptimisticMove {
    id: ClientId,
    choice: Choice,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name of the game.
    pub name: GameName,
    /// What it is played by.
    pub terms: Terms,
    /// Who sits at the board.
    pub players: BySide<Player>,
    /// Where we sit, if we do.
    pub you: Option<Side>,
    /// Chat messages of the rooms that we may read.
    pub chat: Vec<ChatMessage>,
    /// The end, if it has come.
    pub result: Option<GameResult>,
    /// What became of the ratings.
    pub rating_change: Option<BySide<i32>>,
    /// The game that followed.
    pub rematch: Option<GameId>,
    /// What the server gave both for its absence, when it was back last.
    pub allowance: Option<Span>,
    clock: Option<RunningClock>,
    offers: BySide<Vec<Offer>>,
    premove: Option<(u32, String)>,
    presence: Option<TimedPresence>,
    plies: Vec<Ply>,
    positions: PositionHistory,
    pending: Option<OptimisticMove>,
    /// Counts every change of what is on the board.
    changes: u32,
}

impl Game {
    /// The game of a snapshot; nothing if this program cannot read it.
    pub(crate) fn new(snapshot: Snapshot) -> Option<Self> {
        let name: GameName = snapshot.terms.game.parse().ok()?;
        let positions = PositionHistory::new(name, &snapshot)?;
        let time = snapshot.terms.time;
        let mut offers = BySide::<Vec<Offer>>::default();
        for (seat, offer) in snapshot.offers {
            offers[seat.into()].push(offer);
        }
        Some(Self {
            name,
            terms: snapshot.terms,
            players: BySide::new(snapshot.players.0, snapshot.players.1),
            you: snapshot.you.map(Side::from),
            chat: snapshot.said,
            result: snapshot.result,
            rating_change: by_side(snapshot.rating_change),
            rematch: snapshot.rematch,
            allowance: None,
            clock: snapshot.clock.map(|reading| RunningClock::new(reading, snapshot.now, time)),
            offers,
            premove: snapshot.premove,
            presence: None,
            plies: snapshot.moves,
            positions,
            pending: None,
            changes: 0,
        })
    }

    /// Takes the place of what was known before, of which some may still hold.
    pub(crate) fn after(mut self, before: Self) -> Self {
        self.changes = before.changes + 1;
        self.presence = before.presence;
        if self.premove.is_none() {
            self.premove = before.premove.filter(|(ply, _)| *ply as usize > self.plies.len());
        }
        if let Some(OptimisticMove { id, choice }) = before.pending
            && before.plies.len() == self.plies.len()
        {
            self.apply_optimistically(id, choice);
        }
        self
    }

    /// Folds in the next event; whether it made sense.
    pub(crate) fn apply(&mut self, event: NumberedEvent) -> bool {
        let at = event.at;
        match event.event {
            Event::Played { ply, mv, clock, .. } => {
                self.read(clock, at);
                return self.played(ply as usize, mv);
            }
            Event::Offered { seat, offer } => self.offers[seat.into()].push(offer),
            Event::Declined { seat, offer } => {
                self.offers[Side::from(seat).other()].retain(|open| *open != offer);
            }
            Event::TakenBack { ply, clock, .. } => {
                self.read(clock, at);
                self.taken_back(ply as usize);
            }
            Event::Allowance { each, clock, .. } => {
                self.read(clock, at);
                self.allowance = Some(each);
            }
            Event::Chat(line) => self.chat.push(line),
            Event::Over { result, clock, rating_change, revealed } => {
                self.read(clock, at);
                self.over(result, rating_change, revealed);
            }
            Event::Rematch { game_id } => {
                self.offers = BySide::default();
                self.rematch = Some(game_id);
            }
            Event::Hidden => {}
        }
        true
    }

    fn read(&mut self, reading: Option<ClockReading>, at: Moment) {
        if let Some(reading) = reading {
            self.clock = Some(RunningClock::new(reading, at, self.terms.time));
        }
    }

    fn played(&mut self, ply: usize, mv: Ply) -> bool {
        if ply != self.plies.len() {
            return false;
        }
        let mover = Side::from(mv.seat);
        self.allowance = None;
        let predicted = self.pending.take().is_some_and(|pending| pending.choice.mv == mv.mv);
        // What was foreseen stands; but of what it did to hidden things only the server knows.
        let stands = predicted && mv.view.is_none();
        if !stands {
            self.positions.truncate(ply);
            if !self.positions.push(&mv) {
                return false;
            }
        }
        self.plies.push(mv);
        self.offers[mover.other()].retain(|offer| *offer != Offer::Draw);
        for side in Side::BOTH {
            self.offers[side].retain(|offer| *offer != Offer::TakeBack);
        }
        if self.premove.as_ref().is_some_and(|(at, _)| *at as usize <= ply) {
            self.premove = None;
        }
        self.changes += 1;
        true
    }

    fn taken_back(&mut self, ply: usize) {
        self.pending = None;
        self.premove = None;
        self.plies.truncate(ply);
        self.positions.truncate(ply);
        self.offers = BySide::default();
        self.changes += 1;
    }

    fn over(&mut self, result: GameResult, change: Option<(i32, i32)>, revealed: Option<Vec<Ply>>) {
        self.roll_back();
        self.result = Some(result);
        self.rating_change = by_side(change);
        self.offers = BySide::default();
        self.premove = None;
        if let Some(plies) = revealed {
            self.positions.reveal(&plies);
            self.plies = plies;
        }
        self.changes += 1;
    }

    /// Optimistic update: shows a move of ours before it is confirmed; whether it can be shown.
    pub(crate) fn apply_optimistically(&mut self, id: ClientId, choice: Choice) -> bool {
        let free = self.pending.is_none() && self.is_our_turn();
        let shown = free && self.positions.push_optimistic(&choice.mv);
        if shown {
            self.pending = Some(OptimisticMove { id, choice });
            self.changes += 1;
        }
        shown
    }

    /// The message with this id was refused: if it was our move, it is rolled back.
    pub(crate) fn refused(&mut self, id: &ClientId) {
        if self.pending.as_ref().is_some_and(|pending| pending.id == *id) {
            self.roll_back();
        }
    }

    fn roll_back(&mut self) {
        if self.pending.take().is_some() {
            self.positions.truncate(self.plies.len());
            self.changes += 1;
        }
    }

    pub(crate) fn set_presence(&mut self, presence: Presence, at: Moment) {
        self.presence = Some(TimedPresence { presence, at });
    }

    pub(crate) fn set_premove(&mut self, ply: u32, mv: Option<String>) {
        self.premove = mv.map(|mv| (ply, mv));
    }

    /// The move that is to be played for us, and when.
    pub fn premove(&self) -> Option<&(u32, String)> {
        self.premove.as_ref()
    }

    /// Who was there lately.
    pub fn presence(&self) -> Option<&TimedPresence> {
        self.presence.as_ref()
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<RunningClock> {
        self.clock
    }

    /// Whether a side offers or asks for something.
    pub fn offers(&self, side: Side, offer: Offer) -> bool {
        self.offers[side].contains(&offer)
    }

    /// Grows with every change of what is on the board.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// How many moves are shown, an unconfirmed one included.
    pub fn ply(&self) -> usize {
        self.positions.ply()
    }

    /// How many moves are true.
    pub fn confirmed(&self) -> usize {
        self.plies.len()
    }

    /// Whether a move of ours waits for its confirmation.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Whose turn it is, as the board shows it.
    pub fn side_to_move(&self) -> Side {
        self.positions.side_to_move()
    }

    /// Whether we are to move.
    pub fn is_our_turn(&self) -> bool {
        self.you == Some(self.side_to_move()) && self.is_on()
    }

    /// Whether it goes on.
    pub fn is_on(&self) -> bool {
        self.result.is_none() && !self.positions.is_decided()
    }

    /// The viewer that the board is drawn for.
    pub fn viewer(&self) -> Viewer {
        match self.you {
            _ if self.result.is_some() => Viewer::Judge,
            Some(side) => Viewer::Player(side),
            None => Viewer::Watcher,
        }
    }

    /// The picture after so many moves; nothing is the present.
    pub fn scene(&self, ply: Option<usize>) -> Scene {
        self.positions.scene(ply.unwrap_or_else(|| self.ply()), self.viewer())
    }

    /// The position as we know it: nothing that is hidden from us is in it.
    pub fn seen(&self) -> &AnyRecord {
        self.positions.last()
    }

    /// What can be touched: moves on our turn, wishes while we wait.
    pub fn choices(&self) -> Vec<Choice> {
        match self.you {
            Some(_) if !self.is_on() || self.is_waiting() => Vec::new(),
            Some(_) if self.is_our_turn() => self.positions.choices(),
            Some(_) => self.positions.awaited(),
            None => Vec::new(),
        }
    }

    /// Moves that have a button of their own.
    pub fn shortcuts(&self, seed: u64) -> Vec<Shortcut<Choice>> {
        if self.is_our_turn() && !self.is_waiting() {
            self.positions.shortcuts(seed)
        } else {
            Vec::new()
        }
    }

    /// The moves as players write them, with who made them.
    pub fn moves(&self) -> Vec<(Side, String)> {
        self.written(|ply| &ply.text, |choice| &choice.human)
    }

    /// The moves in machine notation, with who made them.
    pub fn machine_moves(&self) -> Vec<(Side, String)> {
        self.written(|ply| &ply.mv, |choice| &choice.mv)
    }

    fn written(
        &self,
        confirmed: impl Fn(&Ply) -> &String,
        pending: impl Fn(&Choice) -> &String,
    ) -> Vec<(Side, String)> {
        let plies = self.plies.iter().map(|ply| (ply.seat.into(), confirmed(ply).clone()));
        let own = |p: &OptimisticMove| Some((self.you?, pending(&p.choice).clone()));
        plies.chain(self.pending.iter().filter_map(own)).collect()
    }

    /// The moves in machine notation, as far as they are true.
    pub fn notation(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().map(|ply| ply.mv.as_str())
    }
}

fn by_side(pair: Option<(i32, i32)>) -> Option<BySide<i32>> {
    pair.map(|(first, second)| BySide::new(first, second))
}
