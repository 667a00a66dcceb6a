//! A connection to a client, with a bounded queue of what is to be sent; sending never blocks.

use crate::credential::{Grant, required_scope};
use crate::limits::Payer;
use crate::people::Scope;
use crate::store::PersonRow;
use axum::extract::ws::Utf8Bytes;
use protocol::{ClientId, Close, GameId, Refusal, ToClient, ToServer};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for a client that reads slowly.
const OUTBOX: usize = 256;

/// One connection of one person.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) id: u64,
    pub(crate) person: PersonRow,
    /// The session or token that it was opened with: it ends with that.
    pub(crate) grant: Arc<Grant>,
    /// Who pays for what it asks for.
    pub(crate) payer: Payer,
    outbox: mpsc::Sender<Utf8Bytes>,
    lag: AtomicU32,
    /// Why it is to be closed: a code, or 0.
    closing: AtomicU32,
    close_signal: Notify,
    /// What it becomes when something for it may have been lost between nodes.
    loss: Loss,
    resuming: Notify,
}

/// What a connection does when something for it may have been lost between nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loss {
    /// The client is welcomed anew, and asks for what it lacks.
    Resume,
    /// It is closed: its client connects again.
    Close,
    /// It stands for a connection of another node, which gets what is sent.
    Mirror,
}

impl Connection {
    pub(crate) fn new(
        person: PersonRow,
        grant: Arc<Grant>,
        address: IpAddr,
        loss: Loss,
    ) -> (Self, mpsc::Receiver<Utf8Bytes>) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (outbox, waiting) = mpsc::channel(OUTBOX);
        let payer = Payer::new(&person.id, address);
        let connection = Self {
            payer,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            person,
            grant,
            outbox,
            lag: AtomicU32::new(0),
            closing: AtomicU32::new(0),
            close_signal: Notify::new(),
            loss,
            resuming: Notify::new(),
        };
        (connection, waiting)
    }

    /// Sends what is encoded already. A client that does not read is cut off, and comes back with
    /// what it holds.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        if self.outbox.try_send(text).is_err() {
            self.kick(Close::TooSlow);
        }
    }

    pub(crate) fn send(&self, message: &ToClient) {
        self.send_text(encode(message));
    }

    pub(crate) fn refuse(
        &self,
        id: Option<ClientId>,
        game: Option<GameId>,
        why: Refusal,
        what: impl Into<String>,
    ) {
        self.send(&ToClient::Refused { id, game, why, what: what.into() });
    }

    /// Has it closed, for the first reason given.
    pub(crate) fn kick(&self, close: Close) {
        let code = u32::from(close.code());
        let _ = self.closing.compare_exchange(0, code, Ordering::AcqRel, Ordering::Acquire);
        self.close_signal.notify_one();
    }

    /// Something for it may have been lost between nodes.
    pub(crate) fn resume(&self) {
        match self.loss {
            Loss::Resume => self.resuming.notify_one(),
            Loss::Close | Loss::Mirror => self.kick(Close::Restart),
        }
    }

    /// Comes back when the client is to be welcomed anew.
    pub(crate) async fn resuming(&self) {
        self.resuming.notified().await;
    }

    /// Whether it stands for a connection of another node.
    pub(crate) fn is_mirror(&self) -> bool {
        self.loss == Loss::Mirror
    }

    pub(crate) fn closing(&self) -> Option<Close> {
        Close::from_code(self.closing.load(Ordering::Acquire) as u16)
    }

    /// Comes back when it is to be closed: it was asked to, or what it was opened with has expired.
    pub(crate) async fn ended(&self) -> Close {
        loop {
            if let Some(close) = self.closing() {
                return close;
            }
            tokio::select! {
                () = self.close_signal.notified() => {}
                () = self.grant.expired() => self.kick(Close::SignedOut),
            }
        }
    }

    /// Why a message may not be acted on, if it may not: what the connection was opened with is over, or
    /// does not allow it.
    pub(crate) fn forbids(&self, message: &ToServer) -> Option<String> {
        if self.grant.is_over() {
            self.kick(Close::SignedOut);
            return Some("the session or token has ended; sign in again".into());
        }
        let missing = |scope: &Scope| !self.grant.allows(*scope);
        let scope = required_scope(message).filter(missing)?;
        Some(format!("the token lacks the scope {}", scope.text()))
    }

    /// The delay there and back, in milliseconds, as pings measure it.
    pub(crate) fn lag(&self) -> u32 {
        self.lag.load(Ordering::Relaxed)
    }

    /// Takes note of the delay that another node has measured.
    pub(crate) fn set_lag(&self, milliseconds: u32) {
        self.lag.store(milliseconds, Ordering::Relaxed);
    }

    /// Takes note of a ping's answer. A single slow one does not make a connection slow.
    pub(crate) fn measured(&self, milliseconds: u32) {
        let old = self.lag();
        let new = if old == 0 { milliseconds } else { (old * 3 + milliseconds) / 4 };
        self.lag.store(new.max(1), Ordering::Relaxed);
    }
}

/// A message as it travels.
pub(crate) fn encode(message: &ToClient) -> Utf8Bytes {
    // Every message of ours can be written: there are no maps with odd keys in them.
    serde_json::to_string(message).unwrap_or_default().into()
}
