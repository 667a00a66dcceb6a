//! A hot-seat game: record, clocks, and whether the screen is covered while it is passed on.

use super::saved_game::{HotSeatTerms, SavedGame, Turns, forget, keep};
use crate::browser;
use crate::pages::clock::{ClockHistory, LocalClock};
use crate::thinking::Thinking;
use catalog::{AnyRecord, GameName};
use game::{Ending, Side, Viewer};
use leptos::prelude::*;
use scene::table::Choice;
use std::time::Duration;

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How often they are kept, in ticks.
const KEEP: u32 = 10;

/// Phase of a hot-seat game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HotSeatPhase {
    /// The friends still choose how to play.
    Choosing,
    /// They play, or have played.
    Playing,
}

/// Whether the screen may be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Screen {
    Open,
    /// The screen is covered while it is passed to the side to move.
    Covered,
}

#[derive(Clone, Copy)]
pub(super) struct HotSeatGame {
    pub(super) game: GameName,
    pub(super) table: RwSignal<AnyRecord, LocalStorage>,
    pub(super) phase: RwSignal<HotSeatPhase>,
    pub(super) screen: RwSignal<Screen>,
    pub(super) terms: RwSignal<HotSeatTerms>,
    pub(super) clock: RwSignal<Option<LocalClock>>,
    /// Draws what is left to chance.
    pub(super) thinking: Thinking,
    past: StoredValue<ClockHistory>,
    /// When the clocks were looked at last, and how often so far.
    looked: StoredValue<(f64, u32)>,
}

impl HotSeatGame {
    /// The game that was left, or a new one.
    pub(super) fn load(game: GameName) -> Self {
        let kept = SavedGame::load(game);
        let phase = if kept.is_some() { HotSeatPhase::Playing } else { HotSeatPhase::Choosing };
        let fresh = || AnyRecord::begin(game, "").expect("every game opens as usual");
        let (terms, clock, past, table) = match kept {
            Some(kept) => (kept.terms, kept.clock, kept.past, kept.table),
            None => (HotSeatTerms::default(), None, ClockHistory::default(), fresh()),
        };
        let hot_seat = Self {
            game,
            table: RwSignal::new_local(table),
            phase: RwSignal::new(phase),
            screen: RwSignal::new(Screen::Open),
            terms: RwSignal::new(terms),
            clock: RwSignal::new(clock),
            thinking: Thinking::new(),
            past: StoredValue::new(past),
            looked: StoredValue::new((browser::monotonic_ms(), 0)),
        };
        hot_seat.cover();
        browser::repeat(TICK, move || hot_seat.look());
        hot_seat
    }

    /// Whether the sides keep something from each other. What is still kept may itself be a
    /// secret, so this is asked of the game and not of the position.
    pub(super) fn has_secrets(self) -> bool {
        self.game.has_hidden_information()
    }

    /// Who looks at the screen.
    pub(super) fn viewer(self) -> Viewer {
        match (self.is_over(), self.screen.get()) {
            (true, _) => Viewer::Judge,
            (false, Screen::Covered) => Viewer::Watcher,
            (false, Screen::Open) => Viewer::Player(self.side_to_move()),
        }
    }

    pub(super) fn is_over(self) -> bool {
        self.table.with(|table| table.conclusion().is_some())
    }

    pub(super) fn side_to_move(self) -> Side {
        self.table.with(AnyRecord::side_to_move)
    }

    pub(super) fn is_covered(self) -> bool {
        self.screen.get() == Screen::Covered
    }

    /// Whether the board is seen from the second side now.
    pub(super) fn is_turned(self) -> bool {
        let turns = self.terms.with(|terms| terms.turns) == Turns::EveryMove;
        turns && !self.is_over() && self.side_to_move() == Side::Second
    }

    pub(super) fn choices(self) -> Vec<Choice> {
        if self.is_covered() { Vec::new() } else { self.table.with(scene::Table::choices) }
    }

    /// Sets up a game with other options.
    pub(super) fn set_up(self, options: &str) {
        if let Ok(table) = AnyRecord::begin(self.game, options) {
            self.table.set(table);
        }
    }

