//! Games under way are counted: for each person, for the networks of whoever starts them, and apart from
//! that those against the computer. A game whose room is not loaded is not counted.

use super::{LobbyRefusal, refused};
use crate::limits::{HeldPermit, Payer, Resource, TooManyHeld, Who};
use crate::state::{AppState, lock};
use crate::store::GameRow;
use protocol::{GameId, Refusal};

impl From<TooManyHeld> for LobbyRefusal {
    fn from(held: TooManyHeld) -> Self {
        Self(Refusal::TooFast, held.to_string())
    }
}

impl AppState {
    /// What a game counts as.
    fn resources(&self, people: [&str; 2]) -> impl Iterator<Item = Resource> + use<> {
        let computer = people.into_iter().any(|id| self.computers.contains(id));
        let computer = computer.then_some(Resource::ComputerGame);
        std::iter::once(Resource::RunningGame).chain(computer)
    }

    /// Counts a game that is about to begin: for whoever starts it with their networks, and for both
    /// persons.
    ///
    /// # Errors
    /// If one of them has as many games as they may.
    pub(crate) fn hold_game(
        &self,
        people: [&str; 2],
        starter: Option<&Payer>,
    ) -> Result<Vec<HeldPermit>, LobbyRefusal> {
        let mut held = Vec::new();
        for resource in self.resources(people) {
            if let Some(starter) = starter {
                held.push(self.limits.hold(resource, starter)?);
            }
            let starter = starter.and_then(|payer| payer.person.as_deref());
            let is_person = |id: &&str| Some(*id) != starter && !self.computers.contains(id);
            let others = people.into_iter().filter(is_person);
            for person in others {
                match self.limits.hold_for(resource, vec![Who::Person(person.into())]) {
                    Ok(permit) => held.push(permit),
                    Err(_) => {
                        return refused(
                            Refusal::NotNow,
                            "your opponent has as many games under way as they may; try again later",
                        );
                    }
                }
            }
        }
        Ok(held)
    }

    /// Keeps what a game counts as until its room is loaded.
    pub(crate) fn keep_permits(&self, game: &GameId, held: Vec<HeldPermit>) {
        lock(&self.starting).insert(game.clone(), held);
    }

    /// What a game counts as that was kept for its room, which may not need it.
    pub(crate) fn take_permits(&self, game: &GameId) -> Option<Vec<HeldPermit>> {
        lock(&self.starting).remove(game)
    }

    /// Counts a game whose room is loaded, however many games its players have.
    pub(crate) fn permits_of(&self, game: &GameRow) -> Vec<HeldPermit> {
        let people = [game.first.person.as_str(), game.second.person.as_str()];
        let persons: Vec<&str> =
            people.into_iter().filter(|id| !self.computers.contains(id)).collect();
        let hold = |resource| {
            let who = |id: &&str| vec![Who::Person((*id).into())];
            persons.iter().map(move |id| self.limits.hold_anyway_for(resource, who(id)))
        };
        self.resources(people).flat_map(hold).collect()
    }
}
