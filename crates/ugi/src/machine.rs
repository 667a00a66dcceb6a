//! Engine side of the protocol as a state machine, without streams and threads.

use crate::NoMemory;
use crate::command::{Command, Query, Start};
use crate::error::LineError;
use crate::go::Go;
use crate::options::{OptionKind, Settings};
use crate::report_lines;
use bots::{Config, Playable};
use game::Record;
use search::{Limits, Report};

/// An action requested by the machine.
#[derive(Clone, Debug)]
pub enum Action<P: Playable> {
    /// Write this line.
    Say(String),
    /// Create the engine of this configuration, with its tables, or keep the present one if that is
    /// impossible. The next call must be [`Machine::prepared`] with the result.
    Prepare(Box<Config>),
    /// Start a search; its result goes to [`Machine::search_done`].
    Think(Box<Task<P>>),
    /// Stop the search.
    Halt,
    /// Clear tables and trees.
    Forget,
    /// Quit.
    Leave,
}

/// A search task.
#[derive(Clone, Debug)]
pub struct Task<P: Playable> {
    /// The game so far.
    pub record: Record<P>,
    /// Limits of the search.
    pub limits: Limits,
    /// Engine configuration.
    pub config: Config,
}

/// State of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SearchState {
    Idle,
    /// Searching; answers when it is done.
    Thinking,
    /// Searching until `stop`.
    Pondering,
    /// Done before `stop`: the answer is held back.
    Waiting(String),
}

/// Protocol state: options, game, and state of the search.
///
/// Law: a line that is answered with an error changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine<P: Playable> {
    settings: Settings,
    record: Record<P>,
    search_state: SearchState,
    /// The input has ended.
    input_ended: bool,
    /// The line to answer once the engine is prepared.
    pending: Option<Pending>,
}

/// A line whose answer waits for the engine to be prepared.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pending {
    /// `isready`.
    IsReady,
    /// `setoption` with another size of the tables; the settings before.
    SetOption(Box<Settings>),
}

impl<P: Playable> Machine<P> {
    /// A machine at the default start of the game, with `config` until options change it.
    pub fn new(config: Config) -> Self {
        Self {
            settings: Settings::new(config),
            record: Record::new(P::Options::default()),
            search_state: SearchState::Idle,
            input_ended: false,
            pending: None,
        }
    }

    /// The game so far.
    pub fn record(&self) -> &Record<P> {
        &self.record
    }

    /// Handles a line.
    pub fn handle_line(&mut self, line: &str) -> Vec<Action<P>> {
        Command::read(line)
            .and_then(|command| self.execute(command))
            .unwrap_or_else(|what| vec![Action::Say(format!("error {what}"))])
    }

    /// End of input: a search with limits is finished, one without is stopped.
    pub fn end(&mut self) -> Vec<Action<P>> {
        self.input_ended = true;
        match self.search_state {
            SearchState::Idle => vec![Action::Leave],
            SearchState::Thinking => Vec::new(),
            SearchState::Pondering | SearchState::Waiting(_) => self.stop(),
        }
    }

    /// Handles an intermediate report.
    pub fn progress(&self, report: &Report<P::Move>) -> Vec<Action<P>> {
        match self.search_state {
            SearchState::Thinking | SearchState::Pondering => say(report_lines::info(report)),
            SearchState::Idle | SearchState::Waiting(_) => Vec::new(),
        }
    }

    /// Handles the result of [`Action::Prepare`]; after an error the present engine is kept.
    pub fn prepared(&mut self, result: Result<(), NoMemory>) -> Vec<Action<P>> {
        let error = result.err().map(|why| format!("error {why}"));
        match self.pending.take() {
            None => say(error),
            Some(Pending::IsReady) => say(error.into_iter().chain(["readyok".to_owned()])),
            Some(Pending::SetOption(before)) => {
                if error.is_some() {
                    self.settings = *before;
                }
                say(error)
            }
        }
    }

    /// Handles the result of a search. The last `info` lines are those of the answer.
    pub fn search_done(&mut self, report: &Report<P::Move>) -> Vec<Action<P>> {
        let mut acts = self.progress(report);
        let answer = report_lines::best_move(report);
        match self.search_state {
            SearchState::Idle | SearchState::Waiting(_) => {}
            SearchState::Thinking => acts.extend(self.answer(answer)),
            SearchState::Pondering => self.search_state = SearchState::Waiting(answer),
        }
        acts
    }

