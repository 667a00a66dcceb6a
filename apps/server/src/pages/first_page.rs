//! What is seen of a page until the app has started: laid out with the classes of the app's style sheet as the app will
//! lay it out, so that nothing moves when the app takes over. Links lead where they will lead.

use super::app_page::{AppPage, Mode};
use super::first_board::{board_of, start};
use catalog::GameName;
use game::{Setting, SettingKind, Side, Viewer};
use scene::svg::escape;
use scene::table::portrait;
use scene::{GameDescription, Table as _};
use std::sync::LazyLock;

/// The content of a page whose first screen is known before the app is there; nothing of other pages.
pub(super) fn first_page(page: &AppPage) -> Option<&'static str> {
    static HOME: LazyLock<String> = LazyLock::new(home);
    static GAMES: LazyLock<Vec<(GameName, String)>> =
        LazyLock::new(|| GameName::ALL.map(|game| (game, before_game(game))).to_vec());
    match page {
        AppPage::Home => Some(&HOME),
        AppPage::Game(Mode::Computer, game) => {
            let known = GAMES.iter().find(|(about, _)| about == game);
            known.map(|(_, html)| html.as_str())
        }
        _ => None,
    }
}

/// The front page, as `apps/web/src/pages/home.rs` draws it.
fn home() -> String {
    let cards: String = GameName::ALL.into_iter().map(card).collect();
    format!(
        "<div class=\"home\"><section class=\"hero\"><h1>Hexagonal strategy games</h1>\
         <p>Play, learn, analyse. Free, without an account, also offline.</p>\
         <div class=\"hero-actions\"><a href=\"/lobby\" class=\"button primary online\">Play online</a>\
         <span class=\"button\">New here?</span></div></section><div class=\"cards\">{cards}</div></div>"
    )
}

fn card(game: GameName) -> String {
    let GameDescription { title, line, text, .. } = *game.description();
    let table = portrait(game, Some(usize::MAX));
    let scene = table.scene_at(table.ply().div_ceil(2), Viewer::Judge);
    let other = |(path, words)| format!("<li><a href=\"/{path}/{game}\">{words}</a></li>");
    let others = [("friend", "Friend here"), ("analyse", "Analyse"), ("learn", "Learn")].map(other);
    format!(
        "<article class=\"card game-{game}\"><div class=\"stage\">{}</div><h2>{}</h2>\
         <p class=\"line\">{}</p><p class=\"text\">{}</p>\
         <a href=\"/play/{game}\" class=\"button primary\">Play the computer</a>\
         <ul class=\"play-modes\">{}</ul></article>",
        board_of(&scene, "board picture"),
        escape(title),
        escape(line),
        escape(text),
        others.concat(),
    )
}

/// The page before a game against the computer (`apps/web/src/pages/computer/start_page.rs`).
fn before_game(game: GameName) -> String {
    let scene = start(game);
    let colours = scene.colours;
    let seat = |side: Side| {
        format!(
            "<div class=\"seat-line\"><span class=\"seat-mark\"></span><span class=\"colour\">{}</span></div>",
            colours[side]
        )
    };
    format!(
        "<div class=\"table one-screen computer choosing waiting game-{game}\">\
         <h1 class=\"game-title\">{}</h1><div class=\"seat far\">{}</div>\
         <div class=\"board-frame\"><div class=\"board-zoom\">{}</div></div>\
         <div class=\"seat near\">{}</div><section class=\"panel\">{}{}</section></div>",
        escape(game.title()),
        seat(Side::Second),
        board_of(&scene, "board picture"),
        seat(Side::First),
        links(game),
        start_form(game, colours.first, colours.second),
    )
}

/// The ways to play, and the other games.
fn links(game: GameName) -> String {
    let link = |path: &str, game: GameName, words: &str, is_here: bool| {
        let current = if is_here { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"/{path}/{game}\"{current}>{}</a>", escape(words))
    };
    let here = "play";
    let ways = [
        ("play", "Computer"),
        ("friend", "Friend"),
        ("analyse", "Analyse"),
        ("learn", "Learn"),
        ("rules", "Rules"),
    ];
    let ways = ways.map(|(path, words)| link(path, game, words, path == here));
    let games = GameName::ALL.map(|other| link(here, other, other.title(), other == game));
    format!(
        "<nav class=\"tabs\">{}</nav><nav class=\"game-links\">{}</nav>",
        ways.concat(),
        games.concat()
    )
}

