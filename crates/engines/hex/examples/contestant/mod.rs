//! Players as examples name them: `full`, `network`, `playouts` or `bare`, with settings that differ from the defaults,
//! and simulations or milliseconds per move: `network,c=1@400`, `bare@100ms`;
//! `full,network=FILE@400` has another network.

use hex_engine::{Knowledge, Network, Player, Settings};
use search::Limits;
use std::error::Error;
use std::time::Duration;

const USAGE: &str =
    "a player is full, network, playouts or bare, settings like c=1, and @SIMULATIONS or @TIMEms";

pub(crate) fn number(text: &str) -> Result<u64, Box<dyn Error>> {
    Ok(text.parse().map_err(|_| format!("{text} is no number"))?)
}

fn fraction(text: &str) -> Result<f32, Box<dyn Error>> {
    Ok(text.parse().map_err(|_| format!("{text} is no number"))?)
}

/// A player and its limits for a move.
pub(crate) struct Contestant {
    settings: Settings,
    network: Network,
    pub(crate) limits: Limits,
}

impl Contestant {
    /// The player, with its random numbers from this seed.
    pub(crate) fn player(&self, seed: u64) -> Player {
        Player::with_network(Settings { seed, ..self.settings }, &self.network)
    }
}

pub(crate) fn contestant(text: &str) -> Result<Contestant, Box<dyn Error>> {
    let (name, limit) = text.split_once('@').ok_or(USAGE)?;
    let mut words = name.split(',');
    let mut settings = match words.next() {
        Some("full") => Settings::default(),
        Some("network") => Settings { knowledge: Knowledge::Network, ..Settings::default() },
        Some("playouts") => Settings { knowledge: Knowledge::Playouts, ..Settings::default() },
        Some("bare") => Settings::plain(),
        _ => return Err(USAGE.into()),
    };
    let mut network = Network::default();
    for word in words {
        match word.split_once('=').ok_or(USAGE)? {
            ("network", file) => network = Network::from_bytes(&std::fs::read(file)?)?,
            (key, value) => set(&mut settings, key, value)?,
        }
    }
    let limits = match limit.strip_suffix("ms") {
        Some(time) => Limits::time(Duration::from_millis(number(time)?)),
        None => Limits::nodes(number(limit)?),
    };
    Ok(Contestant { settings, network, limits })
}

fn set(settings: &mut Settings, key: &str, value: &str) -> Result<(), Box<dyn Error>> {
    match key {
        "threads" => settings.threads = number(value)? as usize,
        "connections-after" => settings.puct_prove_after = number(value)? as u32,
        "c" => settings.puct_exploration = fraction(value)?,
        "reduction" => settings.first_play_reduction = fraction(value)?,
        "prove-after" => settings.prove_after = number(value)? as u32,
        "connection" => settings.connection_weight = number(value)? as u16,
        "policy" => settings.policy_weight = number(value)? as u16,
        "policy-after" => settings.policy_after = number(value)? as u32,
        "pattern" => settings.pattern_weight = number(value)? as u16,
        "rave" => settings.rave_equivalence = number(value)? as u16,
        "first" => settings.widening.0 = number(value)? as u16,
        "rate" => settings.widening.1 = number(value)? as u16,
        "expand" => settings.expand_after = number(value)? as u32,
        "explore" => settings.exploration = fraction(value)?,
        _ => return Err(format!("there is no setting {key}").into()),
    }
    Ok(())
}
