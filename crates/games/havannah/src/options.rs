//! What is chosen before a game: the size of the board and the swap rule (HV-1.1, HV-3.1).

use crate::{SHAPE, SwapRule};
use game::{GameOptions, Setting, SettingKind};
use std::fmt;

/// A board on which no game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSizeError {
    /// Cells a side that were asked for.
    pub side: usize,
}

impl fmt::Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = Options::SMALLEST..=Options::LARGEST;
        f.write_str(&SHAPE.no_such_board(&sizes, self.side))
    }
}

impl std::error::Error for BoardSizeError {}

/// Cells a side, from 4 to 10, and a swap rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Options {
    side: u8,
    swap: SwapRule,
}

impl Options {
    /// The smallest board a game is played on, in cells a side.
    pub const SMALLEST: usize = 4;
    /// The largest board.
    pub const LARGEST: usize = 10;

    /// These options.
    ///
    /// # Errors
    /// If no game is played on a board of this size.
    pub const fn new(side: usize, swap: SwapRule) -> Result<Self, BoardSizeError> {
        if side >= Self::SMALLEST && side <= Self::LARGEST {
            Ok(Self { side: side as u8, swap })
        } else {
            Err(BoardSizeError { side })
        }
    }

    /// Cells a side.
    pub const fn side(self) -> usize {
        self.side as usize
    }

    /// Whether Black may swap on its first turn.
    pub const fn swap(self) -> SwapRule {
        self.swap
    }
}

impl GameOptions for Options {
    const SETTINGS: &'static [Setting] = &[
        Setting {
            name: "size",
            title: "Board",
            description: "the number of cells along each side",
            kind: SettingKind::Range {
                least: Self::SMALLEST as u16,
                most: Self::LARGEST as u16,
                offered: &[4, 5, 6, 7, 8, 9, 10],
                caption: "size #",
            },
            default: 8,
        },
        SwapRule::setting("Black may take over White's first stone"),
    ];

    fn values(self) -> Vec<u16> {
        vec![u16::from(self.side), self.swap.value()]
    }

    fn from_values(values: &[u16]) -> Self {
        Self { side: values[0] as u8, swap: SwapRule::from_value(values[1]) }
    }
}

game::option_traits!(Options);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_size_and_swap_rule() {
        assert_eq!(Options::default().to_string(), "size=8 swap=on");
        assert_eq!("noswap 5".parse(), Ok(Options { side: 5, swap: SwapRule::Off }));
        let refusal = "3".parse::<Options>().unwrap_err().to_string();
        assert_eq!(refusal, "the size is 4 to 10, not 3 (at character 1)");
    }
}