    fn answer(&mut self, answer: String) -> Vec<Action<P>> {
        self.search_state = SearchState::Idle;
        let mut acts = vec![Action::Say(answer)];
        if self.input_ended {
            acts.push(Action::Leave);
        }
        acts
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Vec<Action<P>>, LineError> {
        match command {
            Command::Nothing => Ok(Vec::new()),
            Command::Ugi => Ok(self.introduce()),
            Command::IsReady => Ok(self.make_ready()),
            Command::Stop => Ok(self.stop()),
            Command::Quit => Ok(vec![Action::Halt, Action::Leave]),
            Command::Query(query) => Ok(say([format!("response {}", self.response(query))])),
            Command::SetOption { name, value } => self.idle()?.set_option(name, value),
            Command::NewGame => self.idle()?.new_game(),
            Command::Position { start, moves } => self.idle()?.set_up(start, moves),
            Command::Go(go) => Ok(self.idle()?.go(&go)),
        }
    }

    /// An error while a search is running.
    fn idle(&mut self) -> Result<&mut Self, LineError> {
        match self.search_state {
            SearchState::Idle => Ok(self),
            _ => Err(LineError::StillThinking),
        }
    }

    fn introduce(&self) -> Vec<Action<P>> {
        let mut lines = vec![
            format!("id name Sixfold {} {}", env!("CARGO_PKG_VERSION"), P::NAME),
            "id author the authors of Sixfold".to_owned(),
        ];
        lines.extend(self.settings.offers::<P>());
        lines.push("ugiok".to_owned());
        say(lines)
    }

    fn response(&self, query: Query) -> &'static str {
        let parse_bool = |yes| if yes { "true" } else { "false" };
        match query {
            Query::GameOver => parse_bool(self.record.conclusion().is_some()),
            Query::FirstToMove => {
                parse_bool(self.record.position().side_to_move() == game::Side::First)
            }
            Query::Result => report_lines::result(&self.record),
        }
    }

    /// `readyok` once the tables are allocated; at once during a search.
    fn make_ready(&mut self) -> Vec<Action<P>> {
        if self.search_state != SearchState::Idle {
            return say(["readyok"]);
        }
        self.pending = Some(Pending::IsReady);
        vec![Action::Prepare(Box::new(self.settings.config))]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Vec<Action<P>>, LineError> {
        let before = self.settings.clone();
        if self.settings.set::<P>(name, value)? == OptionKind::Rules {
            self.record = Record::new(self.settings.rules::<P>()?);
        }
        let config = self.settings.config;
        if config.memory_mib == before.config.memory_mib {
            return Ok(Vec::new());
        }
        self.pending = Some(Pending::SetOption(Box::new(before)));
        Ok(vec![Action::Prepare(Box::new(config))])
    }

    fn new_game(&mut self) -> Result<Vec<Action<P>>, LineError> {
        self.record = Record::new(self.settings.rules::<P>()?);
        Ok(vec![Action::Forget])
    }

    fn set_up(&mut self, start: Start<'_>, moves: &str) -> Result<Vec<Action<P>>, LineError> {
        let mut record = match start {
            Start::Usual => Record::new(self.settings.rules::<P>()?),
            Start::Text(text) => Record::from_position(text.parse().map_err(LineError::Position)?),
        };
        for (i, word) in moves.split_whitespace().enumerate() {
            let number = i + 1;
            record.play_text(word).map_err(|error| LineError::Move { number, error })?;
        }
        self.record = record;
        Ok(Vec::new())
    }

    fn go(&mut self, go: &Go) -> Vec<Action<P>> {
        if self.record.position().outcome().is_some() {
            return say(["info string the game is over", "bestmove none"]);
        }
        let side = self.record.position().side_to_move();
        self.search_state =
            if go.is_infinite(side) { SearchState::Pondering } else { SearchState::Thinking };
        let task = Task {
            record: self.record.clone(),
            limits: go.limits(side),
            config: self.settings.config,
        };
        vec![Action::Think(Box::new(task))]
    }

    fn stop(&mut self) -> Vec<Action<P>> {
        match std::mem::replace(&mut self.search_state, SearchState::Idle) {
            SearchState::Idle => Vec::new(),
            SearchState::Waiting(answer) => self.answer(answer),
            SearchState::Thinking | SearchState::Pondering => {
                self.search_state = SearchState::Thinking;
                vec![Action::Halt]
            }
        }
    }
}

fn say<P: Playable>(lines: impl IntoIterator<Item = impl Into<String>>) -> Vec<Action<P>> {
    lines.into_iter().map(|line| Action::Say(line.into())).collect()
}
