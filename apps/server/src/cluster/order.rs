//! Order over a bus that loses, repeats and delays: numbers with gap detection, and for what must arrive,
//! automatic repeat request with cumulative acknowledgements (go-back-N ARQ). Pure: `now` is an argument.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// After how long what was not acknowledged is sent again.
const REPEAT_AFTER: Duration = Duration::from_millis(300);

/// After how long without an acknowledgement the other end counts as lost.
pub(crate) const GIVE_UP_AFTER: Duration = Duration::from_secs(4);

/// How much is sent before something is acknowledged.
const WINDOW: usize = 32;

/// What the number of an arrival says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// It is the next one.
    Next,
    /// It has come before.
    Repeated,
    /// Something before it has not come.
    Gap,
}

/// The numbers of what has arrived.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Arrived {
    last: u64,
}

impl Arrived {
    /// As if everything up to this number had come.
    pub(crate) const fn since(last: u64) -> Self {
        Self { last }
    }

    /// Takes note of an arrival, unless something before it is missing.
    pub(crate) fn arrive(&mut self, number: u64) -> Arrival {
        if number <= self.last {
            return Arrival::Repeated;
        }
        if number > self.last + 1 {
            return Arrival::Gap;
        }
        self.last = number;
        Arrival::Next
    }

    /// The last number that has come without a gap.
    pub(crate) const fn last(self) -> u64 {
        self.last
    }
}

/// What is sent until it is acknowledged, in order.
#[derive(Debug)]
pub(crate) struct Unacknowledged<T> {
    waiting: VecDeque<T>,
    /// The number of the first that waits.
    first: u64,
    /// How many of them were sent.
    sent: usize,
    last_sent: Option<Instant>,
    /// Since when nothing was acknowledged that was sent.
    silent_since: Option<Instant>,
}

impl<T> Default for Unacknowledged<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), first: 1, sent: 0, last_sent: None, silent_since: None }
    }
}

impl<T> Unacknowledged<T> {
    /// One more to be sent.
    pub(crate) fn push(&mut self, item: T) {
        self.waiting.push_back(item);
    }

    /// Whether everything has arrived.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Everything up to this number has arrived.
    pub(crate) fn acknowledge(&mut self, number: u64, now: Instant) {
        let done = (number + 1).saturating_sub(self.first) as usize;
        let done = done.min(self.waiting.len());
        if done == 0 {
            return;
        }
        self.waiting.drain(..done);
        self.first += done as u64;
        self.sent = self.sent.saturating_sub(done);
        self.silent_since = (self.sent > 0).then_some(now);
    }

    /// What is to be sent now, with its numbers: what was not sent yet, or everything again.
    pub(crate) fn due(&mut self, now: Instant) -> impl Iterator<Item = (u64, &T)> {
        let is_late = |at: Instant| now.duration_since(at) >= REPEAT_AFTER;
        if self.sent > 0 && self.last_sent.is_some_and(is_late) {
            self.sent = 0;
        }
        let from = self.sent;
        self.sent = self.waiting.len().min(WINDOW).max(from);
        if self.sent > from {
            self.last_sent = Some(now);
            self.silent_since.get_or_insert(now);
        }
        let numbered = (self.first..).zip(&self.waiting);
        numbered.take(self.sent).skip(from)
    }

    /// Whether the other end has been silent for too long.
    pub(crate) fn is_lost(&self, now: Instant) -> bool {
        self.silent_since.is_some_and(|since| now.duration_since(since) >= GIVE_UP_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use super::Arrival::{Gap, Next, Repeated};
    use super::*;

    fn due(queue: &mut Unacknowledged<char>, now: Instant) -> Vec<(u64, char)> {
        queue.due(now).map(|(number, item)| (number, *item)).collect()
    }

    #[test]
    fn a_number_is_next_repeated_or_after_a_gap() {
        let mut arrived = Arrived::default();
        let numbers = [1, 2, 2, 4, 1, 3];
        let found = numbers.map(|number| arrived.arrive(number));
        assert_eq!(found, [Next, Next, Repeated, Gap, Repeated, Next]);
        assert_eq!(arrived.last(), 3);
    }

    #[test]
    fn what_is_not_acknowledged_is_sent_again_and_after_seconds_given_up() {
        let (start, mut queue) = (Instant::now(), Unacknowledged::default());
        for item in ['a', 'b', 'c'] {
            queue.push(item);
        }
        assert_eq!(due(&mut queue, start), [(1, 'a'), (2, 'b'), (3, 'c')]);
        assert_eq!(due(&mut queue, start), []);
        queue.acknowledge(1, start);
        queue.push('d');
        assert_eq!(due(&mut queue, start), [(4, 'd')]);
        assert_eq!(due(&mut queue, start + REPEAT_AFTER), [(2, 'b'), (3, 'c'), (4, 'd')]);
        queue.acknowledge(1, start);
        assert!(!queue.is_lost(start + GIVE_UP_AFTER / 2));
        assert!(queue.is_lost(start + GIVE_UP_AFTER));
        queue.acknowledge(4, start);
        assert!(!queue.is_lost(start + GIVE_UP_AFTER), "nothing waits");
    }

    #[test]
    fn no_more_than_a_window_is_under_way() {
        let (start, mut queue) = (Instant::now(), Unacknowledged::default());
        (0..100).for_each(|_| queue.push('x'));
        assert_eq!(due(&mut queue, start).len(), WINDOW);
        assert_eq!(due(&mut queue, start).len(), 0);
        queue.acknowledge(10, start);
        assert_eq!(due(&mut queue, start).first(), Some(&(WINDOW as u64 + 1, 'x')));
    }
}
