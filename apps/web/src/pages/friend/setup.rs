//! How the friends want to play: the game's options, the clock, the board.

use super::hot_seat::HotSeatGame;
use super::saved_game::Turns;
use crate::browser;
use crate::pages::clock::TimeControl;
use crate::pages::fields::{segments, select, select_unless};
use catalog::{AnyRecord, GameName};
use leptos::prelude::*;

/// The boards of Hex that are offered.
const SIZES: [u16; 10] = [3, 5, 7, 9, 11, 13, 14, 15, 17, 19];
/// Minutes a side; none is no clock.
const MINUTES: [u16; 9] = [0, 1, 3, 5, 10, 15, 30, 60, 90];
/// Seconds a move.
const BONUS: [u16; 7] = [0, 1, 2, 3, 5, 10, 30];

#[component]
pub(super) fn Setup(hot_seat: HotSeatGame) -> impl IntoView {
    let minutes = RwSignal::new(hot_seat.terms.with_untracked(|t| t.pace.map_or(0, |p| p.minutes)));
    let bonus = RwSignal::new(hot_seat.terms.with_untracked(|t| t.pace.map_or(0, |p| p.bonus)));
    let turns = RwSignal::new(hot_seat.terms.with_untracked(|t| t.turns));
    Effect::new(move || {
        let pace = TimeControl { minutes: minutes.get(), bonus: bonus.get() };
        let turns = turns.get();
        hot_seat.terms.update(|terms| {
            terms.pace = (pace.minutes > 0).then_some(pace);
            terms.turns = turns;
        });
    });
    let minutes_word = |n: u16| if n == 0 { "No clock".to_owned() } else { format!("{n} min") };
    let no_clock = Signal::derive(move || minutes.get() == 0);
    view! {
        <form
            class="setup"
            on:submit=move |event| {
                event.prevent_default();
                hot_seat.begin();
                request_animation_frame(browser::focus_board);
            }
        >
            {options(hot_seat)}
            <div class="fields">
                {select("minutes", "Time for each", minutes, &MINUTES, minutes_word)}
                {select_unless(no_clock, "bonus", "More for every move", bonus, &BONUS, |n| format!("{n} s"))}
            </div>
            {segments("turns", "Turn the board for every move", turns, [
                (Turns::Never, "No"),
                (Turns::EveryMove, "Yes"),
            ])}
            <button type="submit" class="button primary">"Start"</button>
            <p class="quiet">"Or simply make the first move."</p>
        </form>
    }
}

/// What the game itself leaves open.
fn options(hot_seat: HotSeatGame) -> AnyView {
    match hot_seat.game {
        GameName::Eclipse => eclipse(hot_seat).into_any(),
        GameName::Hex => hex(hot_seat).into_any(),
        GameName::HexChess => ().into_any(),
    }
}

fn eclipse(hot_seat: HotSeatGame) -> impl IntoView {
    let now = hot_seat.table.with_untracked(AnyRecord::options);
    let rules = RwSignal::new(if now == "tabletop" { "tabletop" } else { "standard" });
    Effect::new(move |_| hot_seat.set_up(rules.get()));
    segments("rules", "Rules", rules, [("standard", "Standard"), ("tabletop", "Tabletop")])
}

fn hex(hot_seat: HotSeatGame) -> impl IntoView {
    let now = hot_seat.table.with_untracked(AnyRecord::options);
    let size = SIZES.into_iter().find(|size| now.contains(&format!("size={size} ")));
    let size = RwSignal::new(size.unwrap_or(11));
    let swap = RwSignal::new(if now.contains("swap=off") { "off" } else { "on" });
    Effect::new(move |_| hot_seat.set_up(&format!("size={} swap={}", size.get(), swap.get())));
    view! {
        <div class="fields">
            {select("size", "Board", size, &SIZES, |n| format!("{n} × {n}"))}
        </div>
        {segments("swap", "Swap rule", swap, [("on", "On"), ("off", "Off")])}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::AnyRecord;

    #[test]
    fn every_board_that_is_offered_can_be_played_on() {
        for size in SIZES {
            let options = format!("size={size} swap=on");
            assert_eq!(AnyRecord::begin(GameName::Hex, &options).unwrap().options(), options);
        }
        for rules in ["standard", "tabletop"] {
            assert_eq!(AnyRecord::begin(GameName::Eclipse, rules).unwrap().options(), rules);
        }
    }
}
