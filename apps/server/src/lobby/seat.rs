//! How two people come to a board: who sits where, and what is stored and told of it.

use super::{Refused, new_id};
use crate::limits::{HeldPermit, Payer};
use crate::random;
use crate::room::{ToRoom, first_deadline};
use crate::state::AppState;
use crate::store::{GameRow, PersonRow, Seated, Statement, StoreError};
use clock::Moment;
use protocol::{GameId, Player, Seat, SeatWish, Terms, ToClient};
use std::sync::Arc;

impl AppState {
    /// Pairs all who look for the same and are near enough in strength.
    pub(crate) async fn pair_up(self: &Arc<Self>, now: Moment) {
        let mut skip = Vec::new();
        while let Some((a, b)) = self.lobby.pair(now, &skip) {
            if self.check_pair(&a.person.id, &b.person.id, &a.seek.terms).await.is_err() {
                skip.push((a.seek.seek.clone(), b.seek.seek.clone()));
                self.lobby.add(a);
                self.lobby.add(b);
                continue;
            }
            let mut terms = a.seek.terms.clone();
            if terms.seat == SeatWish::Any {
                terms.seat = match b.seek.terms.seat {
                    SeatWish::Any => SeatWish::Any,
                    SeatWish::First => SeatWish::Second,
                    SeatWish::Second => SeatWish::First,
                };
            }
            let seek = Some(&a.seek.seek);
            if let Err(Refused(_, what)) =
                self.seat((&a.person, &b.person), &terms, seek, Vec::new(), None).await
            {
                tracing::error!(what, "a pair could not be seated");
            }
        }
    }

    /// Begins a game between whoever proposed the terms and somebody else, and tells both.
    pub(super) async fn seat(
        self: &Arc<Self>,
        people: (&PersonRow, &PersonRow),
        terms: &Terms,
        seek: Option<&GameId>,
        with: Vec<Statement>,
        starter: Option<&Payer>,
    ) -> Result<(), Refused> {
        let held = self.hold_game([&people.0.id, &people.1.id], starter)?;
        let mut seated = Vec::with_capacity(2);
        for person in [people.0, people.1] {
            let player = self.player(person, terms).await?;
            seated.push(Seated { person: person.id.clone(), player });
        }
        let swap = match terms.seat {
            SeatWish::Any => random::coin(),
            SeatWish::First => false,
            SeatWish::Second => true,
        };
        if swap {
            seated.reverse();
        }
        let (Some(second), Some(first)) = (seated.pop(), seated.pop()) else { return Ok(()) };
        let terms = Terms { seat: SeatWish::Any, ..terms.clone() };
        let (created, id) = (self.now(), new_id()?);
        let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
        self.begin(&row, with, held).await?;
        for (seated, seat) in [(&row.first, Seat::First), (&row.second, Seat::Second)] {
            let game = row.id.clone();
            self.send_to(&seated.person, &ToClient::Paired { game, seat, seek: seek.cloned() });
        }
        Ok(())
    }

    /// Keeps a new game, with whatever else is to be done in the same transaction.
    ///
    /// What it counts as goes to its room, which is woken for that and falls asleep if nobody comes.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        row: &GameRow,
        mut with: Vec<Statement>,
        held: Vec<HeldPermit>,
    ) -> Result<(), StoreError> {
        with.push(row.insertion(first_deadline(row)));
        self.keep_permits(&row.id, held);
        if let Err(error) = self.store.write(with).await {
            drop(self.take_permits(&row.id));
            return Err(error);
        }
        self.metrics.games.up();
        self.tell(&row.id, ToRoom::Due).await;
        Ok(())
    }

    pub(super) async fn player(
        &self,
        person: &PersonRow,
        terms: &Terms,
    ) -> Result<Player, StoreError> {
        let speed = terms.time.speed();
        let row = self.store.rating(&person.id, &terms.game, speed, self.now()).await?;
        let rating = (row.games > 0 || !person.person().guest).then(|| row.rating.shown());
        let provisional = row.rating.is_provisional();
        Ok(Player { person: person.person(), rating, provisional })
    }
}
