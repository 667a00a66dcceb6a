//! Players as examples name them: `full` or `plain`, with settings that differ from the defaults, and
//! simulations or milliseconds per move: `full,rave=500@1000`, `plain@100ms`; or `random` or `greedy`.
//! `full,weights=FILE@1000` has other weights of the pattern prior.

use game::{Dice, Outcome, Position as _, Record};
use havannah::{Move, Position};
use havannah_engine::{Evaluation, Player, Settings, Weights};
use search::{Evaluator as _, Limits, Search as _};
use std::error::Error;
use std::time::Duration;

const USAGE: &str = "a player is random, greedy, or full or plain with settings like rave=500, and \
                     @SIMULATIONS or @TIMEms";

pub(crate) fn number(text: &str) -> Result<u64, Box<dyn Error>> {
    Ok(text.parse().map_err(|_| format!("{text} is no number"))?)
}

fn fraction(text: &str) -> Result<f32, Box<dyn Error>> {
    Ok(text.parse().map_err(|_| format!("{text} is no number"))?)
}

/// A kind of player.
#[derive(Clone)]
pub(crate) enum Contestant {
    Random,
    /// The best move by static evaluation; wins in one are taken.
    Greedy,
    Engine(Box<Settings>, Box<Weights>, Limits),
}

/// A player of one game.
pub(crate) enum Seat {
    Random(Dice),
    Greedy(Dice, Box<Evaluation>),
    Engine(Box<Player>, Limits),
}

impl Contestant {
    /// With random numbers from this seed.
    pub(crate) fn seat(&self, seed: u64) -> Seat {
        let dice = Dice::new(seed);
        match self {
            Self::Random => Seat::Random(dice),
            Self::Greedy => Seat::Greedy(dice, Box::default()),
            Self::Engine(settings, weights, limits) => {
                let settings = Settings { seed, memory_mib: 32, ..**settings };
                Seat::Engine(Box::new(Player::with_weights(settings, weights)), limits.clone())
            }
        }
    }
}

impl Seat {
    /// The move in a game that is not over.
    pub(crate) fn choose(&mut self, record: &Record<Position>) -> Option<Move> {
        match self {
            Self::Random(dice) => dice.choose(&record.position().moves()),
            Self::Greedy(dice, evaluation) => greedy(record.position(), evaluation, dice),
            Self::Engine(player, limits) => player.search(record, limits, &mut |_| ()).best(),
        }
    }
}

fn greedy(position: &Position, evaluation: &mut Evaluation, dice: &mut Dice) -> Option<Move> {
    let side = position.side_to_move();
    let mut value = |mv: Move| {
        let after = position.after(mv);
        match after.outcome() {
            Some(Outcome::Win(winner)) if winner == side => i32::MAX,
            Some(_) => 0,
            None => -evaluation.evaluate(&after),
        }
    };
    let rated: Vec<_> = position.moves().iter().map(|&mv| (value(mv), mv)).collect();
    let best = rated.iter().map(|(value, _)| *value).max()?;
    let equal: Vec<_> = rated.into_iter().filter(|(value, _)| *value == best).collect();
    dice.choose(&equal).map(|(_, mv)| mv)
}

pub(crate) fn contestant(text: &str) -> Result<Contestant, Box<dyn Error>> {
    match text {
        "random" => return Ok(Contestant::Random),
        "greedy" => return Ok(Contestant::Greedy),
        _ => (),
    }
    let (name, limit) = text.split_once('@').ok_or(USAGE)?;
    let mut words = name.split(',');
    let mut settings = match words.next() {
        Some("full") => Settings::default(),
        Some("plain") => Settings::plain(),
        _ => return Err(USAGE.into()),
    };
    let mut weights = Weights::default();
    for word in words {
        match word.split_once('=').ok_or(USAGE)? {
            ("weights", file) => weights = std::fs::read_to_string(file)?.parse()?,
            (key, value) => set(&mut settings, key, value)?,
        }
    }
    let limits = match limit.strip_suffix("ms") {
        Some(time) => Limits::time(Duration::from_millis(number(time)?)),
        None => Limits::nodes(number(limit)?),
    };
    Ok(Contestant::Engine(Box::new(settings), Box::new(weights), limits))
}

fn set(settings: &mut Settings, key: &str, value: &str) -> Result<(), Box<dyn Error>> {
    let (knowledge, playout) = (&mut settings.knowledge, &mut settings.playout);
    match key {
        "threads" => settings.threads = number(value)? as usize,
        "pattern" => knowledge.pattern_weight = number(value)? as u16,
        "boards" => knowledge.threat_boards = number(value)? as u32,
        "must-play" => knowledge.must_play = number(value)? > 0,
        "threats" => knowledge.most_threats = number(value)? as u16,
        "decisive" => playout.decisive = number(value)? > 0,
        "bridges" => playout.saves_bridges = number(value)? > 0,
        "prove-after" => settings.prove_after = number(value)? as u32,
        "rave" => settings.rave_equivalence = number(value)? as u16,
        "first" => settings.widening.0 = number(value)? as u16,
        "rate" => settings.widening.1 = number(value)? as u16,
        "expand" => settings.expand_after = number(value)? as u32,
        "explore" => settings.exploration = fraction(value)?,
        _ => return Err(format!("there is no setting {key}").into()),
    }
    Ok(())
}
