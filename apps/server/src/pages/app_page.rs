//! Which addresses are pages of the browser app.

use catalog::GameName;
use protocol::GameId;

/// A page of the browser app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AppPage {
    Home,
    /// A page about one game: how it is used, and which.
    Game(Mode, GameName),
    /// A page without parameters, by its title.
    Fixed(&'static str),
    /// An online game, running or finished.
    OnlineGame(GameId),
    Challenge(GameId),
    Profile(String),
}

/// What a page about a game is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Computer,
    Friend,
    Analysis,
    Lessons,
    Guide,
    Rules,
}

impl Mode {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "play" => Self::Computer,
            "friend" => Self::Friend,
            "analyse" => Self::Analysis,
            "learn" => Self::Lessons,
            "rules" => Self::Rules,
            _ => return None,
        })
    }
}

impl AppPage {
    /// The page at a path without slashes around it.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.split('/').collect();
        Some(match parts[..] {
            [""] => Self::Home,
            ["learn", "first", game] => Self::Game(Mode::Guide, game.parse().ok()?),
            ["game", id] => Self::OnlineGame(id.parse().ok()?),
            ["challenge", id] => Self::Challenge(id.parse().ok()?),
            ["people", name] => Self::Profile(name.to_owned()),
            [mode, game] => Self::Game(Mode::parse(mode)?, game.parse().ok()?),
            [page] => Self::Fixed(fixed_title(page)?),
            _ => return None,
        })
    }
}

/// Paths of pages without parameters, for the site map too.
pub(super) const FIXED: [(&str, &str); 6] = [
    ("lobby", "Lobby"),
    ("leaderboard", "Leaderboard"),
    ("archive", "Game archive"),
    ("moderation", "Moderation"),
    ("settings", "Settings"),
    ("sign-in", "Sign in"),
];

fn fixed_title(page: &str) -> Option<&'static str> {
    FIXED.iter().find(|(path, _)| *path == page).map(|(_, title)| *title)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An example of every address that the app has a route for.
    fn routes() -> Vec<String> {
        let app = include_str!("../../../web/src/routes.rs");
        let list = app.split("const ROUTES").nth(1).and_then(|rest| rest.split("];").next());
        let list = list.expect("the list of routes");
        let templates = list.split("(\"/").skip(1).filter_map(|rest| rest.split('"').next());
        let example = |template: &str| {
            template.replace(":game", "hex").replace(":id", "abcdefgh").replace(":name", "Ann")
        };
        templates.map(example).collect()
    }

    #[test]
    fn every_route_of_the_app_is_a_page_here() {
        assert!(routes().len() > 10);
        for route in routes() {
            assert!(
                AppPage::parse(&route).is_some(),
                "/{route} of apps/web/src/routes.rs is missing"
            );
        }
    }

    #[test]
    fn other_addresses_are_not() {
        for path in ["nowhere", "play", "play/chess", "play/hex/3", "game/", "a/b/c", "people"] {
            assert_eq!(AppPage::parse(path), None, "{path}");
        }
    }
}
