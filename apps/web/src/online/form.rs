//! Form for a new game: an open seek, a challenge by name or by link, or a game against the computer.

use super::socket::Online;
use crate::pages::fields::{segments, select};
use crate::pages::option_fields::{full_options, option_fields};
use catalog::GameName;
use clock::{Control, Span};
use leptos::prelude::*;
use protocol::{Name, Opponent, SeatWish, Terms};

const MINUTES: [u16; 9] = [1, 2, 3, 5, 10, 15, 30, 60, 90];
const BONUS: [u16; 8] = [0, 1, 2, 3, 5, 10, 20, 30];
const PERIODS: [u16; 5] = [1, 2, 3, 5, 10];
const PERIOD: [u16; 6] = [5, 10, 15, 20, 30, 60];
const DAYS: [u16; 6] = [1, 2, 3, 5, 7, 14];
const LEVELS: [u16; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

/// Kinds of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TimeKind {
    Fischer,
    ByoYomi,
    Days,
    None,
}

/// The kind of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpponentKind {
    Anybody,
    Link,
    Named,
    Computer,
}

/// The choices in the form.
#[derive(Clone, Copy)]
struct Form {
    online: Online,
    game: RwSignal<GameName>,
    options: RwSignal<String>,
    kind: RwSignal<TimeKind>,
    minutes: RwSignal<u16>,
    bonus: RwSignal<u16>,
    periods: RwSignal<u16>,
    period: RwSignal<u16>,
    days: RwSignal<u16>,
    rated: RwSignal<bool>,
    seat: RwSignal<SeatWish>,
    whom: RwSignal<OpponentKind>,
    level: RwSignal<u16>,
    name: RwSignal<String>,
    /// What is wrong with the name.
    wrong: RwSignal<Option<String>>,
}

#[component]
pub(super) fn Create(online: Online, game: RwSignal<GameName>) -> impl IntoView {
    let form = Form {
        online,
        game,
        options: RwSignal::new(String::new()),
        kind: RwSignal::new(TimeKind::Fischer),
        minutes: RwSignal::new(5),
        bonus: RwSignal::new(3),
        periods: RwSignal::new(5),
        period: RwSignal::new(30),
        days: RwSignal::new(3),
        rated: RwSignal::new(false),
        seat: RwSignal::new(SeatWish::Any),
        whom: RwSignal::new(OpponentKind::Anybody),
        level: RwSignal::new(3),
        name: RwSignal::new(String::new()),
        wrong: RwSignal::new(None),
    };
    view! {
        <form
            class="create"
            on:submit=move |event| {
                event.prevent_default();
                form.send();
            }
        >
            <h2>"New game"</h2>
            {segments("whom", "Against", form.whom, [
                (OpponentKind::Anybody, "Anybody"),
                (OpponentKind::Link, "By link"),
                (OpponentKind::Named, "By name"),
                (OpponentKind::Computer, "Computer"),
            ])}
            <Show when=move || form.whom.get() == OpponentKind::Computer>
                {select("level", "Level", form.level, &LEVELS, |n| n.to_string())}
            </Show>
            <Show when=move || form.whom.get() == OpponentKind::Named>{form.named()}</Show>
            {move || option_fields(form.game.get(), form.options)}
            {segments("time", "Time", form.kind, [
                (TimeKind::Fischer, "Clock"),
                (TimeKind::ByoYomi, "Byo-yomi"),
                (TimeKind::Days, "Days"),
                (TimeKind::None, "None"),
            ])}
            {move || form.time()}
            {segments("seat", "You play", form.seat, [
                (SeatWish::First, "First"),
                (SeatWish::Any, "Random"),
                (SeatWish::Second, "Second"),
            ])}
            {form.rating()}
            <button type="submit" class="button primary" id="create">
                {move || match form.whom.get() {
                    OpponentKind::Anybody => "Create an open game",
                    OpponentKind::Link => "Create a link",
                    OpponentKind::Named => "Challenge",
                    OpponentKind::Computer => "Play",
                }}
            </button>
        </form>
    }
}

