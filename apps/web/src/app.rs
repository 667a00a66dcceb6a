//! The app: its places and what is shown there.

use crate::account::Me;
use crate::games::Way;
use crate::later::{Draw, OnlinePlace, PeoplePlace, analyse, friend, later, learn, online, people};
use crate::pages::{ComputerPage, Home, Missing};
use crate::settings::Settings;
use crate::shell::{Footer, Header, keep_focus};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::hooks::use_params_map;
use leptos_router::path;

#[component]
pub(crate) fn App() -> impl IntoView {
    provide_context(Settings::load());
    provide_context(Me::load());
    view! {
        <Router>
            <Shell />
        </Router>
    }
}

#[component]
fn Shell() -> impl IntoView {
    keep_focus();
    view! {
        <a class="skip" href="#main">
            "Skip to the content"
        </a>
        <Header />
        <main id="main" tabindex="-1">
            <Routes fallback=Missing>
                <Route path=path!("/") view=Home />
                <Route path=path!("/play/:game") view=|| at_table(Way::Play) />
                <Route path=path!("/friend/:game") view=|| at_table(Way::Friend) />
                <Route path=path!("/analyse/:game") view=|| at_table(Way::Analyse) />
                <Route path=path!("/learn/:game") view=|| at_table(Way::Learn) />
                <Route path=path!("/lobby") view=|| with_others(OnlinePlace::Lobby) />
                <Route path=path!("/challenge/:id") view=|| with_others(OnlinePlace::Challenge) />
                <Route path=path!("/game/:id") view=|| with_others(OnlinePlace::Game) />
                <Route path=path!("/settings") view=|| of_people(PeoplePlace::Settings) />
                <Route path=path!("/sign-in") view=|| of_people(PeoplePlace::SignIn) />
                <Route path=path!("/people/:name") view=|| of_people(PeoplePlace::Profile) />
                <Route path=path!("/leaderboard") view=|| of_people(PeoplePlace::Leaderboard) />
                <Route path=path!("/archive") view=|| of_people(PeoplePlace::Archive) />
            </Routes>
        </main>
        <Footer />
    }
}

/// The page of the game that the address names.
fn at_table(way: Way) -> impl IntoView {
    let params = use_params_map();
    let game = Memo::new(move |_| {
        params.with(|p| p.get("game").and_then(|name| name.parse::<GameName>().ok()))
    });
    move || match game.get() {
        Some(game) => page(game, way),
        None => view! { <Missing /> }.into_any(),
    }
}

fn page(game: GameName, way: Way) -> AnyView {
    let draw = move |page: Draw<GameName>| page(game);
    match way {
        Way::Play => view! { <ComputerPage game /> }.into_any(),
        Way::Learn => later(learn, draw),
        Way::Friend => later(friend, draw),
        Way::Analyse => later(analyse, draw),
    }
}

/// A page about people and what they played.
fn of_people(place: PeoplePlace) -> AnyView {
    later(people, move |page: Draw<PeoplePlace>| page(place))
}

/// A page on which one plays others over the network.
fn with_others(place: OnlinePlace) -> AnyView {
    later(online, move |page: Draw<OnlinePlace>| page(place))
}
