//! Token bucket as GCRA, the generic cell rate algorithm (ITU-T I.371): one time stamp for each bucket.
//!
//! A bucket is full at `full_at`; every token that it lacks moves that moment back by the time in which a
//! token comes back. `now` is always an argument.

use std::time::{Duration, Instant};

/// How many tokens a bucket holds, and after how long a token that was taken comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// The time in which one token comes back.
    each: Duration,
    /// The time in which an empty bucket fills.
    capacity: Duration,
}

impl Quota {
    /// `burst` tokens at once, and one more after every `each`.
    pub const fn new(burst: u32, each: Duration) -> Self {
        Self { each, capacity: each.saturating_mul(burst) }
    }

    /// The same for `times` as many: a larger bucket that fills as much faster.
    #[must_use]
    pub const fn times(self, times: u32) -> Self {
        let each = self.each.as_nanos() as u64 / if times == 0 { 1 } else { times as u64 };
        Self { each: Duration::from_nanos(each), capacity: self.capacity }
    }
}

/// A bucket of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenBucket {
    full_at: Instant,
}

impl TokenBucket {
    /// A full bucket.
    pub fn full(now: Instant) -> Self {
        Self { full_at: now }
    }

    /// When it is full again.
    pub fn full_at(self) -> Instant {
        self.full_at
    }

    /// How long to wait until so many tokens can be taken; nothing if they are there. A caller that wants more
    /// than a full bucket holds waits until it is full, and takes the rest in advance.
    pub fn wait(self, quota: Quota, tokens: u32, now: Instant) -> Duration {
        let needed = (quota.each * tokens).min(quota.capacity);
        let lacking = self.full_at.saturating_duration_since(now);
        (lacking + needed).saturating_sub(quota.capacity)
    }

    /// Takes so many tokens, whether they are there or not.
    pub fn spend(&mut self, quota: Quota, tokens: u32, now: Instant) {
        self.full_at = self.full_at.max(now) + quota.each * tokens;
    }

    /// Takes so many tokens if they are there.
    ///
    /// # Errors
    /// How long to wait if they are not; none has been taken then.
    pub fn take(&mut self, quota: Quota, tokens: u32, now: Instant) -> Result<(), Duration> {
        let wait = self.wait(quota, tokens, now);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        self.spend(quota, tokens, now);
        Ok(())
    }

    /// Whether less than a quarter of the tokens is missing.
    pub fn is_nearly_full(self, quota: Quota, now: Instant) -> bool {
        self.full_at.saturating_duration_since(now) * 4 < quota.capacity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EACH: Duration = Duration::from_secs(2);
    const QUOTA: Quota = Quota::new(3, EACH);

    #[test]
    fn a_burst_is_allowed_then_one_at_a_time() {
        let start = Instant::now();
        let mut bucket = TokenBucket::full(start);
        assert_eq!(
            [(); 4].map(|()| bucket.take(QUOTA, 1, start).is_ok()),
            [true, true, true, false]
        );
        assert_eq!(
            bucket.take(QUOTA, 1, start + EACH / 2),
            Err(EACH / 2),
            "a refusal costs nothing"
        );
        assert_eq!(bucket.take(QUOTA, 1, start + EACH), Ok(()));
        assert_eq!(bucket.take(QUOTA, 2, start + EACH), Err(EACH * 2));
        let later = start + EACH * 1_000;
        assert_eq!(bucket.take(QUOTA, 3, later), Ok(()));
        assert!(bucket.take(QUOTA, 1, later).is_err(), "waiting long gives no more than a burst");
    }

    #[test]
    fn what_costs_more_than_a_full_bucket_is_paid_afterwards() {
        let start = Instant::now();
        let mut bucket = TokenBucket::full(start);
        assert_eq!(bucket.take(QUOTA, 5, start), Ok(()));
        assert_eq!(bucket.take(QUOTA, 1, start), Err(EACH * 3));
    }

    #[test]
    fn more_for_many_is_a_larger_bucket_that_fills_faster() {
        let start = Instant::now();
        let mut bucket = TokenBucket::full(start);
        let many = QUOTA.times(10);
        assert_eq!((0..100).filter(|_| bucket.take(many, 1, start).is_ok()).count(), 30);
        assert_eq!(bucket.take(many, 1, start), Err(EACH / 10));
        assert!(
            !bucket.is_nearly_full(many, start) && bucket.is_nearly_full(many, start + EACH * 3)
        );
    }

    #[test]
    fn a_very_large_factor_means_no_limit() {
        let (start, all) =
            (Instant::now(), Quota::new(1, Duration::from_micros(10)).times(u32::MAX));
        let mut bucket = TokenBucket::full(start);
        assert!((0..10_000).all(|_| bucket.take(all, 1, start).is_ok()));
    }
}
