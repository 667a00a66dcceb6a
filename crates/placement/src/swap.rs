//! The swap rule (pie rule): the second side may take over the first stone.

use crate::CellSet;
use game::{BySide, Setting, SettingKind, Side};

/// Whether the second side may swap on its first turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum SwapRule {
    /// The second side may swap.
    #[default]
    On,
    /// No swap.
    Off,
}

impl SwapRule {
    /// `swap=on` or `swap=off`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::On => "swap=on",
            Self::Off => "swap=off",
        }
    }

    /// The rule as a setting of a game, on by default; `description` says who may take over what.
    pub const fn setting(description: &'static str) -> Setting {
        let kind = SettingKind::Switch { on: "swap", off: "no swap" };
        Setting { name: "swap", title: "Swap rule", description, kind, default: 1 }
    }

    /// The value of the setting.
    pub const fn value(self) -> u16 {
        match self {
            Self::On => 1,
            Self::Off => 0,
        }
    }

    /// The rule with this value of the setting.
    pub const fn from_value(value: u16) -> Self {
        if value == 1 { Self::On } else { Self::Off }
    }

    /// Whether the side to move may swap: the second side, when the first has exactly one stone and
    /// the second none.
    #[inline]
    pub fn permits(self, to_move: Side, stones: &BySide<CellSet>) -> bool {
        self == Self::On
            && to_move == Side::Second
            && stones.second.is_empty()
            && stones.first.len() == 1
    }

    /// Why a swap that is not permitted is not, if `second` is what the second side is called.
    pub fn refusal(self, second: &str) -> String {
        match self {
            Self::Off => "the game is played without the swap rule".into(),
            Self::On => format!("the swap is only possible on {second}'s first turn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_has_the_values_and_texts_of_the_rule() {
        let setting = SwapRule::setting("");
        assert_eq!(setting.default, SwapRule::default().value());
        for rule in [SwapRule::On, SwapRule::Off] {
            assert_eq!(SwapRule::from_value(rule.value()), rule);
            assert_eq!(setting.value_text(rule.value()), rule.text());
        }
    }

    #[test]
    fn only_the_second_side_swaps_and_only_the_first_stone() {
        let set = CellSet::first;
        let cases = [
            (SwapRule::On, Side::Second, 1, 0, true),
            (SwapRule::Off, Side::Second, 1, 0, false),
            (SwapRule::On, Side::First, 1, 0, false),
            (SwapRule::On, Side::Second, 2, 0, false),
            (SwapRule::On, Side::Second, 0, 0, false),
            (SwapRule::On, Side::Second, 1, 1, false),
        ];
        for (rule, to_move, first, second, permitted) in cases {
            let stones = BySide::new(set(first), set(second));
            assert_eq!(rule.permits(to_move, &stones), permitted, "{rule:?} {first} {second}");
        }
    }
}
