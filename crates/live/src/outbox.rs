//! Outbox: messages that have not been answered yet. They are sent again after a reconnection; each has
//! an id of its own, so that the server handles it once (idempotent resend).

use protocol::{ClientId, ToServer};

/// Unanswered messages, in the order in which they were sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outbox {
    seed: String,
    count: u64,
    unanswered: Vec<(ClientId, ToServer)>,
}

impl Outbox {
    /// An empty outbox. `seed` tells the messages of this client from those of all others of the
    /// same person: letters and digits, at most 24.
    pub fn new(seed: &str) -> Self {
        let plain = seed.chars().filter(char::is_ascii_alphanumeric).take(24).collect();
        Self { seed: plain, count: 0, unanswered: Vec::new() }
    }

    /// An id that no message had before.
    ///
    /// # Panics
    /// Never: what it is made of makes a name.
    pub fn next_id(&mut self) -> ClientId {
        self.count += 1;
        let name = format!("{}-{}", self.seed, self.count);
        name.parse().expect("letters, digits and a dash, forty at most")
    }

    /// Adds a message, to be kept until it is answered.
    pub fn push(&mut self, id: ClientId, message: ToServer) {
        self.unanswered.push((id, message));
    }

    /// Removes the message with this id: it was answered.
    pub fn answered(&mut self, id: &ClientId) -> Option<ToServer> {
        let at = self.unanswered.iter().position(|(unanswered, _)| unanswered == id)?;
        Some(self.unanswered.remove(at).1)
    }

    /// Unanswered messages, oldest first.
    pub fn unanswered(&self) -> impl Iterator<Item = &ToServer> {
        self.unanswered.iter().map(|(_, message)| message)
    }

    /// Removes messages that are not wanted any more.
    pub fn discard(&mut self, unwanted: impl Fn(&ToServer) -> bool) {
        self.unanswered.retain(|(_, message)| !unwanted(message));
    }
}
