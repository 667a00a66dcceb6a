//! Players as examples name them: `full` or `bare`, with settings if they are others than usual, and
//! playouts or milliseconds a move: `full,trust=20,study=100@10000`, `bare@100ms`.

use hex_engine::Settings;
use search::Limits;
use std::time::Duration;

const USAGE: &str = "a player is full or bare, settings like trust=20, and @PLAYOUTS or @TIMEms";

pub(crate) fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

/// A player's settings, and its limits for a move.
pub(crate) fn contestant(text: &str) -> Result<(Settings, Limits), String> {
    let (name, limit) = text.split_once('@').ok_or(USAGE)?;
    let mut words = name.split(',');
    let mut settings = match words.next() {
        Some("full") => Settings::default(),
        Some("bare") => Settings::plain(),
        _ => return Err(USAGE.to_owned()),
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

fn set(settings: &mut Settings, key: &str, value: &str) -> Result<(), String> {
    match key {
        "study" => settings.study_after = number(value)? as u32,
        "faith" => settings.faith = number(value)? as u16,
        "regard" => settings.regard = number(value)? as u16,
        "again" => settings.reconsider_after = number(value)? as u32,
        "trust" => settings.trust = number(value)? as u16,
        "rave" => settings.rave_until = number(value)? as u16,
        "first" => settings.breadth.0 = number(value)? as u16,
        "rate" => settings.breadth.1 = number(value)? as u16,
        "expand" => settings.expand_after = number(value)? as u32,
        "explore" => {
            let number = value.parse().map_err(|_| format!("{value} is no number"))?;
            settings.exploration = number;
        }
        _ => return Err(format!("there is no setting {key}")),
    }
    Ok(())
}
