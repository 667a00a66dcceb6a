//! A model of the database: the statements of `store/leases.rs`, `store/events.rs` and of the lobby, each one
//! transaction, by the database's own clock. It notes what a consistent database can never be found to have done.
//!
//! A [`Flaw`] takes one of its guarantees away: the tests show that the invariants then fail.

use super::super::wire::NodeId;
use crate::store::{Append, ClusterView, GameRow, LEASE, Lease, StoreError, StoredEvent};
use clock::Moment;
use protocol::GameId;
use std::collections::{BTreeMap, BTreeSet};

/// A guarantee that is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    /// Appends do not compare the epoch of the game.
    IgnoresEpoch,
    /// The numbers of a game's events and the ids of clients' messages are not unique.
    IgnoresNumbers,
    /// The transaction that begins a game does not compare the epoch of the lobby.
    IgnoresLobbyEpoch,
    /// A challenge is there after it was accepted.
    KeepsChallenges,
    /// Ratings are changed even if the end of the game is then refused.
    RatesRefusedEnds,
    /// Nodes acknowledge a move before it is committed.
    AcknowledgesEarly,
    /// Nodes send everybody what the first seat may know.
    SendsEverything,
    /// Nodes believe in a renewal that is answered after their lease has ended.
    RevivesLeases,
}

/// An open wish to play: the person, and which of their games it is to be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SimulatedChallenge {
    pub(super) round: usize,
    pub(super) person: String,
}

impl SimulatedChallenge {
    /// Whether it is for a game with hidden information: every other one.
    pub(super) fn hides(&self) -> bool {
        self.round % 2 == 1
    }
}

/// The transaction that begins a game: the leader of the lobby, the challenges that it takes.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    pub(super) leader: (NodeId, u64),
    pub(super) takes: [SimulatedChallenge; 2],
    pub(super) row: Box<GameRow>,
}

#[derive(Clone, Debug)]
pub(super) enum SimulatedStatement {
    Register(NodeId),
    Renew(NodeId),
    /// A renewal that was done before and is committed now, after others of its transaction.
    CommitRenewal {
        node: NodeId,
        expires: u64,
    },
    Retire(NodeId),
    View,
    Claim {
        game: GameId,
        node: NodeId,
    },
    Release {
        game: GameId,
        node: NodeId,
        epoch: u64,
    },
    Read(GameId),
    Append {
        append: Box<Append>,
        writer: NodeId,
    },
    ClaimLobby {
        node: NodeId,
        seen: u64,
    },
    Challenges,
    Begin(Pairing),
}

#[derive(Clone, Debug)]
pub(super) enum SimulatedAnswer {
    /// Nobody knows what was done.
    Failed,
    Done(Result<(), StoreError>),
    View(ClusterView),
    /// The epoch, or who owns the game.
    Claimed(Result<u64, NodeId>),
    Log(Box<GameRow>, Vec<StoredEvent>),
    Open(Vec<SimulatedChallenge>),
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) game: GameRow,
    pub(super) owner: Option<NodeId>,
    pub(super) epoch: u64,
    pub(super) log: Vec<(u64, StoredEvent)>,
    pub(super) over: bool,
    /// How often the ratings of its players were changed.
    pub(super) rated: u32,
    pub(super) takes: [SimulatedChallenge; 2],
}

/// The database: what is committed.
#[derive(Debug, Default)]
pub(super) struct SimulatedDatabase {
    pub(super) now: u64,
    pub(super) flaws: Vec<Flaw>,
    pub(super) games: BTreeMap<GameId, Row>,
    pub(super) challenges: BTreeSet<SimulatedChallenge>,
    expires: BTreeMap<NodeId, u64>,
    lobby: Lease,
    /// How many appends, and beginnings of games, were refused under a stale epoch.
    pub(super) fenced: u64,
    pub(super) lobby_fenced: u64,
    /// How often a unique number or an accepted challenge was refused.
    pub(super) taken: u64,
    pub(super) accepted_before: u64,
    /// What should never have been done.
    pub(super) violations: Vec<String>,
}

