//! The line of input: opening it, typing in it, and what comes of it; files.

use super::{App, Overlay, Stage};
use crate::local_game::LocalGame;
use crate::message::{Effect, FileError};
use crate::prompt::{Prompt, PromptOutcome, PromptPurpose};
use catalog::AnyRecord;
use clock::Control;
use ratatui::crossterm::event::KeyEvent;
use study::{Tree, import};

impl App {
    pub(super) fn open_prompt(&mut self, purpose: PromptPurpose, text: &str) {
        self.overlay = Some(Overlay::Prompt(Prompt::new(purpose, text, Vec::new())));
    }

    pub(super) fn prompt_key(&mut self, mut prompt: Prompt, key: KeyEvent) {
        match prompt.key(key) {
            PromptOutcome::Typing => self.overlay = Some(Overlay::Prompt(prompt)),
            PromptOutcome::Cancelled => {}
            PromptOutcome::Done(text) if text.is_empty() => {}
            PromptOutcome::Done(text) => self.prompted(prompt.purpose, text),
        }
    }

    /// A pasted text goes into the line; a record or a position is opened.
    pub(super) fn paste(&mut self, text: &str) {
        match &mut self.overlay {
            Some(Overlay::Prompt(prompt)) => prompt.insert(text),
            Some(_) => {}
            None => self.open_text("what was pasted", text),
        }
    }

    fn prompted(&mut self, purpose: PromptPurpose, text: String) {
        self.status = None;
        match purpose {
            PromptPurpose::Move => self.play_typed(&text),
            PromptPurpose::Save => match self.record_text() {
                Some(record) => self.effect(Effect::Write(text, record)),
                None => self.say("There is no game to save yet."),
            },
            PromptPurpose::Open => self.effect(Effect::Read(text)),
            PromptPurpose::Chat => self.say_online(&text),
            PromptPurpose::Challenge => self.challenge(&text),
            PromptPurpose::Watch => self.watch_game(&text),
        }
    }

    /// The game as a file has it.
    fn record_text(&self) -> Option<String> {
        match &self.stage {
            Stage::Local(game) => Some(game.record.to_string()),
            Stage::Online(id) => self.online_record(id).map(|record| record.to_string()),
            _ => None,
        }
    }

    pub(super) fn suggested_file(&self) -> String {
        let game = match &self.stage {
            Stage::Local(game) => game.record.game().text(),
            _ => "game",
        };
        format!("{game}.txt")
    }

    pub(super) fn file_written(&mut self, path: &str, done: Result<(), FileError>) {
        match done {
            Ok(()) => {
                if let Stage::Local(game) = &mut self.stage {
                    game.saved = true;
                }
                self.say(format!("Saved to {path}."));
            }
            Err(why) => self.say(format!("{path} could not be written: {why}.")),
        }
    }

    pub(super) fn file_read(&mut self, path: &str, text: Result<String, FileError>) {
        match text {
            Ok(text) => self.open_text(path, &text),
            Err(why) => self.say(format!("{path} could not be read: {why}.")),
        }
    }

    /// Opens a record, a position, or a game as other programs write it.
    fn open_text(&mut self, name: &str, text: &str) {
        let Stage::Local(game) = &self.stage else { return };
        let here = Tree::new(&game.record.truncated(0));
        match import::read(&here, text) {
            Ok(import) => self.open_tree(name, &import),
            Err(error) => self.say(format!("{name}: {error}")),
        }
    }

    fn open_tree(&mut self, name: &str, import: &import::Import) {
        let text = import.tree.to_string();
        match AnyRecord::read(import.tree.game(), &text) {
            Ok(record) => {
                let Stage::Local(game) = &self.stage else { return };
                let computer =
                    game.computer.clone().filter(|_| record.game() == game.record.game());
                self.open_game(LocalGame::new(record, computer, Control::None, self.now));
                let warning = import.warning.as_deref();
                self.say(warning.map_or_else(|| format!("Opened {name}."), str::to_owned));
            }
            Err(partial) => self.say(format!("{name}: {}", partial.what)),
        }
    }
}
