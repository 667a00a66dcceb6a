//! A game against the computer: record, clocks, engine requests, storage.
//!
//! Whenever it is the computer's turn, a search is started. It is kept
//! after every change, so that it survives whatever becomes of the page.

use super::losing_streak;
use super::outcome_text::take_back;
use super::terms::ComputerTerms;
use crate::browser;
use crate::pages::clock::{ClockHistory, LocalClock};
use crate::pages::shortcuts::chance;
use crate::thinking::Thinking;
use analysis::{Limits, MoveText, Report};
use catalog::{AnyRecord, GameName};
use game::{Ending, Side, Viewer};
use leptos::prelude::*;
use std::time::Duration;
use worker_protocol::SearchRequest;

/// The computer answers no sooner than this, so that a move is seen before its answer.
const PAUSE: Duration = Duration::from_millis(450);

/// How long the full engine thinks about a hint.
const HINT_MS: u32 = 1200;

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(100);

/// Where the page is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GamePhase {
    /// The terms are being chosen; the board shows what would be played on.
    Choosing,
    Playing,
}

#[derive(Clone, Copy)]
pub(super) struct ComputerGame {
    pub(super) game: GameName,
    pub(super) table: RwSignal<AnyRecord, LocalStorage>,
    pub(super) terms: RwSignal<ComputerTerms>,
    pub(super) phase: RwSignal<GamePhase>,
    pub(super) thinking: Thinking,
    /// The move that was recommended.
    pub(super) hint: RwSignal<Option<MoveText>>,
    /// What went wrong, in a sentence.
    pub(super) trouble: RwSignal<Option<String>>,
    /// What is left to both, if they play by the clock.
    pub(super) clock: RwSignal<Option<LocalClock>>,
    past: StoredValue<ClockHistory>,
    looked: StoredValue<f64>,
    /// Counts what happened, so that an answer to the past is not played.
    turn: StoredValue<u32>,
}

impl ComputerGame {
    /// The game that was kept, or a new one to be chosen.
    pub(super) fn load(game: GameName) -> Self {
        let kept = browser::read_storage(&place(game)).unwrap_or_default();
        let usual = || AnyRecord::begin(game, "").expect("every game opens as usual");
        let (terms, table, phase) = match read(game, &kept) {
            Some((terms, table)) => (terms, table, GamePhase::Playing),
            None => (ComputerTerms::default(), usual(), GamePhase::Choosing),
        };
        let (clock, past) =
            stored_clock(game, terms).filter(|_| phase == GamePhase::Playing).unzip();
        let past = past.unwrap_or_default();
        let computer_game = Self {
            game,
            table: RwSignal::new_local(table),
            terms: RwSignal::new(terms),
            phase: RwSignal::new(phase),
            thinking: Thinking::new(),
            hint: RwSignal::new(None),
            trouble: RwSignal::new(None),
            clock: RwSignal::new(clock),
            past: StoredValue::new(past),
            looked: StoredValue::new(browser::monotonic_ms()),
            turn: StoredValue::new(0),
        };
        if phase == GamePhase::Playing {
            computer_game.prepare_engine();
            computer_game.proceed();
        }
        browser::repeat(TICK, move || computer_game.look());
        computer_game
    }

    /// The viewer of the board: the person's side, so that hidden information of the computer stays hidden.
    pub(super) fn viewer(self) -> Viewer {
        let over = self.table.with(|t| t.conclusion().is_some());
        if over { Viewer::Judge } else { Viewer::Player(self.terms.get().human) }
    }

    /// Whether the person can move.
    pub(super) fn is_humans_turn(self) -> bool {
        let human = self.terms.get().human;
        self.phase.get() == GamePhase::Playing
            && self.table.with(|t| t.side_to_move() == human && t.conclusion().is_none())
    }

    /// Starts a game on these terms.
    pub(super) fn begin(self, options: &str, terms: ComputerTerms) {
        match AnyRecord::begin(self.game, options) {
            Err(error) => self.trouble.set(Some(format!("{error}."))),
            Ok(table) => {
                self.thinking.stop();
                losing_streak::count_game(self);
                self.terms.set(terms);
                self.table.set(table);
                self.clock.set(terms.clock.map(LocalClock::new));
                self.past.set_value(ClockHistory::default());
                self.looked.set_value(browser::monotonic_ms());
                self.note();
                self.phase.set(GamePhase::Playing);
                self.prepare_engine();
                self.changed();
                request_animation_frame(browser::focus_board);
            }
        }
    }

