//! The list of open seeks: its subscribers, and which two seeks can be paired.

use super::feed::SeekFeed;
use super::matching::{Distance, is_same_game};
use crate::connection::Connection;
use crate::limits::HeldPermit;
use crate::state::lock;
use crate::store::challenges::taking;
use crate::store::{LobbyRequest, PersonRow, Statement};
use clock::Moment;
use protocol::{GameId, Seek};
use std::sync::{Arc, Mutex};
use tokio::time::{Instant, sleep_until};

/// What keeps an open seek listed.
#[derive(Debug)]
pub(super) enum Backing {
    /// A connection: the seek is removed when it closes.
    Connection {
        /// Which.
        id: u64,
        /// Counts the seek as long as it is open.
        _held: HeldPermit,
    },
    /// A row of the database, until it is accepted, withdrawn or expires.
    Stored,
}

#[derive(Debug)]
pub(super) struct Open {
    pub(super) seek: Seek,
    pub(super) person: PersonRow,
    pub(super) backing: Backing,
    pub(super) since: Moment,
    /// The message that it came from, to be stored with its game. That of a stored seek is stored with the seek.
    pub(super) request: Option<LobbyRequest>,
}

#[derive(Debug, Default)]
struct SeekBook {
    open: Vec<Open>,
    feed: SeekFeed,
}

/// The list of open seeks, shared.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    inner: Arc<Mutex<SeekBook>>,
}

impl Lobby {
    /// The open seek that a message has listed. It lasts as long as the connection from which that message came
    /// last: the one before may be lost already.
    pub(super) fn listed_by(&self, request: &LobbyRequest, connection: u64) -> Option<GameId> {
        let mut inner = lock(&self.inner);
        let open = inner.open.iter_mut().find(|open| open.request.as_ref() == Some(request))?;
        if let Backing::Connection { id, .. } = &mut open.backing {
            *id = connection;
        }
        Some(open.seek.seek.clone())
    }

    /// Lists a seek, unless it or one of the same message is listed; the one that is.
    pub(super) fn add(&self, open: Open) -> GameId {
        let mut inner = lock(&self.inner);
        let same = |listed: &&Open| {
            listed.seek.seek == open.seek.seek
                || open.request.is_some() && listed.request == open.request
        };
        if let Some(listed) = inner.open.iter().find(same) {
            return listed.seek.seek.clone();
        }
        let id = open.seek.seek.clone();
        inner.open.push(open);
        inner.changed(&self.inner);
        id
    }

    pub(super) fn take(&self, seek: &GameId) -> Option<Open> {
        let mut inner = lock(&self.inner);
        let at = inner.open.iter().position(|open| open.seek.seek == *seek)?;
        let open = inner.open.remove(at);
        inner.changed(&self.inner);
        Some(open)
    }

    /// Removes a seek of a person, or all that depend on a connection.
    pub(super) fn take_back(&self, person: &str, seek: Option<&GameId>) {
        self.retain(|open| {
            let meant = seek.map_or(!open.is_stored(), |seek| open.seek.seek == *seek);
            open.person.id != person || !meant
        });
    }

    /// Removes all seeks of a person whose account is deleted or banned.
    pub(crate) fn forget(&self, person: &str) {
        self.retain(|open| open.person.id != person);
    }

    /// Forgets stored seeks that were made before; their rows are deleted by schedule.
    pub(crate) fn expire(&self, before: Moment) {
        self.retain(|open| !open.is_stored() || open.since >= before);
    }

    /// Removes everything: another node leads the lobby from now on, or this one under a new epoch.
    pub(crate) fn clear(&self) {
        *lock(&self.inner) = SeekBook::default();
    }

    fn retain(&self, stays: impl Fn(&Open) -> bool) {
        let mut inner = lock(&self.inner);
        let before = inner.open.len();
        inner.open.retain(stays);
        if inner.open.len() != before {
            inner.changed(&self.inner);
        }
    }

    /// The stored seeks of a person.
    pub(super) fn stored_of(&self, person: &str) -> Vec<Seek> {
        let inner = lock(&self.inner);
        let own = inner.open.iter().filter(|open| open.is_stored() && open.person.id == person);
        own.map(|open| open.seek.clone()).collect()
    }

    /// How many open games are listed.
    pub(crate) fn open_games(&self) -> usize {
        lock(&self.inner).open.len()
    }

    pub(super) fn find(&self, seek: &GameId) -> Option<Seek> {
        let inner = lock(&self.inner);
        inner.open.iter().find(|open| open.seek.seek == *seek).map(|open| open.seek.clone())
    }

    /// Subscribes a connection to the list.
    pub(super) fn watch(&self, connection: &Arc<Connection>) {
        let inner = &mut *lock(&self.inner);
        inner.feed.watch(connection, || shown(&inner.open));
    }

    pub(super) fn unwatch(&self, connection: &Connection) {
        lock(&self.inner).feed.unwatch(connection);
    }

    /// Forgets a connection that is gone or resumes, and what it looked for: whoever asks for that again under
    /// the same id is listed again.
    pub(crate) fn part(&self, connection: &Connection) {
        self.unwatch(connection);
        self.retain(
            |open| !matches!(open.backing, Backing::Connection { id, .. } if id == connection.id),
        );
    }

    /// Removes two seeks of quick pairing that can be paired; the one that has waited longer first.
    ///
    /// Pairs of seeks in `skip` are not considered.
    pub(super) fn pair(&self, now: Moment, skip: &[(GameId, GameId)]) -> Option<(Open, Open)> {
        let mut inner = lock(&self.inner);
        let quick: Vec<usize> =
            (0..inner.open.len()).filter(|&i| inner.open[i].seek.quick).collect();
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
        inner.changed(&self.inner);
        Some(if first.since <= second.since { (first, second) } else { (second, first) })
    }
}

impl SeekBook {
    /// Schedules the next message about changes to the subscribers.
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

/// What everybody sees.
fn shown(open: &[Open]) -> Vec<Seek> {
    open.iter().map(|open| open.seek.clone()).collect()
}

impl Open {
    pub(super) fn is_stored(&self) -> bool {
        matches!(self.backing, Backing::Stored)
    }

    /// What takes it away in the transaction that begins its game.
    pub(super) fn taking(&self) -> Option<Statement> {
        self.is_stored().then(|| taking(&self.seek.seek))
    }

    /// The message that it came from, and what it was listed as.
    pub(super) fn request(&self) -> Option<(&LobbyRequest, Option<&GameId>)> {
        self.request.as_ref().map(|request| (request, Some(&self.seek.seek)))
    }

    /// Whether it is one of these seeks.
    fn is(&self, one: &GameId, other: &GameId) -> bool {
        self.seek.seek == *one || self.seek.seek == *other
    }

    fn distance(&self, other: &Self) -> Distance {
        let rating = |open: &Self| open.seek.player.rating.unwrap_or(1500);
        let (a, b) = (&self.seek.terms, &other.seek.terms);
        Distance::between(a, b, u64::from(rating(self).abs_diff(rating(other))))
    }

    fn fits(&self, other: &Self, now: Moment) -> bool {
        let waited = |since: Moment| now.since(since).0 / 1_000;
        let longer = waited(self.since.min(other.since));
        let shorter = waited(self.since.max(other.since));
        self.person.id != other.person.id
            && is_same_game(&self.seek.terms, &other.seek.terms)
            && self.distance(other).is_near(longer, shorter)
    }
}
