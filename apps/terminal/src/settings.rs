//! What the command line asks for.

use crate::online::OnlineSettings;
use crate::opponent_spec::OpponentSpec;
use crate::theme::ColourDepth;
use catalog::AnyRecord;
use clock::Control;
use game::Side;
use std::time::Duration;

/// What the command line asks for; what it leaves open, the start menu asks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The game so far; without one the menu offers all games.
    pub start: Option<AnyRecord>,
    /// Who plays the other side; without one the menu asks.
    pub opponent: Option<OpponentSpec>,
    /// The side that the player plays; the first where nothing is said.
    pub side: Option<Side>,
    /// Time per move of the opponent.
    pub movetime: Option<Duration>,
    /// The clock.
    pub control: Control,
    /// Seed of everything that is left to chance.
    pub seed: u64,
    /// The server and what to do there.
    pub online: Option<OnlineSettings>,
    /// How many colours the terminal has.
    pub colours: ColourDepth,
}
