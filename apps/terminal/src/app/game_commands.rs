//! Commands on the board: playing, stepping through the game, asking the engine, ending.

use super::{AnalysisPane, App, Overlay, Stage};
use crate::analyst::EngineTask;
use crate::board::neighbour;
use crate::input::Command;
use crate::menu::Menu;
use crate::message::Effect;
use crate::prompt::{Prompt, PromptPurpose};
use crate::touch::{Touched, choice_of};
use analysis::{MoveText, ReviewedMove};
use clock::Control;
use game::Ending;
use hexgrid::Cell;
use protocol::Wish;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use scene::Click;
use scene::table::Choice;

impl App {
    pub(super) fn game_command(&mut self, command: Command) {
        match command {
            Command::Step(step) => {
                let next = self
                    .scene()
                    .zip(self.touch.cursor)
                    .and_then(|(scene, from)| neighbour(scene, from, step, self.flipped));
                self.touch.cursor = next.or(self.touch.cursor);
            }
            Command::Press => {
                if let Some(cell) = self.touch.cursor {
                    self.press(cell);
                }
            }
            Command::Cancel => self.touch.made.clear(),
            Command::Tray { forward } => self.turn_tray(forward),
            Command::Shortcut(number) => self.play_shortcut(number),
            Command::Type => self.open_move_prompt(),
            Command::Help => self.overlay = Some(Overlay::Help),
            Command::Flip => self.flipped = !self.flipped,
            Command::Back | Command::Forward | Command::First | Command::Last => {
                self.browse(command);
            }
            Command::Save => self.open_prompt(PromptPurpose::Save, &self.suggested_file()),
            Command::Quit => self.quit(),
            Command::Resign => self.overlay = Some(Overlay::Resign),
            other => self.talk_or_ask(other),
        }
    }

    /// Commands that mean something else online.
    fn talk_or_ask(&mut self, command: Command) {
        match (&self.stage, command) {
            (Stage::Online(_), Command::Chat) => self.open_prompt(PromptPurpose::Chat, ""),
            (Stage::Online(_), Command::TakeBack) => self.wish(Wish::TakeBack),
            (Stage::Online(_), Command::Draw) => self.wish(Wish::Draw),
            (Stage::Online(_), Command::Rematch) => self.wish(Wish::Rematch),
            (Stage::Online(_), Command::Claim) => self.wish(Wish::ClaimWin),
            (Stage::Online(_), Command::Decline) => self.decline_offer(),
            (Stage::Online(_), Command::NewGame) => self.back_to_lobby(),
            (Stage::Online(_), Command::Retry) => self.retry_connection(),
            (Stage::Online(_), _) => {
                self.say("That is for games at this terminal: save this one and open it.");
            }
            (_, Command::TakeBack) => self.take_back(),
            (_, Command::Draw) => self.agree_on_draw(),
            (_, Command::Rematch) => self.rematch(),
            (_, Command::NewGame) => self.new_game(),
            (_, Command::Retry) => self.ask_again(),
            (_, Command::Hint) => self.ask_engine(EngineTask::Hint, "Looking for a good move …"),
            (_, Command::Review) => self.ask_engine(EngineTask::Review, "Reviewing the game …"),
            (_, Command::Analysis) => self.toggle_analysis(),
            (_, Command::Open) => self.open_prompt(PromptPurpose::Open, ""),
            (_, Command::SetUp) => self.open_set_up(),
            (_, Command::Chat | Command::Decline | Command::Claim) => {
                self.say("That is for online games.");
            }
            _ => {}
        }
    }

    // ---- moves ---------------------------------------------------------------------------------

    /// Touches a cell.
    pub(super) fn press(&mut self, cell: Cell) {
        if self.return_to_present() {
            return;
        }
        let Some(model) = &self.model else { return };
        match self.touch.press(&model.choices, Click::Cell(cell)) {
            Touched::Move(choice) => self.play(*choice),
            Touched::Selected => {}
            Touched::Nothing => self.say(self.why_nothing(cell)),
        }
    }

    fn why_nothing(&self, cell: Cell) -> String {
        let Some(model) = &self.model else { return String::new() };
        let name = &model.scene.tile(cell).name;
        match (model.turn, model.scene.piece_on(cell)) {
            (None, _) => "The game is over.".to_owned(),
            _ if model.choices.is_empty() => "It is not your turn.".to_owned(),
            (_, Some(piece)) => {
                format!("{name}: {} cannot be played.", model.scene.describe(piece))
            }
            (_, None) => format!("No move goes to {name} now."),
        }
    }

