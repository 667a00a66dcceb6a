//! What messages and requests cost, and the budgets that pay for them. `docs/limits.md` is this table.
//!
//! Everything costs units from one general budget; what is dearer than its message costs one of its own
//! [`Action`] too. Each budget exists for every person, for the networks of every address, and for the
//! server.

use super::bucket::Quota;
use protocol::{Opponent, ToServer, Wish};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A rate-limited action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Units: what every message and request costs.
    Unit,
    /// Becoming a guest.
    Guest,
    /// Making an account or a bot.
    SignUp,
    /// Trying a password.
    SignIn,
    /// Changing something about an account.
    Change,
    /// Reading something that is found at once.
    Read,
    /// Reading what the database must search for.
    Search,
    /// Reading a game from elsewhere.
    Import,
    /// Having a position analysed.
    Analyse,
    /// Asking about the rules.
    Rules,
    /// Asking for a best move without an account.
    BestMove,
    /// Anything a program does with a game.
    Play,
    /// Saying something.
    Say,
    /// Looking for a game: seeking, challenging, accepting, asking for a rematch.
    NewGame,
    /// A game against the computer.
    ComputerGame,
    /// A challenge by name.
    NamedChallenge,
    /// Challenges by name to one person: of one other, and of all others together.
    ChallengeToOne,
    /// Reporting an account to the moderators.
    Report,
    /// What a moderator does.
    Moderate,
}

/// The budgets for an action: of a person, and how many times that an address and the server have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What one person has.
    pub person: Quota,
    /// How many times that a single address has; larger networks have a multiple of it.
    pub address: u32,
    /// How many times that the server has in all.
    pub server: u32,
}

const fn budget(burst: u32, each: Duration, address: u32, server: u32) -> Budget {
    Budget { person: Quota::new(burst, each), address, server }
}

impl Action {
    /// Its budgets.
    pub const fn budget(self) -> Budget {
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        match self {
            Self::Unit => budget(500, ms(10), 8, 1_000),
            // A club or a class of thirty comes from one address at the same time.
            Self::Guest => budget(20, s(30), 4, 500),
            Self::SignUp => budget(5, s(600), 8, 500),
            Self::SignIn => budget(10, s(30), 4, 500),
            Self::Change => budget(20, s(20), 4, 500),
            Self::Read => budget(60, ms(200), 4, 200),
            Self::Search => budget(30, s(1), 4, 200),
            Self::Import => budget(10, s(3), 4, 100),
            Self::Analyse => budget(10, s(5), 4, 100),
            Self::Rules => budget(60, ms(100), 4, 200),
            Self::BestMove => budget(10, s(2), 4, 100),
            Self::Play => budget(100, ms(100), 4, 1_000),
            Self::Say => budget(8, s(2), 8, 1_000),
            Self::NewGame => budget(30, s(2), 4, 500),
            Self::ComputerGame => budget(12, s(10), 4, 500),
            Self::NamedChallenge => budget(10, s(6), 4, 500),
            Self::ChallengeToOne => budget(4, s(30), 4, 500),
            Self::Report => budget(5, s(120), 4, 500),
            Self::Moderate => budget(60, s(2), 4, 500),
        }
    }

    /// How many units a request for it costs.
    const fn units(self) -> u32 {
        match self {
            Self::Unit | Self::Read | Self::Say => 2,
            Self::Play
            | Self::Rules
            | Self::Change
            | Self::SignIn
            | Self::Guest
            | Self::Report
            | Self::Moderate => 5,
            Self::Search
            | Self::NewGame
            | Self::NamedChallenge
            | Self::ChallengeToOne
            | Self::ComputerGame => 10,
            Self::SignUp | Self::Import | Self::Analyse | Self::BestMove => 20,
        }
    }
}

/// The cost of an action: its budget and the number of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Units of the general budget.
    pub units: u32,
    /// The action of which it costs one as well.
    pub action: Option<Action>,
}

impl Cost {
    /// What any request costs its address, before the database is asked for the account.
    pub const REQUEST: Self = Self { units: 1, action: None };

    /// What a request for an action costs.
    pub const fn of(action: Action) -> Self {
        Self { units: action.units(), action: Some(action) }
    }

    const fn units(units: u32) -> Self {
        Self { units, action: None }
    }
}

/// What a message costs. A `pong` costs nothing: the server has asked for it.
pub fn cost(message: &ToServer) -> Cost {
    match message {
        ToServer::Pong { .. } => Cost::units(0),
        ToServer::Ping { .. } | ToServer::Leave { .. } | ToServer::LeaveLobby => Cost::units(1),
        ToServer::Play { .. } | ToServer::Premove { .. } | ToServer::Unseek { .. } => {
            Cost::units(2)
        }
        ToServer::Watch { .. } | ToServer::Lobby | ToServer::Look { .. } => Cost::units(4),
        ToServer::Ask { wish: Wish::Rematch, .. } => Cost::of(Action::NewGame),
        ToServer::Ask { .. } => Cost::units(2),
        ToServer::Chat { .. } => Cost::of(Action::Say),
        ToServer::Seek { .. } | ToServer::Pair { .. } | ToServer::Accept { .. } => {
            Cost::of(Action::NewGame)
        }
        ToServer::Challenge { opponent, .. } => Cost::of(match opponent {
            Opponent::Link => Action::NewGame,
            Opponent::Computer { .. } => Action::ComputerGame,
            Opponent::Named { .. } => Action::NamedChallenge,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::decode;

    fn costs(text: &str) -> Cost {
        cost(&decode(text).unwrap())
    }

    #[test]
    fn what_starts_a_game_costs_more_than_a_move() {
        let terms = r#"{"game":"hex","time":"none","rated":false}"#;
        let play = costs(r#"{"t":"play","game":"a","ply":0,"mv":"a1","id":"1"}"#);
        let computer = format!(
            r#"{{"t":"challenge","terms":{terms},"opponent":{{"who":"house","level":8}},"id":"1"}}"#
        );
        assert_eq!(play, Cost::units(2));
        assert_eq!(costs(&computer), Cost::of(Action::ComputerGame));
        assert!(costs(&computer).units > play.units);
        assert_eq!(
            costs(r#"{"t":"ask","game":"a","wish":"rematch","id":"1"}"#).action,
            Some(Action::NewGame)
        );
        assert_eq!(costs(r#"{"t":"ask","game":"a","wish":"resign","id":"1"}"#).action, None);
        assert_eq!(costs(r#"{"t":"pong","nonce":1}"#).units, 0);
    }
}
