//! What can be held at once: connections, streams, games. A permit counts until it is dropped.

use super::{Payer, Who};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Something that is held for a while.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Resource {
    /// A TCP connection, not authenticated yet.
    TcpConnection,
    /// A WebSocket.
    Socket,
    /// A stream of events over HTTP.
    Stream,
    /// A subscription to a game.
    WatchedGame,
    /// A game that is under way and loaded.
    RunningGame,
    /// The same, against the computer.
    ComputerGame,
    /// A seek in the lobby.
    OpenSeek,
}

impl Resource {
    /// How many one person may hold, and how many a single address.
    const fn most(self) -> (u32, u32) {
        match self {
            Self::TcpConnection => (256, 256),
            Self::Socket => (16, 128),
            Self::Stream => (16, 64),
            Self::WatchedGame => (400, 1_600),
            Self::RunningGame => (100, 400),
            Self::ComputerGame => (8, 32),
            Self::OpenSeek => (5, 40),
        }
    }

    /// What it is, and what to do about it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::TcpConnection => ("connections", "close one"),
            Self::Socket => ("sockets", "close one"),
            Self::Stream => ("streams", "close one"),
            Self::WatchedGame => ("games that are followed", "leave one"),
            Self::RunningGame => ("games under way", "finish or resign one"),
            Self::ComputerGame => ("games against the computer", "finish or resign one"),
            Self::OpenSeek => ("open seeks", "take one back"),
        }
    }
}

/// The payer holds as many as allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyHeld {
    /// Of what.
    pub resource: Resource,
    /// The limit.
    pub most: u32,
    /// Whether it is not the person but their network that holds so many.
    pub network: bool,
}

impl fmt::Display for TooManyHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, remedy) = self.resource.words();
        if self.network {
            write!(f, "your network has {} {what} already; {remedy}, or come back later", self.most)
        } else {
            write!(f, "you have {} {what} already; {remedy} first", self.most)
        }
    }
}

pub(super) type Counts = HashMap<(Resource, Who), u32>;

/// Who holds how many of what.
#[derive(Debug)]
pub(super) struct Holdings {
    counts: Mutex<Counts>,
    /// What is held on other nodes, by node.
    elsewhere: Mutex<HashMap<String, Counts>>,
    factor: u32,
}

impl Holdings {
    pub(super) fn new(factor: u32) -> Self {
        Self { counts: Mutex::default(), elsewhere: Mutex::default(), factor }
    }

    pub(super) fn hold(
        this: &Arc<Self>,
        resource: Resource,
        holders: Vec<Who>,
    ) -> Result<HeldPermit, TooManyHeld> {
        let mut counts = this.lock();
        for who in &holders {
            let most = this.most(resource, who);
            let key = (resource, who.clone());
            if counts.get(&key).copied().unwrap_or(0) + this.elsewhere(&key) >= most {
                let network = matches!(who, Who::Network(_));
                return Err(TooManyHeld { resource, most, network });
            }
        }
        count(&mut counts, resource, &holders);
        Ok(HeldPermit { holdings: Arc::clone(this), resource, holders })
    }

    pub(super) fn hold_anyway(
        this: &Arc<Self>,
        resource: Resource,
        holders: Vec<Who>,
    ) -> HeldPermit {
        count(&mut this.lock(), resource, &holders);
        HeldPermit { holdings: Arc::clone(this), resource, holders }
    }

    /// All that is held here, by payer.
    pub(super) fn all(&self) -> Counts {
        self.lock().clone()
    }

    /// Takes note of all that is held on another node; nothing if it is gone.
    pub(super) fn set_elsewhere(&self, node: &str, counts: Counts) {
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.is_empty() {
            elsewhere.remove(node);
        } else {
            elsewhere.insert(node.to_owned(), counts);
        }
    }

    /// Forgets what is held on other nodes than these.
    pub(super) fn keep_elsewhere(&self, is_there: impl Fn(&str) -> bool) {
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.retain(|node, _| is_there(node));
    }

    fn elsewhere(&self, key: &(Resource, Who)) -> u32 {
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.values().filter_map(|counts| counts.get(key)).sum()
    }

    pub(super) fn most(&self, resource: Resource, who: &Who) -> u32 {
        let (person, address) = resource.most();
        let most = match who {
            Who::Network(network) => address * network.multiple(),
            _ => person,
        };
        most.saturating_mul(self.factor)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who holds what a payer holds: the person and the networks.
pub(super) fn holders(payer: &Payer) -> Vec<Who> {
    let person = payer.person.clone().map(Who::Person);
    person.into_iter().chain(payer.networks().map(Who::Network)).collect()
}

fn count(counts: &mut Counts, resource: Resource, holders: &[Who]) {
    for who in holders {
        *counts.entry((resource, who.clone())).or_default() += 1;
    }
}

/// One of something that is held; given back when it is dropped.
#[derive(Debug)]
pub struct HeldPermit {
    holdings: Arc<Holdings>,
    resource: Resource,
    holders: Vec<Who>,
}

impl Drop for HeldPermit {
    fn drop(&mut self) {
        let mut counts = self.holdings.lock();
        for who in self.holders.drain(..) {
            let key = (self.resource, who);
            if let Some(count) = counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn payer(person: &str, address: &str) -> Payer {
        Payer::new(person, address.parse().unwrap())
    }

    #[test]
    fn a_person_holds_so_many_and_one_more_when_one_is_given_back() {
        let (limits, ann) = (Limits::default(), payer("ann", "10.0.0.1"));
        let hold = || limits.hold(Resource::ComputerGame, &ann);
        let mut held: Vec<_> = (0..8).map(|_| hold().unwrap()).collect();
        let refused = hold().unwrap_err();
        assert!(refused.to_string().contains("8 games against the computer"), "{refused}");
        assert!(limits.hold(Resource::Stream, &ann).is_ok(), "something else");
        held.pop();
        held.push(hold().unwrap());
        assert!(hold().is_err());
        drop(held);
        assert!(limits.holdings.lock().is_empty(), "nothing is remembered of what is given back");
    }

    #[test]
    fn many_persons_at_one_address_share_what_it_may_hold() {
        let limits = Limits::default();
        let hold = |i: u32, address: &str| {
            limits.hold(Resource::ComputerGame, &payer(&format!("p{i}"), address))
        };
        let held: Vec<_> = (0..200).filter_map(|i| hold(i, "10.0.0.1").ok()).collect();
        assert_eq!(held.len(), 32);
        assert!(hold(7, "10.0.0.1").unwrap_err().to_string().contains("your network"));
        assert!(hold(7, "10.0.0.2").is_ok(), "a refusal counts nothing");
        let there = limits.hold_anyway_for(Resource::ComputerGame, vec![Who::Person("p8".into())]);
        assert_eq!(there.holders.len(), 1, "what is there already is counted and not refused");
    }
}
