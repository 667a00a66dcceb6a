//! Contestants: our engines, or external programs that speak UGI.

use crate::match_game::Turn;
use crate::{BaselineAlphaBeta, Spec};
use bots::{Config, Engine, Greedy, Level, Playable, Random, player};
use game::excerpt;
use search::alphabeta::{Technique, Techniques};
use search::{Mcts, Score, mcts};
use std::fs;
use std::time::{Duration, Instant};
use ugi::{Client, ProgramError};

/// Timeout of the handshake of a program.
const PATIENCE: Duration = Duration::from_secs(10);

/// Timeout of a search without time limit.
const ENDLESS: Duration = Duration::from_hours(1);

/// Memory and threads of a contestant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Memory, in MiB.
    pub memory_mib: usize,
    /// Threads.
    pub threads: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { memory_mib: 16, threads: 1 }
    }
}

/// A contestant.
pub struct Contestant<P: Playable> {
    spec: Spec,
    resources: Resources,
    seed: u64,
    contestants: ContestantKind<P>,
}

enum ContestantKind<P: Playable> {
    Ours(Engine<P>),
    /// An external program; none while it is not running.
    Theirs(Option<Client>),
}

/// A choice of move.
pub(crate) struct Choice<P: Playable> {
    pub(crate) mv: P::Move,
    pub(crate) score: Option<Score>,
    pub(crate) elapsed: Duration,
}

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Late,
    Illegal(String),
    Broken(String),
}

impl<P: Playable> Contestant<P> {
    /// The contestant of this description, seeded with `seed`.
    ///
    /// # Errors
    /// If there is no such contestant, as a sentence.
    pub fn new(spec: &Spec, resources: Resources, seed: u64) -> Result<Self, String> {
        let contestants = match spec {
            Spec::Command(_) => ContestantKind::Theirs(None),
            _ => ContestantKind::Ours(ours(spec, resources, seed)?),
        };
        let mut contestant = Self { spec: spec.clone(), resources, seed, contestants };
        contestant.prepare()?;
        Ok(contestant)
    }

    /// Prepares for a new game.
    pub(crate) fn prepare(&mut self) -> Result<(), String> {
        match (&mut self.contestants, &self.spec) {
            (ContestantKind::Theirs(client), Spec::Command(command)) => {
                let ready = ready(client, command, self.resources, self.seed);
                ready.map_err(|fault| format!("{} {fault}", excerpt(command)))
            }
            (ContestantKind::Ours(engine), _) => {
                engine.forget();
                Ok(())
            }
            (ContestantKind::Theirs(_), _) => Ok(()),
        }
    }

    /// Sets another seed and prepares for a new game.
    pub(crate) fn reseed(&mut self, seed: u64) -> Result<(), String> {
        if let ContestantKind::Ours(engine) = &mut self.contestants {
            *engine = ours(&self.spec, self.resources, seed)?;
        }
        self.seed = seed;
        self.prepare()
    }

    pub(crate) fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Choice<P>, Failure> {
        let begun = Instant::now();
        let (text, score) = match &mut self.contestants {
            ContestantKind::Ours(engine) => {
                let report = engine.search(turn.record, &turn.limits(), &mut |_| ());
                let text = report.best().map(|mv| mv.to_string()).unwrap_or_default();
                (text, report.score())
            }
            ContestantKind::Theirs(client) => ask(client, turn)?,
        };
        let elapsed = begun.elapsed();
        if turn.patience().is_some_and(|most| elapsed > most) {
            return Err(Failure::Late);
        }
        let mv = turn.record.position().read_move(&text);
        let mv = mv.map_err(|error| Failure::Illegal(format!("{}: {error}", excerpt(&text))))?;
        Ok(Choice { mv, score, elapsed })
    }
}

/// Asks a program for its move. A program that failed is killed; the next game starts it again.
fn ask<P: Playable>(
    client: &mut Option<Client>,
    turn: &Turn<'_, P>,
) -> Result<(String, Option<Score>), Failure> {
    let Some(running) = client.as_mut() else {
        return Err(Failure::Broken("is not running".to_owned()));
    };
    let patience = turn.patience().unwrap_or(ENDLESS);
    let reply = running.go(turn.record, &turn.go_arguments(), patience);
    reply.map(|reply| (reply.best, reply.score)).map_err(|fault| {
        *client = None;
        match fault {
            ProgramError::Late => Failure::Late,
            fault => Failure::Broken(fault.to_string()),
        }
    })
}

/// Starts a program if it is not running, and sends `uginewgame`.
fn ready(
    client: &mut Option<Client>,
    command: &str,
    resources: Resources,
    seed: u64,
) -> Result<(), ProgramError> {
    let mut running = match client.take() {
        Some(running) => running,
        None => Client::start(command, PATIENCE)?,
    };
    running.set_option("Threads", resources.threads)?;
    running.set_option("Hash", resources.memory_mib)?;
    running.set_option("Seed", seed)?;
    running.new_game()?;
    *client = Some(running);
    Ok(())
}

fn ours<P: Playable>(spec: &Spec, resources: Resources, seed: u64) -> Result<Engine<P>, String> {
    let Resources { memory_mib, threads } = resources;
    let config = |level| Config { threads, memory_mib, lines: 1, level, seed };
    Ok(match spec {
        Spec::Level(level) => player(&config(*level)),
        Spec::Full => player(&config(Level::FULL)),
        Spec::Bare => P::without_knowledge(&config(Level::FULL))
            .ok_or_else(|| format!("{} has no knowledge to leave out", P::NAME))?,
        Spec::Random => Box::new(Random::new(seed)),
        Spec::Greedy => Box::new(Greedy::<P>::new(seed)),
        Spec::Baseline(depth) => Box::new(BaselineAlphaBeta::new(*depth)),
        Spec::Mcts => {
            let settings = mcts::MctsSettings { memory_mib, seed, ..Default::default() };
            Box::new(Mcts::<P>::plain(settings))
        }
        Spec::Without(technique) => {
            experiment(Techniques::without, *technique, &config(Level::FULL))
                .ok_or_else(|| format!("{} plays without {technique} anyhow", P::NAME))?
        }
        Spec::With(technique) => experiment(Techniques::with, *technique, &config(Level::FULL))
            .ok_or_else(|| format!("{} has {technique} already, or no use for it", P::NAME))?,
        Spec::Weights(file) => with_weights(file, &config(Level::FULL))?,
        Spec::Command(_) => return Err("a command is not one of ours".to_owned()),
    })
}

/// Our engine with one technique more or less; `None` if that changes nothing.
fn experiment<P: Playable>(
    change: fn(Techniques, Technique) -> Techniques,
    technique: Technique,
    config: &Config,
) -> Option<Engine<P>> {
    let used = P::techniques()?;
    let changed = Some(change(used, technique)).filter(|changed| *changed != used)?;
    P::engine_with(changed, config)
}

fn with_weights<P: Playable>(file: &str, config: &Config) -> Result<Engine<P>, String> {
    let tuning = P::tuning().ok_or_else(|| format!("{} has no weights to change", P::NAME))?;
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let weights = tuning.read(&text).map_err(|what| format!("{file}: {what}"))?;
    Ok(tuning.engine(&weights, config))
}
