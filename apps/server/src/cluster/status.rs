//! Status messages between nodes, once a second (connected persons, spectators, budgets spent, resources held), and
//! numbered announcements.

use super::lease::MemberChanges;
use super::order::{Arrival, Arrived};
use super::wire::{Announcement, Envelope, Message, NodeId, Revoked, Status};
use super::{Cluster, Inner};
use crate::credential::Revocation;
use crate::room::ToRoom;
use crate::state::{AppState, lock};
use crate::store::{ClusterView, LEASE};
use protocol::GameId;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Every how many statuses the connected persons are listed.
const PEOPLE_EVERY: u64 = 5;

/// In which of these statuses held resources are listed: in another one than people, since a message has a limit.
const HELD_AT: u64 = 2;

/// The most persons listed in a status.
const MOST_PEOPLE: usize = 20_000;

/// The most games of which a status has the number of spectators.
const MOST_WATCHED: usize = 500;

/// How long the last announcement number of a node that is not in the view of the cluster is kept: it may have
/// joined just now, or its last messages may come late.
const UNKNOWN_FOR: Duration = Duration::from_millis(LEASE.0);

/// Another node, by its last status.
#[derive(Debug)]
pub(super) struct Neighbour {
    heard: Instant,
    announced: Option<Arrived>,
    people: HashSet<String>,
    watchers: Vec<(GameId, u32)>,
    open_games: usize,
}

impl Neighbour {
    fn heard(announced: Option<Arrived>, now: Instant) -> Self {
        let (people, watchers) = (HashSet::new(), Vec::new());
        Self { heard: now, announced, people, watchers, open_games: 0 }
    }
}

impl Revoked {
    pub(crate) fn of(which: Revocation) -> Self {
        match which {
            Revocation::Session(fingerprint) => Self::Session(fingerprint.to_owned()),
            Revocation::Sessions => Self::Sessions,
            Revocation::Token(id) => Self::Token(id.to_owned()),
            Revocation::Tokens => Self::Tokens,
            Revocation::All => Self::All,
        }
    }

    fn revocation(&self) -> Revocation<'_> {
        match self {
            Self::Session(fingerprint) => Revocation::Session(fingerprint),
            Self::Sessions => Revocation::Sessions,
            Self::Token(id) => Revocation::Token(id),
            Self::Tokens => Revocation::Tokens,
            Self::All => Revocation::All,
        }
    }
}

/// Whether the status of this beat lists connected persons, and held resources.
const fn lists_at(beat: u64) -> (bool, bool) {
    (beat.is_multiple_of(PEOPLE_EVERY), beat % PEOPLE_EVERY == HELD_AT)
}

impl Cluster {
    /// The persons who are connected to other nodes, each once.
    pub(crate) fn people_elsewhere(&self) -> HashSet<String> {
        let inner = lock(&self.inner);
        inner.neighbours.values().flat_map(|other| other.people.iter().cloned()).collect()
    }

    /// Whether a person is connected to another node.
    pub(crate) fn is_elsewhere(&self, person: &str) -> bool {
        lock(&self.inner).neighbours.values().any(|other| other.people.contains(person))
    }

    /// The number of spectators of a game that another node owns.
    pub(crate) fn watchers_elsewhere(&self, game: &GameId) -> u32 {
        let inner = lock(&self.inner);
        let all = inner.neighbours.values().flat_map(|other| &other.watchers);
        all.filter(|(of, _)| of == game).map(|(_, count)| *count).max().unwrap_or(0)
    }

    /// The number of open seeks in the lobby, if another node leads it.
    pub(crate) fn open_games_elsewhere(&self) -> Option<usize> {
        let inner = lock(&self.inner);
        let leader = inner.members.leader()?;
        inner.neighbours.get(leader).map(|other| other.open_games)
    }
}

impl AppState {
    /// Sends the status of this node to all others.
    pub(super) fn send_status(&self, cluster: &Cluster, beat: u64) {
        let (tells_people, tells_held) = lists_at(beat);
        let people = tells_people.then(|| self.people_here(MOST_PEOPLE));
        let held = tells_held.then(|| self.limits.held_here());
        let mut watchers = self.watchers_here();
        watchers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        watchers.truncate(MOST_WATCHED);
        let open_games = self.lobby.open_games();
        let spent = self.limits.take_spent();
        let inner = lock(&cluster.inner);
        let (out, of_others) = inner.exchange.count();
        self.metrics.sessions_elsewhere.set(out as i64);
        self.metrics.sessions_of_others.set(of_others as i64);
        let announced = inner.announced;
        let status = Status { announced, people, watchers, open_games, spent, held };
        let from = inner.incarnation.id.clone();
        cluster.bus.send_all(&Envelope { from, message: Message::Status(status) });
    }

