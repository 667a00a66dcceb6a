//! The message bus: NATS (core, no streams).
//!
//! It is not the source of truth, and nothing is acknowledged because it was sent: messages may be lost while
//! the bus restarts, and a node that cannot send goes on with what it owns.

use super::wire::{Envelope, NodeId};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use futures_util::stream::{Stream, select};
use std::fmt;
use std::time::Duration;
use tokio::sync::mpsc;

/// How many messages may wait to be sent; more are dropped, as they may be lost on their way.
const OUTBOX: usize = 16_384;

/// The largest payload that NATS accepts by default, in bytes.
const LARGEST: usize = 1_048_576;

/// How long the first connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest pause between attempts to connect again.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// The subject of work for engines, for all clusters that share a bus.
pub(super) const ENGINE_SUBJECT: &str = "sixfold.engine";

/// Why the bus cannot be used.
#[derive(Debug)]
pub struct BusError(String);

impl BusError {
    pub(super) fn of(error: &impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BusError {}

/// Connects to a bus: `nats://host:4222`, also with `user:password@`, or `tls://`.
///
/// # Errors
/// If it does not answer.
pub(super) async fn connect(address: &str) -> Result<Client, BusError> {
    let options = ConnectOptions::new()
        .name("sixfold")
        .no_echo()
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(Duration::from_secs(5))
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis(50).saturating_mul(attempts as u32).min(RECONNECT_PAUSE)
        })
        .event_callback(async |event| match event {
            Event::Connected => tracing::info!("the bus is connected"),
            Event::Disconnected => tracing::warn!("the bus is disconnected"),
            other => tracing::debug!(%other, "the bus"),
        });
    let shown = without_password(address);
    let failed = |error: &dyn fmt::Display| {
        BusError(format!(
            "the bus {shown} does not answer ({error}); start nats-server, or give another address with --bus"
        ))
    };
    let connecting = tokio::time::timeout(CONNECT_TIMEOUT, options.connect(address));
    match connecting.await {
        Ok(Ok(client)) => Ok(client),
        Ok(Err(error)) => Err(failed(&error)),
        Err(_) => Err(failed(&"no answer in 5 s")),
    }
}

fn without_password(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

/// The bus of one cluster.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    client: Client,
    /// The beginning of the cluster's subjects: several clusters may share a bus.
    prefix: String,
    outbox: mpsc::Sender<(String, Vec<u8>)>,
}

impl Bus {
    /// Over a connection, for the cluster of this name.
    pub(crate) fn new(client: Client, cluster: &str) -> Self {
        let (outbox, mut waiting) = mpsc::channel::<(String, Vec<u8>)>(OUTBOX);
        let sender = client.clone();
        tokio::spawn(async move {
            while let Some((subject, payload)) = waiting.recv().await {
                // It fails only when the client is closed; messages may be lost anyway.
                let _ = sender.publish(subject, payload.into()).await;
            }
        });
        Self { client, prefix: format!("sixfold.{cluster}"), outbox }
    }

    /// Waits until what was sent is on its way, for a second at most.
    pub(crate) async fn flush(&self) {
        let wait = Duration::from_secs(1);
        let sent = async {
            while self.outbox.capacity() < OUTBOX {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // It fails when the bus is away: then nothing can be sent.
            let _ = self.client.flush().await;
        };
        let _ = tokio::time::timeout(wait, sent).await;
    }

    /// Whether messages are sent and come at the moment.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// The connection itself.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Sends a message to one node. Messages of one sender to one node arrive in order, if they arrive.
    pub(crate) fn send(&self, to: &NodeId, envelope: &Envelope) {
        self.post(format!("{}.node.{to}", self.prefix), envelope);
    }

    /// Sends a message to all other nodes.
    pub(crate) fn send_all(&self, envelope: &Envelope) {
        self.post(format!("{}.all", self.prefix), envelope);
    }

    fn post(&self, subject: String, envelope: &Envelope) {
        let Ok(payload) = serde_json::to_vec(envelope) else { return };
        if payload.len() > LARGEST {
            let bytes = payload.len();
            return tracing::error!(bytes, "a message is too large for the bus and is lost");
        }
        // A full outbox is a bus that is away: what is lost is noticed by its number.
        let _ = self.outbox.try_send((subject, payload));
    }

    /// The messages for a node and for all, from now on.
    ///
    /// # Errors
    /// If the client is closed.
    pub(crate) async fn messages(
        &self,
        me: &NodeId,
    ) -> Result<impl Stream<Item = Envelope> + Unpin + Send + use<>, BusError> {
        let own = self.subscribe(format!("{}.node.{me}", self.prefix)).await?;
        let all = self.subscribe(format!("{}.all", self.prefix)).await?;
        // The server has both subscriptions before the node is registered.
        self.client.flush().await.map_err(|error| BusError::of(&error))?;
        let read = |message: async_nats::Message| async move {
            serde_json::from_slice(&message.payload)
                .map_err(
                    |error| tracing::warn!(%error, "a message cannot be read; is a node older?"),
                )
                .ok()
        };
        Ok(Box::pin(select(own, all).filter_map(read)))
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, BusError> {
        self.client.subscribe(subject).await.map_err(|error| BusError::of(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_their_password() {
        assert_eq!(without_password("nats://ann:secret@bus:4222"), "nats://bus:4222");
        assert_eq!(without_password("tls://bus"), "tls://bus");
        assert_eq!(without_password("bus:4222"), "nats://bus:4222");
    }

    #[tokio::test]
    async fn a_bus_that_is_not_there_is_named_in_one_line() {
        let error = connect("nats://me:secret@127.0.0.1:1").await.unwrap_err().to_string();
        assert!(error.contains("nats://127.0.0.1:1") && error.contains("--bus"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}
