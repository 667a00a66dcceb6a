//! Messages that want an answer and have none yet.

use protocol::{ClientId, ToServer};

/// What was said and not answered, in order. Each has a name of its own, so that saying it again
/// after a loss does it once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outbox {
    seed: String,
    count: u64,
    waiting: Vec<(ClientId, ToServer)>,
}

impl Outbox {
    /// Nothing waits. `seed` tells the messages of this client from those of all others of the
    /// same person: letters and digits, at most 24.
    pub fn new(seed: &str) -> Self {
        let plain = seed.chars().filter(char::is_ascii_alphanumeric).take(24).collect();
        Self { seed: plain, count: 0, waiting: Vec::new() }
    }

    /// A name that no message had before.
    ///
    /// # Panics
    /// Never: what it is made of makes a name.
    pub fn name(&mut self) -> ClientId {
        self.count += 1;
        let name = format!("{}-{}", self.seed, self.count);
        name.parse().expect("letters, digits and a dash, forty at most")
    }

    /// Keeps a message until it is answered.
    pub fn put(&mut self, id: ClientId, message: ToServer) {
        self.waiting.push((id, message));
    }

    /// The message with this name has its answer, and is given back.
    pub fn answered(&mut self, id: &ClientId) -> Option<ToServer> {
        let at = self.waiting.iter().position(|(waiting, _)| waiting == id)?;
        Some(self.waiting.remove(at).1)
    }

    /// What waits, oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &ToServer> {
        self.waiting.iter().map(|(_, message)| message)
    }

    /// Forgets messages that nobody wants done any more.
    pub fn forget(&mut self, unwanted: impl Fn(&ToServer) -> bool) {
        self.waiting.retain(|(_, message)| !unwanted(message));
    }
}