    /// Handles a message of another node.
    pub(super) fn receive(self: &Arc<Self>, cluster: &Cluster, envelope: Envelope) {
        let Envelope { from, message } = envelope;
        match message {
            Message::Announce { number, what } => {
                let now = Instant::now();
                let missed = lock(&cluster.inner).arrived(&from, number, now);
                match missed {
                    Arrival::Repeated => return,
                    Arrival::Gap => self.missed_announcements(),
                    Arrival::Next => {}
                }
                self.follow_announcement(what);
            }
            Message::Status(status) => {
                let now = Instant::now();
                self.limits.spent_elsewhere(&status.spent, now);
                let missed = {
                    let inner = &mut *lock(&cluster.inner);
                    if let Some(held) = status.held.as_ref().filter(|_| inner.is_member(&from)) {
                        self.limits.held_elsewhere(&from.0, held);
                    }
                    inner.note_status(&from, status, now)
                };
                if missed {
                    self.missed_announcements();
                }
            }
            message => self.step(cluster, |inner, now| inner.exchange.receive(&from, message, now)),
        }
    }

    /// An announcement was lost: its effects are read from the database.
    fn missed_announcements(self: &Arc<Self>) {
        tracing::warn!("an announcement of another node was lost; connections resume");
        self.resume_all();
        tokio::spawn(Arc::clone(self).check_grants());
    }

    fn follow_announcement(self: &Arc<Self>, what: Announcement) {
        match what {
            Announcement::ToPerson { person, text } => self.send_text_here(&person, &text.into()),
            Announcement::Revoked { person, which } => {
                if which == Revoked::All {
                    self.lobby.forget(&person);
                }
                self.revoke_here(&person, which.revocation());
            }
            Announcement::Reload(game) => {
                let state = Arc::clone(self);
                tokio::spawn(async move { state.tell_if_loaded(&game, ToRoom::Reload).await });
            }
        }
    }
}

impl Inner {
    fn is_member(&self, node: &NodeId) -> bool {
        self.members.contains(node)
    }

    /// Takes a view of the cluster. A node that comes into it later has joined after this one.
    pub(super) fn note_view(&mut self, view: &ClusterView) -> MemberChanges {
        let changes = self.members.update(view);
        if !self.has_view {
            self.has_view = true;
            self.joined_before.extend(view.nodes.iter().cloned().map(NodeId));
            for neighbour in self.neighbours.keys() {
                self.joined_before.insert(neighbour.clone());
            }
        }
        // What comes late of a node that has left is not counted from the beginning.
        self.joined_before.extend(changes.left.iter().cloned());
        changes
    }

    /// What is known of another node; made when it is first heard of. The announcements of a node that has joined
    /// after this one are counted from the first, so that it is noticed if that one is lost. How many the others
    /// had sent before is not known.
    fn neighbour(&mut self, node: &NodeId, now: Instant) -> &mut Neighbour {
        let is_new = self.has_view && !self.joined_before.contains(node);
        let announced = is_new.then(Arrived::default);
        let other = self.neighbours.entry(node.clone());
        let other = other.or_insert_with(|| Neighbour::heard(announced, now));
        other.heard = now;
        other
    }

    /// Drops neighbours that are not members of the cluster once nothing was heard of them for the length of a
    /// lease: a node that has just joined is not in the view yet.
    pub(super) fn drop_expired(&mut self, now: Instant) {
        let members = &self.members;
        self.neighbours.retain(|node, other| {
            members.contains(node) || now.duration_since(other.heard) < UNKNOWN_FOR
        });
    }

    /// What the number of an announcement says; after a gap it goes on from there.
    fn arrived(&mut self, from: &NodeId, number: u64, now: Instant) -> Arrival {
        let other = self.neighbour(from, now);
        let arrived = other.announced.get_or_insert(Arrived::since(number - 1));
        let arrival = arrived.arrive(number);
        if arrival == Arrival::Gap {
            *arrived = Arrived::since(number);
        }
        arrival
    }

