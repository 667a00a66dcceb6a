//! Resuming a subscription: what a reconnecting client is sent. A pure function.

use std::ops::RangeInclusive;

/// A client that has missed more events than this gets a snapshot.
pub const LONGEST_GAP: u64 = 64;

/// What a reconnecting client is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resume {
    /// Nothing was missed.
    UpToDate,
    /// These events.
    Events(RangeInclusive<u64>),
    /// Where the game stands.
    Snapshot,
}

/// Decides what is sent to a client whose last event was `since`, when the game's last is `latest`.
///
/// Events up to `settled` cannot be sent one by one any more: moves among them were taken back. A
/// client that claims to know the future knows another game, and gets a snapshot.
pub fn resume(since: Option<u64>, latest: u64, settled: u64) -> Resume {
    match since {
        None => Resume::Snapshot,
        Some(since) if since > latest => Resume::Snapshot,
        Some(since) if since == latest => Resume::UpToDate,
        Some(since) if since < settled => Resume::Snapshot,
        Some(since) if latest - since > LONGEST_GAP => Resume::Snapshot,
        Some(since) => Resume::Events(since + 1..=latest),
    }
}
