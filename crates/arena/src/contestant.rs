//! Contestants: our engines, or external programs that speak UGI or HTP.

use crate::external::ExternalProgram;
use crate::match_game::Turn;
use crate::move_report::MoveReport;
use crate::{BaselineAlphaBeta, ContestantError, Entrant, MoveFailure, Pace, Resources, Spec};
use bots::{Config, Engine, Greedy, Level, Playable, Random, player};
use catalog::{FileFormat, GameName};
use game::{BySide, Record, excerpt};
use search::alphabeta::{Technique, Techniques};
use search::{Mcts, StopSignal, mcts};
use std::fs;
use std::time::{Duration, Instant};
use ugi::ProgramError;

/// An entrant, ready to play.
pub struct Contestant<P: Playable> {
    entrant: Entrant,
    seed: u64,
    player: ContestantKind<P>,
}

enum ContestantKind<P: Playable> {
    Ours(Engine<P>),
    /// An external program; none while it is not running.
    Theirs(Option<ExternalProgram>),
}

/// A choice of move.
pub(crate) struct Choice<P: Playable> {
    pub(crate) mv: P::Move,
    pub(crate) report: MoveReport,
}

impl<P: Playable> Contestant<P> {
    /// Makes the entrant ready, seeded with `seed`.
    ///
    /// # Errors
    /// Why it cannot play.
    pub fn new(entrant: &Entrant, seed: u64) -> Result<Self, ContestantError> {
        check::<P>(entrant)?;
        let player = match &entrant.spec {
            Spec::Command(_) | Spec::Htp(_) => ContestantKind::Theirs(None),
            spec => ContestantKind::Ours(ours(spec, entrant.resources, seed)?),
        };
        let mut contestant = Self { entrant: entrant.clone(), seed, player };
        contestant.prepare()?;
        Ok(contestant)
    }

    /// Limits per move.
    pub(crate) fn pace(&self) -> Pace {
        self.entrant.pace
    }

    /// The move for a game outside a match, in machine notation. The time on the clocks matters if the
    /// entrant has a clock; a search of ours ends as soon as `stop` is given.
    ///
    /// # Errors
    /// Why there is no move. A program that failed is started again by [`prepare`](Self::prepare).
    pub fn reply(
        &mut self,
        record: &Record<P>,
        left: BySide<Option<Duration>>,
        stop: Option<StopSignal>,
    ) -> Result<String, MoveFailure> {
        let turn = Turn::outside_match(record, self.pace(), left, stop);
        self.choose(&turn).map(|choice| choice.mv.to_string())
    }

    /// Prepares for a new game.
    ///
    /// # Errors
    /// Why it cannot play.
    pub fn prepare(&mut self) -> Result<(), ContestantError> {
        match &mut self.player {
            ContestantKind::Theirs(program) => {
                ready(program, &self.entrant, self.seed).map_err(|error| ContestantError::Program {
                    name: self.entrant.name.clone(),
                    error,
                })
            }
            ContestantKind::Ours(engine) => {
                engine.forget();
                Ok(())
            }
        }
    }

    /// Sets another seed and prepares for a new game.
    pub(crate) fn reseed(&mut self, seed: u64) -> Result<(), ContestantError> {
        if let ContestantKind::Ours(engine) = &mut self.player {
            *engine = ours(&self.entrant.spec, self.entrant.resources, seed)?;
        }
        self.seed = seed;
        self.prepare()
    }

    pub(crate) fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Choice<P>, MoveFailure> {
        let (text, report) = match &mut self.player {
            ContestantKind::Ours(engine) => searched(engine, turn),
            ContestantKind::Theirs(program) => ask(program, turn)?,
        };
        if turn.patience().is_some_and(|most| report.time > most) {
            return Err(MoveFailure::Late);
        }
        let mv = turn.record.position().read_move(&text);
        let mv =
            mv.map_err(|error| MoveFailure::Illegal(format!("{}: {error}", excerpt(&text))))?;
        Ok(Choice { mv, report })
    }
}

