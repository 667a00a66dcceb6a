//! Statements on their way to the database and their answers: at once, slowly, never, or done and not answered.

use super::database::{Pairing, SimulatedAnswer, SimulatedStatement};
use super::lobby::LeaderEpoch;
use super::{FAULTS, Simulation};
use crate::store::{LEASE, StoreError};
use protocol::GameId;
use std::time::Instant;

/// What an answer is for.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    Join {
        asked: Instant,
    },
    Renew {
        asked: Instant,
    },
    View,
    /// Of this room, under its number.
    Room {
        game: GameId,
        serial: u64,
    },
    Listing(LeaderEpoch),
    Pairing(Box<Pairing>),
    Nothing,
}

/// A statement that has not arrived.
pub(super) struct Sent {
    number: u64,
    /// Which process of which node has sent it.
    by: (usize, u64),
    arrives: u64,
    statement: SimulatedStatement,
}

/// An answer that has not been read. Until the statement is done nobody knows whether it will be.
pub(super) struct Awaited {
    number: u64,
    by: (usize, u64),
    at: u64,
    is_lost: bool,
    answer: SimulatedAnswer,
    purpose: Purpose,
}

/// Statements and answers under way.
#[derive(Default)]
pub(super) struct Traffic {
    numbers: u64,
    sent: Vec<Sent>,
    awaited: Vec<Awaited>,
}

/// When a statement arrives, if it does; when it is answered, and whether the answer is lost.
struct StatementTiming {
    arrives: Option<u64>,
    answered: u64,
    is_lost: bool,
}

impl Simulation {
    /// Sends a statement of a node.
    pub(super) fn ask(&mut self, at: usize, statement: SimulatedStatement, purpose: Purpose) {
        let pauses = match &statement {
            SimulatedStatement::Append { append, .. } if append.game_end.is_some() => 60,
            SimulatedStatement::Append { .. } => 8,
            SimulatedStatement::Begin(_) => 100,
            _ => 0,
        };
        let StatementTiming { arrives, answered, is_lost } = self.timing(at, pauses);
        self.counts.unknown += u64::from(is_lost);
        self.traffic.numbers += 1;
        let (number, by) = (self.traffic.numbers, (at, self.nodes[at].process));
        if let Some(arrives) = arrives {
            self.traffic.sent.push(Sent { number, by, arrives, statement });
        }
        let answer = SimulatedAnswer::Failed;
        self.traffic.awaited.push(Awaited { number, by, at: answered, is_lost, answer, purpose });
    }

    /// What becomes of a statement; one that writes pauses its node in so many of a thousand cases.
    fn timing(&mut self, at: usize, pauses: usize) -> StatementTiming {
        let away = self.database_away_until.max(self.nodes[at].cut_off_until);
        let (soon, then) = (self.now + self.span(0, 5), self.span(0, 5));
        let arrives_at = |arrives| StatementTiming {
            arrives: Some(arrives),
            answered: arrives + then,
            is_lost: false,
        };
        if self.now < away {
            // It is lost, or arrives when everything is well again, perhaps after whoever asked, and did not wait
            // for that, has read the log and tries again.
            let late = away + self.span(0, 2_000);
            let arrives = self.chance(500).then_some(late);
            let answered = self.now + self.span(300, 3_000);
            return StatementTiming { arrives, answered, is_lost: true };
        }
        if self.now >= FAULTS {
            return arrives_at(soon);
        }
        if pauses > 0 && self.chance(pauses) {
            // A zombie: the node is paused between the check of its lease and the writing.
            self.counts.zombies += 1;
            let wakes = soon + self.span(1_000, 9_000);
            self.nodes[at].paused_until = wakes;
            return arrives_at(wakes);
        }
        if self.chance(10) {
            // It waits for a lock.
            return arrives_at(soon + self.span(100, 6_500));
        }
        let is_lost = self.chance(6);
        StatementTiming {
            answered: soon + if is_lost { 1_000 } else { then },
            arrives: Some(soon),
            is_lost,
        }
    }

