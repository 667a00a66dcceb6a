//! How the friends want to play: the game's options, the clock, the board.

use super::hot_seat::HotSeatGame;
use super::saved_game::Turns;
use crate::browser;
use crate::pages::clock::TimeControl;
use crate::pages::fields::{segments, select, select_unless};
use crate::pages::option_fields::option_fields;
use catalog::AnyRecord;
use leptos::prelude::*;

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
                {select_unless(no_clock, "bonus", "Increment for each move", bonus, &BONUS, |n| format!("{n} s"))}
            </div>
            {segments("turns", "Turn the board after every move", turns, [
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
    let options = RwSignal::new(hot_seat.table.with_untracked(AnyRecord::options));
    Effect::new(move |_| options.with(|options| hot_seat.set_up(options)));
    option_fields(hot_seat.game, options)
}
