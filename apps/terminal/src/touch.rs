//! The cursor and the clicks made so far: narrowing the legal moves until one is left.

use hexgrid::Cell;
use scene::table::{Choice, chosen, next_clicks};
use scene::{Click, Scene};

/// Where the cursor is, and what has been touched for the next move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touch {
    pub(crate) cursor: Option<Cell>,
    pub(crate) made: Vec<Click>,
}

/// What a touch came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Touched {
    /// A move is complete.
    Move(Box<Choice>),
    /// More is to be touched.
    Selected,
    /// No move goes that way.
    Nothing,
}

impl Touch {
    /// Touches something: it continues what was touched before, or begins anew.
    pub(crate) fn press(&mut self, choices: &[Choice], click: Click) -> Touched {
        if self.made.last() == Some(&click) && self.made.len() == 1 {
            self.made.clear();
            return Touched::Selected;
        }
        let mut continued = self.made.clone();
        continued.push(click);
        for attempt in [continued, vec![click]] {
            if let Some(choice) = chosen(choices, &attempt) {
                self.made.clear();
                return Touched::Move(Box::new(choice.clone()));
            }
            if !next_clicks(choices, &attempt).is_empty() {
                self.made = attempt;
                return Touched::Selected;
            }
        }
        self.made.clear();
        Touched::Nothing
    }

    /// The cells that can be touched next, once something is selected.
    pub(crate) fn targets(&self, choices: &[Choice]) -> Vec<Cell> {
        if self.made.is_empty() {
            return Vec::new();
        }
        let clicks = next_clicks(choices, &self.made).into_iter();
        clicks
            .filter_map(|click| if let Click::Cell(cell) = click { Some(cell) } else { None })
            .collect()
    }

    /// The cell that is selected, if one is.
    pub(crate) fn selected(&self) -> Option<Cell> {
        self.made.iter().rev().find_map(|click| match click {
            Click::Cell(cell) => Some(*cell),
            Click::Tray(_) | Click::Button(_) => None,
        })
    }

    /// The piece beside the board that is selected, by its letter.
    pub(crate) fn tray(&self) -> Option<char> {
        match self.made.first() {
            Some(Click::Tray(letter)) => Some(*letter),
            _ => None,
        }
    }

    /// Selects the next piece beside the board, or the one before.
    pub(crate) fn turn_tray(&mut self, choices: &[Choice], forward: bool) -> bool {
        let letters: Vec<char> = tray_letters(choices);
        let at = self.tray().and_then(|now| letters.iter().position(|letter| *letter == now));
        let count = letters.len();
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => count.saturating_sub(1),
            (Some(at), true) => (at + 1) % count.max(1),
            (Some(at), false) => (at + count.saturating_sub(1)) % count.max(1),
        };
        let chosen = letters.get(next);
        self.made = chosen.map(|letter| Click::Tray(*letter)).into_iter().collect();
        chosen.is_some()
    }

    /// Forgets what was touched; keeps the cursor where it is, if there is such a cell.
    pub(crate) fn reset(&mut self, scene: &Scene) {
        self.made.clear();
        let there = |cell: &Cell| scene.tiles.iter().any(|tile| tile.cell == *cell);
        self.cursor = self.cursor.filter(there).or_else(|| crate::board::middle(scene));
    }
}

/// The pieces beside the board with which a move can begin.
pub(crate) fn tray_letters(choices: &[Choice]) -> Vec<char> {
    let clicks = next_clicks(choices, &[]).into_iter();
    clicks
        .filter_map(|click| if let Click::Tray(letter) = click { Some(letter) } else { None })
        .collect()
}

/// The choices that a move with this machine notation is among.
pub(crate) fn choice_of<'a>(choices: &'a [Choice], mv: &str) -> Option<&'a Choice> {
    choices.iter().find(|choice| choice.mv == mv)
}