/// The form before a game against the computer (`apps/web/src/pages/computer/start.rs`), which cannot be filled in yet.
fn start_form(game: GameName, first: &str, second: &str) -> String {
    let levels: Vec<String> = (1..=8).map(|level| level.to_string()).collect();
    let sides = [format!("{first}, first"), "Random".to_owned(), format!("{second}, second")];
    let paces = ["⅓ s", "1 s", "3 s", "10 s", "30 s"].map(str::to_owned);
    let usual = game::setting::defaults(game.settings());
    let fields = game.settings().iter().zip(usual).map(|(setting, value)| field(setting, value));
    format!(
        "<form class=\"start\" inert><div class=\"level\">{}<p class=\"quiet\">Casual</p></div>{}{}{}{}\
         <button type=\"submit\" class=\"button primary\">Start</button></form>",
        segments("Level", &levels, "3"),
        segments("You play", &sides, &sides[0]),
        fields.collect::<String>(),
        select("Clock, minutes + seconds", "No clock"),
        segments("The computer thinks, at most", &paces, "1 s"),
    )
}

fn field(setting: &Setting, value: u16) -> String {
    let chosen = setting.value_title(value);
    match setting.kind {
        SettingKind::Range { .. } => select(setting.title, &chosen),
        SettingKind::Choice(_) | SettingKind::Switch { .. } => {
            let titles: Vec<String> =
                setting.offered().into_iter().map(|value| setting.value_title(value)).collect();
            segments(setting.title, &titles, &chosen)
        }
    }
}

fn select(title: &str, chosen: &str) -> String {
    let [title, chosen] = [title, chosen].map(escape);
    format!(
        "<label class=\"field\"><span>{title}</span><select><option>{chosen}</option></select></label>"
    )
}

fn segments(title: &str, values: &[String], chosen: &str) -> String {
    let option = |value: &String| {
        let checked = if value == chosen { " checked" } else { "" };
        format!("<label><input type=\"radio\"{checked}><span>{}</span></label>", escape(value))
    };
    let options: String = values.iter().map(option).collect();
    format!(
        "<fieldset class=\"segments\"><legend>{}</legend><div>{options}</div></fieldset>",
        escape(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> impl Iterator<Item = (String, &'static str)> {
        let games = GameName::ALL.into_iter().map(|game| format!("play/{game}"));
        games.chain([String::new()]).map(|path| {
            let page = AppPage::parse(&path).unwrap();
            (path, first_page(&page).unwrap())
        })
    }

    /// The policy of the page allows no inline style and no script.
    #[test]
    fn pages_have_links_that_are_pages_and_neither_style_nor_script() {
        for (path, html) in pages() {
            assert!(!html.contains("style=") && !html.contains("<script"), "{path}");
            for link in html.split("href=\"/").skip(1) {
                let link = link.split('"').next().unwrap();
                assert!(AppPage::parse(link).is_some(), "{path}: {link}");
            }
            assert!(html.contains("<h1"), "{path}");
        }
        assert_eq!(first_page(&AppPage::Fixed("Lobby")), None);
    }

    /// What is said is what the app says.
    #[test]
    fn words_are_those_of_the_app() {
        let source = |path: &str| {
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/");
            std::fs::read_to_string(format!("{root}{path}")).unwrap()
        };
        let app =
            ["pages/home.rs", "games.rs", "pages/computer/start.rs", "pages/computer/terms.rs"]
                .map(source)
                .concat();
        let said = [
            "Hexagonal strategy games",
            "Play, learn, analyse. Free, without an account, also offline.",
            "Play online",
            "New here?",
            "Play the computer",
            "Friend here",
            "Level",
            "You play",
            "Casual",
            "The computer thinks, at most",
            "Clock, minutes + seconds",
            "No clock",
            "⅓ s",
        ];
        let html: String = pages().map(|(_, html)| html).collect();
        for words in said {
            assert!(app.contains(&format!("\"{words}\"")), "the app does not say {words}");
            assert!(html.contains(words), "no page says {words}");
        }
    }
}