    /// An earlier position is only looked at: a touch leads back to the present.
    fn return_to_present(&mut self) -> bool {
        let browsed = self.browsed.take().is_some();
        if browsed {
            self.say("Back at the present position.");
        }
        browsed
    }

    pub(super) fn play(&mut self, choice: Choice) {
        self.touch.made.clear();
        match &mut self.stage {
            Stage::Local(game) => {
                let played = game.play(&choice.mv, self.now);
                if let Err(error) = played {
                    self.say(format!("{error}."));
                }
            }
            Stage::Online(id) => {
                let id = id.clone();
                self.play_online(&id, choice);
            }
            _ => {}
        }
    }

    fn turn_tray(&mut self, forward: bool) {
        let choices = self.model.as_ref().map(|model| model.choices.clone()).unwrap_or_default();
        if !self.touch.turn_tray(&choices, forward) {
            self.say("There is nothing beside the board to place.");
        }
    }

    /// Moves with a name, and the buttons among the choices.
    pub(crate) fn named_moves(&self) -> Vec<(String, Choice)> {
        let Some(model) = self.model.as_ref().filter(|model| model.is_present()) else {
            return Vec::new();
        };
        let button = |choice: &Choice| match choice.path.0.as_slice() {
            [Click::Button(label)] => Some(((*label).to_owned(), choice.clone())),
            _ => None,
        };
        let shortcuts =
            model.shortcuts.iter().map(|named| (named.label.to_owned(), named.mv.clone()));
        shortcuts.chain(model.choices.iter().filter_map(button)).collect()
    }

    pub(super) fn play_shortcut(&mut self, number: usize) {
        match self.named_moves().into_iter().nth(number) {
            Some((_, choice)) => self.play(choice),
            None => self.say("No move has that number now; type `:` for any move."),
        }
    }

    /// A click beside the board: on a named move.
    pub(super) fn panel_click(&mut self, (x, y): (i32, i32)) {
        let clicked = crate::view::named_move_at(self, (x, y));
        if let Some(number) = clicked {
            self.play_shortcut(number);
        }
    }

    /// Plays what was typed.
    pub(super) fn play_typed(&mut self, text: &str) {
        let named = self.named_moves().into_iter();
        let named = named.into_iter().find(|(label, _)| label.eq_ignore_ascii_case(text));
        if let Some((_, choice)) = named {
            return self.play(choice);
        }
        let Some(model) = self.model.as_ref() else { return };
        if model.turn.is_none() || model.choices.is_empty() {
            let cell = self.touch.cursor;
            let why = cell.map_or_else(String::new, |cell| self.why_nothing(cell));
            return self.say(why);
        }
        let read = match &self.stage {
            Stage::Local(game) => game.record.read_move(text),
            Stage::Online(id) => match self.online_game(id) {
                Some(game) => game.seen().read_move(text),
                None => return,
            },
            _ => return,
        };
        match read {
            Ok(mv) => {
                let known = choice_of(&model.choices, &mv).cloned();
                let typed = || Choice {
                    human: mv.clone(),
                    mv: mv.clone(),
                    path: scene::ClickPath::default(),
                    pins: Vec::new(),
                };
                let choice = known.unwrap_or_else(typed);
                self.play(choice);
            }
            Err(error) => self.say(format!("{error}.")),
        }
    }

    fn open_move_prompt(&mut self) {
        self.browsed = None;
        let named = self.named_moves().into_iter().map(|(label, _)| label.to_lowercase());
        let choices = self.model.iter().flat_map(|model| &model.choices);
        let completions = choices.map(|choice| choice.human.clone()).chain(named).collect();
        self.overlay = Some(Overlay::Prompt(Prompt::new(PromptPurpose::Move, "", completions)));
    }

    // ---- stepping through the game -------------------------------------------------------------

    fn browse(&mut self, command: Command) {
        let Some(model) = &self.model else { return };
        let (last, now) = (model.moves.len(), model.ply);
        let ply = match command {
            Command::Back => now.saturating_sub(1),
            Command::Forward => now + 1,
            Command::First => 0,
            _ => last,
        };
        self.browsed = (ply < last).then_some(ply);
        self.touch.made.clear();
    }

    // ---- games at this terminal ----------------------------------------------------------------