    /// The same again, with the sides changed about.
    pub(super) fn rematch(self) {
        let options = self.table.with_untracked(AnyRecord::options);
        let terms = self.terms.get_untracked();
        self.begin(&options, ComputerTerms { human: terms.human.other(), seed: chance(), ..terms });
    }

    /// The same again at another level.
    pub(super) fn rematch_at(self, level: u8) {
        self.terms.update(|terms| terms.level = level);
        self.rematch();
        losing_streak::reset(self.game);
    }

    /// Back to choosing.
    pub(super) fn leave(self) {
        self.thinking.stop();
        losing_streak::count_game(self);
        self.turn.update_value(|turn| *turn += 1);
        self.phase.set(GamePhase::Choosing);
        self.clock.set(None);
        self.hint.set(None);
        browser::write_storage(&place(self.game), "");
    }

    /// The person plays.
    pub(super) fn play(self, mv: &str) {
        if untrack(|| self.is_humans_turn()) {
            self.thinking.stop();
            self.move_by_anyone(mv);
        }
    }

    fn move_by_anyone(self, mv: &str) {
        self.look();
        let side = self.table.with_untracked(AnyRecord::side_to_move);
        let played = self.table.try_update(|t| t.play(mv));
        match played {
            Some(Ok(())) => {
                self.clock.update(|clock| {
                    if let Some(clock) = clock {
                        clock.press(side);
                    }
                });
                self.note();
                self.changed();
            }
            Some(Err(error)) => self.trouble.set(Some(format!("{error}."))),
            None => {}
        }
    }

    /// Takes back to before the person's last move.
    pub(super) fn take_back(self) {
        let human = self.terms.get_untracked().human;
        self.thinking.stop();
        self.table.update(|table| {
            take_back(table, human);
        });
        let ply = self.table.with_untracked(AnyRecord::ply);
        self.clock.update(|clock| {
            *clock = clock.map(|clock| self.past.with_value(|past| past.at(ply, clock)));
        });
        self.changed();
    }

    pub(super) fn resign(self) {
        let human = self.terms.get_untracked().human;
        self.thinking.stop();
        self.table.update(|t| {
            // A game that has just ended has ended.
            let _ = t.end(Ending::Resignation(human));
        });
        self.changed();
    }

    /// Something happened: it is kept, and the game goes on.
    fn changed(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.hint.set(None);
        self.trouble.set(None);
        let record = self.table.with_untracked(ToString::to_string);
        let terms = self.terms.get_untracked().text();
        browser::write_storage(&place(self.game), &format!("{terms}\n{record}"));
        self.keep_clock();
        self.proceed();
    }

    fn keep_clock(self) {
        let text = self.clock.get_untracked().map(|clock| {
            let left = clock.left();
            let past = self.past.with_value(ClockHistory::text);
            format!("{}+{} {past}", left.first.0, left.second.0)
        });
        browser::write_storage(&format!("{}.clock", place(self.game)), &text.unwrap_or_default());
    }

    /// The clocks are noted as they stand now.
    fn note(self) {
        let ply = self.table.with_untracked(AnyRecord::ply);
        if let Some(clock) = self.clock.get_untracked() {
            self.past.update_value(|past| past.note(ply, clock));
        }
    }

    /// Updates the clock of the side to move.
    fn look(self) {
        let Some(before) = self.looked.try_get_value() else { return };
        self.looked.set_value(browser::monotonic_ms());
        let Some(mut clock) = self.clock.get_untracked() else { return };
        let (over, side) =
            self.table.with_untracked(|t| (t.conclusion().is_some(), t.side_to_move()));
        if over || self.phase.get_untracked() != GamePhase::Playing {
            return;
        }
        clock.run(side, browser::monotonic_ms() - before);
        self.clock.set(Some(clock));
        if clock.has_fallen(side) {
            self.thinking.stop();
            self.table.update(|t| {
                let _ = t.end(Ending::Time(side));
            });
            self.changed();
        } else if clock.left()[side].0 % 1_000 < 100 {
            self.keep_clock();
        }
    }