impl SimulatedDatabase {
    pub(super) fn new(flaws: Vec<Flaw>) -> Self {
        Self { flaws, ..Self::default() }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaws.contains(&flaw)
    }

    pub(super) fn is_alive(&self, node: &NodeId) -> bool {
        self.expires.get(node).is_some_and(|at| *at > self.now)
    }

    /// The games that are on, of a person or of anybody.
    pub(super) fn playing(&self, person: Option<&str>) -> impl Iterator<Item = &GameId> {
        let own = move |row: &Row| {
            person.is_none_or(|id| row.game.first.person == id || row.game.second.person == id)
        };
        self.games.iter().filter(move |(_, row)| !row.over && own(row)).map(|(id, _)| id)
    }

    pub(super) fn execute(&mut self, statement: SimulatedStatement) -> SimulatedAnswer {
        match statement {
            SimulatedStatement::Renew(node) if !self.is_alive(&node) => {
                SimulatedAnswer::Done(Err(StoreError::Gone))
            }
            SimulatedStatement::Register(node) | SimulatedStatement::Renew(node) => {
                self.expires.insert(node, self.now + LEASE.0);
                SimulatedAnswer::Done(Ok(()))
            }
            SimulatedStatement::CommitRenewal { node, expires } => {
                self.expires.insert(node, expires);
                SimulatedAnswer::Done(Ok(()))
            }
            SimulatedStatement::Retire(node) => {
                self.expires.insert(node, self.now);
                SimulatedAnswer::Done(Ok(()))
            }
            SimulatedStatement::View => SimulatedAnswer::View(self.view()),
            SimulatedStatement::Claim { game, node } => {
                SimulatedAnswer::Claimed(self.claim(&game, &node))
            }
            SimulatedStatement::Release { game, node, epoch } => {
                let row = self.games.get_mut(&game).unwrap();
                if row.owner.as_ref() == Some(&node) && row.epoch == epoch {
                    row.owner = None;
                }
                SimulatedAnswer::Done(Ok(()))
            }
            SimulatedStatement::Read(game) => {
                let row = &self.games[&game];
                let log = row.log.iter().map(|(_, stored)| stored.clone()).collect();
                SimulatedAnswer::Log(Box::new(row.game.clone()), log)
            }
            SimulatedStatement::Append { append, writer } => {
                SimulatedAnswer::Done(self.append(&append, &writer))
            }
            SimulatedStatement::ClaimLobby { node, seen } => {
                SimulatedAnswer::Done(self.claim_lobby(&node, seen))
            }
            SimulatedStatement::Challenges => SimulatedAnswer::Open(self.open_challenges()),
            SimulatedStatement::Begin(pairing) => SimulatedAnswer::Done(self.begin(pairing)),
        }
    }

    fn view(&self) -> ClusterView {
        let alive = self.expires.keys().filter(|id| self.is_alive(id));
        let nodes = alive.map(|id| id.0.clone()).collect();
        ClusterView { now: Moment(self.now), nodes, lobby: self.lobby.clone() }
    }

    fn claim(&mut self, game: &GameId, node: &NodeId) -> Result<u64, NodeId> {
        let owner = self.games[game].owner.clone();
        if let Some(other) = owner.filter(|other| other != node && self.is_alive(other)) {
            return Err(other);
        }
        let row = self.games.get_mut(game).unwrap();
        row.epoch += 1;
        row.owner = Some(node.clone());
        Ok(row.epoch)
    }

    fn claim_lobby(&mut self, node: &NodeId, seen: u64) -> Result<(), StoreError> {
        let leader = self.lobby.owner.clone().map(NodeId);
        if seen != self.lobby.epoch || leader.is_some_and(|leader| self.is_alive(&leader)) {
            return Err(StoreError::Gone);
        }
        self.lobby = Lease { owner: Some(node.0.clone()), epoch: seen + 1 };
        Ok(())
    }

