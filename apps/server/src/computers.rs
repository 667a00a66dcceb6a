//! The server's own players, by account and by level.

use crate::store::{ComputerPlayer, PersonRow};
use bots::Level;

/// The computer players of the database, read once: there are as many as levels.
#[derive(Debug)]
pub(crate) struct Computers(Vec<ComputerPlayer>);

impl Computers {
    pub(crate) fn new(players: Vec<ComputerPlayer>) -> Self {
        Self(players)
    }

    /// The level of an account, if it is a computer player.
    pub(crate) fn level_of(&self, person: &str) -> Option<Level> {
        self.0.iter().find(|player| player.person.id == person).map(|player| player.level)
    }

    /// Whether an account is a computer player, who may play any number of games.
    pub(crate) fn contains(&self, person: &str) -> bool {
        self.level_of(person).is_some()
    }

    /// The account of a level.
    pub(crate) fn at(&self, level: Level) -> Option<&PersonRow> {
        self.0.iter().find(|player| player.level == level).map(|player| &player.person)
    }
}