    /// Does what has arrived, in order, and gives the answers to those who are there to read them.
    pub(super) fn execute_statements(&mut self) {
        let now = self.now;
        let (mut due, later): (Vec<Sent>, _) =
            self.traffic.sent.drain(..).partition(|sent| sent.arrives <= now);
        self.traffic.sent = later;
        due.sort_by_key(|sent| (sent.arrives, sent.number));
        for sent in due {
            let Some(statement) = self.commit_later(&sent) else { continue };
            let fenced = self.database.fenced;
            let answer = self.database.execute(statement);
            let believed = self.database.fenced > fenced && self.believes(sent.by);
            self.counts.believed += u64::from(believed);
            let mut awaited = self.traffic.awaited.iter_mut();
            if let Some(awaited) =
                awaited.find(|awaited| awaited.number == sent.number && !awaited.is_lost)
            {
                awaited.answer = answer;
            }
        }
        let is_read = |awaited: &Awaited| {
            let node = &self.nodes[awaited.by.0];
            awaited.at <= now && (now >= node.paused_until || node.process != awaited.by.1)
        };
        let (mut read, later): (Vec<Awaited>, _) =
            std::mem::take(&mut self.traffic.awaited).into_iter().partition(is_read);
        self.traffic.awaited = later;
        read.sort_by_key(|awaited| (awaited.at, awaited.number));
        for Awaited { by: (at, process), answer, purpose, .. } in read {
            let node = &self.nodes[at];
            if node.process == process && now >= node.dead_until {
                self.answered(at, purpose, answer);
            }
        }
    }

    /// What is to be done now; a renewal may be committed later, when its transaction has done other things.
    fn commit_later(&mut self, sent: &Sent) -> Option<SimulatedStatement> {
        let SimulatedStatement::Renew(node) = &sent.statement else {
            return Some(sent.statement.clone());
        };
        if self.now >= FAULTS || !self.database.is_alive(node) || !self.chance(20) {
            return Some(sent.statement.clone());
        }
        let (node, expires) = (node.clone(), self.now + LEASE.0);
        let (number, by, arrives) = (sent.number, sent.by, self.now + self.span(500, 6_500));
        let statement = SimulatedStatement::CommitRenewal { node, expires };
        self.traffic.sent.push(Sent { number, by, arrives, statement });
        for awaited in self.traffic.awaited.iter_mut().filter(|awaited| awaited.number == number) {
            awaited.at = awaited.at.max(arrives);
        }
        None
    }

    /// Whether a process holds its lease to be valid.
    fn believes(&self, (at, process): (usize, u64)) -> bool {
        self.nodes[at].process == process && self.is_valid(at)
    }

    fn answered(&mut self, at: usize, purpose: Purpose, answer: SimulatedAnswer) {
        match (purpose, answer) {
            (Purpose::Join { asked }, SimulatedAnswer::Done(Ok(()))) => {
                self.nodes[at].lease.renew(asked);
                self.nodes[at].joined = true;
            }
            (Purpose::Join { .. }, _) => self.join(at),
            (Purpose::Renew { asked }, SimulatedAnswer::Done(Ok(()))) => self.renewed(at, asked),
            (Purpose::Renew { .. }, SimulatedAnswer::Done(Err(StoreError::Gone))) => {
                self.join_again(at);
            }
            (Purpose::View, SimulatedAnswer::View(view)) => self.look_around(at, &view),
            (Purpose::Room { game, serial }, answer) => {
                self.answer_room(at, &game, serial, answer);
            }
            (Purpose::Listing(right), SimulatedAnswer::Open(open)) => self.listed(at, &right, open),
            (Purpose::Pairing(pairing), answer) => self.paired(at, &pairing, &answer),
            (Purpose::Renew { .. } | Purpose::View | Purpose::Listing(_) | Purpose::Nothing, _) => {
            }
        }
    }
}