    /// Of each person without a game that is on, the next one.
    fn open_challenges(&self) -> Vec<SimulatedChallenge> {
        let mut open: BTreeMap<&str, &SimulatedChallenge> = BTreeMap::new();
        for challenge in &self.challenges {
            open.entry(&challenge.person).or_insert(challenge);
        }
        open.retain(|person, _| self.playing(Some(person)).next().is_none());
        open.into_values().cloned().collect()
    }

    /// Takes the challenges and begins the game, if the lobby is still led by whoever does that.
    fn begin(&mut self, pairing: Pairing) -> Result<(), StoreError> {
        let Pairing { leader: (node, epoch), takes, row } = pairing;
        let leads = self.lobby == Lease { owner: Some(node.0.clone()), epoch };
        if !leads {
            self.lobby_fenced += 1;
            if !self.has(Flaw::IgnoresLobbyEpoch) {
                return Err(StoreError::Gone);
            }
        }
        if takes.iter().any(|one| !self.challenges.contains(one)) {
            self.accepted_before += 1;
            if !self.has(Flaw::KeepsChallenges) {
                return Err(StoreError::Gone);
            }
        }
        if !leads {
            self.violations.push(format!("{node} begins a game and does not lead the lobby"));
        }
        for challenge in &takes {
            self.challenges.remove(challenge);
            if self.games.values().any(|row| row.takes.contains(challenge)) {
                self.violations.push(format!("{challenge:?} becomes two games"));
            }
        }
        let (id, log) = (row.id.clone(), Vec::new());
        let row = Row { game: *row, owner: None, epoch: 0, log, over: false, rated: 0, takes };
        self.games.insert(id, row);
        Ok(())
    }

    /// As `store/events.rs` does it: the end of the game, ratings, events by their numbers, the epoch. What is
    /// refused has changed nothing.
    fn append(&mut self, append: &Append, writer: &NodeId) -> Result<(), StoreError> {
        let before = self.games[&append.game].clone();
        let done = self.try_append(append, &before);
        let row = self.games.get_mut(&append.game).unwrap();
        match &done {
            // What a node has sent before it gave the game back may come as long as nobody has claimed it.
            Ok(()) if row_is_of_another(&before, writer, append.epoch) => {
                let owner = &before.owner;
                let what = format!("{writer} writes to {} of {owner:?}", append.game);
                self.violations.push(what);
            }
            Ok(()) => {}
            Err(error) => {
                let rated = row.rated;
                *row = before;
                if self.flaws.contains(&Flaw::RatesRefusedEnds) {
                    row.rated = rated;
                }
                self.fenced += u64::from(*error == StoreError::Fenced);
                self.taken += u64::from(*error == StoreError::Taken);
            }
        }
        done
    }

    fn try_append(&mut self, append: &Append, before: &Row) -> Result<(), StoreError> {
        let (any_epoch, any_number) =
            (self.has(Flaw::IgnoresEpoch), self.has(Flaw::IgnoresNumbers));
        let row = self.games.get_mut(&append.game).unwrap();
        let is_owner = any_epoch || row.epoch == append.epoch;
        if append.game_end.is_some() {
            row.rated += 1;
            if row.over || !is_owner {
                return Err(if is_owner { StoreError::Gone } else { StoreError::Fenced });
            }
            row.over = true;
        }
        for (n, stored) in (append.n..).zip(&append.events) {
            let same = |(other, event): &(u64, StoredEvent)| {
                *other == n || event.client.is_some() && event.client == stored.client
            };
            if !any_number && before.log.iter().any(same) {
                return Err(StoreError::Taken);
            }
            row.log.push((n, stored.clone()));
        }
        if is_owner { Ok(()) } else { Err(StoreError::Fenced) }
    }
}

fn row_is_of_another(row: &Row, writer: &NodeId, epoch: u64) -> bool {
    row.epoch != epoch || row.owner.as_ref().is_some_and(|owner| owner != writer)
}