/// Refuses options that an entrant has no way to receive.
fn check<P: Playable>(entrant: &Entrant) -> Result<(), ContestantError> {
    let Entrant { name, spec, options, commands, .. } = entrant;
    let game = P::NAME.parse::<GameName>();
    let has_htp = game.is_ok_and(|game| game.description().has_format(FileFormat::Htp));
    if matches!(spec, Spec::Htp(_)) && !has_htp {
        return Err(ContestantError::NoHtp { game: P::NAME });
    }
    if let Some((option, _)) = options.first().filter(|_| !matches!(spec, Spec::Command(_))) {
        let (name, option) = (name.clone(), option.clone());
        return Err(ContestantError::NoOptions { name, option });
    }
    if let Some(line) = commands.first().filter(|_| !matches!(spec, Spec::Htp(_))) {
        return Err(ContestantError::NoCommands { name: name.clone(), line: line.clone() });
    }
    Ok(())
}

fn searched<P: Playable>(engine: &mut Engine<P>, turn: &Turn<'_, P>) -> (String, MoveReport) {
    let begun = Instant::now();
    let report = engine.search(turn.record, &turn.limits(), &mut |_| ());
    let text = report.best().map(|mv| mv.to_string()).unwrap_or_default();
    let depth = Some(report.depth).filter(|depth| *depth > 0);
    (text, MoveReport { score: report.score(), depth, time: begun.elapsed() })
}

/// Asks a program for its move. A program that failed is ended; the next game starts it again.
fn ask<P: Playable>(
    program: &mut Option<ExternalProgram>,
    turn: &Turn<'_, P>,
) -> Result<(String, MoveReport), MoveFailure> {
    let Some(running) = program.as_mut() else {
        return Err(MoveFailure::Crashed("it is not running".to_owned()));
    };
    running.choose(turn).inspect_err(|failure| {
        if *failure != MoveFailure::Resigned {
            *program = None;
        }
    })
}

/// Prepares a program for a new game. One that ended since the last game is started again.
fn ready(
    program: &mut Option<ExternalProgram>,
    entrant: &Entrant,
    seed: u64,
) -> Result<(), ProgramError> {
    if let Some(running) = program {
        match running.prepare(entrant, seed) {
            Err(ProgramError::Gone) => *program = None,
            prepared => return prepared,
        }
    }
    *program = ExternalProgram::start(&entrant.spec)?;
    program.as_mut().map_or(Ok(()), |running| running.prepare(entrant, seed))
}

fn ours<P: Playable>(
    spec: &Spec,
    resources: Resources,
    seed: u64,
) -> Result<Engine<P>, ContestantError> {
    let Resources { memory_mib, threads } = resources;
    let config = |level| Config { threads, memory_mib, lines: 1, level, seed };
    Ok(match spec {
        Spec::Level(level) => player(&config(*level)),
        Spec::Full => player(&config(Level::FULL)),
        Spec::Bare => P::without_knowledge(&config(Level::FULL))
            .ok_or(ContestantError::NoKnowledge { game: P::NAME })?,
        Spec::Random => Box::new(Random::new(seed)),
        Spec::Greedy => Box::new(Greedy::<P>::new(seed)),
        Spec::Baseline(depth) => Box::new(BaselineAlphaBeta::new(*depth)),
        Spec::Mcts => {
            let settings = mcts::MctsSettings { memory_mib, seed, ..Default::default() };
            Box::new(Mcts::<P>::plain(settings))
        }
        Spec::Without(technique) => {
            experiment(Techniques::without, *technique, &config(Level::FULL))
                .ok_or(ContestantError::UnusedTechnique { game: P::NAME, technique: *technique })?
        }
        Spec::With(technique) => experiment(Techniques::with, *technique, &config(Level::FULL))
            .ok_or(ContestantError::UsedTechnique { game: P::NAME, technique: *technique })?,
        Spec::Weights(file) => with_weights(file, &config(Level::FULL))?,
        Spec::Command(_) | Spec::Htp(_) => return Err(ContestantError::NotOurs),
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

fn with_weights<P: Playable>(file: &str, config: &Config) -> Result<Engine<P>, ContestantError> {
    let tuning = P::tuning().ok_or(ContestantError::NoWeights { game: P::NAME })?;
    let named = || file.to_owned();
    let text =
        fs::read_to_string(file).map_err(|error| ContestantError::File { file: named(), error })?;
    let weights =
        tuning.read(&text).map_err(|error| ContestantError::Weights { file: named(), error })?;
    Ok(tuning.engine(&weights, config))
}
