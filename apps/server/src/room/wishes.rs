//! Requests of players besides moves (resign, offers, claims): checked, and answered with an event or a refusal that
//! changes nothing.

use super::game::{Entry, Game, Refused};
use crate::game_event::GameEvent;
use game::{MoveError, Side};
use protocol::{EndReason, GameResult, Offer, Refusal, Wish};

/// What a permitted wish leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WishOutcome {
    /// An event, to be appended to the log.
    Event(GameEvent),
    /// Both players want a rematch: its game is created before the event.
    Rematch,
}

/// Whether the opponent is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opposite {
    /// They are, or have not been gone for long.
    There,
    /// They have been gone for so long that it may be claimed.
    Left,
}

/// How often one side may make the same offer until another move is played.
const OFFERS_EACH: usize = 2;

fn not_now(what: &str) -> Refused {
    Refused::new(Refusal::NotNow, what)
}

fn over(winner: Option<Side>, why: EndReason) -> WishOutcome {
    let result = GameResult { winner: winner.map(protocol::Seat::from), why };
    WishOutcome::Event(GameEvent::Over { result, change: None })
}

impl Game {
    /// Checks a move for everything but the rules.
    ///
    /// # Errors
    /// If this person may not move, or means another position.
    pub(crate) fn may_play(&self, seat: Option<Side>, ply: u32) -> Result<Side, Refused> {
        let side = Self::may_act(seat)?;
        if self.result.is_some() {
            return Err(Refused::new(Refusal::GameOver, "the game is over"));
        }
        let stands = self.board.ply();
        if ply as usize != stands {
            let what = format!("the game has {stands} moves, not {ply}");
            return Err(Refused::new(Refusal::StalePly, what));
        }
        if self.board.side_to_move() != side {
            return Err(Refused::new(Refusal::NotYourTurn, "it is the other side's turn"));
        }
        Ok(side)
    }

    /// A player's move in machine notation, read from what this player may know.
    ///
    /// # Errors
    /// If this person may not move, means another position, or the text is no legal move.
    pub(crate) fn read_move(
        &self,
        seat: Option<Side>,
        ply: u32,
        text: &str,
    ) -> Result<String, Refused> {
        self.may_play(seat, ply)?;
        self.board.read_move(text).map_err(|error| match error {
            MoveError::Unreadable(e) => Refused::new(Refusal::UnreadableMove, e.to_string()),
            MoveError::Illegal(e) => Refused::new(Refusal::IllegalMove, e.to_string()),
        })
    }

    pub(crate) fn may_act(seat: Option<Side>) -> Result<Side, Refused> {
        seat.ok_or_else(|| Refused::new(Refusal::NotYourSeat, "you do not sit at this board"))
    }

    /// Checks a wish and says what it leads to.
    ///
    /// # Errors
    /// If it is not permitted now.
    pub(crate) fn grant(
        &self,
        seat: Option<Side>,
        wish: Wish,
        opposite: Opposite,
    ) -> Result<WishOutcome, Refused> {
        let side = Self::may_act(seat)?;
        let after_the_end = matches!(wish, Wish::Rematch | Wish::DeclineRematch);
        match (self.result.is_some(), after_the_end) {
            (true, false) => return Err(Refused::new(Refusal::GameOver, "the game is over")),
            (false, true) => return Err(not_now("the game is not over")),
            (true, true) | (false, false) => {}
        }
        match wish {
            Wish::Resign => Ok(over(Some(side.other()), EndReason::Resignation)),
            Wish::Abort if self.is_in_first_moves() => Ok(over(None, EndReason::Aborted)),
            Wish::Abort => Err(not_now("it is too late to abort the game")),
            Wish::ClaimWin => self.claimed(Some(side), opposite),
            Wish::Draw | Wish::ClaimDraw if !self.board.game().has_draws() => {
                Err(not_now("this game has no draws: play on or resign"))
            }
            Wish::ClaimDraw => self.claimed(None, opposite),
            Wish::Draw if self.is_open(side.other(), Offer::Draw) => {
                Ok(over(None, EndReason::Agreement))
            }
            Wish::Draw => self.offered(side, Offer::Draw),
            Wish::TakeBack if self.is_open(side.other(), Offer::TakeBack) => {
                let ply = self.ply_before_last_move_of(side.other());
                let ply = ply.ok_or_else(|| not_now("there is nothing to take back"))?;
                Ok(WishOutcome::Event(GameEvent::TakenBack { ply }))
            }
            Wish::TakeBack if self.ply_before_last_move_of(side).is_none() => {
                Err(not_now("there is nothing to take back"))
            }
            Wish::TakeBack => self.offered(side, Offer::TakeBack),
            Wish::Rematch if self.rematch.is_some() => Err(not_now("there is one already")),
            Wish::Rematch if self.is_open(side.other(), Offer::Rematch) => Ok(WishOutcome::Rematch),
            Wish::Rematch => self.offered(side, Offer::Rematch),
            Wish::DeclineDraw => self.declined(side, Offer::Draw),
            Wish::DeclineTakeBack => self.declined(side, Offer::TakeBack),
            Wish::DeclineRematch => self.declined(side, Offer::Rematch),
        }
    }

    fn is_open(&self, side: Side, offer: Offer) -> bool {
        self.offers[side].contains(&offer)
    }

    fn offered(&self, side: Side, offer: Offer) -> Result<WishOutcome, Refused> {
        if self.is_open(side, offer) {
            return Err(not_now("you have offered that already"));
        }
        if self.offers_since_last_move(side, offer) >= OFFERS_EACH {
            return Err(not_now("you have offered that too often; wait for another move"));
        }
        Ok(WishOutcome::Event(GameEvent::Offered { seat: side.into(), offer }))
    }

    /// How often a side has made an offer since a move was played: every offer is an event that is
    /// stored and read again for ever.
    fn offers_since_last_move(&self, side: Side, offer: Offer) -> usize {
        let is_move = |entry: &&Entry| matches!(entry.stored.event, GameEvent::Played { .. });
        let since = self.log.iter().rev().take_while(|entry| !is_move(entry));
        let made = GameEvent::Offered { seat: side.into(), offer };
        since.filter(|entry| entry.stored.event == made).count()
    }

    fn declined(&self, side: Side, offer: Offer) -> Result<WishOutcome, Refused> {
        if self.is_open(side.other(), offer) {
            Ok(WishOutcome::Event(GameEvent::Declined { seat: side.into(), offer }))
        } else {
            Err(not_now("there is nothing to decline"))
        }
    }

    fn claimed(&self, winner: Option<Side>, opposite: Opposite) -> Result<WishOutcome, Refused> {
        let at_a_sitting = self.row.terms.time.speed() != clock::Speed::Correspondence;
        if opposite == Opposite::Left && at_a_sitting {
            Ok(over(winner, EndReason::Left))
        } else {
            Err(not_now("your opponent has not been gone for long enough"))
        }
    }
}
