//! Rate limits: how often somebody may do what costs something.
//!
//! Each kind of action has a bucket for every address and every account: it holds a burst and fills
//! again with time. `now` is an argument. Memory is bounded: full buckets are forgotten, and when
//! there are still too many, those that have been left alone longest.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// More buckets than this are not stored.
const MOST_BUCKETS: usize = 100_000;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Becoming a guest.
    Guest,
    /// Making an account or a bot.
    SignUp,
    /// Trying a password.
    SignIn,
    /// Changing something about an account.
    Change,
    /// Reading what the database must search for.
    Search,
    /// Having a position thought about.
    Analyse,
    /// Anything a program does with a game.
    Play,
    /// Saying something.
    Say,
}

/// Who is limited.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// A network: an IPv4 address, or the first half of an IPv6 address.
    Address(IpAddr),
    /// A person, whatever their address.
    Person(String),
}

/// Not now: come back after so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooOften {
    /// How long to wait.
    pub wait: Duration,
}

impl TooOften {
    /// Whole seconds, as the header `Retry-After` has them; never 0.
    pub fn seconds(self) -> u64 {
        self.wait.as_secs_f64().ceil().max(1.0) as u64
    }
}

impl Action {
    /// How many at once, and after how long one more.
    const fn measure(self) -> (u32, Duration) {
        match self {
            Self::Guest => (20, Duration::from_secs(30)),
            Self::SignUp => (5, Duration::from_mins(10)),
            Self::SignIn => (10, Duration::from_secs(30)),
            Self::Change => (20, Duration::from_secs(20)),
            Self::Search => (30, Duration::from_secs(1)),
            Self::Analyse => (10, Duration::from_secs(5)),
            Self::Play => (100, Duration::from_millis(100)),
            Self::Say => (8, Duration::from_secs(2)),
        }
    }
}

impl Who {
    /// The network that an address belongs to: whoever has one IPv6 address has 2^64.
    pub fn address(ip: IpAddr) -> Self {
        Self::Address(match ip.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(v4),
            IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        })
    }
}

/// A bucket is full at `full_at`, and lacks a drop for every measure of time before it.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    full_at: Instant,
}

/// All buckets.
#[derive(Debug)]
pub struct Limits {
    buckets: Mutex<HashMap<(Action, Who), Bucket>>,
    most: usize,
    /// How many times the usual everyone may do; for tests and load.
    rate_limit_factor: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Limits {
    /// Empty books; everyone may do `rate_limit_factor` times the usual.
    pub fn new(rate_limit_factor: u32) -> Self {
        Self {
            buckets: Mutex::default(),
            most: MOST_BUCKETS,
            rate_limit_factor: rate_limit_factor.max(1),
        }
    }

    /// Takes note of a action, if it may be done.
    ///
    /// # Errors
    /// How long to wait if it may not; nothing has been noted then.
    pub fn take(&self, action: Action, who: Who, now: Instant) -> Result<(), TooOften> {
        let (burst, each) = action.measure();
        let (burst, each) =
            (burst.saturating_mul(self.rate_limit_factor), each / self.rate_limit_factor);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= self.most {
            make_room(&mut buckets, self.most, now);
        }
        let bucket = buckets.entry((action, who)).or_insert(Bucket { full_at: now });
        let after = bucket.full_at.max(now) + each;
        let most = now + each * burst;
        if after > most {
            return Err(TooOften { wait: after - most });
        }
        bucket.full_at = after;
        Ok(())
    }
}

/// Forgets buckets that are full; if that is not enough, the half that is soonest full.
fn make_room(buckets: &mut HashMap<(Action, Who), Bucket>, most: usize, now: Instant) {
    buckets.retain(|_, bucket| bucket.full_at > now);
    if buckets.len() < most {
        return;
    }
    let mut times: Vec<Instant> = buckets.values().map(|bucket| bucket.full_at).collect();
    let middle = times.len() / 2;
    let (_, &mut median, _) = times.select_nth_unstable(middle);
    buckets.retain(|_, bucket| bucket.full_at > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> Who {
        Who::address(text.parse().unwrap())
    }

    #[test]
    fn a_burst_is_allowed_then_one_at_a_time() {
        let (limits, start) = (Limits::default(), Instant::now());
        let (burst, each) = Action::SignIn.measure();
        let take = |now| limits.take(Action::SignIn, ip("10.0.0.1"), now);
        for _ in 0..burst {
            take(start).unwrap();
        }
        let refused = take(start).unwrap_err();
        assert_eq!(refused.seconds(), each.as_secs());
        assert_eq!(take(start + each / 2).unwrap_err().wait, each / 2, "a refusal costs nothing");
        take(start + each).unwrap();
        assert!(take(start + each).is_err());
        for _ in 0..burst {
            take(start + each * 1000).unwrap();
        }
        assert!(take(start + each * 1000).is_err(), "waiting long gives no more than a burst");
    }

    #[test]
    fn deeds_people_and_networks_are_apart() {
        let (limits, now) = (Limits::default(), Instant::now());
        while limits.take(Action::SignUp, ip("2001:db8::1"), now).is_ok() {}
        assert!(limits.take(Action::SignUp, ip("2001:db8::ffff:2"), now).is_err(), "same network");
        assert!(limits.take(Action::SignUp, ip("2001:db8:0:1::1"), now).is_ok());
        assert!(limits.take(Action::SignIn, ip("2001:db8::1"), now).is_ok());
        assert!(limits.take(Action::SignUp, Who::Person("ann".into()), now).is_ok());
        assert_eq!(ip("::ffff:10.0.0.1"), ip("10.0.0.1"));
    }

    #[test]
    fn memory_is_bounded_and_those_who_wait_longest_are_remembered() {
        let limits = Limits { most: 100, ..Limits::default() };
        let now = Instant::now();
        while limits.take(Action::SignIn, ip("10.0.0.1"), now).is_ok() {}
        for i in 0..10_000_u32 {
            let who = Who::Address(IpAddr::V4(i.into()));
            limits.take(Action::Search, who, now).unwrap();
            assert!(limits.buckets.lock().unwrap().len() <= 100);
        }
        assert!(limits.take(Action::SignIn, ip("10.0.0.1"), now).is_err());
    }

    #[test]
    fn seconds_are_never_too_few() {
        let seconds = |ms| TooOften { wait: Duration::from_millis(ms) }.seconds();
        assert_eq!((seconds(1), seconds(1000), seconds(1001)), (1, 1, 2));
    }
}
