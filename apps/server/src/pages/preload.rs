//! The parts of the browser app's module that a page needs besides the first: the browser fetches them
//! along with it, instead of when the app asks for them. `start.js` makes preloads of the links after the first
//! paint, so that what is seen first waits for none of them.

use super::app_page::{AppPage, Mode};
use crate::assets;
use std::fmt::Write;

/// The name of the part that draws a page.
fn part(page: &AppPage) -> &'static str {
    match page {
        AppPage::Home => "home",
        AppPage::Game(mode, _) => match mode {
            Mode::Computer => "computer_start",
            Mode::Friend => "friend",
            Mode::Analysis => "analyse",
            Mode::Lessons => "learn",
            Mode::Guide => "guided",
            Mode::Rules => "rules",
        },
        AppPage::Fixed("Lobby") => "lobby",
        AppPage::Fixed("Moderation") => "moderation",
        AppPage::Fixed(_) | AppPage::Profile(_) => "people",
        AppPage::OnlineGame(_) | AppPage::Challenge(_) => "online",
    }
}

/// The page with links to what it needs, at the end of its head.
pub(super) fn insert(html: &str, page: &AppPage) -> String {
    let list = assets::part_list().unwrap_or_default();
    html.replacen("</head>", &format!("{}</head>", links(&list, part(page))), 1)
}

/// Links to the files of a part, by a list that has a line for each: its name, then addresses.
fn links(list: &str, part: &str) -> String {
    let wanted = |line: &&str| line.split(' ').next() == Some(part);
    let files = list.lines().find(wanted).into_iter().flat_map(|line| line.split(' ').skip(1));
    files.fold(String::new(), |mut links, file| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            links,
            "<link data-after-paint=\"preload\" href=\"{file}\" as=\"fetch\" type=\"application/wasm\" crossorigin>"
        );
        links
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_linked_with_the_files_of_its_part_alone() {
        let list = "computer /assets/a.wasm /assets/b.wasm\nlobby /assets/c.wasm\n";
        let linked = links(list, "computer");
        assert_eq!(linked.matches("<link ").count(), 2);
        assert!(linked.contains("href=\"/assets/a.wasm\"") && !linked.contains("c.wasm"));
        for none in ["", "comp", "people"] {
            assert_eq!(links(list, none), "");
        }
    }

    /// The app names its parts in `#[wasm_split(name, …)]`.
    #[test]
    fn every_part_is_one_of_the_app() {
        let app = include_str!("../../../web/src/lazy_pages.rs");
        let addresses = [
            "",
            "play/hex",
            "friend/hex",
            "analyse/hex",
            "learn/hex",
            "learn/first/hex",
            "rules/hex",
            "lobby",
            "settings",
            "moderation",
            "people/Ann",
            "game/abcdefgh",
            "challenge/abcdefgh",
        ];
        for address in addresses {
            let part = part(&AppPage::parse(address).unwrap());
            assert!(app.contains(&format!("#[wasm_split({part}, ")), "{address}: {part}");
        }
    }
}