impl Form {
    fn send(self) {
        let terms = self.terms();
        self.wrong.set(None);
        let opponent = match self.whom.get_untracked() {
            OpponentKind::Anybody => return self.online.act(|client| client.seek(terms)),
            OpponentKind::Link => Opponent::Link,
            OpponentKind::Named => {
                match self.name.with_untracked(|name| name.trim().parse::<Name>()) {
                    Ok(name) => Opponent::Named { name },
                    Err(error) => return self.wrong.set(Some(error.to_string())),
                }
            }
            OpponentKind::Computer => {
                let level = u8::try_from(self.level.get_untracked()).unwrap_or(1);
                Opponent::Computer { level }
            }
        };
        self.online.act(|client| client.challenge(terms, opponent));
    }

    fn named(self) -> impl IntoView {
        view! {
            <label class="field">
                <span>"Name"</span>
                <input
                    id="opponent"
                    type="text"
                    autocomplete="off"
                    maxlength="40"
                    prop:value=self.name
                    on:input=move |event| self.name.set(event_target_value(&event))
                />
            </label>
            {move || self.wrong.get().map(|what| view! { <p class="notice wrong" role="alert">{what}</p> })}
        }
    }

    fn terms(self) -> Terms {
        let game = self.game.get_untracked();
        Terms {
            game: game.text().to_owned(),
            options: self.options.with_untracked(|options| full_options(game, options)),
            time: self.control(),
            rated: self.rated.get_untracked() && self.may_rate(),
            seat: self.seat.get_untracked(),
        }
    }

    fn control(self) -> Control {
        let minutes = |signal: RwSignal<u16>| Span::seconds(60 * u64::from(signal.get_untracked()));
        let seconds = |signal: RwSignal<u16>| Span::seconds(u64::from(signal.get_untracked()));
        match self.kind.get_untracked() {
            TimeKind::Fischer => {
                Control::Fischer { start: minutes(self.minutes), increment: seconds(self.bonus) }
            }
            TimeKind::ByoYomi => Control::ByoYomi {
                main: minutes(self.minutes),
                periods: u8::try_from(self.periods.get_untracked()).unwrap_or(1),
                period: seconds(self.period),
            },
            TimeKind::Days => Control::PerMove(Span::days(u64::from(self.days.get_untracked()))),
            TimeKind::None => Control::None,
        }
    }

    /// Ratings are for people with an account, and for games with a clock.
    fn may_rate(self) -> bool {
        let guest = self.online.with(|client| client.you().is_none_or(|you| you.guest));
        !guest && self.kind.get() != TimeKind::None && self.whom.get() != OpponentKind::Computer
    }

    fn time(self) -> AnyView {
        let minutes =
            move || select("minutes", "Minutes", self.minutes, &MINUTES, |n| n.to_string());
        match self.kind.get() {
            TimeKind::Fischer => view! {
                <div class="fields">
                    {minutes()}
                    {select("bonus", "Seconds a move", self.bonus, &BONUS, |n| n.to_string())}
                </div>
            }
            .into_any(),
            TimeKind::ByoYomi => view! {
                <div class="fields">
                    {minutes()}
                    {select("periods", "Periods", self.periods, &PERIODS, |n| n.to_string())}
                    {select("period", "Seconds each", self.period, &PERIOD, |n| n.to_string())}
                </div>
            }
            .into_any(),
            TimeKind::Days => {
                select("days", "Days a move", self.days, &DAYS, |n| n.to_string()).into_any()
            }
            TimeKind::None => ().into_any(),
        }
    }

    fn rating(self) -> impl IntoView {
        let may = Memo::new(move |_| self.may_rate());
        view! {
            <Show
                when=move || may.get()
                fallback=|| view! { <p class="quiet">"Casual. Rated games are for people with an account, and have a clock."</p> }
            >
                {segments("rated", "For", self.rated, [(false, "Fun"), (true, "Rating")])}
            </Show>
        }
    }
}
