//! What is chosen before a game: the size of the board and the swap rule (HX-1.1, HX-2.3).

use crate::{Board, SHAPE, SwapRule};
use game::{GameOptions, Setting, SettingKind};
use std::fmt;

/// A board on which no game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSizeError {
    /// Cells a row, and rows, that were asked for.
    pub size: usize,
}

impl fmt::Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&SHAPE.no_such_board(&(Board::SMALLEST..=Board::LARGEST), self.size))
    }
}

impl std::error::Error for BoardSizeError {}

/// A size from 3 to 19 and a swap rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Options {
    size: u8,
    swap: SwapRule,
}

impl Options {
    /// These options.
    ///
    /// # Errors
    /// If no game is played on a board of this size.
    pub fn new(size: usize, swap: SwapRule) -> Result<Self, BoardSizeError> {
        if (Board::SMALLEST..=Board::LARGEST).contains(&size) {
            Ok(Self::unchecked(size, swap))
        } else {
            Err(BoardSizeError { size })
        }
    }

    /// The options of a position on any board there are tables for.
    pub(crate) const fn unchecked(size: usize, swap: SwapRule) -> Self {
        Self { size: size as u8, swap }
    }

    /// Cells a row, and rows.
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// Whether Blue may swap on its first turn.
    pub const fn swap(self) -> SwapRule {
        self.swap
    }
}

impl GameOptions for Options {
    const SETTINGS: &'static [Setting] = &[
        Setting {
            name: "size",
            title: "Board",
            description: "the number of rows and columns",
            kind: SettingKind::Range {
                least: Board::SMALLEST as u16,
                most: Board::LARGEST as u16,
                offered: &[3, 5, 7, 9, 11, 13, 14, 15, 17, 19],
                caption: "# × #",
            },
            default: 11,
        },
        SwapRule::setting("Blue may take over Red's first stone"),
    ];

    fn values(self) -> Vec<u16> {
        vec![u16::from(self.size), self.swap.value()]
    }

    fn from_values(values: &[u16]) -> Self {
        Self::unchecked(usize::from(values[0]), SwapRule::from_value(values[1]))
    }
}

game::option_traits!(Options);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_size_and_swap_rule() {
        assert_eq!(Options::default().to_string(), "size=11 swap=on");
        assert_eq!("noswap 13".parse::<Options>(), Ok(Options::unchecked(13, SwapRule::Off)));
        let refusal = "20x20".parse::<Options>().unwrap_err().to_string();
        assert_eq!(refusal, "the size is 3 to 19, not 20 (at character 1)");
    }
}
