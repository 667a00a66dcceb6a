//! The lobby: who looks for an opponent, challenges, and how two people come to a game.
//!
//! Open seeks live as long as the line that made them; challenges by link are kept.

mod look;

use crate::chance;
use crate::hall::{Hall, lock};
use crate::line::{Line, encode};
use crate::room::{canonical, first_deadline};
use crate::store::challenges::{Challenge, taking};
use crate::store::{GameRow, PersonRow, Seated, Statement, StoreError};
use crate::time::now;
use clock::{Control, Moment};
use protocol::{
    ClientId, GameId, Opponent, Player, Refusal, Seat, SeatWish, Seek, Terms, ToClient, ToServer,
};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

/// How many open seeks one person may have.
const SEEKS_EACH: usize = 5;

/// How many answers are remembered, for messages that come again.
const ANSWERS: usize = 4_096;

/// How far apart ratings may be for quick pairing at once, and how much more each second.
const NEAR: u64 = 150;
const NEARER_EACH_SECOND: u64 = 15;

#[derive(Debug)]
struct Open {
    seek: Seek,
    person: PersonRow,
    line: u64,
    /// Paired by the server, and not shown to others.
    quick: bool,
    since: Moment,
}

#[derive(Debug, Default)]
struct Inner {
    open: Vec<Open>,
    watchers: Vec<Arc<Line>>,
    answers: HashMap<String, ToClient>,
    order: VecDeque<String>,
}

/// Who looks for whom.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    inner: Mutex<Inner>,
}

struct Refused(Refusal, String);

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Gone | StoreError::Taken => {
                Self(Refusal::NotFound, "somebody else was faster, or it was taken back".into())
            }
            StoreError::Broken(what) => {
                tracing::error!(what, "the lobby could not keep something");
                Self(Refusal::Busy, "it could not be kept; try again".into())
            }
        }
    }
}

fn refused<T>(why: Refusal, what: &str) -> Result<T, Refused> {
    Err(Refused(why, what.to_owned()))
}

fn new_id() -> Result<GameId, Refused> {
    chance::letters(8).parse().map_err(|_| Refused(Refusal::Busy, "try again".into()))
}

/// The terms as they are kept, if they can be played by this person.
fn checked(mut terms: Terms, person: &PersonRow) -> Result<Terms, Refused> {
    let (game, options) = canonical(&terms.game, &terms.options)
        .map_err(|error| Refused(Refusal::BadTerms, error.to_string()))?;
    (terms.game, terms.options) = (game, options);
    if terms.rated && person.person().guest {
        return refused(Refusal::NeedsAccount, "rated games are for people with an account");
    }
    if terms.rated && terms.time == Control::None {
        return refused(Refusal::BadTerms, "a rated game needs a clock");
    }
    Ok(terms)
}

impl Lobby {
    fn answered(&self, key: &str) -> Option<ToClient> {
        lock(&self.inner).answers.get(key).cloned()
    }

    fn remember(&self, key: String, answer: ToClient) {
        let mut inner = lock(&self.inner);
        inner.order.push_back(key.clone());
        inner.answers.insert(key, answer);
        if inner.order.len() > ANSWERS
            && let Some(oldest) = inner.order.pop_front()
        {
            inner.answers.remove(&oldest);
        }
    }

    fn add(&self, open: Open) -> Result<(), Refused> {
        let mut inner = lock(&self.inner);
        if inner.open.iter().filter(|o| o.person.id == open.person.id).count() >= SEEKS_EACH {
            return refused(Refusal::TooFast, "you look for five opponents already");
        }
        inner.open.push(open);
        inner.tell();
        Ok(())
    }

    fn take(&self, seek: &GameId) -> Option<Open> {
        let mut inner = lock(&self.inner);
        let at = inner.open.iter().position(|open| open.seek.seek == *seek)?;
        let open = inner.open.remove(at);
        inner.tell();
        Some(open)
    }

    fn take_back(&self, person: &str, seek: Option<&GameId>) {
        let mut inner = lock(&self.inner);
        inner.open.retain(|open| {
            open.person.id != person || seek.is_some_and(|seek| open.seek.seek != *seek)
        });
        inner.tell();
    }

    /// Shows somebody the open seeks from now on.
    fn watch(&self, line: &Arc<Line>) {
        let mut inner = lock(&self.inner);
        if !inner.watchers.iter().any(|other| other.id == line.id) {
            inner.watchers.push(Arc::clone(line));
        }
        line.send(&inner.shown());
    }

    fn unwatch(&self, line: &Line) {
        lock(&self.inner).watchers.retain(|other| other.id != line.id);
    }

    /// Forgets a line that is gone, and what it looked for.
    pub(crate) fn part(&self, line: &Line) {
        self.unwatch(line);
        let mut inner = lock(&self.inner);
        let before = inner.open.len();
        inner.open.retain(|open| open.line != line.id);
        if inner.open.len() != before {
            inner.tell();
        }
    }

