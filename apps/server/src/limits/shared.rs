//! Budgets and holdings of several nodes: each tells the others once a second what was paid on it, and what is
//! held. So a budget can be overdrawn by what is paid within a second on several nodes, and by no more. Where there is
//! too much to tell, it is the largest payments, and what is nearest to its limit.

use super::held::Counts;
use super::{Action, Limits, Network, Resource, Who};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A payer, as it is sent to other nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum WhoText {
    Person(String),
    Network(Network),
    Pair(String, String),
    Target(String),
    Name(String),
    NameFrom(String, Network),
    Device(String),
}

impl WhoText {
    /// Nothing for the server itself: each node has a budget of its own.
    fn of(who: &Who) -> Option<Self> {
        Some(match who {
            Who::Person(id) => Self::Person(id.to_string()),
            Who::Network(network) => Self::Network(*network),
            Who::Pair(a, b) => Self::Pair(a.to_string(), b.to_string()),
            Who::Target(target) => Self::Target(target.to_string()),
            Who::Name(name) => Self::Name(name.to_string()),
            Who::NameFrom(name, network) => Self::NameFrom(name.to_string(), *network),
            Who::Device(device) => Self::Device(device.to_string()),
            Who::Server => return None,
        })
    }

    fn who(&self) -> Who {
        match self {
            Self::Person(id) => Who::Person(id.as_str().into()),
            Self::Network(network) => Who::Network(*network),
            Self::Pair(a, b) => Who::Pair(a.as_str().into(), b.as_str().into()),
            Self::Target(target) => Who::Target(target.as_str().into()),
            Self::Name(name) => Who::Name(name.as_str().into()),
            Self::NameFrom(name, network) => Who::NameFrom(name.as_str().into(), *network),
            Self::Device(device) => Who::Device(device.as_str().into()),
        }
    }
}

/// How many payments and how many holdings a message carries at most: some hundred kilobytes.
const MOST_SENT: usize = 4_000;

/// Holdings below this share of their limit are not sent: they are far from any limit.
const SENT_FROM: u32 = 8;

/// What was paid from a budget.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Spent {
    action: Action,
    who: WhoText,
    tokens: u32,
}

/// How many of something a payer holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct HeldCount {
    resource: Resource,
    who: WhoText,
    count: u32,
}

impl Limits {
    /// The same, for a node that tells others what was paid.
    #[must_use]
    pub(crate) fn shared(self) -> Self {
        Self { spent: Some(Mutex::default()), ..self }
    }

    pub(super) fn note_spent(&self, charges: &[(Action, Who, u32)]) {
        let Some(spent) = &self.spent else { return };
        let mut spent = spent.lock().unwrap_or_else(PoisonError::into_inner);
        for (action, who, tokens) in charges.iter().filter(|(_, who, _)| *who != Who::Server) {
            *spent.entry((*action, who.clone())).or_default() += tokens;
        }
    }

    /// What was paid here since the last call.
    pub(crate) fn take_spent(&self) -> Vec<Spent> {
        let Some(spent) = &self.spent else { return Vec::new() };
        let spent = std::mem::take(&mut *spent.lock().unwrap_or_else(PoisonError::into_inner));
        let told = spent.into_iter().filter_map(|((action, who), tokens)| {
            Some(Spent { action, who: WhoText::of(&who)?, tokens })
        });
        let mut told: Vec<Spent> = told.collect();
        told.sort_by_key(|spent| Reverse(spent.tokens));
        told.truncate(MOST_SENT);
        told
    }

    /// Takes note of what was paid on another node, whether the budget has as much or not.
    pub(crate) fn spent_elsewhere(&self, spent: &[Spent], now: Instant) {
        let now = self.frozen_at.unwrap_or(now);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() + spent.len() > self.most {
            super::make_room(&mut buckets, self.most, now);
        }
        for Spent { action, who, tokens } in spent {
            let who = who.who();
            let quota = self.quota(*action, &who);
            let full = || super::TokenBucket::full(now);
            buckets.entry((*action, who)).or_insert_with(full).spend(quota, *tokens, now);
        }
    }

