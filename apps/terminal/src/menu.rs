//! The start menu: game, opponent, side and clock.

use crate::opponent_spec::OpponentSpec;
use arena::Spec;
use bots::Level;
use catalog::{AnyRecord, GameName};
use clock::Control;
use game::{Side, Viewer, setting};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use scene::Table;

/// Time controls that are offered.
const CLOCKS: [&str; 6] = ["none", "60+0", "180+2", "300+3", "600+5", "1800+20"];

/// A row of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuRow {
    Game,
    /// A setting of the game, by its place among them.
    Setting(usize),
    Opponent,
    Side,
    Clock,
    Start,
}

/// The menu and what is chosen in it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Menu {
    /// A start that was given: there is no game to choose then.
    given: Option<AnyRecord>,
    game: GameName,
    /// The values of the game's settings.
    values: Vec<u16>,
    /// 0 is another person, otherwise a level.
    opponent: usize,
    /// 0 and 1 are the sides, 2 is chance.
    side: usize,
    clock: usize,
    row: usize,
}

/// What a key did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuOutcome {
    Choosing,
    Start,
    Leave,
}

/// The choice made in the menu.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MenuChoice {
    pub(crate) record: AnyRecord,
    pub(crate) opponent: OpponentSpec,
    pub(crate) side: Option<Side>,
    pub(crate) control: Control,
}

impl Menu {
    pub(crate) fn new(given: Option<AnyRecord>, control: Control) -> Self {
        let game = given.as_ref().map_or(GameName::FAVOURITE, AnyRecord::game);
        let clock = CLOCKS.iter().position(|text| *text == control.to_string()).unwrap_or(0);
        Self {
            given,
            game,
            values: setting::defaults(game.settings()),
            opponent: 3,
            side: 0,
            clock,
            row: 0,
        }
    }

    pub(crate) fn rows(&self) -> Vec<MenuRow> {
        let mut rows = Vec::new();
        if self.given.is_none() {
            rows.push(MenuRow::Game);
            rows.extend((0..self.values.len()).map(MenuRow::Setting));
        }
        rows.extend([MenuRow::Opponent]);
        rows.extend((self.opponent > 0).then_some(MenuRow::Side));
        rows.extend([MenuRow::Clock, MenuRow::Start]);
        rows
    }

    pub(crate) fn selected(&self) -> MenuRow {
        self.rows()[self.row.min(self.rows().len() - 1)]
    }

    /// What a row says: its name and its value.
    pub(crate) fn text(&self, row: MenuRow) -> (&'static str, String) {
        match row {
            MenuRow::Game => ("Game", self.game.title().to_owned()),
            MenuRow::Setting(at) => {
                let setting = &self.game.settings()[at];
                (setting.title, setting.value_title(self.values[at]))
            }
            MenuRow::Opponent if self.opponent == 0 => ("Opponent", "another person".to_owned()),
            MenuRow::Opponent => ("Opponent", format!("computer, level {} of 8", self.opponent)),
            MenuRow::Side => ("You play", self.side_name()),
            MenuRow::Clock => ("Clock", clock_text(CLOCKS[self.clock])),
            MenuRow::Start => ("Start the game", String::new()),
        }
    }

    fn side_name(&self) -> String {
        let colours = self.record().scene(Viewer::Watcher).colours;
        match self.side {
            0 => format!("{}, first", colours.first),
            1 => format!("{}, second", colours.second),
            _ => "either side, by chance".to_owned(),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> MenuOutcome {
        let last = self.rows().len() - 1;
        self.row = self.row.min(last);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.row = (self.row + 1) % (last + 1);
            }
            KeyCode::Left | KeyCode::Char('h') => self.change(false),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.change(true),
            KeyCode::Enter if self.selected() == MenuRow::Start => return MenuOutcome::Start,
            KeyCode::Enter => self.row = last,
            KeyCode::Esc | KeyCode::Char('q') => return MenuOutcome::Leave,
            _ => {}
        }
        MenuOutcome::Choosing
    }

    /// A click on a row: its next value, or the start.
    pub(crate) fn click(&mut self, row: MenuRow) -> MenuOutcome {
        self.row = self.rows().iter().position(|shown| *shown == row).unwrap_or(0);
        if row == MenuRow::Start {
            return MenuOutcome::Start;
        }
        self.change(true);
        MenuOutcome::Choosing
    }

    fn change(&mut self, forward: bool) {
        let turned =
            |value: usize, count: usize| (value + if forward { 1 } else { count - 1 }) % count;
        match self.selected() {
            MenuRow::Game => {
                let at = GameName::ALL.iter().position(|game| *game == self.game).unwrap_or(0);
                self.game = GameName::ALL[turned(at, GameName::ALL.len())];
                self.values = setting::defaults(self.game.settings());
            }
            MenuRow::Setting(at) => {
                let values = self.game.settings()[at].all();
                let now = values.iter().position(|value| *value == self.values[at]).unwrap_or(0);
                self.values[at] = values[turned(now, values.len())];
            }
            MenuRow::Opponent => self.opponent = turned(self.opponent, 9),
            MenuRow::Side => self.side = turned(self.side, 3),
            MenuRow::Clock => self.clock = turned(self.clock, CLOCKS.len()),
            MenuRow::Start => {}
        }
    }

    fn record(&self) -> AnyRecord {
        let options = setting::write(self.game.settings(), &self.values);
        let begun = || AnyRecord::begin(self.game, &options).expect("options of this game");
        self.given.clone().unwrap_or_else(begun)
    }

    /// What is chosen; `chance` decides what is left to it.
    pub(crate) fn choice(&self, chance: u64) -> MenuChoice {
        let level = Level::new(self.opponent as u8);
        let opponent =
            level.map_or(OpponentSpec::Person, |level| OpponentSpec::Program(Spec::Level(level)));
        let side = match self.side {
            0 => Side::First,
            1 => Side::Second,
            _ => Side::BOTH[(chance % 2) as usize],
        };
        let control = CLOCKS[self.clock].parse().unwrap_or_default();
        let side = (opponent != OpponentSpec::Person).then_some(side);
        MenuChoice { record: self.record(), opponent, side, control }
    }
}

/// `300+3` as people read it.
fn clock_text(text: &str) -> String {
    match text.split_once('+') {
        None => "no clock".to_owned(),
        Some((seconds, increment)) => {
            let minutes = seconds.parse::<u32>().unwrap_or(0) / 60;
            format!("{minutes} min + {increment} s a move")
        }
    }
}
