//! The life of a node: joining, renewing its lease, looking who is there, giving everything up when the lease is
//! lost, leaving.

use super::bus::BusError;
use super::wire::{Envelope, NodeId};
use super::{Cluster, Incarnation, Inner};
use crate::credential::{Credential, Revocation};
use crate::heartbeat::{store_cluster_outage, ticks_every};
use crate::room::ToRoom;
use crate::run::StartError;
use crate::state::{AppState, lock};
use crate::store::{LEASE, StoreError};
use crate::tasks::spawn_essential;
use futures_util::{Stream, StreamExt};
use protocol::Close;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the lease is renewed.
const RENEW_EVERY: Duration = Duration::from_secs(1);

/// How often the node looks who is there.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How often what was not acknowledged is looked at, and how many of these are a status.
const STEP: Duration = Duration::from_millis(100);
const STEPS_OF_STATUS: u64 = 10;

/// How often sessions and tokens in use are looked up, in case that a revocation was lost on its way.
const CHECK_GRANTS_EVERY: Duration = Duration::from_secs(30);

/// How long to wait before joining is tried again.
const JOIN_RETRY: Duration = Duration::from_millis(300);

impl AppState {
    /// Joins the cluster, if there is one, and keeps being a node of it.
    ///
    /// # Errors
    /// If the bus or the database does not answer.
    pub(crate) async fn start_cluster(self: &Arc<Self>) -> Result<(), StartError> {
        let Some(cluster) = &self.cluster else { return Ok(()) };
        self.join_cluster(cluster).await?;
        spawn_essential(Arc::clone(self).keep_lease());
        spawn_essential(Arc::clone(self).watch_cluster());
        spawn_essential(Arc::clone(self).keep_sessions());
        spawn_essential(Arc::clone(self).keep_checking_grants());
        Ok(())
    }

    /// Becomes a node under a new name. Messages are read before anybody can know the name.
    async fn join_cluster(self: &Arc<Self>, cluster: &Arc<Cluster>) -> Result<(), StartError> {
        let long_ago = Instant::now().checked_sub(Duration::from_millis(2 * LEASE.0));
        let node = Arc::new(Incarnation::begin(long_ago.unwrap_or_else(Instant::now)));
        let failed = |error: BusError| StartError::of(&error);
        let messages = cluster.bus.messages(&node.id).await.map_err(failed)?;
        let asked = Instant::now();
        self.store.register_node(&node.id.0).await?;
        lock(&node.lease).renew(asked);
        *lock(&cluster.inner) = Inner::new(Arc::clone(&node));
        tracing::info!(node = %node.id, "this server is a node of the cluster");
        tokio::spawn(Arc::clone(self).read_messages(Arc::clone(&node), messages));
        let looked = self.look_around(cluster).await;
        if looked.is_err() {
            // Nobody joins under this name any more: its messages are not read.
            node.end();
        }
        Ok(looked?)
    }

    async fn read_messages(
        self: Arc<Self>,
        node: Arc<Incarnation>,
        mut messages: impl Stream<Item = Envelope> + Unpin,
    ) {
        let Some(cluster) = &self.cluster else { return };
        loop {
            let ended = node.ended.notified();
            if node.is_over() {
                return;
            }
            tokio::select! {
                envelope = messages.next() => match envelope {
                    Some(envelope) => self.receive(cluster, envelope),
                    None => return,
                },
                () = ended => {}
            }
        }
    }

    async fn keep_lease(self: Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let (mut ticks, mut failing) = (ticks_every(RENEW_EVERY), false);
        while self.next(&mut ticks).await {
            let (node, asked) = (cluster.incarnation(), Instant::now());
            let renewed = self.store.renew_node(&node.id.0).await;
            match &renewed {
                Ok(true) if lock(&node.lease).renewed(asked, Instant::now()) => {
                    // What concerns this node alone is not stored: each game knows itself when nobody owned it.
                    self.outages.heartbeat_stored(self.now(), 0);
                }
                Ok(true | false) => self.join_again(cluster).await,
                Err(error) if !failing => {
                    tracing::error!(%error, "the lease of this node is not renewed");
                }
                Err(_) => {}
            }
            failing = renewed.is_err();
        }
    }

    /// The lease has ended: others may have taken everything. It is given up, and the node joins anew.
    async fn join_again(self: &Arc<Self>, cluster: &Arc<Cluster>) {
        self.metrics.leases_lost.inc();
        tracing::warn!("the lease of this node has ended; it gives up its games and joins again");
        cluster.incarnation().end();
        self.lobby.clear();
        while !self.is_stopping() {
            if let Err(error) = store_cluster_outage(&self.store, self.now()).await {
                tracing::warn!(%error, "whether no node was there is not known");
            }
            match self.join_cluster(cluster).await {
                Ok(()) => break,
                Err(error) => tracing::warn!(%error, "the node cannot join; it tries again"),
            }
            tokio::time::sleep(JOIN_RETRY).await;
        }
        // A room checks its ownership at every message.
        self.tell_loaded(|| ToRoom::WasAway);
        self.resume_all();
    }

