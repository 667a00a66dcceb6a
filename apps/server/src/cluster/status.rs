//! What nodes tell each other once a second: who is connected, what is watched, paid and held.

use super::order::{Arrival, Arrived};
use super::wire::{Announcement, Letter, Message, NodeId, Revoked, Status};
use super::{Cluster, Inner};
use crate::credential::Revocation;
use crate::room::ToRoom;
use crate::state::{AppState, lock};
use protocol::GameId;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

/// How often everybody who is connected is told, in statuses.
const PEOPLE_EVERY: u64 = 5;

/// More people than this are not told one by one.
const MOST_PEOPLE: usize = 20_000;

/// Of how many games the number of spectators is told.
const MOST_WATCHED: usize = 500;

/// Another node, as it has told of itself.
#[derive(Debug, Default)]
pub(super) struct Neighbour {
    announced: Option<Arrived>,
    people: HashSet<String>,
    watchers: Vec<(GameId, u32)>,
    open_games: usize,
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

impl Cluster {
    /// Everybody who is connected to another node, each once.
    pub(crate) fn people_elsewhere(&self) -> HashSet<String> {
        let inner = lock(&self.inner);
        inner.neighbours.values().flat_map(|other| other.people.iter().cloned()).collect()
    }

    /// Whether somebody is connected to another node.
    pub(crate) fn is_elsewhere(&self, person: &str) -> bool {
        lock(&self.inner).neighbours.values().any(|other| other.people.contains(person))
    }

    /// How many watch a game that another node owns.
    pub(crate) fn watchers_elsewhere(&self, game: &GameId) -> u32 {
        let inner = lock(&self.inner);
        let all = inner.neighbours.values().flat_map(|other| &other.watchers);
        all.filter(|(of, _)| of == game).map(|(_, count)| *count).max().unwrap_or(0)
    }

    /// How many open games the lobby of another node lists, if one leads it.
    pub(crate) fn open_games_elsewhere(&self) -> Option<usize> {
        let inner = lock(&self.inner);
        let leader = inner.members.leader()?;
        inner.neighbours.get(leader).map(|other| other.open_games)
    }
}

impl AppState {
    /// Tells the other nodes how this one is.
    pub(super) fn send_status(&self, cluster: &Cluster, beat: u64) {
        let people = beat.is_multiple_of(PEOPLE_EVERY).then(|| self.people_here(MOST_PEOPLE));
        let held = beat.is_multiple_of(PEOPLE_EVERY).then(|| self.limits.held_here());
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
        cluster.bus.send_all(&Letter { from, message: Message::Status(status) });
    }

    /// Takes a letter.
    pub(super) fn receive(self: &Arc<Self>, cluster: &Cluster, letter: Letter) {
        let Letter { from, message } = letter;
        match message {
            Message::Announce { number, what } => {
                let missed = lock(&cluster.inner).arrived(&from, number, Arrival::Gap);
                match missed {
                    Arrival::Repeated => return,
                    Arrival::Gap => self.missed_announcements(),
                    Arrival::Next => {}
                }
                self.follow_announcement(what);
            }
            Message::Status(status) => {
                self.limits.spent_elsewhere(&status.spent, Instant::now());
                if let Some(held) = &status.held {
                    self.limits.held_elsewhere(&from.0, held);
                }
                if lock(&cluster.inner).note_status(&from, status) {
                    self.missed_announcements();
                }
            }
            message => self.step(cluster, |inner, now| inner.exchange.receive(&from, message, now)),
        }
    }

    /// Something that every node was told did not arrive here: what follows from it is in the database.
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
    /// What the number of an announcement says; after a gap it goes on from there.
    fn arrived(&mut self, from: &NodeId, number: u64, after_gap: Arrival) -> Arrival {
        let other = self.neighbours.entry(from.clone()).or_default();
        let arrived = other.announced.get_or_insert(Arrived::since(number - 1));
        match arrived.arrive(number) {
            Arrival::Gap => {
                *arrived = Arrived::since(number);
                after_gap
            }
            arrival => arrival,
        }
    }

    /// Takes note of a status; whether an announcement before it did not arrive.
    fn note_status(&mut self, from: &NodeId, status: Status) -> bool {
        let other = self.neighbours.entry(from.clone()).or_default();
        if let Some(people) = status.people {
            other.people = people.into_iter().collect();
        }
        other.watchers = status.watchers;
        other.open_games = status.open_games;
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
        let mut inner = Inner::new(Arc::new(Incarnation::begin(Instant::now())));
        let from = NodeId("other".into());
        let mut arrive = |number| inner.arrived(&from, number, Arrival::Gap);
        assert_eq!([7, 8, 8, 10, 11].map(&mut arrive), [Next, Next, Repeated, Gap, Next]);
        let status = |announced| Status { announced, ..Status::default() };
        assert!(!inner.note_status(&from, status(11)));
        assert!(inner.note_status(&from, status(12)));
        assert!(!inner.note_status(&from, status(12)), "once");
    }
}
