//! The app: routes and the pages they show.

use crate::account::CurrentUser;
use crate::board::{PieceCardPlace, PieceCards};
use crate::brand::Gradients;
use crate::games::PlayMode;
use crate::lazy_pages::{
    Draw, OnlinePage, PeoplePage, analyse, computer, friend, guided, keep_settings, lazy, learn,
    lobby, online, people, rules,
};
use crate::pages::{Home, NotFound};
use crate::settings::Settings;
use crate::shell::{BottomNavigation, Footer, Header, keep_focus};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::hooks::use_params_map;
use leptos_router::path;

#[component]
pub(crate) fn App() -> impl IntoView {
    let (settings, me) = (Settings::load(), CurrentUser::load());
    provide_context(settings);
    provide_context(me);
    keep_settings(&settings, me);
    provide_context(PieceCards::new());
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
        <Gradients />
        <a class="skip" href="#main">
            "Skip to the content"
        </a>
        <Header />
        <main id="main" tabindex="-1">
            <Routes fallback=NotFound>
                <Route path=path!("/") view=Home />
                <Route path=path!("/play/:game") view=|| game_page(GamePlace::Mode(PlayMode::Play)) />
                <Route path=path!("/friend/:game") view=|| game_page(GamePlace::Mode(PlayMode::Friend)) />
                <Route path=path!("/analyse/:game") view=|| game_page(GamePlace::Mode(PlayMode::Analyse)) />
                <Route path=path!("/learn/:game") view=|| game_page(GamePlace::Mode(PlayMode::Learn)) />
                <Route path=path!("/learn/first/:game") view=|| game_page(GamePlace::Guided) />
                <Route path=path!("/rules/:game") view=|| game_page(GamePlace::Rules) />
                <Route path=path!("/lobby") view=lobby_page />
                <Route path=path!("/challenge/:id") view=|| online_page(OnlinePage::Challenge) />
                <Route path=path!("/game/:id") view=|| online_page(OnlinePage::Game) />
                <Route path=path!("/settings") view=|| people_page(PeoplePage::Settings) />
                <Route path=path!("/sign-in") view=|| people_page(PeoplePage::SignIn) />
                <Route path=path!("/people/:name") view=|| people_page(PeoplePage::Profile) />
                <Route path=path!("/leaderboard") view=|| people_page(PeoplePage::Leaderboard) />
                <Route path=path!("/archive") view=|| people_page(PeoplePage::Archive) />
            </Routes>
        </main>
        <Footer />
        <BottomNavigation />
        <PieceCardPlace />
    }
}

/// A page about one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GamePlace {
    Mode(PlayMode),
    Rules,
    Guided,
}

/// The page of the game that the address names.
fn game_page(place: GamePlace) -> impl IntoView {
    let params = use_params_map();
    let game = Memo::new(move |_| {
        params.with(|p| p.get("game").and_then(|name| name.parse::<GameName>().ok()))
    });
    move || match game.get() {
        Some(game) => page(game, place),
        None => view! { <NotFound /> }.into_any(),
    }
}

fn page(game: GameName, place: GamePlace) -> AnyView {
    let draw = move |page: Draw<GameName>| page(game);
    match place {
        GamePlace::Mode(PlayMode::Play) => lazy(computer, draw),
        GamePlace::Mode(PlayMode::Learn) => lazy(learn, draw),
        GamePlace::Mode(PlayMode::Friend) => lazy(friend, draw),
        GamePlace::Mode(PlayMode::Analyse) => lazy(analyse, draw),
        GamePlace::Rules => lazy(rules, draw),
        GamePlace::Guided => lazy(guided, draw),
    }
}

/// A page about people and what they played.
fn people_page(place: PeoplePage) -> AnyView {
    lazy(people, move |page: Draw<PeoplePage>| page(place))
}

fn lobby_page() -> AnyView {
    lazy(lobby, |page: Draw<()>| page(()))
}

/// A page on which one plays others over the network.
fn online_page(place: OnlinePage) -> AnyView {
    lazy(online, move |page: Draw<OnlinePage>| page(place))
}
