//! Engine side of the protocol: board, clocks, engine and the commands.

use crate::board::HtpBoard;
use crate::clock::Clocks;
use crate::command::Command;
use crate::error::CommandError;
use bots::{Config, Engine, player};
use catalog::games::hex::{Move, Position, SwapRule};
use game::{Position as _, Side};
use search::{Limits, Report};
use std::time::{Duration, Instant};

/// The response to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The text, with the empty line that ends it.
    pub text: String,
    /// Whether the session ends.
    pub leave: bool,
}

/// Every command, in the order in which they are listed.
const COMMANDS: [&str; 20] = [
    "all_legal_moves",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "hexgui-analyze_commands",
    "known_command",
    "list_commands",
    "name",
    "param_game",
    "param_sixfold",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The engine side of an HTP session.
///
/// Law: a line that is answered with an error has changed nothing.
pub struct Session {
    board: HtpBoard,
    clocks: Clocks,
    config: Config,
    /// The most playouts for a move, if there is such a limit.
    nodes: Option<u64>,
    engine: Option<Engine<Position>>,
}

impl Session {
    /// A session on an empty 11×11 board, with so much time for each move where no clock runs.
    ///
    /// # Panics
    /// Never: the usual board exists.
    pub fn new(config: Config, each: Duration) -> Self {
        let board = HtpBoard::new(11, SwapRule::Off).expect("the usual board");
        Self { board, clocks: Clocks::new(each), config, nodes: None, engine: None }
    }

    /// The board.
    pub fn board(&self) -> &HtpBoard {
        &self.board
    }

    /// Handles a line. `None` if there is nothing to answer.
    pub fn handle_line(&mut self, line: &str) -> Option<Response> {
        let command = Command::read(line)?;
        let id = command.id.map(|id| id.to_string()).unwrap_or_default();
        let text = match self.execute(&command) {
            Ok(said) => format!("={id} {said}\n\n"),
            Err(what) => format!("?{id} {what}\n\n"),
        };
        Some(Response { text, leave: command.name == "quit" })
    }

    fn execute(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        match command.name {
            "name" => Ok("Sixfold".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "protocol_version" => Ok("2".into()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => {
                let name = command.word(0, "the name of a command")?;
                Ok(COMMANDS.contains(&name).to_string())
            }
            "hexgui-analyze_commands" | "quit" => Ok(String::new()),
            "showboard" => Ok(format!("\n{:#}", self.board.record().position())),
            "all_legal_moves" => Ok(self.legal_moves()),
            "final_score" => self.final_score(),
            "boardsize" => self.board_size(command),
            "clear_board" => self.clear(self.board.size(), self.board.swap_rule()),
            "play" => self.play(command),
            "undo" if self.board.undo() => Ok(String::new()),
            "undo" => Err(CommandError::NothingToUndo),
            "genmove" => self.generate(command, GeneratedMove::Played),
            "reg_genmove" => self.generate(command, GeneratedMove::Reported),
            "time_settings" => self.time_settings(command),
            "time_left" => self.time_left(command),
            "param_game" => self.param_game(command),
            "param_sixfold" => self.param_sixfold(command),
            name => Err(CommandError::UnknownCommand(name.to_owned())),
        }
    }

    fn legal_moves(&self) -> String {
        let position = self.board.record().position();
        if position.winner().is_some() {
            return String::new();
        }
        let board = self.board.board();
        let cells = self.board.empties().into_iter();
        let mut words: Vec<String> =
            cells.map(|cell| Move::Place(board.axial(cell)).to_string()).collect();
        if position.can_swap() {
            words.push(SWAP.into());
        }
        words.join(" ")
    }

    fn final_score(&self) -> Result<String, CommandError> {
        match self.board.record().position().winner() {
            Some(Side::First) => Ok("B+".into()),
            Some(Side::Second) => Ok("W+".into()),
            None => Err(CommandError::NotOver),
        }
    }

    /// `boardsize 11` or `boardsize 11 11`.
    fn board_size(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        let read = |place| -> Result<usize, CommandError> {
            let what = "a size";
            let word = command.word(place, what)?;
            let size = word.parse().ok().filter(|size| *size < 1000);
            size.ok_or_else(|| CommandError::Unexpected { what, found: word.to_owned() })
        };
        let size = read(0)?;
        if command.words.len() > 1 && read(1)? != size {
            return Err(CommandError::NotSquare);
        }
        self.clear(size, self.board.swap_rule())
    }

    fn clear(&mut self, size: usize, swap: SwapRule) -> Result<String, CommandError> {
        self.board = HtpBoard::new(size, swap)?;
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
        Ok(String::new())
    }

    fn play(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        let side = command.colour(0)?;
        let word = command.word(1, "a colour and a cell")?;
        let lower = word.get(..word.len().min(16)).unwrap_or(word).to_ascii_lowercase();
        match lower.as_str() {
            "swap" | SWAP | "swap-sides" => self.board.swap(side)?,
            "resign" => {}
            _ => self.board.place(side, word.parse::<Move>()?)?,
        }
        Ok(String::new())
    }

    fn generate(
        &mut self,
        command: &Command<'_>,
        generated: GeneratedMove,
    ) -> Result<String, CommandError> {
        let side = if command.words.is_empty() {
            self.board.record().position().side_to_move()
        } else {
            command.colour(0)?
        };
        if self.board.record().position().winner().is_some() {
            return Ok("resign".into());
        }
        let record = self.board.record_for(side);
        let limits = Limits { nodes: self.nodes, ..self.clocks.limits(side) };
        let begun = Instant::now();
        let config = self.config;
        let engine = self.engine.get_or_insert_with(|| player::<Position>(&config));
        let best = engine.search(&record, &limits, &mut |_: &Report<Move>| ()).best();
        self.clocks.spend(side, begun.elapsed());
        let Some(mv) = best.or_else(|| record.position().moves().first().copied()) else {
            return Ok("resign".into());
        };
        if generated == GeneratedMove::Played {
            match mv {
                Move::Swap => self.board.swap(side)?,
                mv @ Move::Place(_) => self.board.place(side, mv)?,
            }
        }
        Ok(if mv == Move::Swap { SWAP.into() } else { mv.to_string() })
    }

    fn time_settings(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        let what = "a main time, a period and its stones, in seconds";
        let [main, period, stones] = [0, 1, 2].map(|place| command.number(place, what));
        self.clocks.set(seconds(main?), seconds(period?), stones? as u32);
        Ok(String::new())
    }

    fn time_left(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        let side = command.colour(0)?;
        let time = command.number(1, "the seconds left")?;
        let stones =
            if command.words.len() > 2 { command.number(2, "the stones left")? } else { 0.0 };
        self.clocks.set_left(side, seconds(time), stones as u32);
        Ok(String::new())
    }

    /// `param_game allow_swap 1`, as referees set it.
    fn param_game(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        let rule = self.board.swap_rule();
        match (command.words.first().copied(), command.words.get(1).copied()) {
            (None, _) => Ok(format!("\n[bool] allow_swap {}", u8::from(rule == SwapRule::On))),
            (Some("allow_swap"), Some(value @ ("0" | "1"))) => {
                let swap = if value == "1" { SwapRule::On } else { SwapRule::Off };
                if swap != rule && self.board.empties().len() < self.board.board().cells().len() {
                    return Err(CommandError::SwapRuleFixed);
                }
                self.clear(self.board.size(), swap)
            }
            (Some("allow_swap"), _) => Err(CommandError::NotABool),
            (Some(name), _) => Err(CommandError::UnknownParameter(name.to_owned())),
        }
    }

    /// `param_sixfold max_time 2.5`, `param_sixfold max_nodes 1000`.
    fn param_sixfold(&mut self, command: &Command<'_>) -> Result<String, CommandError> {
        let Some(&name) = command.words.first() else {
            let time = self.clocks.each.as_secs_f64();
            return Ok(format!(
                "\n[string] max_time {time}\n[string] max_nodes {}",
                self.nodes.unwrap_or(0)
            ));
        };
        match name {
            "max_time" => self.clocks.each = seconds(command.number(1, "seconds for each move")?),
            "max_nodes" => {
                let most = command.number(1, "the most playouts, 0 for any number")? as u64;
                self.nodes = (most > 0).then_some(most);
            }
            _ => return Err(CommandError::UnknownParameter(name.to_owned())),
        }
        Ok(String::new())
    }
}

/// How the swap is written.
const SWAP: &str = "swap-pieces";

/// Whether a generated move is played on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GeneratedMove {
    Played,
    Reported,
}

fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or_default()
}