    /// The game begins, and with it the first side's time.
    pub(super) fn begin(self) {
        self.clock.set(self.terms.get_untracked().pace.map(LocalClock::new));
        self.past.set_value(ClockHistory::default());
        self.note();
        self.looked.update_value(|looked| looked.0 = browser::monotonic_ms());
        self.screen.set(Screen::Open);
        self.phase.set(HotSeatPhase::Playing);
        self.keep();
    }

    /// Plays a move; the first one begins the game.
    pub(super) fn play(self, mv: &str) {
        if self.phase.get_untracked() == HotSeatPhase::Choosing {
            self.begin();
        }
        self.look();
        let side = self.table.with_untracked(AnyRecord::side_to_move);
        let played = self.table.try_update(|table| table.play(mv).is_ok()) == Some(true);
        if played {
            self.clock.update(|clock| {
                if let Some(clock) = clock {
                    clock.press(side);
                }
            });
            self.note();
            self.cover();
            self.keep();
        }
    }

    /// The clocks are noted as they stand now.
    fn note(self) {
        let ply = self.table.with_untracked(AnyRecord::ply);
        if let Some(clock) = self.clock.get_untracked() {
            self.past.update_value(|past| past.note(ply, clock));
        }
    }

    /// Takes back a move or an ending, and the time since.
    pub(super) fn take_back(self) {
        self.table.update(|table| {
            table.undo();
        });
        let ply = self.table.with_untracked(AnyRecord::ply);
        self.clock.update(|clock| {
            *clock = clock.map(|clock| self.past.with_value(|past| past.at(ply, clock)));
        });
        self.cover();
        self.keep();
    }

    pub(super) fn end(self, ending: Ending) {
        self.table.update(|table| {
            // A game that is over has its end already.
            let _ = table.end(ending);
        });
        self.cover();
        self.keep();
    }

    /// Another game on the same terms.
    pub(super) fn rematch(self) {
        self.set_up(&self.table.with_untracked(AnyRecord::options));
        self.begin();
    }

    /// Another game on other terms.
    pub(super) fn leave(self) {
        self.set_up(&self.table.with_untracked(AnyRecord::options));
        self.clock.set(None);
        self.phase.set(HotSeatPhase::Choosing);
        self.screen.set(Screen::Open);
        forget(self.game);
    }

    /// The side to move uncovers the screen.
    pub(super) fn uncover(self) {
        self.look();
        self.screen.set(Screen::Open);
    }

    /// Covers the screen if the next to look must not see what this side sees.
    fn cover(self) {
        let playing = self.phase.get_untracked() == HotSeatPhase::Playing;
        let over = self.table.with_untracked(|table| table.conclusion().is_some());
        let covers = playing && !over && self.has_secrets();
        self.screen.set(if covers { Screen::Covered } else { Screen::Open });
    }

    fn keep(self) {
        let (terms, clock) = (self.terms.get_untracked(), self.clock.get_untracked());
        self.table.with_untracked(|table| {
            self.past.with_value(|past| keep(table, terms, clock, past));
        });
    }

    /// Updates the clock of the side to move; it stands still while the screen is covered.
    fn look(self) {
        let Some((before, count)) = self.looked.try_get_value() else { return };
        self.looked.set_value((browser::monotonic_ms(), count.wrapping_add(1)));
        let playing = self.phase.get_untracked() == HotSeatPhase::Playing;
        let open = self.screen.get_untracked() == Screen::Open;
        let over = self.table.with_untracked(|table| table.conclusion().is_some());
        let Some(mut clock) = self.clock.get_untracked() else { return };
        if !playing || !open || over {
            return;
        }
        let side = self.table.with_untracked(AnyRecord::side_to_move);
        clock.run(side, browser::monotonic_ms() - before);
        self.clock.set(Some(clock));
        if clock.has_fallen(side) {
            self.end(Ending::Time(side));
        } else if count % KEEP == 0 {
            self.keep();
        }
    }
}