    /// Has the engine loaded while the person looks at the board.
    fn prepare_engine(self) {
        if self.table.with_untracked(|t| t.conclusion().is_none()) {
            let ComputerTerms { level, pace, .. } = self.terms.get_untracked();
            let is_asked_at_once = !untrack(|| self.is_humans_turn());
            self.thinking.prepare(self.question(level, pace), is_asked_at_once);
        }
    }

    /// Asks the computer, if it is its turn.
    pub(super) fn proceed(self) {
        let terms = self.terms.get_untracked();
        let (over, side) =
            self.table.with_untracked(|t| (t.conclusion().is_some(), t.side_to_move()));
        if over || side == terms.human {
            return;
        }
        let (turn, asked) = (self.turn.get_value(), browser::monotonic_ms());
        let time = self.clock.get_untracked().map_or(terms.pace, |clock| clock.share(side));
        self.thinking.search(self.question(terms.level, time), move |answer| match answer {
            Ok(finding) => self.answer(turn, asked, &finding),
            Err(why) => self.trouble.set(Some(format!("The computer cannot move: {why}."))),
        });
    }

    /// Plays the engine's move, not before the minimal thinking time is over.
    fn answer(self, turn: u32, asked: f64, finding: &Report) {
        let Some(best) = finding.best().map(|said| said.mv) else { return };
        let rest = PAUSE.saturating_sub(Duration::from_secs_f64(
            (browser::monotonic_ms() - asked).max(0.0) / 1000.0,
        ));
        let play = move || {
            if self.turn.try_get_value() == Some(turn) {
                self.move_by_anyone(&best);
            }
        };
        set_timeout(play, rest);
    }

    /// Asks the full engine what the person should play.
    pub(super) fn ask_hint(self) {
        if !untrack(|| self.is_humans_turn()) {
            return;
        }
        self.thinking.search(self.question(8, HINT_MS), move |answer| match answer {
            Ok(finding) => self.hint.set(finding.best()),
            Err(why) => self.trouble.set(Some(format!("There is no hint: {why}."))),
        });
    }

    fn question(self, level: u8, ms: u32) -> SearchRequest {
        SearchRequest {
            game: self.game.text().to_owned(),
            record: self.table.with_untracked(ToString::to_string),
            level,
            lines: 1,
            seed: self.terms.get_untracked().seed,
            limits: Limits::time(Duration::from_millis(ms.into())),
            ..SearchRequest::default()
        }
    }
}

/// Either side.
pub(super) fn any_side() -> Side {
    if chance().is_multiple_of(2) { Side::First } else { Side::Second }
}

/// The clocks of a kept game: what is left, then what was left after every move.
fn stored_clock(game: GameName, terms: ComputerTerms) -> Option<(LocalClock, ClockHistory)> {
    let fresh = LocalClock::new(terms.clock?);
    let kept = browser::read_storage(&format!("{}.clock", place(game))).unwrap_or_default();
    let words: Vec<&str> = kept.split_whitespace().collect();
    let (now, past) = words.split_at(words.len().min(1));
    Some((ClockHistory::read(now).at(0, fresh), ClockHistory::read(past)))
}

/// Where a game is kept.
pub(super) fn place(game: GameName) -> String {
    format!("play.{game}")
}

/// A kept game: its terms in the first line, then its record. What can be read of it, that is.
fn read(game: GameName, text: &str) -> Option<(ComputerTerms, AnyRecord)> {
    let (terms, record) = text.split_once('\n')?;
    let table = AnyRecord::read(game, record).unwrap_or_else(|partial| partial.record);
    Some((ComputerTerms::read(terms)?, table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_game_is_read_again_as_far_as_it_makes_sense() {
        let kept =
            "level=2 side=2 pace=1000 seed=5\n[Game \"hex\"]\n[Options \"size=5\"]\n\n1. c3 b2 *";
        let (terms, table) = read(GameName::Hex, kept).unwrap();
        assert_eq!((terms.level, terms.human, table.ply()), (2, Side::Second, 2));
        let (_, table) = read(GameName::Hex, &kept.replace("b2", "c3")).unwrap();
        assert_eq!(table.ply(), 1);
        for nothing in ["", "level=2", "level=99\n[Game \"hex\"]"] {
            assert!(read(GameName::Hex, nothing).is_none(), "{nothing}");
        }
    }
}
