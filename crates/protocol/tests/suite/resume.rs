//! Coming back, checked for every case there is: all short histories, all orders in which messages
//! may be lost, sent twice, held up or overtaken, all places where the line may break.

use protocol::{Follower, LONGEST_GAP, Resume, Step, resume};
use std::collections::HashSet;

#[test]
fn every_case_of_the_decision() {
    let most = LONGEST_GAP + 3;
    for (latest, settled) in (0..=most).flat_map(|l| (0..=l).map(move |s| (l, s))) {
        assert_eq!(resume(None, latest, settled), Resume::Snapshot);
        for since in 0..=most + 2 {
            let expected = match latest.checked_sub(since) {
                None => Resume::Snapshot,
                Some(0) => Resume::UpToDate,
                Some(gap) if gap > LONGEST_GAP || since < settled => Resume::Snapshot,
                Some(_) => Resume::Events(since + 1..=latest),
            };
            assert_eq!(resume(Some(since), latest, settled), expected, "{since} of {latest}");
        }
    }
    assert_eq!(resume(Some(u64::MAX), 3, 0), Resume::Snapshot);
}

/// What is under way to the client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Mail {
    Event(u64),
    Snapshot(u64),
    UpToDate(u64),
}

/// All there is to know: the server's last event, the client, and the mail between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct World {
    latest: u64,
    settled: u64,
    client: Follower,
    /// What the client has shown, in order; the law is that it never repeats nor skips.
    shown: u64,
    /// Asked for and not answered yet; within it, what the client holds.
    #[expect(clippy::option_option)]
    asked: Option<Option<u64>>,
    mail: Vec<Mail>,
}

const MOST_EVENTS: u64 = 3;
const MOST_MAIL: usize = 3;

impl World {
    fn new() -> Self {
        let client = Follower::default();
        Self { latest: 0, settled: 0, client, shown: 0, asked: Some(None), mail: vec![] }
    }

    fn put(&mut self, mail: Mail) {
        if self.mail.len() < MOST_MAIL {
            self.mail.push(mail);
            self.mail.sort_unstable();
        }
    }

    fn receive(&mut self, mail: Mail) {
        let step = match mail {
            Mail::Event(n) => self.client.event(n),
            Mail::Snapshot(n) => self.client.snapshot(n),
            Mail::UpToDate(n) => self.client.up_to_date(n),
        };
        match (step, mail) {
            (Step::Apply, Mail::Event(n)) => {
                assert_eq!(n, self.shown + 1, "events are shown in order and once");
                self.shown = n;
            }
            (Step::Apply, Mail::Snapshot(n)) => {
                assert!(n >= self.shown, "nobody is thrown back");
                self.shown = n;
            }
            (Step::Apply, Mail::UpToDate(_)) => panic!("there is nothing to apply"),
            (Step::Gap(since), _) => self.asked = Some(since),
            (Step::Known, _) => {}
        }
        assert_eq!(self.client.held().unwrap_or(0), self.shown);
    }

    fn answer(&mut self) {
        let Some(since) = self.asked.take() else { return };
        match resume(since, self.latest, self.settled) {
            Resume::UpToDate => self.put(Mail::UpToDate(self.latest)),
            Resume::Snapshot => self.put(Mail::Snapshot(self.latest)),
            Resume::Events(range) => range.for_each(|n| self.put(Mail::Event(n))),
        }
    }

    /// Every world that may follow: something happens, mail comes in any order, is lost or comes
    /// twice, the question is answered or lost, the line breaks.
    fn next(&self) -> Vec<World> {
        let mut all = Vec::new();
        let mut change = |f: &dyn Fn(&mut World)| {
            let mut world = self.clone();
            f(&mut world);
            all.push(world);
        };
        if self.latest < MOST_EVENTS {
            change(&|w| {
                w.latest += 1;
                w.put(Mail::Event(w.latest));
            });
            change(&|w| {
                w.latest += 1;
                w.settled = w.latest;
                w.put(Mail::Event(w.latest));
            });
        }
        for i in 0..self.mail.len() {
            change(&|w| {
                let mail = w.mail.remove(i);
                w.receive(mail);
            });
            change(&|w| w.receive(w.mail[i]));
            change(&|w| {
                w.mail.remove(i);
            });
        }
        change(&World::answer);
        change(&|w| w.asked = None);
        change(&|w| {
            w.mail.clear();
            w.asked = Some(w.client.held());
        });
        all
    }
}

#[test]
fn no_order_of_loss_and_delay_leads_astray() {
    let mut seen = HashSet::from([World::new()]);
    let mut open = vec![World::new()];
    while let Some(world) = open.pop() {
        // Whatever has happened, one reconnect over a line that holds brings everything.
        let mut back = world.clone();
        back.mail.clear();
        back.asked = Some(back.client.held());
        back.answer();
        for mail in std::mem::take(&mut back.mail) {
            back.receive(mail);
        }
        assert_eq!(back.shown, back.latest, "{world:?}");
        for next in world.next() {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    assert!(seen.len() > 1_000, "only {} worlds", seen.len());
}
