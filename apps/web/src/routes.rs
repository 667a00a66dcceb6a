//! Routes: which page an address shows.
//!
//! The router of the framework makes a type of its own of every route, which weighs more than all pages'
//! addresses together; here they are a list.

use crate::games::PlayMode;
use crate::lazy_pages::{OnlinePage, PeoplePage};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// A page of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoutedPage {
    Home,
    Game(GamePlace),
    Lobby,
    Online(OnlinePage),
    People(PeoplePage),
    Moderation,
}

/// A page about one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GamePlace {
    Mode(PlayMode),
    Rules,
    Guided,
}

/// The addresses of all pages; what begins with a colon is the page's parameter.
const ROUTES: [(&str, RoutedPage); 16] = [
    ("/", RoutedPage::Home),
    ("/play/:game", RoutedPage::Game(GamePlace::Mode(PlayMode::Play))),
    ("/friend/:game", RoutedPage::Game(GamePlace::Mode(PlayMode::Friend))),
    ("/analyse/:game", RoutedPage::Game(GamePlace::Mode(PlayMode::Analyse))),
    ("/learn/:game", RoutedPage::Game(GamePlace::Mode(PlayMode::Learn))),
    ("/learn/first/:game", RoutedPage::Game(GamePlace::Guided)),
    ("/rules/:game", RoutedPage::Game(GamePlace::Rules)),
    ("/lobby", RoutedPage::Lobby),
    ("/challenge/:id", RoutedPage::Online(OnlinePage::Challenge)),
    ("/game/:id", RoutedPage::Online(OnlinePage::Game)),
    ("/settings", RoutedPage::People(PeoplePage::Settings)),
    ("/sign-in", RoutedPage::People(PeoplePage::SignIn)),
    ("/people/:name", RoutedPage::People(PeoplePage::Profile)),
    ("/leaderboard", RoutedPage::People(PeoplePage::Leaderboard)),
    ("/archive", RoutedPage::People(PeoplePage::Archive)),
    ("/moderation", RoutedPage::Moderation),
];

/// What an address shows: the page, and the game if it is about one.
pub(crate) fn shown(path: &str) -> Option<(RoutedPage, Option<GameName>)> {
    let (page, parameter) = route(path)?;
    let game = parameter.parse().ok();
    let about_game = matches!(page, RoutedPage::Game(_));
    (about_game == game.is_some() || !about_game).then_some((page, game.filter(|_| about_game)))
}

/// The page at an address, and its parameter; empty if it has none.
fn route(path: &str) -> Option<(RoutedPage, &str)> {
    let path = path.trim_matches('/');
    ROUTES.iter().find_map(|(pattern, page)| Some((*page, parameter_in(pattern, path)?)))
}

/// The parameter of a path that fits a pattern.
fn parameter_in<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    let pattern = pattern.trim_matches('/');
    match pattern.split_once(':') {
        Some((start, _)) => {
            let parameter = path.strip_prefix(start)?;
            (!parameter.is_empty() && !parameter.contains('/')).then_some(parameter)
        }
        None => (pattern == path).then_some(""),
    }
}

/// The parameter of the page that is shown now, for as long as that page is shown.
pub(crate) fn parameter() -> Memo<String> {
    let path = use_location().pathname;
    let page = route(&path.get_untracked()).map(|(page, _)| page);
    Memo::new(move |before: Option<&String>| {
        let path = path.get();
        let same = route(&path).filter(|(now, _)| Some(*now) == page);
        match same {
            Some((_, parameter)) => decoded(parameter),
            // Another page comes; this one is about to go.
            None => before.cloned().unwrap_or_default(),
        }
    })
}

/// A part of an address as it is read by people.
fn decoded(part: &str) -> String {
    let plain = js_sys::decode_uri_component(part);
    plain.ok().and_then(|plain| plain.as_string()).unwrap_or_else(|| part.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_pages() {
        assert_eq!(shown("/"), Some((RoutedPage::Home, None)));
        let play = RoutedPage::Game(GamePlace::Mode(PlayMode::Play));
        assert_eq!(shown("/play/hex"), Some((play, Some(GameName::Hex))));
        assert_eq!(shown("/play/hex/"), Some((play, Some(GameName::Hex))));
        let guided = RoutedPage::Game(GamePlace::Guided);
        assert_eq!(shown("/learn/first/eclipse"), Some((guided, Some(GameName::Eclipse))));
        assert_eq!(route("/people/Ann"), Some((RoutedPage::People(PeoplePage::Profile), "Ann")));
        assert_eq!(shown("/people/hex"), Some((RoutedPage::People(PeoplePage::Profile), None)));
    }

    #[test]
    fn other_addresses_lead_nowhere() {
        for path in ["/nowhere", "/play", "/play/", "/play/chess", "/play/hex/3", "/lobby/x"] {
            assert_eq!(shown(path), None, "{path}");
        }
    }
}
