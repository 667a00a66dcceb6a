//! The list of open seeks, who sees it, and which two of them fit together.

use super::feed::SeekFeed;
use crate::connection::Connection;
use crate::limits::HeldPermit;
use crate::state::lock;
use crate::store::PersonRow;
use clock::Moment;
use protocol::{GameId, SeatWish, Seek, Terms, ToClient};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use tokio::time::{Instant, sleep_until};

/// How many answers are remembered, for messages that come again.
const ANSWERS: usize = 4_096;

/// How far apart ratings may be for quick pairing at once, and how much more each second.
const NEAR: u64 = 150;
const NEARER_EACH_SECOND: u64 = 15;

#[derive(Debug)]
pub(super) struct Open {
    pub(super) seek: Seek,
    pub(super) person: PersonRow,
    pub(super) connection: u64,
    /// Paired by the server, and not shown to others.
    pub(super) quick: bool,
    pub(super) since: Moment,
    /// Counts it as long as it is open.
    pub(super) _held: HeldPermit,
}

#[derive(Debug, Default)]
struct Inner {
    open: Vec<Open>,
    feed: SeekFeed,
    answers: HashMap<String, ToClient>,
    order: VecDeque<String>,
}

/// Who looks for whom.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    inner: Arc<Mutex<Inner>>,
}

impl Lobby {
    pub(super) fn answered(&self, key: &str) -> Option<ToClient> {
        lock(&self.inner).answers.get(key).cloned()
    }

    pub(super) fn remember(&self, key: String, answer: ToClient) {
        let mut inner = lock(&self.inner);
        inner.order.push_back(key.clone());
        inner.answers.insert(key, answer);
        if inner.order.len() > ANSWERS
            && let Some(oldest) = inner.order.pop_front()
        {
            inner.answers.remove(&oldest);
        }
    }

    pub(super) fn add(&self, open: Open) {
        let mut inner = lock(&self.inner);
        inner.open.push(open);
        inner.changed(&self.inner);
    }

    pub(super) fn take(&self, seek: &GameId) -> Option<Open> {
        let mut inner = lock(&self.inner);
        let at = inner.open.iter().position(|open| open.seek.seek == *seek)?;
        let open = inner.open.remove(at);
        inner.changed(&self.inner);
        Some(open)
    }

    pub(super) fn take_back(&self, person: &str, seek: Option<&GameId>) {
        let mut inner = lock(&self.inner);
        let before = inner.open.len();
        inner.open.retain(|open| {
            open.person.id != person || seek.is_some_and(|seek| open.seek.seek != *seek)
        });
        if inner.open.len() != before {
            inner.changed(&self.inner);
        }
    }

    pub(super) fn find(&self, seek: &GameId) -> Option<Seek> {
        let inner = lock(&self.inner);
        inner.open.iter().find(|open| open.seek.seek == *seek).map(|open| open.seek.clone())
    }

    /// Shows somebody the open seeks from now on.
    pub(super) fn watch(&self, connection: &Arc<Connection>) {
        let inner = &mut *lock(&self.inner);
        inner.feed.watch(connection, || shown(&inner.open));
    }

    pub(super) fn unwatch(&self, connection: &Connection) {
        lock(&self.inner).feed.unwatch(connection);
    }

    /// Forgets a connection that is gone, and what it looked for.
    pub(crate) fn part(&self, connection: &Connection) {
        self.unwatch(connection);
        let mut inner = lock(&self.inner);
        let before = inner.open.len();
        inner.open.retain(|open| open.connection != connection.id);
        if inner.open.len() != before {
            inner.changed(&self.inner);
        }
    }

    /// Two who look for the same and are near enough, taken out of the list.
    ///
    /// Pairs of seeks in `skip` are not considered.
    pub(super) fn pair(&self, now: Moment, skip: &[(GameId, GameId)]) -> Option<(Open, Open)> {
        let mut inner = lock(&self.inner);
        let quick: Vec<usize> = (0..inner.open.len()).filter(|&i| inner.open[i].quick).collect();
        let pairs = quick.iter().flat_map(|&a| quick.iter().map(move |&b| (a, b)));
        let fitting = pairs.filter(|&(a, b)| {
            let (one, other) = (&inner.open[a], &inner.open[b]);
            a < b
                && one.fits(other, now)
                && !skip.iter().any(|(x, y)| one.is(x, y) && other.is(x, y))
        });
        let (a, b) = fitting.min_by_key(|&(a, b)| inner.open[a].distance(&inner.open[b]))?;
        let second = inner.open.remove(b);
        let first = inner.open.remove(a);
        Some((first, second))
    }
}

impl Inner {
    /// Has everybody in the lobby told, soon.
    fn changed(&mut self, this: &Arc<Mutex<Self>>) {
        let Some(due) = self.feed.changed(Instant::now()) else { return };
        let this = Arc::clone(this);
        tokio::spawn(async move {
            sleep_until(due).await;
            let inner = &mut *lock(&this);
            inner.feed.send_changes(shown(&inner.open), Instant::now());
        });
    }
}

/// What everybody may see.
fn shown(open: &[Open]) -> Vec<Seek> {
    open.iter().filter(|open| !open.quick).map(|open| open.seek.clone()).collect()
}

impl Open {
    /// Whether it is one of these seeks.
    fn is(&self, one: &GameId, other: &GameId) -> bool {
        self.seek.seek == *one || self.seek.seek == *other
    }

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
