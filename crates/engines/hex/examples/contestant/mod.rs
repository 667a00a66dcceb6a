//! Players as examples name them: `full` or `bare`, with settings that differ from the defaults,
//! and playouts or milliseconds per move: `full,pattern=20,prove-after=100@10000`, `bare@100ms`.

use hex_engine::Settings;
use search::Limits;
use std::error::Error;
use std::time::Duration;

const USAGE: &str = "a player is full or bare, settings like pattern=20, and @PLAYOUTS or @TIMEms";

pub(crate) fn number(text: &str) -> Result<u64, Box<dyn Error>> {
    Ok(text.parse().map_err(|_| format!("{text} is no number"))?)
}

/// A player's settings, and its limits for a move.
pub(crate) fn contestant(text: &str) -> Result<(Settings, Limits), Box<dyn Error>> {
    let (name, limit) = text.split_once('@').ok_or(USAGE)?;
    let mut words = name.split(',');
    let mut settings = match words.next() {
        Some("full") => Settings::default(),
        Some("bare") => Settings::plain(),
        _ => return Err(USAGE.into()),
    };
    for word in words {
        let (key, value) = word.split_once('=').ok_or(USAGE)?;
        set(&mut settings, key, value)?;
    }
    let limits = match limit.strip_suffix("ms") {
        Some(time) => Limits::time(Duration::from_millis(number(time)?)),
        None => Limits::nodes(number(limit)?),
    };
    Ok((settings, limits))
}

fn set(settings: &mut Settings, key: &str, value: &str) -> Result<(), Box<dyn Error>> {
    match key {
        "prove-after" => settings.prove_after = number(value)? as u32,
        "connection" => settings.connection_weight = number(value)? as u16,
        "policy" => settings.policy_weight = number(value)? as u16,
        "policy-after" => settings.policy_after = number(value)? as u32,
        "pattern" => settings.pattern_weight = number(value)? as u16,
        "rave" => settings.rave_equivalence = number(value)? as u16,
        "first" => settings.widening.0 = number(value)? as u16,
        "rate" => settings.widening.1 = number(value)? as u16,
        "expand" => settings.expand_after = number(value)? as u32,
        "explore" => {
            let number = value.parse().map_err(|_| format!("{value} is no number"))?;
            settings.exploration = number;
        }
        _ => return Err(format!("there is no setting {key}").into()),
    }
    Ok(())
}
