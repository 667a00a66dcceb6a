//! A hot-seat game as it is stored in the browser: its terms, then its record.
//!
//! ```text
//! pace 5 3            minutes and seconds a move; missing without a clock
//! left 240000 298500  milliseconds
//! past 300000+300000 …  the same after every move
//! turns               the board is turned for every move
//!
//! [Game "hex"] …
//! ```

use crate::browser;
use crate::pages::clock::{ClockHistory, LocalClock, TimeControl, milliseconds};
use catalog::{AnyRecord, GameName};
use game::BySide;

/// Whether the board is turned towards the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Turns {
    #[default]
    Never,
    EveryMove,
}

/// What two friends agreed on beside the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct HotSeatTerms {
    pub(super) pace: Option<TimeControl>,
    pub(super) turns: Turns,
}

/// A game as it was left.
#[derive(Debug)]
pub(super) struct SavedGame {
    pub(super) terms: HotSeatTerms,
    pub(super) clock: Option<LocalClock>,
    pub(super) past: ClockHistory,
    pub(super) table: AnyRecord,
}

impl SavedGame {
    /// The game that was left, if there is one.
    pub(super) fn load(game: GameName) -> Option<Self> {
        read(game, &browser::read_storage(&place(game))?)
    }
}

/// Keeps a game for the next visit.
pub(super) fn keep(
    table: &AnyRecord,
    terms: HotSeatTerms,
    clock: Option<LocalClock>,
    past: &ClockHistory,
) {
    browser::write_storage(&place(table.game()), &text(table, terms, clock, past));
}

/// There is no game to come back to.
pub(super) fn forget(game: GameName) {
    browser::write_storage(&place(game), "");
}

fn place(game: GameName) -> String {
    format!("friend.{game}")
}

fn text(
    table: &AnyRecord,
    terms: HotSeatTerms,
    clock: Option<LocalClock>,
    past: &ClockHistory,
) -> String {
    let mut lines = Vec::new();
    if let Some(TimeControl { minutes, bonus }) = terms.pace {
        lines.push(format!("pace {minutes} {bonus}"));
    }
    if let Some(BySide { first, second }) = clock.map(LocalClock::left) {
        lines.push(format!("left {} {}", first.0, second.0));
        lines.push(format!("past {}", past.text()));
    }
    if terms.turns == Turns::EveryMove {
        lines.push("turns".to_owned());
    }
    format!("{}\n\n{table}", lines.join("\n"))
}

fn read(game: GameName, text: &str) -> Option<SavedGame> {
    let start = text.find('[')?;
    let (head, record) = text.split_at(start);
    // Of a record that is damaged, what can be read is played on.
    let table = AnyRecord::read(game, record).unwrap_or_else(|partial| partial.record);
    let mut kept = SavedGame {
        terms: HotSeatTerms::default(),
        clock: None,
        past: ClockHistory::default(),
        table,
    };
    for line in head.lines() {
        kept.take(&line.split_whitespace().collect::<Vec<_>>());
    }
    Some(kept)
}

impl SavedGame {
    /// Lines that mean nothing change nothing.
    fn take(&mut self, words: &[&str]) {
        match words {
            ["pace", minutes, bonus] => {
                if let (Ok(minutes), Ok(bonus)) = (minutes.parse(), bonus.parse()) {
                    let pace = TimeControl { minutes, bonus };
                    (self.terms.pace, self.clock) = (Some(pace), Some(LocalClock::new(pace)));
                }
            }
            ["left", first, second] => {
                if let (Some(first), Some(second)) = (milliseconds(first), milliseconds(second)) {
                    let left = BySide::new(first, second);
                    self.clock = self.clock.map(|clock| clock.with_left(left));
                }
            }
            ["past", past @ ..] => self.past = ClockHistory::read(past),
            ["turns"] => self.terms.turns = Turns::EveryMove,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clock::Span;
    use game::{Ending, Side};

    const TERMS: HotSeatTerms =
        HotSeatTerms { pace: Some(TimeControl { minutes: 5, bonus: 3 }), turns: Turns::EveryMove };

    #[test]
    fn a_game_is_found_as_it_was_left() {
        let mut table = AnyRecord::begin(GameName::Hex, "size=5 swap=off").unwrap();
        table.play("c3").unwrap();
        table.end(Ending::Resignation(Side::Second)).unwrap();
        let clock =
            LocalClock::new(TERMS.pace.unwrap()).with_left(BySide::new(Span(1234), Span(5678)));
        let mut past = ClockHistory::default();
        past.note(1, clock);
        let kept = read(GameName::Hex, &text(&table, TERMS, Some(clock), &past)).unwrap();
        assert_eq!((kept.terms, kept.clock, kept.past), (TERMS, Some(clock), past));
        assert_eq!(kept.table.to_string(), table.to_string());
    }

    #[test]
    fn without_a_clock_there_is_none() {
        let table = AnyRecord::begin(GameName::HexChess, "").unwrap();
        let kept = read(
            GameName::HexChess,
            &text(&table, HotSeatTerms::default(), None, &ClockHistory::default()),
        )
        .unwrap();
        assert_eq!((kept.terms, kept.clock, kept.table.ply()), (HotSeatTerms::default(), None, 0));
    }

    #[test]
    fn nonsense_is_no_game_and_a_damaged_one_is_played_on() {
        assert!(read(GameName::Hex, "").is_none());
        assert!(read(GameName::Hex, "pace 5 3").is_none());
        let damaged =
            "pace x 3\nleft 1 2\n\n[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n1. a1 a1";
        let kept = read(GameName::Hex, damaged).unwrap();
        assert_eq!((kept.clock, kept.table.ply()), (None, 1));
    }
}
