//! The app: what surrounds every page, and the page that the address names.

use crate::account::CurrentUser;
use crate::board::{PieceCardPlace, PieceCards};
use crate::brand::Gradients;
use crate::games::PlayMode;
use crate::lazy_pages::{
    Draw, OnlinePage, PeoplePage, analyse, computer_start, friend, guided, home, keep_settings,
    lazy_page, learn, lobby, moderation, online, people, rules,
};
use crate::pages::NotFound;
use crate::routes::{GamePlace, RoutedPage, shown};
use crate::settings::Settings;
use crate::shell::{BottomNavigation, Footer, Header, keep_focus};
use crate::startup::{deferred, page_begins, sliced};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::components::Router;
use leptos_router::hooks::use_location;
use leptos_router::location::{BrowserUrl, LocationProvider as _};

#[component]
pub(crate) fn App() -> impl IntoView {
    let (settings, me) = (Settings::load(), CurrentUser::load());
    provide_context(settings);
    provide_context(me);
    keep_settings(&settings, me);
    provide_context(PieceCards::new());
    sliced(|| {
        view! {
            <Router>
                <Shell />
            </Router>
        }
        .into_any()
    })
}

#[component]
fn Shell() -> impl IntoView {
    keep_focus();
    view! {
        <Gradients />
        <a class="skip" href="#main">
            "Skip to the content"
        </a>
        {sliced(|| view! { <Header /> }.into_any())}
        <main id="main" tabindex="-1">
            {sliced(|| view! { <PageHere /> }.into_any())}
        </main>
        {deferred(|| view! { <Footer /> }.into_any())}
        {sliced(|| view! { <BottomNavigation /> }.into_any())}
        {deferred(|| view! { <PieceCardPlace /> }.into_any())}
    }
}

/// The page that the address names.
#[component]
fn PageHere() -> impl IntoView {
    let path = use_location().pathname;
    let place = Memo::new(move |_| shown(&path.get()));
    let location = use_context::<BrowserUrl>();
    // The address bar follows when the page is drawn.
    Effect::new(move || {
        path.track();
        if let Some(location) = &location {
            location.ready_to_complete();
        }
    });
    move || match place.get() {
        None => {
            page_begins();
            view! { <NotFound /> }.into_any()
        }
        Some((RoutedPage::Home, _)) => lazy_page(home, |page: Draw<()>| page(())),
        Some((RoutedPage::Lobby, _)) => lazy_page(lobby, |page: Draw<()>| page(())),
        Some((RoutedPage::Moderation, _)) => lazy_page(moderation, |page: Draw<()>| page(())),
        Some((RoutedPage::Online(place), _)) => {
            lazy_page(online, move |page: Draw<OnlinePage>| page(place))
        }
        Some((RoutedPage::People(place), _)) => {
            lazy_page(people, move |page: Draw<PeoplePage>| page(place))
        }
        Some((RoutedPage::Game(place), game)) => page(game.unwrap_or(GameName::FAVOURITE), place),
    }
}

fn page(game: GameName, place: GamePlace) -> AnyView {
    let draw = move |page: Draw<GameName>| page(game);
    match place {
        GamePlace::Mode(PlayMode::Play) => lazy_page(computer_start, draw),
        GamePlace::Mode(PlayMode::Learn) => lazy_page(learn, draw),
        GamePlace::Mode(PlayMode::Friend) => lazy_page(friend, draw),
        GamePlace::Mode(PlayMode::Analyse) => lazy_page(analyse, draw),
        GamePlace::Rules => lazy_page(rules, draw),
        GamePlace::Guided => lazy_page(guided, draw),
    }
}
