//! Time given back after the server was away, when the room of a game is resumed.
//!
//! In live games the outage is charged to nobody and both sides get a little more, so that they find their way
//! back; all in all no more than a minute, so that a server that starts again and again gives no endless
//! time. By correspondence nothing is given unless time runs out: then what was lost to outages is given
//! back before the flag falls.

use super::Room;
use super::game::Game;
use crate::game_event::GameEvent;
use crate::outages::Outage;
use clock::{Moment, Span, Speed};
use game::Side;

/// What both sides of a live game get when the server comes back.
const ALLOWANCE: Span = Span::seconds(15);

/// What both sides get of this in one game at most.
const MOST_ALLOWANCE: Span = Span::seconds(60);

/// When time is given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occasion {
    /// The room is resumed, or a request arrives.
    Resumed,
    /// Time is about to run out.
    OutOfTime,
}

impl Game {
    /// What is given for these outages; nothing if no clock ran or time was up before.
    fn allowance(&self, outages: &[Outage], occasion: Occasion) -> Option<GameEvent> {
        let (_, since) = self.clock.running()?;
        let at_a_sitting = self.clock.control().speed() != Speed::Correspondence;
        if occasion == Occasion::Resumed && !at_a_sitting {
            return None;
        }
        let deadline = self.deadline()?;
        let concerned =
            outages.iter().filter(|outage| outage.up > self.given_back && outage.up > since);
        let (mut away, mut first) = (Span::ZERO, None);
        for outage in concerned {
            // Time was up before this one, even with what is given for those before it.
            if outage.down > deadline + away {
                break;
            }
            away = away + outage.up.since(outage.down.max(since));
            first = first.or(Some(outage.down));
        }
        let more = ALLOWANCE.min(MOST_ALLOWANCE.less(self.allowed));
        let each = if at_a_sitting { more } else { Span::ZERO };
        first.map(|down| GameEvent::Allowance { each, down, away: Some(away) })
    }
}

impl Room {
    /// Gives back the time of outages that the game does not know of yet.
    pub(super) async fn give_back_outages(&mut self, occasion: Occasion) {
        let now = self.state.now();
        self.state.outages.seen(now);
        if self.waits_for_store(now) {
            return;
        }
        self.shift_departures();
        let outages = self.outages_after(self.game.given_back);
        if let Some(allowance) = self.game.allowance(&outages, occasion) {
            // A refusal cannot be; after a failure the room tries again.
            let _ = self.apply_and_commit(now, allowance, None).await;
        }
    }

    /// The outages of the server, and the time in which no node owned this game, that ended after `at`.
    fn outages_after(&self, at: Moment) -> Vec<Outage> {
        let mut outages = self.state.outages.after(at);
        if let Some(unowned) = self.ownership.unowned.filter(|outage| outage.up > at) {
            outages.retain(|outage| outage.down >= unowned.up);
            outages.insert(0, unowned);
        }
        outages
    }

    /// Whoever is gone is gone for no longer because the server was away too.
    fn shift_departures(&mut self) {
        for outage in self.state.outages.after(self.outages_until) {
            for side in Side::BOTH {
                if let Some(gone) = &mut self.gone[side] {
                    *gone = *gone + outage.up.since(outage.down.max(*gone));
                }
            }
            self.outages_until = outage.up;
        }
    }