    async fn watch_cluster(self: Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let mut ticks = ticks_every(LOOK_EVERY);
        loop {
            tokio::select! {
                more = self.next(&mut ticks) => if !more { return },
                () = cluster.look.notified() => {}
            }
            if let Err(error) = self.look_around(cluster).await {
                tracing::debug!(%error, "who is in the cluster cannot be read");
            }
        }
    }

    /// Reads who is there, and follows what has changed.
    async fn look_around(self: &Arc<Self>, cluster: &Arc<Cluster>) -> Result<(), StoreError> {
        let asked = self.now();
        let view = self.store.cluster_view().await?;
        self.time.follow(asked, view.now, self.now());
        let changes = {
            let inner = &mut *lock(&cluster.inner);
            let changes = inner.note_view(&view);
            if changes.new_leader {
                // Before anybody can take this node for the leader: what is acknowledged from now on stays.
                self.lobby.clear();
                inner.listed = false;
            }
            inner.drop_expired(Instant::now());
            self.limits.keep_elsewhere(|node| view.nodes.iter().any(|there| there == node));
            changes
        };
        for node in &changes.left {
            tracing::info!(%node, "a node has left the cluster");
            self.forget_node(cluster, node);
        }
        self.list_as_leader(cluster).await?;
        let node = cluster.incarnation();
        let may_claim = changes.claim_lobby && node.is_valid() && !self.is_stopping();
        if may_claim && self.store.claim_lobby(&node.id.0, view.lobby.epoch).await? {
            cluster.look.notify_one();
        }
        Ok(())
    }

    /// Lists the stored seeks where this node has come to lead the lobby; tried again until it is done.
    async fn list_as_leader(&self, cluster: &Cluster) -> Result<(), StoreError> {
        let Some(led) = cluster.led_lobby().filter(|_| !lock(&cluster.inner).listed) else {
            return Ok(());
        };
        self.list_stored_seeks().await?;
        if cluster.led_lobby().as_ref() == Some(&led) {
            lock(&cluster.inner).listed = true;
            tracing::info!("this node leads the lobby");
        }
        Ok(())
    }

    fn forget_node(self: &Arc<Self>, cluster: &Cluster, node: &NodeId) {
        self.step(cluster, |inner, now| {
            inner.neighbours.remove(node);
            inner.exchange.left(node, now)
        });
    }

    async fn keep_sessions(self: Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let mut ticks = ticks_every(STEP);
        for beat in 1_u64.. {
            if !self.next(&mut ticks).await {
                return;
            }
            self.step(cluster, |inner, now| inner.exchange.tick(now));
            if beat.is_multiple_of(STEPS_OF_STATUS) {
                self.send_status(cluster, beat / STEPS_OF_STATUS);
            }
        }
    }

    async fn keep_checking_grants(self: Arc<Self>) {
        let mut ticks = ticks_every(CHECK_GRANTS_EVERY);
        while self.next(&mut ticks).await {
            Arc::clone(&self).check_grants().await;
        }
    }

    /// Ends the use of sessions and tokens that the database does not hold any more.
    pub(super) async fn check_grants(self: Arc<Self>) {
        let in_use = self.grants.in_use();
        let credentials: Vec<&Credential> = in_use.iter().map(|(_, used)| used).collect();
        match self.store.ended_credentials(&credentials).await {
            Ok(ended) => {
                for (person, credential) in in_use.iter().filter(|(_, used)| ended.contains(used)) {
                    self.revoke_here(
                        person,
                        match credential {
                            Credential::Session(fingerprint) => Revocation::Session(fingerprint),
                            Credential::Token(id, _) => Revocation::Token(id),
                        },
                    );
                }
            }
            Err(error) => tracing::warn!(%error, "sessions in use cannot be looked up"),
        }
    }

    /// Leaves the cluster: from now on nothing is owned here, and others take over at once.
    pub(crate) async fn leave_cluster(self: &Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let node = cluster.incarnation();
        node.end();
        if let Err(error) = self.store.retire_node(&node.id.0).await {
            tracing::warn!(%error, "the lease of this node ends by itself");
        }
        let code = Close::Restart.code();
        self.step(cluster, |inner, _| inner.exchange.end_all(code));
        cluster.bus.flush().await;
    }
}
