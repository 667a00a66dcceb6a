//! Setting up a position: pieces may stand anywhere, and the position is checked when it is taken.

use super::{App, SetUp, Stage};
use crate::board::neighbour;
use crate::input::{Command, command};
use crate::local_game::LocalGame;
use clock::Control;
use hexgrid::Cell;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use study::PositionEditor;

/// The keys of the editor, as the bottom line shows them.
pub(crate) const SETUP_KEYS: &str =
    "Enter put  Tab piece  Del take away  c clear  w side  P play from here  Esc back";

impl App {
    pub(super) fn open_set_up(&mut self) {
        let Stage::Local(game) = &self.stage else { return };
        if !game.is_over() && game.computer.is_some() && game.record.game().has_hidden_information()
        {
            return self.say("That would show what is hidden: it waits for the end of the game.");
        }
        let ply = self.browsed.unwrap_or_else(|| game.record.ply());
        let editor = PositionEditor::new(&game.record.truncated(ply));
        let set_up = SetUp { editor, piece: 0, picked: None, before: (**game).clone() };
        self.effect(crate::message::Effect::StopEngine);
        self.analysis = None;
        self.stage = Stage::SetUp(Box::new(set_up));
    }

    pub(super) fn setup_key(&mut self, key: KeyEvent) {
        let Stage::SetUp(set_up) = &mut self.stage else { return };
        match (key.code, command(key)) {
            (KeyCode::Esc, _) => {
                let before = set_up.before.clone();
                self.open_game(before);
            }
            (KeyCode::Tab | KeyCode::BackTab, _) => {
                let count = set_up.editor.editor_pieces().len() + 1;
                let step = if key.code == KeyCode::Tab { 1 } else { count - 1 };
                set_up.piece = (set_up.piece + step) % count;
            }
            (KeyCode::Delete | KeyCode::Backspace | KeyCode::Char('x'), _) => {
                if let (Some(cell), false) =
                    (self.touch.cursor, set_up.editor.editor_pieces().is_empty())
                {
                    set_up.editor.put(cell, None);
                }
            }
            (KeyCode::Char('c'), _) => set_up.editor.clear(),
            (KeyCode::Char('w'), _) => set_up.editor.set_side(set_up.editor.side().other()),
            (KeyCode::Char('P'), _) => self.play_set_up(),
            (_, Some(Command::Step(step))) => {
                let scene = set_up.editor.scene();
                let next =
                    self.touch.cursor.and_then(|from| neighbour(scene, from, step, self.flipped));
                self.touch.cursor = next.or(self.touch.cursor);
            }
            (_, Some(Command::Press)) => {
                if let Some(cell) = self.touch.cursor {
                    self.setup_press(cell);
                }
            }
            (_, Some(Command::Flip)) => self.flipped = !self.flipped,
            (_, Some(Command::Quit)) => self.quit(),
            _ => {}
        }
    }

    /// Puts the chosen piece on a cell, or shifts what stands there.
    pub(super) fn setup_press(&mut self, cell: Cell) {
        let Stage::SetUp(set_up) = &mut self.stage else { return };
        let pieces = set_up.editor.editor_pieces();
        if !pieces.is_empty() {
            return set_up.editor.put(cell, pieces.get(set_up.piece).copied());
        }
        match set_up.picked.take() {
            Some(from) if from != cell => set_up.editor.shift(from, cell),
            Some(_) => {}
            None => set_up.picked = set_up.editor.scene().piece_on(cell).map(|piece| piece.cell),
        }
    }

    /// Plays on from the position, if the game knows it.
    fn play_set_up(&mut self) {
        let Stage::SetUp(set_up) = &self.stage else { return };
        match set_up.editor.position() {
            Ok(record) => {
                let computer = set_up.before.computer.clone();
                self.open_game(LocalGame::new(record, computer, Control::None, self.now));
            }
            Err(error) => self.say(format!("{error}.")),
        }
    }
}