    /// Whether nothing can be done at this moment: the room is suspended, or the database has not answered
    /// for so long that an outage is about to be noted.
    pub(super) fn waits_for_store(&self, now: Moment) -> bool {
        self.is_suspended() || !self.ownership.is_valid() || self.state.outages.is_silent(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AccountKind, GameRow, Seated, StoredEvent};
    use protocol::{Person, Player, SeatWish, Terms};

    fn game(time: &str) -> Game {
        let seated = |name: &str| {
            let person = Person { name: name.parse().unwrap(), guest: true, bot: false };
            let player = Player { person, rating: None, provisional: true };
            Seated { person: name.to_owned(), kind: AccountKind::Guest, player }
        };
        let terms = Terms {
            game: "hex".into(),
            options: "size=5 swap=off".into(),
            time: time.parse().unwrap(),
            rated: false,
            seat: SeatWish::Any,
        };
        let (first, second, id) = (seated("Ann"), seated("Bob"), "absence".parse().unwrap());
        let created = Moment(0);
        let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
        let mut game = Game::new(row).unwrap();
        for (mv, at) in [("a1", 1_000), ("b2", 2_000)] {
            let event = GameEvent::Played { mv: mv.into(), delay: Span::ZERO };
            game.apply(StoredEvent { at: Moment(at), event, client: None }).unwrap();
        }
        game
    }

    fn outage(down: u64, up: u64) -> Outage {
        Outage { down: Moment(down), up: Moment(up) }
    }

    fn given(game: &Game, outages: &[Outage], occasion: Occasion) -> Option<(u64, u64)> {
        game.allowance(outages, occasion).map(|event| match event {
            GameEvent::Allowance { each, away: Some(away), .. } => (each.0, away.0),
            other => panic!("{other:?}"),
        })
    }

    /// Gives what is due at this moment.
    fn give(game: &mut Game, outages: &[Outage], at: u64) {
        let event = game.allowance(outages, Occasion::Resumed).unwrap();
        game.apply(StoredEvent { at: Moment(at), event, client: None }).unwrap();
    }

    #[test]
    fn several_outages_are_given_back_at_once_and_once() {
        let mut game = game("40+0");
        let outages = [outage(500, 900), outage(12_000, 72_000), outage(80_000, 81_000)];
        assert_eq!(given(&game, &outages, Occasion::Resumed), Some((15_000, 61_000)));
        give(&mut game, &outages, 90_000);
        // 88 seconds have passed since the last move, 61 of them without the server.
        assert_eq!(game.clock.left(Side::First, Moment(90_000)), Span(40_000 + 15_000 - 27_000));
        assert_eq!(game.clock.left(Side::Second, Moment(90_000)), Span(55_000));
        assert_eq!(given(&game, &outages, Occasion::Resumed), None, "once");
    }

    #[test]
    fn time_that_was_up_before_stays_up() {
        let game = game("40+0");
        assert_eq!(given(&game, &[outage(60_000, 90_000)], Occasion::OutOfTime), None);
        // The first outage moves the deadline behind the beginning of the second one.
        let both = [outage(40_000, 60_000), outage(61_000, 70_000)];
        assert_eq!(given(&game, &both, Occasion::OutOfTime), Some((15_000, 29_000)));
    }

    #[test]
    fn a_server_that_starts_again_and_again_gives_a_minute_at_most() {
        let mut game = game("40+0");
        for round in 0..10_u64 {
            let down = 3_000 + round * 10_000;
            give(&mut game, &[outage(down, down + 9_000)], down + 9_000);
        }
        assert_eq!(game.clock.left(Side::Second, Moment(200_000)), Span(40_000 + 60_000));
        // The time between the outages is charged: ten seconds less one.
        assert_eq!(game.clock.left(Side::First, Moment(102_000)), Span(40_000 + 60_000 - 10_000));
    }

    #[test]
    fn by_correspondence_nothing_is_given_until_time_runs_out() {
        let day = Span::days(1).0;
        let game = game("3d");
        let outages = [outage(day, day + 600_000), outage(2 * day, 2 * day + 1_000)];
        assert_eq!(given(&game, &outages, Occasion::Resumed), None);
        assert_eq!(given(&game, &outages, Occasion::OutOfTime), Some((0, 601_000)));
    }

    #[test]
    fn without_a_clock_nothing_is_given() {
        assert_eq!(given(&game("none"), &[outage(3_000, 9_000)], Occasion::OutOfTime), None);
    }
}
