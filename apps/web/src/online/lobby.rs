//! The lobby: quick pairing, open games, a game of one's own, and games to return to.

use super::form::Create;
use super::seeks::{Seeking, Seeks, described};
use super::socket::Online;
use super::who::keep_in_step;
use super::wire::Wire;
use super::words;
use crate::browser;
use ::live::News;
use catalog::GameName;
use clock::Control;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use protocol::{GameId, SeatWish, Seek, Terms};

/// The times of quick pairing.
const QUICK: [&str; 6] = ["60+1", "180+2", "300+3", "600+5", "1800+10", "1d"];

#[component]
pub(crate) fn LobbyPage() -> impl IntoView {
    browser::set_title("Play online");
    let online = Online::here();
    let game = RwSignal::new(
        browser::kept("lobby.game").and_then(|kept| kept.parse().ok()).unwrap_or(GameName::Hex),
    );
    Effect::new(move || browser::keep("lobby.game", game.get().text()));
    let link = RwSignal::new(None::<GameId>);
    let trouble = RwSignal::new(None::<String>);
    let navigate = use_navigate();
    online.on_news(move |news| match news {
        News::Paired(game) => {
            navigate(&format!("/game/{game}"), leptos_router::NavigateOptions::default());
        }
        News::Challenge(seek) => {
            trouble.set(None);
            link.set(Some(seek));
            request_animation_frame(|| browser::focus("link"));
        }
        News::Refused(what) => trouble.set(Some(what)),
    });
    keep_in_step(online);
    online.act(::live::Client::enter_lobby);
    on_cleanup(move || online.act(::live::Client::leave_lobby));
    view! {
        <div class=move || format!("lobby game-{}", game.get())>
            <header class="lobby-head">
                <h1>"Play online"</h1>
                <p class="quiet">{move || you(online)}</p>
                <Wire online />
            </header>
            {move || trouble.get().map(|what| view! { <p class="notice wrong" role="alert">{what}</p> })}
            <Seeking online />
            {move || link.get().map(|seek| view! { <Link seek /> })}
            <Challenges online />
            <Playing online />
            <div class="lobby-columns">
                <div class="lobby-main">
                    <Quick online game />
                    <Seeks online />
                </div>
                <Create online game />
            </div>
        </div>
    }
}

/// Who one is here.
fn you(online: Online) -> String {
    online.with(|client| match client.you() {
        Some(you) if you.guest => {
            format!("You are {}, a guest. Play at once; an account keeps your rating.", you.name)
        }
        Some(you) => format!("You are {}.", you.name),
        None => String::new(),
    })
}

/// Paired with somebody of about the same strength, by one touch.
#[component]
fn Quick(online: Online, game: RwSignal<GameName>) -> impl IntoView {
    let games = GameName::ALL.map(|game| (game, game.title()));
    let pair = move |time: Control| {
        let guest = online.with_untracked(|client| client.you().is_none_or(|you| you.guest));
        let terms = Terms {
            game: game.get_untracked().text().to_owned(),
            options: String::new(),
            time,
            rated: !guest,
            seat: SeatWish::Any,
        };
        online.act(|client| client.pair(terms));
    };
    let button = |text: &str| {
        let time: Control = text.parse().expect("a test reads these times");
        view! {
            <button type="button" class="quick" on:click=move |_| pair(time)>
                <b>{words::pace(time)}</b>
                <span class="quiet">{time.speed().text()}</span>
            </button>
        }
    };
    view! {
        <section class="quick-pairing" aria-label="Quick pairing">
            <h2>"Quick pairing"</h2>
            {super::fields::segments("game", "Game", game, games)}
            <div class="quick-times">{QUICK.map(button).collect_view()}</div>
        </section>
    }
}

/// A link to be sent to a friend.
#[component]
fn Link(seek: GameId) -> impl IntoView {
    let address = StoredValue::new(format!("{}/challenge/{seek}", browser::origin()));
    let copied = RwSignal::new(false);
    view! {
        <section class="challenge-link" aria-label="Your challenge">
            <p><b>"Send this link. Whoever opens it first plays you; stay here until then."</b></p>
            <div class="link-line">
                <input id="link" type="text" readonly aria-label="Link to the challenge" prop:value=address.get_value() />
                <button type="button" class="button primary" on:click=move |_| copied.set(address.with_value(|text| browser::copy(text)))>
                    {move || if copied.get() { "Copied" } else { "Copy" }}
                </button>
            </div>
        </section>
    }
}

/// What others challenge us to.
#[component]
fn Challenges(online: Online) -> impl IntoView {
    let challenges =
        Memo::new(move |_| online.with(|client| client.challenges().cloned().collect::<Vec<_>>()));
    let row = move |seek: Seek| {
        let id = seek.seek.clone();
        view! {
            <li class="seek">
                {described(&seek)}
                <button type="button" class="button primary" on:click=move |_| online.act(|client| client.accept(&id))>
                    "Accept"
                </button>
            </li>
        }
    };
    view! {
        <Show when=move || challenges.with(|all| !all.is_empty())>
            <section class="seeks" aria-label="Challenges">
                <h2>"You are challenged"</h2>
                <ul>{move || challenges.get().into_iter().map(row).collect_view()}</ul>
            </section>
        </Show>
    }
}

/// Games to return to.
#[component]
fn Playing(online: Online) -> impl IntoView {
    let playing = Memo::new(move |_| online.with(|client| client.playing().to_vec()));
    let link = |id: GameId| {
        view! { <li><A href=format!("/game/{id}") attr:class="button">{format!("Back to game {id}")}</A></li> }
    };
    view! {
        <Show when=move || playing.with(|all| !all.is_empty())>
            <section class="playing" aria-label="Your games">
                <h2>"Your games"</h2>
                <ul class="actions">{move || playing.get().into_iter().map(link).collect_view()}</ul>
            </section>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_quick_pairing_are_times() {
        for text in QUICK {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
    }
}
