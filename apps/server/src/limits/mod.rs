//! Budgets: every message and request has a [cost], paid by the person, by the networks of the
//! address, and by the server; and what can be `held` at once is limited by the same payers.
//!
//! What is over budget is refused before it costs anything, with the time after which to come back; a
//! refusal takes nothing from any budget. `now` is an argument. Memory is bounded: full buckets are
//! forgotten, and when there are still too many, those that are soonest full. CPU work waits in a
//! [`FairQueue`](fair_queue::FairQueue).

pub mod bucket;
mod cost;
pub mod fair_queue;
mod held;
mod payer;
pub mod queues;
mod shared;
mod sign_in;

pub use cost::{Action, Budget, Cost, cost};
pub use held::{HeldPermit, Resource, TooManyHeld};
pub use payer::{Network, Payer, forwarded};
pub(crate) use shared::{HeldCount, Spent};

use bucket::{Quota, TokenBucket};
use held::Holdings;
use sign_in::KnownAddresses;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// More buckets than this are not stored.
const MOST_BUCKETS: usize = 200_000;

/// The owner of a budget.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// A person, whatever their address.
    Person(Arc<str>),
    /// A network, whatever the accounts.
    Network(Network),
    /// One person with respect to another.
    Pair(Arc<str>, Arc<str>),
    /// All who act on this person.
    Target(Arc<str>),
    /// All who try a password of this name.
    Name(Arc<str>),
    /// All who try a password of this name from this network.
    NameFrom(Arc<str>, Network),
    /// A browser that has signed in before, by its fingerprint.
    Device(Arc<str>),
    /// The whole server.
    Server,
}

/// Not now: come back after so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverBudget {
    /// How long to wait.
    pub wait: Duration,
    /// Whether it is the server's budget that is spent, and not the caller's own.
    pub of_server: bool,
}

impl OverBudget {
    /// Whole seconds, as the header `Retry-After` has them; never 0.
    pub fn seconds(self) -> u64 {
        self.wait.as_secs_f64().ceil().max(1.0) as u64
    }
}

type Buckets = HashMap<(Action, Who), TokenBucket>;

