//! The state of the application and its update function (The Elm Architecture): messages in, effects out.
//! Nothing here reads a clock, a file or the terminal.

mod game_commands;
mod lobby_commands;
mod prompts;
mod setup_commands;
#[cfg(test)]
mod tests;

pub(crate) use lobby_commands::LOBBY_KEYS;
pub(crate) use setup_commands::SETUP_KEYS;

use crate::analyst::{EngineReply, EngineResult, EngineTask};
use crate::board::BoardLayout;
use crate::board_model::BoardModel;
use crate::input::{Command, command};
use crate::local_game::{ComputerSide, LocalGame};
use crate::menu::{Menu, MenuChoice, MenuOutcome};
use crate::message::{Effect, Message};
use crate::online::OnlineState;
use crate::opponent::{ComputerPlayer, OpponentFailure, OpponentReply};
use crate::opponent_spec::OpponentSpec;
use crate::prompt::Prompt;
use crate::settings::Settings;
use crate::touch::Touch;
use crate::view::Areas;
use analysis::Report;
use catalog::AnyRecord;
use clock::Control;
use game::{Ending, Side};
use hexgrid::Cell;
use protocol::GameId;
use ratatui::crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use scene::Click;
use scene::table::chosen;
use std::time::Duration;
use study::PositionEditor;

/// What the screen is about.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    Menu(Box<Menu>),
    Local(Box<LocalGame>),
    SetUp(Box<SetUp>),
    Lobby,
    Online(GameId),
}

/// A position being set up, and the game to return to.
#[derive(Clone, Debug)]
pub(crate) struct SetUp {
    pub(crate) editor: PositionEditor,
    /// Which of the pieces that can be put is chosen; past the last one nothing, which takes away.
    pub(crate) piece: usize,
    /// The cell of the piece that is shifted.
    pub(crate) picked: Option<Cell>,
    pub(crate) before: LocalGame,
}

/// What lies over the board or at its foot and has the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    Help,
    Prompt(Prompt),
    /// Asks whether to resign.
    Resign,
}

/// The analysis pane.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct AnalysisPane {
    /// The number of the request.
    number: u64,
    /// The position that it is about, and after how many moves.
    about: Option<(usize, String)>,
    pub(crate) report: Option<Report>,
}

/// The state of the application.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) settings: Settings,
    pub(crate) stage: Stage,
    pub(crate) model: Option<BoardModel>,
    pub(crate) touch: Touch,
    pub(crate) overlay: Option<Overlay>,
    /// What happened last, as a sentence.
    pub(crate) status: Option<String>,
    /// After how many moves the board is shown, where that is not the present.
    pub(crate) browsed: Option<usize>,
    pub(crate) flipped: bool,
    pub(crate) analysis: Option<AnalysisPane>,
    pub(crate) online: Option<OnlineState>,
    pub(crate) size: (u16, u16),
    /// Milliseconds since 1970.
    pub(crate) now: u64,
    /// The number of the last question to an opponent or the engine.
    numbers: u64,
    /// The number of the hint or the review that is waited for.
    pub(crate) engine_question: Option<(u64, EngineTask)>,
    effects: Vec<Effect>,
}

impl App {
    /// The application as it begins on a terminal of this size, and its first effects.
    pub fn begin(settings: Settings, size: (u16, u16), now: u64) -> (Self, Vec<Effect>) {
        let mut app = Self {
            stage: Stage::Menu(Box::new(Menu::new(settings.start.clone(), settings.control))),
            online: settings.online.clone().map(|online| OnlineState::new(online, settings.seed)),
            settings,
            model: None,
            touch: Touch::default(),
            overlay: None,
            status: None,
            browsed: None,
            flipped: false,
            analysis: None,
            size,
            now,
            numbers: 0,
            engine_question: None,
            effects: Vec::new(),
        };
        app.open_first_stage();
        app.settle();
        let effects = std::mem::take(&mut app.effects);
        (app, effects)
    }

    fn open_first_stage(&mut self) {
        if self.online.is_some() {
            self.stage = Stage::Lobby;
            self.enter_lobby();
            return;
        }
        let Settings { start, opponent, side, control, .. } = self.settings.clone();
        if let (Some(record), Some(opponent)) = (start, opponent) {
            self.start_game(record, &opponent, side, control);
        }
    }