    /// What is held here and matters elsewhere: a good part of what a payer may hold. Of connections each node
    /// counts its own.
    pub(crate) fn held_here(&self) -> Vec<HeldCount> {
        let held = self.holdings.all().into_iter();
        let held = held.filter(|((resource, _), _)| *resource != Resource::TcpConnection);
        let mut told: Vec<(u32, HeldCount)> = held
            .filter_map(|((resource, who), count)| {
                let share = 100 * count / self.holdings.most(resource, &who).max(1);
                let told = HeldCount { resource, who: WhoText::of(&who)?, count };
                (share >= 100 / SENT_FROM).then_some((share, told))
            })
            .collect();
        told.sort_by_key(|(share, _)| Reverse(*share));
        told.truncate(MOST_SENT);
        told.into_iter().map(|(_, told)| told).collect()
    }

    /// Forgets what is held on nodes that are not there any more.
    pub(crate) fn keep_elsewhere(&self, is_there: impl Fn(&str) -> bool) {
        self.holdings.keep_elsewhere(is_there);
    }

    /// Takes note of all that is held on another node.
    pub(crate) fn held_elsewhere(&self, node: &str, held: &[HeldCount]) {
        let counts: Counts =
            held.iter().map(|held| ((held.resource, held.who.who()), held.count)).collect();
        self.holdings.set_elsewhere(node, counts);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cost, Payer};
    use super::*;

    fn ann() -> Payer {
        Payer::new("ann", "10.0.0.1".parse().unwrap())
    }

    #[test]
    fn what_is_paid_on_one_node_is_missing_on_the_other() {
        let (one, other, now) =
            (Limits::default().shared(), Limits::default().shared(), Instant::now());
        let pays = |limits: &Limits| limits.charge(Cost::of(Action::Analyse), &ann(), now).is_ok();
        let paid = (0..1_000).take_while(|_| pays(&one)).count();
        assert!(pays(&other), "it has not been told");
        let spent: Vec<Spent> =
            serde_json::from_str(&serde_json::to_string(&one.take_spent()).unwrap()).unwrap();
        other.spent_elsewhere(&spent, now);
        assert!(paid > 1 && !pays(&other));
        assert_eq!(one.take_spent(), [], "told once");
        let person = WhoText::Person("ann".into());
        let own = Spent { action: Action::Analyse, who: person, tokens: 1 };
        assert!(other.take_spent().contains(&own), "what was paid elsewhere is not told again");
    }

    #[test]
    fn of_many_holders_those_are_told_who_are_near_their_limits() {
        let limits = Limits::default();
        let payer = |i: u32| Payer::new(&format!("p{i}"), std::net::Ipv4Addr::from(i << 16).into());
        let hold = |i| limits.hold(Resource::Socket, &payer(i)).unwrap();
        let few: Vec<_> = (1..=9_000).map(hold).collect();
        assert_eq!(limits.held_here(), [], "one socket each is nothing");
        let many: Vec<_> = (1..=9_000).flat_map(|i| [hold(i), hold(i)]).collect();
        assert_eq!(limits.held_here().len(), MOST_SENT);
        drop((few, many));
    }

    #[test]
    fn what_is_held_on_one_node_counts_on_the_other_until_it_is_gone() {
        let (one, other) = (Limits::default(), Limits::default());
        let hold = |limits: &Limits| limits.hold(Resource::ComputerGame, &ann());
        let held: Vec<_> = (0..5).map(|_| hold(&one).unwrap()).collect();
        other.held_elsewhere("one", &one.held_here());
        let here: Vec<_> = (0..100).map_while(|_| hold(&other).ok()).collect();
        assert_eq!(held.len() + here.len(), 8);
        other.keep_elsewhere(|node| node == "one");
        assert!(hold(&other).is_err());
        other.keep_elsewhere(|_| false);
        assert!(hold(&other).is_ok());
    }
}