    /// Two who look for the same and are near enough, taken out of the list.
    fn pair(&self, now: Moment) -> Option<(Open, Open)> {
        let mut inner = lock(&self.inner);
        let quick: Vec<usize> = (0..inner.open.len()).filter(|&i| inner.open[i].quick).collect();
        let pairs = quick.iter().flat_map(|&a| quick.iter().map(move |&b| (a, b)));
        let fitting = pairs.filter(|&(a, b)| a < b && inner.open[a].fits(&inner.open[b], now));
        let (a, b) = fitting.min_by_key(|&(a, b)| inner.open[a].distance(&inner.open[b]))?;
        let second = inner.open.remove(b);
        let first = inner.open.remove(a);
        Some((first, second))
    }
}

impl Inner {
    fn shown(&self) -> ToClient {
        let shown = self.open.iter().filter(|open| !open.quick).map(|open| open.seek.clone());
        ToClient::Lobby(protocol::Lobby { seeks: shown.collect() })
    }

    fn tell(&self) {
        let text = encode(&self.shown());
        self.watchers.iter().for_each(|line| line.send_text(text.clone()));
    }
}

impl Open {
    fn distance(&self, other: &Self) -> u64 {
        let rating = |open: &Self| open.seek.player.rating.unwrap_or(1500);
        u64::from(rating(self).abs_diff(rating(other)))
    }

    fn fits(&self, other: &Self, now: Moment) -> bool {
        let same = |a: &Terms, b: &Terms| {
            let sides = matches!(
                (a.seat, b.seat),
                (SeatWish::Any, _)
                    | (_, SeatWish::Any)
                    | (SeatWish::First, SeatWish::Second)
                    | (SeatWish::Second, SeatWish::First)
            );
            sides
                && (&a.game, &a.options, a.time, a.rated) == (&b.game, &b.options, b.time, b.rated)
        };
        let waited = now.since(self.since.min(other.since)).0 / 1_000;
        self.person.id != other.person.id
            && same(&self.seek.terms, &other.seek.terms)
            && self.distance(other) <= NEAR + NEARER_EACH_SECOND * waited
    }
}

impl Hall {
    /// Does what a line asks of the lobby, once, and answers it each time.
    pub(crate) async fn lobby_request(self: &Arc<Self>, line: &Arc<Line>, message: ToServer) {
        let id = crate::room::id_of(&message);
        let key = id.as_ref().map(|id| format!("{}:{id}", line.person.id));
        if let Some(answer) = key.as_deref().and_then(|key| self.lobby.answered(key)) {
            return line.send(&answer);
        }
        let done = match message {
            ToServer::Lobby => return self.lobby.watch(line),
            ToServer::LeaveLobby => return self.lobby.unwatch(line),
            ToServer::Unseek { seek } => return self.unseek(line, seek).await,
            ToServer::Look { seek } => return self.show(line, &seek).await,
            ToServer::Seek { terms, .. } => self.seek(line, terms, false).await,
            ToServer::Pair { terms, .. } => self.seek(line, terms, true).await,
            ToServer::Accept { seek, .. } => self.accept(line, &seek).await,
            ToServer::Challenge { terms, opponent, .. } => {
                self.challenge(line, terms, opponent).await
            }
            _ => return,
        };
        self.answer(line, id, key, done);
    }

    fn answer(
        &self,
        line: &Line,
        id: Option<ClientId>,
        key: Option<String>,
        done: Result<Option<GameId>, Refused>,
    ) {
        match (done, id) {
            (Ok(seek), Some(id)) => {
                let answer = ToClient::Done { id, n: None, seek };
                line.send(&answer);
                if let Some(key) = key {
                    self.lobby.remember(key, answer);
                }
            }
            (Ok(_), None) => {}
            (Err(Refused(why, what)), id) => {
                self.metrics.refusals.up();
                line.refuse(id, None, why, what);
            }
        }
    }

    async fn seek(
        self: &Arc<Self>,
        line: &Arc<Line>,
        terms: Terms,
        quick: bool,
    ) -> Result<Option<GameId>, Refused> {
        let terms = checked(terms, &line.person)?;
        let player = self.player(&line.person, &terms).await?;
        let seek = Seek { seek: new_id()?, player, terms };
        let id = seek.seek.clone();
        let person = line.person.clone();
        self.lobby.add(Open { seek, person, line: line.id, quick, since: now() })?;
        if quick {
            self.pair_up(now()).await;
        }
        Ok(Some(id))
    }

    async fn unseek(&self, line: &Line, seek: Option<GameId>) {
        self.lobby.take_back(&line.person.id, seek.as_ref());
        let Some(seek) = seek else { return };
        if let Err(error) = self.store.drop_challenge(&seek, &line.person.id).await {
            tracing::error!(%error, "a challenge was not taken back");
        }
    }

