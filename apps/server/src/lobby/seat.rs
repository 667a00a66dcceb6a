//! Beginning a game between two persons: seats, the transaction, and the messages to both.

use super::matching::agreed;
use super::open::Open;
use super::{LobbyRefusal, new_id, refused};
use crate::cluster::NodeId;
use crate::limits::{HeldPermit, Payer};
use crate::random;
use crate::room::{ToRoom, first_deadline};
use crate::state::AppState;
use crate::store::{GameRow, LobbyRequest, PersonRow, Seated, Statement, StoreError, lobby_fence};
use clock::Moment;
use protocol::{GameId, Player, Refusal, Seat, SeatWish, Terms, ToClient};
use std::sync::Arc;

/// The right to begin games for the lobby: without nodes it always exists, among nodes it is the leader's lease
/// under one epoch. It is acquired before a seek is taken off the list, and the transaction that begins the
/// game checks the epoch (fencing token): a leader that was stopped in between begins nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LobbyRight(Option<(NodeId, u64)>);

impl LobbyRight {
    pub(super) fn fence(&self) -> Option<Statement> {
        self.0.as_ref().map(|(node, epoch)| lobby_fence(&node.0, *epoch))
    }
}

/// Where a game comes from, and what belongs to the transaction that begins it.
pub(super) struct GameStart<'a> {
    /// The seek of each person, which they are sent with the game.
    pub(super) seeks: [Option<&'a GameId>; 2],
    /// Deletes the stored seek or challenge.
    pub(super) taking: Vec<Statement>,
    /// The messages that lead to the game, each with what it was listed as until then.
    pub(super) requests: Vec<(&'a LobbyRequest, Option<&'a GameId>)>,
    /// Whose network the game counts for.
    pub(super) starter: Option<&'a Payer>,
}

impl AppState {
    /// The right to begin games for the lobby, if this server leads it at the moment.
    pub(crate) fn lobby_right(&self) -> Option<LobbyRight> {
        match &self.cluster {
            None => Some(LobbyRight(None)),
            Some(cluster) => cluster.led_lobby().map(|led| LobbyRight(Some(led))),
        }
    }

    /// Pairs all of quick pairing who fit together.
    pub(crate) async fn pair_up(self: &Arc<Self>, now: Moment) {
        let Some(right) = self.lobby_right() else { return };
        let mut skip = Vec::new();
        while let Some((a, b)) = self.lobby.pair(now, &skip) {
            let terms = agreed(&a.seek.terms, &b.seek.terms);
            if let Err(LobbyRefusal(_, what)) = self.try_pair(&right, &a, &b, &terms).await {
                tracing::debug!(what, "two who fit together could not be paired");
                skip.push((a.seek.seek.clone(), b.seek.seek.clone()));
                self.put_back(&right, a).await;
                self.put_back(&right, b).await;
            }
        }
    }

    async fn try_pair(
        self: &Arc<Self>,
        right: &LobbyRight,
        a: &Open,
        b: &Open,
        terms: &Terms,
    ) -> Result<(), LobbyRefusal> {
        self.check_pair(&a.person.id, &b.person.id, terms).await?;
        let seeks = [Some(&a.seek.seek), Some(&b.seek.seek)];
        let taking = a.taking().into_iter().chain(b.taking()).collect();
        let requests = a.request().into_iter().chain(b.request()).collect();
        let people = (&self.seeker(a).await?, &self.seeker(b).await?);
        self.seat(right, people, terms, GameStart { seeks, taking, requests, starter: None }).await
    }

    /// Begins a game between the person who proposed the terms and another, and sends each the seek that it came
    /// from.
    pub(super) async fn seat(
        self: &Arc<Self>,
        right: &LobbyRight,
        people: (&PersonRow, &PersonRow),
        terms: &Terms,
        start: GameStart<'_>,
    ) -> Result<(), LobbyRefusal> {
        let GameStart { seeks, taking: mut with, requests, starter } = start;
        if self.lobby_right().as_ref() != Some(right) {
            return refused(Refusal::Busy, "the lobby moves to another node; try again");
        }
        with.extend(right.fence());
        let held = self.hold_game([&people.0.id, &people.1.id], starter)?;
        let mut seated = Vec::with_capacity(2);
        for (person, seek) in [people.0, people.1].into_iter().zip(seeks) {
            let player = self.player(person, terms).await?;
            seated.push((Seated { person: person.id.clone(), kind: person.kind, player }, seek));
        }
        let swap = match terms.seat {
            SeatWish::Any => random::coin(),
            SeatWish::First => false,
            SeatWish::Second => true,
        };
        if swap {
            seated.reverse();
        }
        let (Some((second, seek_of_second)), Some((first, seek_of_first))) =
            (seated.pop(), seated.pop())
        else {
            return Ok(());
        };
        let terms = Terms { seat: SeatWish::Any, ..terms.clone() };
        let (created, id) = (self.now(), new_id()?);
        let created_by = |(request, seek): (&LobbyRequest, Option<&GameId>)| {
            request.created(seek, Some(&id), created)
        };
        with.extend(requests.into_iter().map(created_by));
        let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
        self.begin(&row, with, held).await?;
        let seats =
            [(&row.first, Seat::First, seek_of_first), (&row.second, Seat::Second, seek_of_second)];
        for (seated, seat, seek) in seats {
            let game = row.id.clone();
            self.send_to(&seated.person, &ToClient::Paired { game, seat, seek: seek.cloned() });
        }
        Ok(())
    }

    /// Keeps a new game, with whatever else is to be done in the same transaction.
    ///
    /// Its permits go to its room, which is loaded for that and unloaded again if no player comes.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        row: &GameRow,
        mut with: Vec<Statement>,
        held: Vec<HeldPermit>,
    ) -> Result<(), StoreError> {
        with.push(row.insertion(first_deadline(row)));
        if self.cluster.is_none() {
            self.keep_permits(&row.id, held);
        }
        if let Err(error) = self.store.write(with).await {
            drop(self.take_permits(&row.id));
            return Err(error);
        }
        self.metrics.games.inc();
        // Among nodes it is owned by the first to which a player comes.
        if self.cluster.is_none() {
            self.tell(&row.id, ToRoom::Due).await;
        }
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
