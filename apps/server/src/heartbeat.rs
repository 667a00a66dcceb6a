//! What the server does every second: it notes that it is there, notices when it was not, ends games whose time
//! is up, follows administrative actions and pairs people.
//!
//! Three loops, so that a slow database is not taken for a process that was stopped.

use crate::outages::{Outage, Outages};
use crate::room::ToRoom;
use crate::state::AppState;
use crate::store::{Store, StoreError};
use crate::tasks::spawn_essential;
use crate::time::TimeSource;
use clock::Moment;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// The interval between heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How often the database is looked after, in beats.
const MAINTENANCE_EVERY: u64 = 5;

/// How often some of what has outlived its time is deleted, in beats.
const CLEANUP_EVERY: u64 = 60;

/// The outages that the database knows of, with the one that ends now. What it has stored is never later than
/// now, even if the wall clock was set back while the server was down.
pub(crate) async fn known_outages(store: &Store, time: &TimeSource) -> Result<Outages, StoreError> {
    let Some(down) = store.last_heartbeat().await? else {
        store.heartbeat(time.now()).await?;
        return Ok(Outages::new(Vec::new(), time.now()));
    };
    let behind = time.not_before(down);
    if behind.0 > 0 {
        tracing::warn!(
            behind_ms = behind.0,
            "the clock was set back; time goes on from the last run"
        );
    }
    let up = time.now();
    store.heartbeat_after(&[Outage { down, up }], up).await?;
    tracing::info!(away_ms = up.since(down).0, "the server is back");
    Ok(Outages::new(store.outages(up).await?, up))
}

/// The outages of a cluster that this node joins.
pub(crate) async fn cluster_outages(
    store: &Store,
    time: &TimeSource,
) -> Result<Outages, StoreError> {
    let up = time.now();
    store_cluster_outage(store, up).await?;
    Ok(Outages::new(store.outages(up).await?, up))
}

/// Stores an outage of the whole cluster, which whoever joins first notices: before a node starts, or joins again
/// because the database has not answered for longer than a lease. If no node has a lease, nobody was there since
/// the last one was renewed. Games that have an owner know themselves when it was not there; this is for those
/// without one that are loaded by a node that was started later.
///
/// Two nodes that join at the same moment store the same row.
pub(crate) async fn store_cluster_outage(store: &Store, up: Moment) -> Result<(), StoreError> {
    let down = store.last_heartbeat().await?;
    if let Some(down) = down.filter(|down| *down < up)
        && store.cluster_view().await?.nodes.is_empty()
    {
        store.heartbeat_after(&[Outage { down, up }], up).await?;
        tracing::info!(away_ms = up.since(down).0, "no node of the cluster was there");
    }
    Ok(())
}

impl AppState {
    pub(crate) fn start_heartbeats(self: &Arc<Self>) {
        spawn_essential(Arc::clone(self).notice_gaps());
        // Each node has a row of its own, which it renews (`cluster/node.rs`).
        if self.cluster.is_none() {
            spawn_essential(Arc::clone(self).store_heartbeats());
        }
        spawn_essential(Arc::clone(self).do_what_is_due());
    }

    /// Notices when the process was stopped or the machine slept, and tells rooms of every outage.
    async fn notice_gaps(self: Arc<Self>) {
        let mut ticks = ticks();
        while self.next(&mut ticks).await {
            self.outages.seen(self.now());
            for outage in self.outages.unannounced() {
                let away_ms = outage.up.since(outage.down).0;
                tracing::warn!(away_ms, "the server was away; no clock is charged for it");
                self.tell_loaded(|| ToRoom::WasAway);
            }
        }
    }

    /// Notes in the database that the server is there, and notices when that does not answer.
    async fn store_heartbeats(self: Arc<Self>) {
        let (mut ticks, mut failing) = (ticks(), false);
        while self.next(&mut ticks).await {
            let outages = self.outages.unstored();
            let stored = self.store.heartbeat_after(&outages, self.now()).await;
            match &stored {
                Ok(()) => self.outages.heartbeat_stored(self.now(), outages.len()),
                Err(error) if !failing => tracing::error!(%error, "the database does not answer"),
                Err(_) => {}
            }
            failing = stored.is_err();
        }
    }

    async fn do_what_is_due(self: Arc<Self>) {
        let (mut ticks, mut failing) = (ticks(), false);
        for beat in 1_u64.. {
            if !self.next(&mut ticks).await {
                return;
            }
            if beat.is_multiple_of(MAINTENANCE_EVERY) {
                tokio::spawn(Arc::clone(&self).maintain());
            }
            if beat.is_multiple_of(CLEANUP_EVERY) && self.leads_lobby() {
                tokio::spawn(Arc::clone(&self).clean_up());
            }
            let due = self.load_due().await.and(self.follow_actions().await);
            if let Err(error) = due.as_ref()
                && !failing
            {
                tracing::error!(%error, "games that are due or administrative actions cannot be read");
            }
            failing = due.is_err();
            if self.leads_lobby() {
                self.pair_up(self.now()).await;
            }
        }
    }

    /// Waits for the next beat; whether there is one.
    pub(crate) async fn next(&self, ticks: &mut tokio::time::Interval) -> bool {
        ticks.tick().await;
        !self.is_stopping()
    }

    async fn maintain(self: Arc<Self>) {
        if let Err(error) = self.store.maintain().await {
            tracing::error!(%error, "the database could not be looked after");
        }
    }

    async fn clean_up(self: Arc<Self>) {
        self.expire_stored_seeks();
        if let Err(error) = self.store.delete_outdated(self.now()).await {
            tracing::warn!(%error, "outdated sessions, guests and challenges are not deleted");
        }
    }

    /// Loads the games in which something is due.
    async fn load_due(self: &Arc<Self>) -> Result<(), StoreError> {
        let due = match &self.cluster {
            None => self.store.due(self.now()).await?,
            Some(cluster) => {
                let leads = cluster.led_lobby().is_some();
                self.store.due_for(&cluster.incarnation().id.0, leads, self.now()).await?
            }
        };
        for game in due {
            if self.may_load(&game) {
                // A room that is busy has a timer of its own, and is asked again at the next beat.
                let _ = self.room(&game).try_send(ToRoom::Due);
            }
        }
        Ok(())
    }
}

fn ticks() -> tokio::time::Interval {
    ticks_every(HEARTBEAT)
}

/// A beat; one that comes late delays those after it.
pub(crate) fn ticks_every(period: Duration) -> tokio::time::Interval {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
