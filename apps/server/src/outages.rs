//! Times in which the server was not there: between two runs, while the process was stopped or the machine
//! asleep, and while the database did not answer. No clock is charged for them.
//!
//! They are noticed by a gap between two heartbeats, noted in the database, and given back to a game when it
//! is next resumed, so that a start costs the same however many games are under way.

use crate::state::lock;
use clock::{Moment, Span};
use std::sync::Mutex;

/// A longer gap between two signs of life of the process is an outage.
const LONGEST_GAP: Span = Span::seconds(4);

/// If the database does not take a heartbeat for longer, that is an outage too.
const LONGEST_SILENCE: Span = Span::seconds(10);

/// Outages that ended longer ago concern no game: no time control allows so long a move.
pub(crate) const FORGOTTEN_AFTER: Span = Span::days(90);

/// The server was not there from `down` until `up`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it was last known to be there.
    pub down: Moment,
    /// When it was there again.
    pub up: Moment,
}

#[derive(Debug)]
struct OutageLog {
    /// In order, without overlap.
    known: Vec<Outage>,
    /// How many of them are stored.
    stored: usize,
    /// How many of them were passed on to rooms.
    announced: usize,
    /// The last sign of life of the process.
    last_seen: Moment,
    /// When the database last took a heartbeat.
    last_stored: Moment,
}

/// All outages that concern a game.
#[derive(Debug)]
pub(crate) struct Outages {
    inner: Mutex<OutageLog>,
}

impl OutageLog {
    /// Adds an outage, as far as it is not known yet.
    fn add(&mut self, outage: Outage) {
        let known = self.known.last().map_or(Moment(0), |last| last.up);
        let down = outage.down.max(known);
        if down < outage.up {
            self.known.push(Outage { down, ..outage });
        }
    }
}

impl Outages {
    /// With what is stored; the server runs from `now` on.
    pub(crate) fn new(known: Vec<Outage>, now: Moment) -> Self {
        let (stored, announced) = (known.len(), known.len());
        let inner = OutageLog { known, stored, announced, last_seen: now, last_stored: now };
        Self { inner: Mutex::new(inner) }
    }

    /// Takes note that the process runs. A gap since the last time is an outage.
    pub(crate) fn seen(&self, now: Moment) {
        let mut inner = lock(&self.inner);
        let down = inner.last_seen;
        inner.last_seen = down.max(now);
        if now.since(down) > LONGEST_GAP {
            // The database was not asked meanwhile, and is not to blame.
            inner.last_stored = inner.last_stored.max(now);
            inner.add(Outage { down, up: now });
        }
    }

    /// Takes note that the database took a heartbeat with so many outages of
    /// [`unstored`](Self::unstored). Silence since the last one is an outage.
    pub(crate) fn heartbeat_stored(&self, now: Moment, outages: usize) {
        let mut inner = lock(&self.inner);
        inner.stored += outages;
        let down = inner.last_stored;
        inner.last_stored = down.max(now);
        if now.since(down) > LONGEST_SILENCE {
            inner.add(Outage { down, up: now });
        }
    }

    /// Those that were not passed on to rooms yet.
    pub(crate) fn unannounced(&self) -> Vec<Outage> {
        let mut inner = lock(&self.inner);
        let (announced, all) = (inner.announced, inner.known.len());
        inner.announced = all;
        inner.known[announced..].to_vec()
    }

    /// What is still to be stored.
    pub(crate) fn unstored(&self) -> Vec<Outage> {
        let inner = lock(&self.inner);
        inner.known[inner.stored..].to_vec()
    }

    /// Whether the database has not answered for so long that time is not charged until it does.
    pub(crate) fn is_silent(&self, now: Moment) -> bool {
        now.since(lock(&self.inner).last_stored) > LONGEST_SILENCE
    }

    /// Those that ended after `at`, in order.
    pub(crate) fn after(&self, at: Moment) -> Vec<Outage> {
        let inner = lock(&self.inner);
        let from = inner.known.partition_point(|outage| outage.up <= at);
        inner.known[from..].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outage(down: u64, up: u64) -> Outage {
        Outage { down: Moment(down), up: Moment(up) }
    }

    #[test]
    fn a_late_heartbeat_is_an_outage() {
        let outages = Outages::new(vec![outage(1, 2)], Moment(10_000));
        outages.seen(Moment(11_000));
        outages.seen(Moment(15_000));
        assert_eq!(outages.unannounced(), []);
        // The process was stopped for a minute.
        outages.seen(Moment(75_000));
        outages.seen(Moment(76_000));
        assert_eq!(outages.unannounced(), [outage(15_000, 75_000)]);
        assert_eq!(outages.unannounced(), [], "announced once");
        assert_eq!(outages.after(Moment(2)), [outage(15_000, 75_000)]);
        assert_eq!(outages.after(Moment(75_000)), []);
        assert!(!outages.is_silent(Moment(76_000)), "the database was not asked meanwhile");
    }

    #[test]
    fn a_database_that_does_not_answer_is_an_outage_once_it_does() {
        let outages = Outages::new(Vec::new(), Moment(10_000));
        for at in 11..=30 {
            outages.seen(Moment(at * 1_000));
        }
        assert!(outages.is_silent(Moment(30_000)));
        outages.heartbeat_stored(Moment(30_000), 0);
        assert!(!outages.is_silent(Moment(30_000)));
        assert_eq!(outages.unstored(), [outage(10_000, 30_000)]);
        outages.heartbeat_stored(Moment(31_000), 1);
        assert_eq!(outages.unstored(), []);
    }

    #[test]
    fn outages_do_not_overlap() {
        let outages = Outages::new(Vec::new(), Moment(0));
        outages.seen(Moment(60_000));
        let mut inner = lock(&outages.inner);
        inner.add(outage(30_000, 90_000));
        inner.add(outage(10_000, 80_000));
        assert_eq!(inner.known, [outage(0, 60_000), outage(60_000, 90_000)]);
    }
}