    fn take_back(&mut self) {
        let now = self.now;
        let Stage::Local(game) = &mut self.stage else { return };
        let taken = game.take_back(now);
        self.browsed = None;
        self.touch.made.clear();
        if taken {
            self.effect(Effect::StopOpponent);
        } else {
            self.say("There is nothing to take back.");
        }
    }

    pub(super) fn resign_key(&mut self, key: KeyEvent) {
        if !matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
            return self.say("The game goes on.");
        }
        let now = self.now;
        match &mut self.stage {
            Stage::Local(game) => {
                let side = game.own_side().unwrap_or_else(|| game.record.side_to_move());
                if game.end(Ending::Resignation(side), now) {
                    self.effect(Effect::StopOpponent);
                }
            }
            Stage::Online(_) => self.wish(Wish::Resign),
            _ => {}
        }
    }

    /// Two people agree at once; a computer plays on.
    fn agree_on_draw(&mut self) {
        let now = self.now;
        let Stage::Local(game) = &mut self.stage else { return };
        if !game.record.game().has_draws() {
            return self.say("This game has no draws: play on or resign.");
        }
        if game.computer.is_some() {
            return self.say("The computer plays on: it takes draws only by the rules.");
        }
        game.end(Ending::Agreement, now);
    }

    fn rematch(&mut self) {
        let Stage::Local(game) = &self.stage else { return };
        if game.is_over() {
            self.open_game(game.rematch(self.now));
        } else {
            self.say("The game goes on: resign it first, or take back.");
        }
    }

    fn new_game(&mut self) {
        let Stage::Local(game) = &self.stage else { return };
        if !game.saved && !game.is_over() {
            return self.say("The game goes on: save it (s) or resign it (R) first.");
        }
        self.effect(Effect::StopOpponent);
        self.effect(Effect::StopEngine);
        self.analysis = None;
        self.stage = Stage::Menu(Box::new(Menu::new(None, Control::None)));
    }

    /// Asks an opponent that failed again.
    fn ask_again(&mut self) {
        let Stage::Local(game) = &mut self.stage else { return };
        if game.failure.take().is_none() {
            self.say("The opponent has not failed.");
        }
    }

    // ---- the engine ----------------------------------------------------------------------------

    fn ask_engine(&mut self, task: EngineTask, said: &str) {
        let number = self.number();
        let Stage::Local(game) = &self.stage else { return };
        let record = game.record.clone();
        let refusal = match task {
            EngineTask::Review if record.ply() == 0 => Some("There is nothing to review yet."),
            EngineTask::Review if !game.is_over() && record.game().has_hidden_information() => {
                Some("A review would tell what is hidden: it waits for the end of the game.")
            }
            EngineTask::Hint if game.is_over() => Some("The game is over."),
            EngineTask::Hint if !game.may_ask_engine(&record) => Some("It is not your turn."),
            _ => None,
        };
        if let Some(refusal) = refusal {
            return self.say(refusal);
        }
        self.engine_question = Some((number, task));
        self.effect(Effect::AskEngine { number, task, record });
        self.say(said);
    }

    pub(super) fn hinted(&mut self, mv: Option<MoveText>) {
        self.engine_question = None;
        self.restart_analysis();
        let Some(mv) = mv else { return self.say("The engine finds no move.") };
        let choices = self.model.as_ref().map(|model| model.choices.clone()).unwrap_or_default();
        if let Some(choice) = choice_of(&choices, &mv.mv) {
            self.touch.cursor = choice.path.cells().last().or(self.touch.cursor);
            let path = &choice.path.0;
            self.touch.made = path[..path.len().saturating_sub(1)].to_vec();
        }
        self.say(format!("Hint: {}", mv.human));
    }

    pub(super) fn reviewed(&mut self, moves: Vec<ReviewedMove>) {
        self.engine_question = None;
        self.restart_analysis();
        let Stage::Local(game) = &mut self.stage else { return };
        game.review = moves;
        self.say("Reviewed: , and . step through the game.");
    }

    /// A hint or a review has stopped the analysis: it is asked for again.
    fn restart_analysis(&mut self) {
        if self.analysis.is_some() {
            self.analysis = Some(AnalysisPane { number: 0, about: None, report: None });
        }
    }

    fn toggle_analysis(&mut self) {
        if self.analysis.take().is_some() {
            self.effect(Effect::StopEngine);
        } else {
            self.analysis = Some(AnalysisPane { number: 0, about: None, report: None });
        }
    }
}