    async fn accept(
        self: &Arc<Self>,
        line: &Arc<Line>,
        seek: &GameId,
    ) -> Result<Option<GameId>, Refused> {
        let own = || refused(Refusal::OwnSeek, "nobody plays against themselves");
        if let Some(open) = self.lobby.take(seek) {
            if open.person.id == line.person.id {
                self.lobby.add(open)?;
                return own();
            }
            if let Err(refused) = checked(open.seek.terms.clone(), &line.person) {
                self.lobby.add(open)?;
                return Err(refused);
            }
            let people = (&open.person, &line.person);
            return self
                .seat(people, &open.seek.terms, Some(seek), Vec::new())
                .await
                .map(|()| None);
        }
        let me = &line.person.id;
        let open = self.store.challenge(seek).await?;
        let mine = |c: &Challenge| c.person == *me || c.opponent.as_ref().is_none_or(|o| o == me);
        let Some(challenge) = open.filter(mine) else {
            return refused(Refusal::NotFound, "it was accepted by somebody else or taken back");
        };
        if challenge.person == *me {
            return own();
        }
        let terms = checked(challenge.terms, &line.person)?;
        let person = self.store.person(&challenge.person).await?.ok_or(StoreError::Gone)?;
        let people = (&person, &line.person);
        self.seat(people, &terms, Some(seek), vec![taking(seek)]).await.map(|()| None)
    }

    async fn challenge(
        self: &Arc<Self>,
        line: &Arc<Line>,
        terms: Terms,
        opponent: Opponent,
    ) -> Result<Option<GameId>, Refused> {
        let terms = checked(terms, &line.person)?;
        let other = match opponent {
            Opponent::House { level } => {
                let Some(level) = bots::Level::new(level) else {
                    return refused(Refusal::BadTerms, "levels go from 1 to 8");
                };
                let house = self.store.house(level.number(), now()).await?;
                self.seat((&line.person, &house), &terms, None, Vec::new()).await?;
                return Ok(None);
            }
            Opponent::Link => None,
            Opponent::Named { name } => Some(self.present(name.as_str(), &line.person).await?),
        };
        let id = new_id()?;
        let (person, opponent) = (line.person.id.clone(), other.clone());
        let challenge = Challenge { person, terms, opponent };
        self.store.add_challenge(&id, &challenge, now()).await?;
        if let Some(other) = other {
            let player = self.player(&line.person, &challenge.terms).await?;
            let seek = Seek { seek: id.clone(), player, terms: challenge.terms };
            self.send_to(&other, &ToClient::Challenged(seek));
        }
        Ok(Some(id))
    }

    /// Somebody of this name who is here and not the one who asks.
    async fn present(&self, name: &str, asking: &PersonRow) -> Result<String, Refused> {
        match self.store.named(name).await? {
            Some(person) if person.id == asking.id => {
                refused(Refusal::OwnSeek, "nobody plays against themselves")
            }
            Some(person) if self.is_here(&person.id) => Ok(person.id),
            _ => refused(Refusal::NotFound, "they are not here"),
        }
    }

    /// Pairs all who look for the same and are near enough in strength.
    pub(crate) async fn pair_up(self: &Arc<Self>, now: Moment) {
        while let Some((a, b)) = self.lobby.pair(now) {
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
                self.seat((&a.person, &b.person), &terms, seek, Vec::new()).await
            {
                tracing::error!(what, "a pair could not be seated");
            }
        }
    }

    /// Begins a game between whoever proposed the terms and somebody else, and tells both.
    async fn seat(
        self: &Arc<Self>,
        people: (&PersonRow, &PersonRow),
        terms: &Terms,
        seek: Option<&GameId>,
        with: Vec<Statement>,
    ) -> Result<(), Refused> {
        let mut seated = Vec::with_capacity(2);
        for person in [people.0, people.1] {
            let player = self.player(person, terms).await?;
            seated.push(Seated { person: person.id.clone(), player });
        }
        let swap = match terms.seat {
            SeatWish::Any => chance::coin(),
            SeatWish::First => false,
            SeatWish::Second => true,
        };
        if swap {
            seated.reverse();
        }
        let (Some(second), Some(first)) = (seated.pop(), seated.pop()) else { return Ok(()) };
        let terms = Terms { seat: SeatWish::Any, ..terms.clone() };
        let (created, id) = (now(), new_id()?);
        let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
        self.begin(&row, with).await?;
        for (seated, seat) in [(&row.first, Seat::First), (&row.second, Seat::Second)] {
            let game = row.id.clone();
            self.send_to(&seated.person, &ToClient::Paired { game, seat, seek: seek.cloned() });
        }
        Ok(())
    }

    /// Keeps a new game, with whatever else is to be done in the same transaction.
    pub(crate) async fn begin(
        &self,
        row: &GameRow,
        mut with: Vec<Statement>,
    ) -> Result<(), StoreError> {
        with.push(row.insertion(first_deadline(row)));
        self.store.write(with).await?;
        self.metrics.games.up();
        Ok(())
    }

    async fn player(&self, person: &PersonRow, terms: &Terms) -> Result<Player, StoreError> {
        let speed = terms.time.speed();
        let row = self.store.rating(&person.id, &terms.game, speed, now()).await?;
        let rating = (row.games > 0 || !person.person().guest).then(|| row.rating.shown());
        let provisional = row.rating.is_provisional();
        Ok(Player { person: person.person(), rating, provisional })
    }
}
