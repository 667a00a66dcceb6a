//! The time: read here, and an argument everywhere else.
//!
//! It is the wall clock's at the start of the process, and from there on monotonic time: a wall clock that
//! is set forward or back changes nothing for a running server. Time in which the machine sleeps counts
//! where the system tells it (`CLOCK_BOOTTIME` on Linux).

use crate::store::{Store, StoreError};
use clock::{Moment, Span};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The wall clock and the monotonic clock when the time was first asked for.
struct Start {
    wall: Moment,
    monotonic: Duration,
}

static START: LazyLock<Start> =
    LazyLock::new(|| Start { wall: wall_clock(), monotonic: monotonic() });

/// How far ahead of the wall clock at the start the time is, in milliseconds: where the wall clock was
/// behind what the database has seen already, or, among nodes, is not what the database's clock is (wrapping,
/// so that it can be behind too).
static AHEAD: AtomicU64 = AtomicU64::new(0);

fn wall_clock() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(milliseconds(since))
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(target_os = "linux")]
fn monotonic() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn monotonic() -> Duration {
    static ORIGIN: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    ORIGIN.elapsed()
}

/// What time it is. It does not run backward, but for a millisecond at a time in a node that is
/// [ahead](TimeSource) of its database.
pub fn now() -> Moment {
    let elapsed = monotonic().saturating_sub(START.monotonic);
    let own = START.wall + Span(milliseconds(elapsed));
    Moment(own.0.wrapping_add(AHEAD.load(Ordering::Acquire)))
}

/// What tells a server the time.
#[derive(Clone, Debug, Default)]
pub enum TimeSource {
    /// [`now`].
    #[default]
    Process,
    /// The process's, and so many milliseconds ahead of it (wrapping): of one of several nodes in a process, each
    /// of which takes the time of its database.
    Ahead(Arc<AtomicU64>),
    /// A clock that stands until a test moves it.
    Manual(Arc<AtomicU64>),
}

impl TimeSource {
    /// A clock that stands at this moment.
    pub fn manual(at: Moment) -> Self {
        Self::Manual(Arc::new(AtomicU64::new(at.0)))
    }

    /// The process's time until it is aligned, which no other server in the process notices.
    pub fn aligned() -> Self {
        Self::Ahead(Arc::default())
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        match self {
            Self::Process => now(),
            Self::Ahead(ahead) => Moment(now().0.wrapping_add(ahead.load(Ordering::Acquire))),
            Self::Manual(at) => Moment(at.load(Ordering::Acquire)),
        }
    }

    /// Moves a manual clock forward. The process's cannot be moved.
    pub fn advance(&self, by: Span) {
        if let Self::Manual(at) = self {
            at.fetch_add(by.0, Ordering::AcqRel);
        }
    }

    /// Takes the time of the database, which all nodes have in common. Before anything was dated by it.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn align(&self, store: &Store) -> Result<(), StoreError> {
        let asked = self.now();
        let theirs = store.cluster_view().await?.now;
        let answered = self.now();
        // It was theirs in the middle between question and answer: the best estimate.
        let ours = Moment(asked.0 + answered.since(asked).0 / 2);
        let ahead = theirs.0.wrapping_sub(ours.0);
        self.offset().fetch_add(ahead, Ordering::AcqRel);
        Ok(())
    }

    /// Follows the clock of the database, which was read between two moments of this one: at once where this clock
    /// is behind for certain, by a millisecond where it is certainly ahead, so that it hardly runs backward.
    pub(crate) fn follow(&self, asked: Moment, theirs: Moment, answered: Moment) {
        if !matches!(self, Self::Manual(_)) {
            let correction = correction(asked, theirs, answered);
            self.offset().fetch_add(correction.cast_unsigned(), Ordering::AcqRel);
        }
    }

    /// From now on it is later than `at`: what is stored has been seen by then. Gives how far the clock
    /// was behind.
    pub(crate) fn not_before(&self, at: Moment) -> Span {
        let behind = at.since(self.now());
        self.offset().fetch_add(behind.0, Ordering::AcqRel);
        behind
    }

    /// What is added to where the time comes from.
    fn offset(&self) -> &AtomicU64 {
        match self {
            Self::Process => &AHEAD,
            Self::Ahead(ahead) => ahead,
            Self::Manual(manual) => manual,
        }
    }
}

/// How many milliseconds to add to a clock, if the database's said `theirs` at some time between two moments of it.
fn correction(asked: Moment, theirs: Moment, answered: Moment) -> i64 {
    let behind = theirs.since(answered).0;
    if behind > 0 { behind.cast_signed() } else { -i64::from(theirs < asked) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_is_the_wall_clocks_to_begin_with() {
        let (before, wall) = (now(), wall_clock());
        assert!(wall.since(before) < Span::seconds(60) && before.since(wall) < Span::seconds(60));
        assert!(now() >= before);
    }

    #[test]
    fn nodes_in_one_process_have_a_time_each() {
        let (one, other) = (TimeSource::aligned(), TimeSource::aligned());
        one.not_before(one.now() + Span::days(1));
        assert!(one.now().since(other.now()) > Span::seconds(60 * 60 * 23));
        assert!(other.now().since(now()) < Span::seconds(60));
    }

    #[test]
    fn a_clock_follows_the_one_of_the_database_where_they_differ_for_certain() {
        let moments =
            |asked, theirs, answered| correction(Moment(asked), Moment(theirs), Moment(answered));
        assert_eq!(moments(1_000, 1_005, 1_010), 0, "as near as can be known");
        assert_eq!((moments(1_000, 1_000, 1_010), moments(1_000, 1_010, 1_010)), (0, 0));
        assert_eq!(moments(1_000, 9_010, 1_010), 8_000, "behind: at once");
        assert_eq!(moments(1_000, 900, 1_010), -1, "ahead: slowly");
        let time = TimeSource::aligned();
        let (before, asked) = (now(), time.now());
        time.follow(asked, asked + Span::days(1), time.now());
        assert!(time.now() >= before + Span::days(1));
        time.follow(time.now(), asked, time.now());
        assert!(time.now().0 + 1 >= before.0 + Span::days(1).0);
        let stands = TimeSource::manual(Moment(5));
        stands.follow(Moment(5), Moment(500), Moment(5));
        assert_eq!(stands.now(), Moment(5), "a test moves it");
    }

    #[test]
    fn a_clock_that_is_behind_what_is_stored_goes_on_from_there() {
        let time = TimeSource::manual(Moment(1_000));
        time.advance(Span(500));
        assert_eq!(time.not_before(Moment(1_200)), Span::ZERO);
        assert_eq!(time.now(), Moment(1_500));
        assert_eq!(time.not_before(Moment(5_000)), Span(3_500));
        assert_eq!(time.now(), Moment(5_000));
    }
}