    /// Takes note of a status; whether an announcement before it did not arrive. People and games are those of
    /// nodes that are there: what an expired node says of itself would never be taken back.
    fn note_status(&mut self, from: &NodeId, status: Status, now: Instant) -> bool {
        let is_member = self.is_member(from);
        let other = self.neighbour(from, now);
        if is_member {
            if let Some(people) = status.people {
                other.people = people.into_iter().collect();
            }
            other.watchers = status.watchers;
            other.open_games = status.open_games;
        }
        let arrived = other.announced.get_or_insert(Arrived::since(status.announced));
        let missed = arrived.last() < status.announced;
        if missed {
            *arrived = Arrived::since(status.announced);
        }
        missed
    }
}

#[cfg(test)]
mod tests {
    use super::super::Incarnation;
    use super::Arrival::{Gap, Next, Repeated};
    use super::*;

    #[test]
    fn a_lost_announcement_is_noticed_by_the_next_one_or_by_a_status() {
        let now = Instant::now();
        let mut inner = Inner::new(Arc::new(Incarnation::begin(now)));
        let from = NodeId("other".into());
        let mut arrive = |number| inner.arrived(&from, number, now);
        assert_eq!([7, 8, 8, 10, 11].map(&mut arrive), [Next, Next, Repeated, Gap, Next]);
        let status = |announced| Status { announced, ..Status::default() };
        assert!(!inner.note_status(&from, status(11), now));
        assert!(inner.note_status(&from, status(12), now));
        assert!(!inner.note_status(&from, status(12), now), "once");
    }

    #[test]
    fn a_lost_first_announcement_of_a_node_that_has_joined_later_is_noticed() {
        let now = Instant::now();
        let mut inner = Inner::new(Arc::new(Incarnation::begin(now)));
        let node = |name: &str| NodeId(name.into());
        let status = |announced| Status { announced, ..Status::default() };
        assert_eq!(inner.arrived(&node("heard before the view"), 4, now), Next);
        let view = |nodes: &[&str]| {
            let nodes = nodes.iter().map(|node| (*node).to_owned()).collect();
            ClusterView { nodes, ..ClusterView::default() }
        };
        inner.note_view(&view(&["earlier"]));
        assert_eq!(inner.arrived(&node("earlier"), 7, now), Next, "it had sent others before");
        inner.note_view(&view(&["earlier", "one", "two", "three"]));
        assert_eq!(inner.arrived(&node("one"), 1, now), Next);
        assert_eq!(inner.arrived(&node("two"), 2, now), Gap, "the first is lost");
        assert!(inner.note_status(&node("three"), status(1), now), "the first is lost");
        assert!(!inner.note_status(&node("four"), status(0), now), "it has sent none");
        inner.note_view(&view(&["one", "two", "three"]));
        inner.neighbours.remove(&node("earlier"));
        assert!(!inner.note_status(&node("earlier"), status(9), now), "it has left");
        assert_eq!(inner.arrived(&node("heard before the view"), 5, now), Next);
    }

    #[test]
    fn no_status_has_both_long_lists_and_each_is_told_regularly() {
        let told: Vec<(bool, bool)> = (0..3 * PEOPLE_EVERY).map(lists_at).collect();
        assert!(!told.contains(&(true, true)));
        let (people, held) = (told.iter().filter(|t| t.0), told.iter().filter(|t| t.1));
        assert_eq!((people.count(), held.count()), (3, 3));
    }

    #[test]
    fn a_late_status_of_a_node_that_has_left_brings_nobody_back() {
        let (start, from) = (Instant::now(), NodeId("other".into()));
        let mut inner = Inner::new(Arc::new(Incarnation::begin(start)));
        let status = || {
            let (people, watchers) = (Some(vec!["ann".into()]), vec![("g".parse().unwrap(), 3)]);
            Status { people, watchers, open_games: 2, ..Status::default() }
        };
        let told = |inner: &Inner| {
            let other = inner.neighbours.get(&NodeId("other".into()));
            other.map(|other| (other.people.len(), other.watchers.len(), other.open_games))
        };
        let view = |nodes: &[&str]| {
            let nodes = nodes.iter().map(|node| (*node).to_owned()).collect();
            ClusterView { nodes, ..ClusterView::default() }
        };
        inner.members.update(&view(&["other"]));
        inner.note_status(&from, status(), start);
        assert_eq!(told(&inner), Some((1, 1, 2)));
        inner.members.update(&view(&[]));
        inner.neighbours.remove(&from);
        inner.note_status(&from, status(), start);
        assert_eq!(told(&inner), Some((0, 0, 0)), "only the number of announcements is kept");
        inner.drop_expired(start);
        assert!(told(&inner).is_some(), "it may have joined just now");
        inner.drop_expired(start + UNKNOWN_FOR);
        assert_eq!(told(&inner), None);
    }
}
