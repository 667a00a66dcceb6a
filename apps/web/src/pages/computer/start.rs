//! Before the game: how strong, which side, how long, and on what board.

use super::computer_game::{ComputerGame, any_side};
use super::terms::{CLOCKS, ComputerTerms, LEVELS, PACES};
use crate::pages::clock::TimeControl;
use crate::pages::option_fields::option_fields;
use crate::pages::shortcuts::chance;
use crate::startup::sliced;
use catalog::{AnyRecord, GameName};
use game::Side;
use leptos::prelude::*;
use scene::Table as _;

/// The player's choice of side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SideChoice {
    Side(Side),
    Any,
}

/// What the choice begins with, and what is done with it.
#[derive(Clone, Copy)]
pub(super) struct StartTerms {
    pub(super) game: GameName,
    /// The board shows what would be played on.
    pub(super) table: RwSignal<AnyRecord, LocalStorage>,
    pub(super) terms: ComputerTerms,
    /// Starts a game with these options.
    pub(super) begin: Callback<(String, ComputerTerms)>,
}

/// What is chosen before a game.
#[derive(Clone, Copy)]
struct StartForm {
    start: StartTerms,
    level: RwSignal<u8>,
    wish: RwSignal<SideChoice>,
    pace: RwSignal<u32>,
    clock: RwSignal<Option<TimeControl>>,
    options: RwSignal<String>,
}

#[component]
pub(super) fn Start(computer_game: ComputerGame) -> impl IntoView {
    let begin = move |(options, terms): (String, ComputerTerms)| {
        computer_game.begin(&options, terms);
    };
    start_form(StartTerms {
        game: computer_game.game,
        table: computer_game.table,
        terms: computer_game.terms.get_untracked(),
        begin: Callback::new(begin),
    })
}

/// The form in which the terms of a game are chosen.
pub(super) fn start_form(start: StartTerms) -> AnyView {
    let StartTerms { game, table, terms, .. } = start;
    let choosing = StartForm {
        start,
        level: RwSignal::new(terms.level),
        wish: RwSignal::new(SideChoice::Side(terms.human)),
        pace: RwSignal::new(terms.pace),
        clock: RwSignal::new(terms.clock),
        options: RwSignal::new(table.with_untracked(AnyRecord::options)),
    };
    Effect::new(move || {
        if let Ok(chosen) = AnyRecord::begin(game, &choosing.options.get()) {
            table.set(chosen);
        }
    });
    view! {
        <form
            class="start"
            on:submit=move |event| {
                event.prevent_default();
                choosing.begin();
            }
        >
            {sliced(move || choosing.levels().into_any())}
            {sliced(move || choosing.sides().into_any())}
            {sliced(move || option_fields(game, choosing.options))}
            {sliced(move || choosing.clocks().into_any())}
            <Show when=move || choosing.clock.get().is_none()>{choosing.paces()}</Show>
            <button type="submit" class="button primary" id="begin">
                "Start"
            </button>
        </form>
    }
    .into_any()
}

impl StartForm {
    fn begin(self) {
        let human = match self.wish.get_untracked() {
            SideChoice::Side(side) => side,
            SideChoice::Any => any_side(),
        };
        let (level, pace) = (self.level.get_untracked(), self.pace.get_untracked());
        let clock = self.clock.get_untracked();
        let terms = ComputerTerms { level, human, pace, clock, seed: chance() };
        self.start.begin.run((self.options.get_untracked(), terms));
    }

    fn levels(self) -> impl IntoView {
        let name = move || LEVELS[usize::from(self.level.get().clamp(1, 8)) - 1];
        let choices = (1..=8).map(|n: u8| (n, n.to_string()));
        view! {
            <div class="level">
                {segments("level", "Level", self.level, choices)}
                <p class="quiet" id="level-name" aria-live="polite">
                    {name}
                </p>
            </div>
        }
    }

    fn sides(self) -> impl IntoView {
        let colours = self.start.table.with_untracked(|t| t.scene(game::Viewer::Watcher).colours);
        let choices = [
            (SideChoice::Side(Side::First), format!("{}, first", colours.first)),
            (SideChoice::Any, "Random".to_owned()),
            (SideChoice::Side(Side::Second), format!("{}, second", colours.second)),
        ];
        segments("side", "You play", self.wish, choices)
    }

    fn paces(self) -> impl IntoView {
        let choices = PACES.map(|(ms, text)| (ms, text.to_owned()));
        segments("pace", "The computer thinks, at most", self.pace, choices)
    }

    /// Minutes for the game and seconds for every move, for both.
    fn clocks(self) -> impl IntoView {
        let option = move |(place, (clock, text)): (usize, (Option<TimeControl>, &'static str))| {
            view! {
                <option value=place selected=move || self.clock.get() == clock>
                    {text}
                </option>
            }
        };
        let choose = move |event| {
            let place = event_target_value(&event).parse::<usize>();
            if let Some((clock, _)) = place.ok().and_then(|place| CLOCKS.get(place)) {
                self.clock.set(*clock);
            }
        };
        view! {
            <label class="field">
                <span>"Clock, minutes + seconds"</span>
                <select id="clock" on:change=choose>
                    {CLOCKS.into_iter().enumerate().map(option).collect_view()}
                </select>
            </label>
        }
    }
}

/// One of a few, side by side.
fn segments<T: Clone + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    title: &'static str,
    chosen: RwSignal<T>,
    choices: impl IntoIterator<Item = (T, String)>,
) -> impl IntoView {
    let label = |(value, text): (T, String)| {
        let own = value.clone();
        view! {
            <label>
                <input
                    type="radio"
                    name=name
                    value=text.clone()
                    prop:checked=move || chosen.with(|chosen| *chosen == own)
                    on:change=move |_| chosen.set(value.clone())
                />
                <span>{text.clone()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>{title}</legend>
            <div>{choices.into_iter().map(label).collect_view()}</div>
        </fieldset>
    }
}