    /// Takes in what happened at `now`, in milliseconds since 1970; what is to be done then.
    pub fn update(&mut self, message: Message, now: u64) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Message::Key(_) => {}
            Message::Mouse(mouse) => self.mouse(mouse),
            Message::Paste(text) => self.paste(&text),
            Message::Resize(width, height) => self.size = (width, height),
            Message::Tick => self.tick(),
            Message::Opponent(reply) => self.opponent_replied(reply),
            Message::Engine(reply) => self.engine_replied(reply),
            Message::FileRead(path, text) => self.file_read(&path, text),
            Message::FileWritten(path, done) => self.file_written(&path, done),
            Message::Socket(event) => self.socket_event(event),
            Message::Terminate => self.quit(),
        }
        self.settle();
        std::mem::take(&mut self.effects)
    }

    /// How long nothing changes by itself; for ever, if no clock runs and there is no connection.
    pub fn next_tick(&self) -> Option<Duration> {
        if self.online.is_some() {
            return Some(Duration::from_millis(250));
        }
        let Stage::Local(game) = &self.stage else { return None };
        let left = game.left(game.running()?, self.now)?;
        let step = if left.0 <= 10_000 { 100 } else { 1_000 };
        Some(Duration::from_millis((left.0 % step).max(1)))
    }

    /// The record to print when the application ends: a game that is in no file.
    pub fn unsaved(&self) -> Option<String> {
        match &self.stage {
            Stage::Local(game) if !game.saved => Some(game.record.to_string()),
            Stage::SetUp(set_up) if !set_up.before.saved => Some(set_up.before.record.to_string()),
            _ => None,
        }
    }

    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.status = Some(text.into());
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    fn quit(&mut self) {
        self.effect(Effect::Quit);
    }

    // ---- input ---------------------------------------------------------------------------------

    fn key(&mut self, key: KeyEvent) {
        match self.overlay.take() {
            Some(Overlay::Help) => {}
            Some(Overlay::Prompt(prompt)) => self.prompt_key(prompt, key),
            Some(Overlay::Resign) => self.resign_key(key),
            None => self.stage_key(key),
        }
    }

    fn stage_key(&mut self, key: KeyEvent) {
        self.status = None;
        let global = match command(key) {
            Some(Command::Redraw) => Some(Effect::Redraw),
            Some(Command::Suspend) => Some(Effect::Suspend),
            _ => None,
        };
        if let Some(effect) = global {
            return self.effect(effect);
        }
        match &mut self.stage {
            Stage::Menu(menu) => match menu.key(key) {
                MenuOutcome::Choosing => {}
                MenuOutcome::Start => self.start_from_menu(),
                MenuOutcome::Leave => self.quit(),
            },
            Stage::SetUp(_) => self.setup_key(key),
            Stage::Lobby => self.lobby_key(key),
            Stage::Local(_) | Stage::Online(_) => {
                if let Some(command) = command(key) {
                    self.game_command(command);
                }
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.overlay.is_some() {
            return;
        }
        self.status = None;
        let place = (i32::from(mouse.column), i32::from(mouse.row));
        if let Stage::Menu(_) = self.stage {
            return self.menu_click(place);
        }
        let Some(cell) = self.cell_at(place) else { return self.panel_click(place) };
        self.touch.cursor = Some(cell);
        match self.stage {
            Stage::SetUp(_) => self.setup_press(cell),
            _ => self.press(cell),
        }
    }

    fn menu_click(&mut self, (_, y): (i32, i32)) {
        let Stage::Menu(menu) = &mut self.stage else { return };
        let row = usize::try_from(y - crate::view::MENU_TOP).ok();
        let row = row.and_then(|row| menu.rows().get(row).copied());
        if row.is_some_and(|row| menu.click(row) == MenuOutcome::Start) {
            self.start_from_menu();
        }
    }

    /// The cell under a character of the screen.
    fn cell_at(&self, (x, y): (i32, i32)) -> Option<Cell> {
        let scene = self.scene()?;
        let areas = Areas::new(self)?;
        let layout = BoardLayout::fitting(scene, areas.board_room(), self.flipped);
        let (left, top) = areas.board_corner(&layout);
        layout.cell_at(scene, (x - left, y - top))
    }

    /// The picture on the board.
    pub(crate) fn scene(&self) -> Option<&scene::Scene> {
        match &self.stage {
            Stage::SetUp(set_up) => Some(set_up.editor.scene()),
            _ => self.model.as_ref().map(|model| &model.scene),
        }
    }

    // ---- games at this terminal ----------------------------------------------------------------

    fn start_from_menu(&mut self) {
        let Stage::Menu(menu) = &self.stage else { return };
        let MenuChoice { record, opponent, side, control } = menu.choice(self.settings.seed);
        self.start_game(record, &opponent, side, control);
    }

    pub(crate) fn start_game(
        &mut self,
        record: AnyRecord,
        opponent: &OpponentSpec,
        side: Option<Side>,
        control: Control,
    ) {
        let Settings { movetime, seed, .. } = self.settings;
        let player = ComputerPlayer::new(opponent, movetime, control, seed);
        let own = side.unwrap_or(Side::First);
        let computer = player.map(|player| ComputerSide {
            side: own.other(),
            player,
            title: opponent.title(),
        });
        self.open_game(LocalGame::new(record, computer, control, self.now));
    }

    pub(crate) fn open_game(&mut self, game: LocalGame) {
        self.effect(Effect::StopEngine);
        self.effect(Effect::StopOpponent);
        if let Some(computer) = &game.computer {
            self.effect(Effect::StartOpponent(game.record.game(), computer.player.clone()));
        }
        self.flipped =
            game.own_side() == Some(Side::Second) && game.record.game().has_hidden_information();
        self.stage = Stage::Local(Box::new(game));
        self.browsed = None;
        self.engine_question = None;
        self.touch = Touch::default();
    }

    fn tick(&mut self) {
        if let Stage::Local(game) = &mut self.stage
            && game.flag(self.now)
        {
            self.effect(Effect::StopOpponent);
        }
        self.online_tick();
    }

    fn opponent_replied(&mut self, reply: OpponentReply) {
        let Stage::Local(game) = &mut self.stage else { return };
        let number = Some(reply.number);
        if game.question != number {
            return;
        }
        game.question = None;
        let (now, title) =
            (self.now, game.computer.as_ref().map(|computer| computer.title.clone()));
        let title = title.unwrap_or_default();
        let failure = match reply.answer {
            Ok(mv) => game.play(&mv, now).err().map(|error| format!("{title}: {error}")),
            Err(OpponentFailure::Resigned) => {
                let side = game.record.side_to_move();
                game.end(Ending::Resignation(side), now);
                None
            }
            Err(failure) => Some(format!("{title} {failure}")),
        };
        if let Some(what) = failure {
            game.failure = Some(what);
        }
        self.touch.made.clear();
    }

    fn engine_replied(&mut self, reply: EngineReply) {
        if let Some(pane) = self.analysis.as_mut().filter(|pane| pane.number == reply.number) {
            if let EngineResult::Report(report) = reply.result {
                pane.report = Some(report);
            }
            return;
        }
        if self.engine_question.map(|(number, _)| number) != Some(reply.number) {
            return;
        }
        match reply.result {
            EngineResult::Report(_) => {}
            EngineResult::Progress(done) => self.say(format!("Reviewing: {done} positions done.")),
            EngineResult::Hint(mv) => self.hinted(mv),
            EngineResult::Reviewed(moves) => self.reviewed(moves),
        }
    }

    // ---- after every message -------------------------------------------------------------------

    fn settle(&mut self) {
        self.settle_online();
        self.ask_opponent();
        self.model = self.current_model();
        self.settle_analysis();
        if let Some(model) = &self.model
            && self.touch.cursor.is_none()
        {
            let scene = model.scene.clone();
            self.touch.reset(&scene);
        }
    }

    fn current_model(&self) -> Option<BoardModel> {
        match &self.stage {
            Stage::Menu(_) | Stage::SetUp(_) | Stage::Lobby => None,
            Stage::Local(game) => Some(game.model(self.browsed, self.settings.seed)),
            Stage::Online(id) => self.online_model(id),
        }
    }

    /// Asks the opponent for its move, once.
    fn ask_opponent(&mut self) {
        let now = self.now;
        let number = self.numbers + 1;
        let Stage::Local(game) = &mut self.stage else { return };
        if !game.is_computers_turn() || game.question.is_some() || game.failure.is_some() {
            return;
        }
        game.question = Some(number);
        let (record, left) = (game.record.clone(), game.time_left(now));
        self.numbers = number;
        self.effect(Effect::AskOpponent { number, record, left });
    }

    /// Keeps the analysis on the position that is shown.
    fn settle_analysis(&mut self) {
        let (Some(pane), Stage::Local(game)) = (&self.analysis, &self.stage) else { return };
        if self.engine_question.is_some() {
            return;
        }
        let ply = self.browsed.unwrap_or_else(|| game.record.ply());
        let record = game.record.truncated(ply);
        let allowed = game.may_ask_engine(&record) && record.conclusion().is_none();
        let about = allowed.then(|| (ply, record.position()));
        if pane.about == about {
            return;
        }
        let number = self.number();
        self.analysis = Some(AnalysisPane { number, about: about.clone(), report: None });
        self.effect(match about {
            Some(_) => Effect::AskEngine { number, task: EngineTask::Analysis, record },
            None => Effect::StopEngine,
        });
    }

    /// The letters of the links that the selected piece would pin by moving to a cell.
    pub(crate) fn pins_of(&self, cell: Cell) -> Option<String> {
        let model = self.model.as_ref().filter(|_| !self.touch.made.is_empty())?;
        let path: Vec<Click> = self.touch.made.iter().copied().chain([Click::Cell(cell)]).collect();
        let choice = chosen(&model.choices, &path).filter(|choice| !choice.pins.is_empty())?;
        Some(choice.pins.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
    }
}