/// All budgets, and what is held.
#[derive(Debug)]
pub struct Limits {
    buckets: Mutex<Buckets>,
    most: usize,
    holdings: Arc<Holdings>,
    known_addresses: KnownAddresses,
    /// How many times the usual everyone may do; for tests and load.
    rate_limit_factor: u32,
    /// Where the time of the buckets stands still; for tests.
    frozen_at: Option<Instant>,
    /// What was paid since it was last sent to other nodes; nothing where there are none.
    spent: Option<Mutex<HashMap<(Action, Who), u32>>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Limits {
    /// Nothing spent and nothing held; everyone may do and hold `rate_limit_factor` times the usual.
    pub fn new(rate_limit_factor: u32) -> Self {
        let rate_limit_factor = rate_limit_factor.max(1);
        Self {
            buckets: Mutex::default(),
            most: MOST_BUCKETS,
            holdings: Arc::new(Holdings::new(rate_limit_factor)),
            known_addresses: KnownAddresses::default(),
            rate_limit_factor,
            frozen_at: None,
            spent: None,
        }
    }

    /// The same without refilling: what may be done at once, however long a slow machine takes for it.
    #[must_use]
    pub fn frozen(self) -> Self {
        Self { frozen_at: Some(Instant::now()), ..self }
    }

    /// Pays what something costs from the budgets of the person, of the networks and of the server: from
    /// all of them or from none.
    ///
    /// When the server's budget is spent, those who have hardly spent anything of their own address's
    /// budget are served all the same.
    ///
    /// # Errors
    /// How long to wait, if one of the budgets is spent.
    pub fn charge(&self, cost: Cost, payer: &Payer, now: Instant) -> Result<(), OverBudget> {
        self.take_all(&Self::charges(cost, payer), now)
    }

    /// The budgets from which a payer pays.
    fn charges(cost: Cost, payer: &Payer) -> Vec<(Action, Who, u32)> {
        let mut charges = Vec::with_capacity(12);
        for (action, tokens) in [(Some(Action::Unit), cost.units), (cost.action, 1)] {
            let Some(action) = action.filter(|_| tokens > 0) else { continue };
            charges.extend(payer.person.clone().map(|id| (action, Who::Person(id), tokens)));
            charges.extend(payer.networks().map(|net| (action, Who::Network(net), tokens)));
            charges.push((action, Who::Server, tokens));
        }
        charges
    }

    /// Pays one action from one budget.
    ///
    /// # Errors
    /// How long to wait if the budget is spent; nothing has been taken then.
    pub fn take(&self, action: Action, who: Who, now: Instant) -> Result<(), OverBudget> {
        self.take_all(&[(action, who, 1)], now)
    }

    /// Pays so many tokens from each of these budgets, or nothing.
    ///
    /// # Errors
    /// How long to wait if one of them is spent.
    pub fn take_all(&self, charges: &[(Action, Who, u32)], now: Instant) -> Result<(), OverBudget> {
        let now = self.frozen_at.unwrap_or(now);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(over) = self.over_budget(&buckets, charges, now) {
            return Err(over);
        }
        if buckets.len() + charges.len() > self.most {
            make_room(&mut buckets, self.most, now);
        }
        self.note_spent(charges);
        for (action, who, tokens) in charges {
            let quota = self.quota(*action, who);
            let full = || TokenBucket::full(now);
            let bucket = buckets.entry((*action, who.clone())).or_insert_with(full);
            if *who == Who::Server {
                // It may be spent when a light user pays: it makes no debts.
                let _ = bucket.take(quota, *tokens, now);
            } else {
                bucket.spend(quota, *tokens, now);
            }
        }
        Ok(())
    }

    /// The longest wait for any of these; of the server's budget only if the caller is not a light user.
    fn over_budget(
        &self,
        buckets: &Buckets,
        charges: &[(Action, Who, u32)],
        now: Instant,
    ) -> Option<OverBudget> {
        let bucket = |action: Action, who: &Who| {
            buckets.get(&(action, who.clone())).copied().unwrap_or(TokenBucket::full(now))
        };
        let waits = charges.iter().map(|(action, who, tokens)| {
            let wait = bucket(*action, who).wait(self.quota(*action, who), *tokens, now);
            OverBudget { wait, of_server: *who == Who::Server }
        });
        let light = || {
            charges.iter().filter(|(_, who, _)| *who != Who::Server).all(|(action, who, _)| {
                bucket(*action, who).is_nearly_full(self.quota(*action, who), now)
            })
        };
        let over = waits.filter(|over| over.wait > Duration::ZERO);
        let over = over.max_by_key(|over| (!over.of_server, over.wait))?;
        (!over.of_server || !light()).then_some(over)
    }

    fn quota(&self, action: Action, who: &Who) -> Quota {
        let budget = action.budget();
        let multiple = match who {
            Who::Person(_) | Who::Pair(..) | Who::NameFrom(..) | Who::Device(_) => 1,
            Who::Target(_) | Who::Name(_) => 3,
            Who::Network(network) => budget.address * network.multiple(),
            Who::Server => budget.server,
        };
        budget.person.times(multiple.saturating_mul(self.rate_limit_factor))
    }

    /// How many times the usual everyone may do.
    pub fn rate_limit_factor(&self) -> u32 {
        self.rate_limit_factor
    }

    /// Holds one more of something, until the permit is dropped.
    ///
    /// # Errors
    /// If the person or one of the networks holds as many as they may.
    pub fn hold(&self, resource: Resource, payer: &Payer) -> Result<HeldPermit, TooManyHeld> {
        self.hold_for(resource, held::holders(payer))
    }

    /// Holds one more of something for each of these, until the permit is dropped.
    ///
    /// # Errors
    /// If one of them holds as many as they may.
    pub fn hold_for(
        &self,
        resource: Resource,
        holders: Vec<Who>,
    ) -> Result<HeldPermit, TooManyHeld> {
        Holdings::hold(&self.holdings, resource, holders)
    }

    /// Holds one more of something that is there already, however many there are.
    pub fn hold_anyway_for(&self, resource: Resource, holders: Vec<Who>) -> HeldPermit {
        Holdings::hold_anyway(&self.holdings, resource, holders)
    }
}

/// Forgets buckets that are full; if that is not enough, the half that is soonest full.
fn make_room(buckets: &mut Buckets, most: usize, now: Instant) {
    buckets.retain(|_, bucket| bucket.full_at() > now);
    // Much room or none: evicting a few buckets would be due again at the next message.
    if buckets.len() < most / 4 * 3 {
        return;
    }
    let mut times: Vec<Instant> = buckets.values().map(|bucket| bucket.full_at()).collect();
    let middle = times.len() / 2;
    let (_, &mut median, _) = times.select_nth_unstable(middle);
    buckets.retain(|_, bucket| bucket.full_at() > median);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn at(address: &str) -> Payer {
        Payer::address(address.parse().unwrap())
    }

    fn spend_all(limits: &Limits, action: Action, payer: &Payer, now: Instant) -> u32 {
        (0..100_000).find(|_| limits.charge(Cost::of(action), payer, now).is_err()).unwrap()
    }

    #[test]
    fn actions_people_and_networks_are_apart() {
        let (limits, now) = (Limits::default(), Instant::now());
        let try_one = |address: &str| limits.charge(Cost::of(Action::SignUp), &at(address), now);
        assert_eq!(spend_all(&limits, Action::SignUp, &at("2001:db8::1"), now), 40);
        assert!(try_one("2001:db8::ffff:2").is_err(), "the same /64");
        assert!(try_one("2001:db8:0:1::1").is_ok());
        assert!(limits.charge(Cost::of(Action::SignIn), &at("2001:db8::1"), now).is_ok());
        assert!(limits.take(Action::SignUp, Who::Person("ann".into()), now).is_ok());
    }

    #[test]
    fn whoever_has_many_networks_pays_from_the_wider_ones() {
        let (limits, now) = (Limits::default(), Instant::now());
        let total: u32 = (0..256_u32)
            .map(|i| spend_all(&limits, Action::Guest, &at(&format!("2001:db8:0:{i:x}::1")), now))
            .sum();
        assert_eq!(total, 80 * 4, "256 networks /64 of one /56 have what four have");
        let total: u32 = (0..4_096_u32)
            .map(|i| spend_all(&limits, Action::Guest, &at(&format!("2001:db8:7:{i:x}::1")), now))
            .sum();
        assert_eq!(total, 80 * 16, "one /48 has what sixteen have");
        let total: u32 = (0..256_u32)
            .map(|i| spend_all(&limits, Action::Guest, &at(&format!("203.0.113.{i}")), now))
            .sum();
        assert_eq!(total, 80 * 8, "one /24 has what eight addresses have");
    }

    #[test]
    fn a_refusal_takes_nothing_from_any_budget() {
        let (limits, now) = (Limits::default(), Instant::now());
        let ann = Payer::new("ann", "10.0.0.1".parse().unwrap());
        spend_all(&limits, Action::Analyse, &ann, now);
        for _ in 0..1_000 {
            let over = limits.charge(Cost::of(Action::Analyse), &ann, now).unwrap_err();
            assert_eq!((over.seconds(), over.of_server), (5, false));
        }
        let ben = Payer::new("ben", "10.0.0.1".parse().unwrap());
        assert_eq!(spend_all(&limits, Action::Analyse, &ben, now), 10, "the address has more");
    }

    #[test]
    fn when_the_server_is_over_budget_light_users_are_served() {
        let (limits, now) = (Limits::default(), Instant::now());
        let crowd = |i: u32| Payer::address(IpAddr::V4(i.wrapping_mul(0x0100_0100).into()));
        let mut refused = None;
        for i in 0..200 {
            for _ in 0..20 {
                let charged = limits.charge(Cost::of(Action::Import), &crowd(i), now);
                refused = refused.or(charged.err().map(|over| (i, over)));
            }
        }
        let (i, over) = refused.expect("4,000 imports are more than the server does at once");
        assert!(over.of_server);
        assert!(limits.charge(Cost::of(Action::Import), &crowd(i), now).is_err(), "a heavy user");
        assert!(limits.charge(Cost::of(Action::Import), &at("192.0.2.1"), now).is_ok());
    }

    #[test]
    fn a_factor_multiplies_every_budget() {
        let (limits, now) = (Limits::new(10), Instant::now());
        assert_eq!(spend_all(&limits, Action::SignUp, &at("10.0.0.1"), now), 400);
    }

    #[test]
    fn memory_is_bounded_and_those_who_wait_longest_are_remembered() {
        let limits = Limits { most: 400, ..Limits::default() };
        let now = Instant::now();
        spend_all(&limits, Action::SignUp, &at("10.0.0.1"), now);
        for i in 0..10_000_u32 {
            let payer = Payer::address(IpAddr::V4(i.wrapping_mul(0x0101_0101).into()));
            let _ = limits.charge(Cost::of(Action::Read), &payer, now);
            assert!(limits.buckets.lock().unwrap().len() <= 400);
        }
        assert!(limits.charge(Cost::of(Action::SignUp), &at("10.0.0.1"), now).is_err());
    }

    #[test]
    fn seconds_are_never_too_few() {
        let seconds =
            |ms| OverBudget { wait: Duration::from_millis(ms), of_server: false }.seconds();
        assert_eq!((seconds(1), seconds(1000), seconds(1001)), (1, 1, 2));
    }
}
