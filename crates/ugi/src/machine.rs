//! The engine's end of the conversation, without its streams and its thread.

use crate::command::{Command, Query, Start};
use crate::go::Go;
use crate::options::{Concern, Settings};
use crate::tell;
use bots::{Config, Playable};
use game::Record;
use search::{Limits, Report};

/// What is to be done after a line was heard.
#[derive(Clone, Debug)]
pub enum Act<P: Playable> {
    /// Say this line.
    Say(String),
    /// Start to think; [`Machine::thought`] wants to know what came of it.
    Think(Box<Task<P>>),
    /// Stop thinking, as soon as may be.
    Halt,
    /// Forget what was thought so far.
    Forget,
    /// Leave.
    Leave,
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Task<P: Playable> {
    /// The game so far.
    pub record: Record<P>,
    /// When to stop.
    pub limits: Limits,
    /// How to think.
    pub config: Config,
}

/// What the machine waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Mood {
    Idle,
    /// Thinking, and free to answer when it is done.
    Thinking,
    /// Thinking until it is told to stop.
    Pondering,
    /// Done before it was told to stop: the answer waits.
    Waiting(String),
}

/// The protocol's state: options, a game, and whether somebody is thinking about it.
///
/// Law: a line that is answered with an error has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine<P: Playable> {
    settings: Settings,
    record: Record<P>,
    mood: Mood,
    /// Nobody will say anything any more.
    deaf: bool,
}

impl<P: Playable> Machine<P> {
    /// A machine at the start of the usual game, which thinks as `config` says until told
    /// otherwise.
    pub fn new(config: Config) -> Self {
        Self {
            settings: Settings::new(config),
            record: Record::new(P::Options::default()),
            mood: Mood::Idle,
            deaf: false,
        }
    }

    /// The game so far.
    pub fn record(&self) -> &Record<P> {
        &self.record
    }

    /// Hears a line.
    pub fn hear(&mut self, line: &str) -> Vec<Act<P>> {
        Command::read(line)
            .and_then(|command| self.obey(command))
            .unwrap_or_else(|what| vec![Act::Say(format!("error {what}"))])
    }

    /// Nobody will say anything any more: what was begun is finished, unless only a word could
    /// finish it.
    pub fn end(&mut self) -> Vec<Act<P>> {
        self.deaf = true;
        match self.mood {
            Mood::Idle => vec![Act::Leave],
            Mood::Thinking => Vec::new(),
            Mood::Pondering | Mood::Waiting(_) => self.stop(),
        }
    }

    /// Hears how far the thinking has come.
    pub fn progress(&self, report: &Report<P>) -> Vec<Act<P>> {
        match self.mood {
            Mood::Thinking | Mood::Pondering => say(tell::info(report)),
            Mood::Idle | Mood::Waiting(_) => Vec::new(),
        }
    }

    /// Hears what came of the thinking.
    pub fn thought(&mut self, report: &Report<P>) -> Vec<Act<P>> {
        let answer = tell::best_move(report);
        match self.mood {
            Mood::Idle | Mood::Waiting(_) => Vec::new(),
            Mood::Thinking => self.answer(answer),
            Mood::Pondering => {
                self.mood = Mood::Waiting(answer);
                Vec::new()
            }
        }
    }

    fn answer(&mut self, answer: String) -> Vec<Act<P>> {
        self.mood = Mood::Idle;
        let mut acts = vec![Act::Say(answer)];
        if self.deaf {
            acts.push(Act::Leave);
        }
        acts
    }

    fn obey(&mut self, command: Command<'_>) -> Result<Vec<Act<P>>, String> {
        match command {
            Command::Nothing => Ok(Vec::new()),
            Command::Ugi => Ok(self.introduce()),
            Command::IsReady => Ok(say(["readyok"])),
            Command::Stop => Ok(self.stop()),
            Command::Quit => Ok(vec![Act::Halt, Act::Leave]),
            Command::Query(query) => Ok(say([format!("response {}", self.response(query))])),
            Command::SetOption { name, value } => self.idle()?.set_option(name, value),
            Command::NewGame => self.idle()?.new_game(),
            Command::Position { start, moves } => self.idle()?.set_up(start, moves),
            Command::Go(go) => Ok(self.idle()?.go(&go)),
        }
    }

    /// What may not be changed while somebody thinks about it.
    fn idle(&mut self) -> Result<&mut Self, String> {
        match self.mood {
            Mood::Idle => Ok(self),
            _ => Err("still thinking; say stop first".to_owned()),
        }
    }

    fn introduce(&self) -> Vec<Act<P>> {
        let mut lines = vec![
            format!("id name Sixfold {} {}", env!("CARGO_PKG_VERSION"), P::NAME),
            "id author the authors of Sixfold".to_owned(),
        ];
        lines.extend(self.settings.offers::<P>());
        lines.push("ugiok".to_owned());
        say(lines)
    }

    fn response(&self, query: Query) -> &'static str {
        let truth = |yes| if yes { "true" } else { "false" };
        match query {
            Query::GameOver => truth(self.record.conclusion().is_some()),
            Query::FirstToMove => truth(self.record.position().side_to_move() == game::Side::First),
            Query::Result => tell::result(&self.record),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Vec<Act<P>>, String> {
        if self.settings.set::<P>(name, value)? == Concern::Rules {
            self.record = Record::new(self.settings.rules::<P>()?);
        }
        Ok(Vec::new())
    }

    fn new_game(&mut self) -> Result<Vec<Act<P>>, String> {
        self.record = Record::new(self.settings.rules::<P>()?);
        Ok(vec![Act::Forget])
    }

    fn set_up(&mut self, start: Start<'_>, moves: &str) -> Result<Vec<Act<P>>, String> {
        let mut record = match start {
            Start::Usual => Record::new(self.settings.rules::<P>()?),
            Start::Text(text) => {
                Record::from_position(text.parse().map_err(|e| format!("position: {e}"))?)
            }
        };
        for (i, word) in moves.split_whitespace().enumerate() {
            record.play_text(word).map_err(|e| format!("move {}: {e}", i + 1))?;
        }
        self.record = record;
        Ok(Vec::new())
    }

    fn go(&mut self, go: &Go) -> Vec<Act<P>> {
        if self.record.position().outcome().is_some() {
            return say(["info string the game is over", "bestmove none"]);
        }
        let side = self.record.position().side_to_move();
        self.mood = if go.is_infinite(side) { Mood::Pondering } else { Mood::Thinking };
        let task = Task {
            record: self.record.clone(),
            limits: go.limits(side),
            config: self.settings.config,
        };
        vec![Act::Think(Box::new(task))]
    }

    fn stop(&mut self) -> Vec<Act<P>> {
        match std::mem::replace(&mut self.mood, Mood::Idle) {
            Mood::Idle => Vec::new(),
            Mood::Waiting(answer) => self.answer(answer),
            Mood::Thinking | Mood::Pondering => {
                self.mood = Mood::Thinking;
                vec![Act::Halt]
            }
        }
    }
}

fn say<P: Playable>(lines: impl IntoIterator<Item = impl Into<String>>) -> Vec<Act<P>> {
    lines.into_iter().map(|line| Act::Say(line.into())).collect()
}
