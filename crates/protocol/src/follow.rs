//! Event sequence of a client: whether a numbered event is the next, a duplicate, or leaves a gap.

/// The last event of a game that a client holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Follower {
    held: Option<u64>,
}

/// What to do with an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// It is the next one: play it.
    Apply,
    /// It is held already: ignore it.
    Known,
    /// Some are missing: send `Watch` with this `since`.
    Gap(Option<u64>),
}

impl Follower {
    /// The last event held: what to send as `since` when coming back.
    pub fn held(&self) -> Option<u64> {
        self.held
    }

    /// Takes note of event `n`.
    pub fn event(&mut self, n: u64) -> Step {
        match self.held {
            Some(held) if n <= held => Step::Known,
            Some(held) if n == held + 1 => {
                self.held = Some(n);
                Step::Apply
            }
            held => Step::Gap(held),
        }
    }

    /// Takes note of a snapshot that has everything up to `n`. One that is older than what is held
    /// was overtaken on its way, and is known already.
    pub fn snapshot(&mut self, n: u64) -> Step {
        if self.held.is_some_and(|held| n < held) {
            return Step::Known;
        }
        self.held = Some(n);
        Step::Apply
    }

    /// Notes that `n` is the number of the last event.
    pub fn up_to_date(&self, n: u64) -> Step {
        if self.held.is_some_and(|held| held >= n) { Step::Known } else { Step::Gap(self.held) }
    }
}
