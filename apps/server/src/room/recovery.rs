//! Recovery of a room whose commit failed: exponential backoff, then the game anew from its log.
//!
//! While it is suspended a room refuses what is asked of this one game and closes nobody's connection.
//! What is sent to those who follow is always in the log: an event that was applied and not committed is
//! undone at once, and one of unknown fate is told only when the log is found to hold it.

use super::game::{Game, Refused};
use super::{Room, load};
use crate::connection::Connection;
use crate::random;
use crate::store::StoreError;
use protocol::{ClientId, Refusal};
use std::time::Duration;
use tokio::time::Instant;

/// The first pause, which doubles with every failure.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Why something did not happen in a game.
#[derive(Debug)]
pub(crate) enum RoomError {
    /// It may not be done; nothing has changed.
    Refused(Refused),
    /// The commit failed, or its result is not known.
    RoomLost(StoreError),
}

impl From<Refused> for RoomError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// Exponential backoff: how often commits have failed since the last one that succeeded, and when to try
/// again.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    retry_at: Option<Instant>,
}

impl Backoff {
    /// When to try again, if that is being waited for.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Counts a failure; whether it is the first.
    fn fail(&mut self, now: Instant) -> bool {
        self.retry_at = Some(now + jittered(pause(self.failures)));
        self.failures = self.failures.saturating_add(1);
        self.failures == 1
    }

    /// The log was read again. Pauses stay as long as they have become until something is committed.
    fn reloaded(&mut self) {
        self.retry_at = None;
    }

    /// Something was committed; whether that ends a time of failures.
    pub(super) fn committed(&mut self) -> bool {
        std::mem::take(&mut self.failures) > 0
    }
}

fn pause(failures: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(1 << failures.min(20)).min(LONGEST_PAUSE)
}

/// A quarter more at most, so that the rooms of one outage do not all come back at the same moment.
fn jittered(pause: Duration) -> Duration {
    let most = u64::try_from(pause.as_millis() / 4).unwrap_or(0);
    pause + Duration::from_millis(random::number() % (most + 1))
}

impl Room {
    /// Whether the room waits for the store and refuses what is asked of it.
    pub(super) fn is_suspended(&self) -> bool {
        self.backoff.retry_at.is_some()
    }

    pub(super) fn refuse_as_busy(&self, connection: &Connection, id: Option<ClientId>) {
        let what = "the game cannot be stored at the moment; try again in a few seconds";
        connection.refuse(id, Some(self.game.row.id.clone()), Refusal::Busy, what);
    }

    /// What follows from a commit of the events from `n` on that failed: they are undone in memory, and
    /// the log is read again, at once if it has gone on without this room.
    pub(super) async fn commit_failed(&mut self, n: u64, error: StoreError) -> RoomError {
        match self.game.before(n) {
            Ok(game) => self.game = game,
            Err(error) => {
                tracing::error!(game = %self.game.row.id, %error, "an event stays in memory");
            }
        }
        self.thinking = None;
        if error == StoreError::Fenced {
            self.state.metrics.fenced.inc();
            self.ownership.fence();
        }
        if self.ownership.is_over() {
            return RoomError::RoomLost(error);
        }
        if matches!(error, StoreError::Taken | StoreError::Gone | StoreError::Fenced) {
            self.reload().await;
        } else {
            self.suspend(&error);
        }
        RoomError::RoomLost(error)
    }

    /// Waits before the next attempt. Only the first failure of a row is reported.
    fn suspend(&mut self, error: &StoreError) {
        if self.backoff.fail(Instant::now()) {
            tracing::error!(game = %self.game.row.id, %error, "a game cannot be stored; it waits");
        }
    }

    /// Reads the game from its log and sends subscribers the events that they do not hold.
    pub(super) async fn reload(&mut self) {
        let told = self.game.latest();
        match load(&self.state, &self.game.row.id).await {
            Ok(Some(game)) => {
                self.game = game;
                self.backoff.reloaded();
                self.broadcast(told + 1);
                self.think();
            }
            Ok(None) => self.suspend(&StoreError::Gone),
            Err(error) => self.suspend(&error),
        }
    }
}

impl Game {
    /// The game as it was before event `n`.
    fn before(&self, n: u64) -> Result<Self, StoreError> {
        let log = self.log[..n as usize - 1].iter().map(|entry| entry.stored.clone());
        Self::from_log(self.row.clone(), log.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_half_a_minute() {
        let pauses: Vec<u64> = (0..9).map(|failures| pause(failures).as_millis() as u64).collect();
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
        assert_eq!(pause(u32::MAX), LONGEST_PAUSE);
        let most = LONGEST_PAUSE + LONGEST_PAUSE / 4;
        assert!((0..50).all(|_| (LONGEST_PAUSE..=most).contains(&jittered(LONGEST_PAUSE))));
    }

    #[test]
    fn only_the_first_failure_is_reported_and_reading_alone_ends_no_row() {
        let (mut backoff, now) = (Backoff::default(), Instant::now());
        assert!(!backoff.committed(), "nothing has failed");
        assert!(backoff.fail(now));
        backoff.reloaded();
        assert!(!backoff.fail(now) && !backoff.fail(now));
        assert!(backoff.retry_at().is_some_and(|at| at >= now + Duration::from_secs(1)));
        backoff.reloaded();
        assert!(backoff.retry_at().is_none() && backoff.committed());
        assert!(backoff.fail(now), "the next row is reported again");
    }
}
