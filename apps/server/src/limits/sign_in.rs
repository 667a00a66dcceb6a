//! Budgets for trying passwords: by name and address together, so that an attacker cannot lock an owner out.
//!
//! An attempt is paid by the address and by the pair of name and address. The name alone pays only for addresses
//! without a sign-in to it so far: that slows down guessing from many addresses, and
//! its owner still comes in from where they were. A known device has a budget of its own.

use super::{Action, Limits, Network, OverBudget, Payer, Who};
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How many pairs of name and address are remembered.
const MOST_KNOWN: usize = 20_000;

/// A name, and a network with a successful sign-in to it.
type NameAndNetwork = (Arc<str>, Network);

/// From where which names have signed in: the latest ones, in memory only.
#[derive(Debug, Default)]
pub(super) struct KnownAddresses {
    inner: Mutex<(HashSet<NameAndNetwork>, VecDeque<NameAndNetwork>)>,
}

impl KnownAddresses {
    fn add(&self, pair: NameAndNetwork) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.0.insert(pair.clone()) {
            inner.1.push_back(pair);
        }
        if inner.1.len() > MOST_KNOWN
            && let Some(oldest) = inner.1.pop_front()
        {
            inner.0.remove(&oldest);
        }
    }

    fn contains(&self, pair: &NameAndNetwork) -> bool {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).0.contains(pair)
    }
}

impl Limits {
    /// Pays for trying a password of this name from an address.
    ///
    /// # Errors
    /// How long to wait, if one of the budgets is spent.
    pub fn charge_sign_in(
        &self,
        name: &str,
        payer: &Payer,
        now: Instant,
    ) -> Result<(), OverBudget> {
        let pair: NameAndNetwork = (name.into(), Network::of(payer.address));
        let mut charges = Self::charges(super::Cost::of(Action::SignIn), payer);
        if !self.known_addresses.contains(&pair) {
            charges.push((Action::SignIn, Who::Name(Arc::clone(&pair.0)), 1));
        }
        charges.push((Action::SignIn, Who::NameFrom(pair.0, pair.1), 1));
        self.take_all(&charges, now)
    }

    /// Notes a successful sign-in to this name from an address.
    pub fn note_sign_in(&self, name: &str, payer: &Payer) {
        self.known_addresses.add((name.into(), Network::of(payer.address)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(limits: &Limits, address: &str, now: Instant) -> bool {
        let payer = Payer::address(address.parse().unwrap());
        limits.charge_sign_in("ann", &payer, now).is_ok()
    }

    #[test]
    fn one_address_does_not_lock_out_another() {
        let (limits, now) = (Limits::default(), Instant::now());
        let tried = (0..1_000).filter(|_| from(&limits, "203.0.113.1", now)).count();
        assert_eq!(tried, 10);
        assert!(from(&limits, "198.51.100.1", now));
    }

    #[test]
    fn many_addresses_are_slowed_down_and_a_known_one_is_not() {
        let (limits, now) = (Limits::default(), Instant::now());
        let home = Payer::address("198.51.100.1".parse().unwrap());
        limits.note_sign_in("ann", &home);
        let addresses = (0..=255).map(|i| format!("203.0.{i}.1"));
        let tried: usize =
            addresses.map(|address| (0..20).filter(|_| from(&limits, &address, now)).count()).sum();
        assert_eq!(tried, 30, "the budget of the name");
        assert!(!from(&limits, "192.0.2.1", now), "an address from which nobody has signed in");
        assert!(from(&limits, "198.51.100.1", now), "one from which somebody has");
    }

    #[test]
    fn memory_is_bounded() {
        let known = KnownAddresses::default();
        for i in 0..MOST_KNOWN as u32 + 10 {
            known.add(("ann".into(), Network::of(std::net::IpAddr::V4(i.into()))));
        }
        assert_eq!(known.inner.lock().unwrap().0.len(), MOST_KNOWN);
        assert!(!known.contains(&("ann".into(), Network::of("0.0.0.1".parse().unwrap()))));
    }
}
