//! The lobby: quick pairing, open games, a game of one's own, games to return to and to watch.

use super::challenges::{Asked, Challenges, Link};
use super::connection_status::ConnectionStatus;
use super::form::Create;
use super::identity::sync_identity;
use super::ongoing::{Playing, Running};
use super::seeks::{Listed, Seeking, Seeks};
use super::socket::Online;
use super::words;
use crate::browser;
use crate::pages::fields::segments;
use crate::startup::sliced;
use ::live::Notification;
use catalog::GameName;
use clock::Control;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use protocol::{GameId, Name, SeatWish, Terms};

/// The times of quick pairing.
const QUICK: [&str; 6] = ["60+1", "180+2", "300+3", "600+5", "1800+10", "1d"];

#[component]
pub(crate) fn LobbyPage() -> impl IntoView {
    browser::set_title("Play online");
    let online = Online::here();
    let game = RwSignal::new(
        browser::read_storage("lobby.game")
            .and_then(|kept| kept.parse().ok())
            .unwrap_or(GameName::FAVOURITE),
    );
    Effect::new(move || browser::write_storage("lobby.game", game.get().text()));
    let link = RwSignal::new(None::<GameId>);
    let asked = RwSignal::new(None::<Name>);
    let trouble = RwSignal::new(None::<String>);
    let listed = RwSignal::new(false);
    let navigate = use_navigate();
    let go = move |game: GameId| {
        navigate(&format!("/game/{game}"), leptos_router::NavigateOptions::default());
    };
    let meanwhile = {
        let go = go.clone();
        Callback::new(move |()| online.seek_in_background(go.clone()))
    };
    online.on_notification(move |notification| match notification {
        Notification::Paired(game) => go(game),
        Notification::SeekListed => {
            trouble.set(None);
            listed.set(true);
        }
        Notification::ChallengeOpened(seek) => {
            trouble.set(None);
            link.set(Some(seek));
            request_animation_frame(|| browser::focus("link"));
        }
        Notification::ChallengeSent(name) => {
            trouble.set(None);
            asked.set(Some(name));
        }
        Notification::Refused(what) => trouble.set(Some(what)),
    });
    sync_identity(online);
    online.stop_background_seek();
    enter(online);
    view! {
        <div class=move || format!("lobby game-{}", game.get())>
            <header class="lobby-head">
                <h1>"Play online"</h1>
                <p class="quiet">{move || you(online)}</p>
                <ConnectionStatus online />
            </header>
            {move || trouble.get().map(|what| view! { <p class="notice wrong" role="alert">{what}</p> })}
            {sliced(move || view! { <Seeking online game meanwhile /> }.into_any())}
            {move || listed.get().then(|| view! { <Listed /> })}
            {move || link.get().map(|seek| view! { <Link seek /> })}
            {move || asked.get().map(|name| view! { <Asked name /> })}
            {sliced(move || view! { <Challenges online /> }.into_any())}
            {sliced(move || view! { <Playing online /> }.into_any())}
            <div class="lobby-columns">
                <div class="lobby-main">
                    {sliced(move || view! { <Quick online game /> }.into_any())}
                    {sliced(move || view! { <Seeks online /> }.into_any())}
                    {sliced(move || view! { <Running online /> }.into_any())}
                </div>
                {sliced(move || view! { <Create online game /> }.into_any())}
            </div>
        </div>
    }
}

/// Follows the lobby until the page is left.
fn enter(online: Online) {
    online.act(::live::Client::enter_lobby);
    on_cleanup(move || {
        online.act(if online.is_seeking_in_background() {
            ::live::Client::leave_lobby_seeking
        } else {
            ::live::Client::leave_lobby
        });
    });
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

/// Quick pairing with a player of similar rating.
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
            {segments("game", "Game", game, games)}
            <div class="quick-times">{QUICK.map(button).collect_view()}</div>
            <p class="quiet">
                "You are paired with a player of similar rating who chooses the same time; if there is none, with a similar time. The game is rated if both players have an account."
            </p>
        </section>
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
