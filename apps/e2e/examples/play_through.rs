//! Plays a whole game of every kind in the built app and takes pictures on the way, on a phone and on
//! a desktop, in both lights: `cargo run -p e2e --example play_through`, after `cargo xtask dist`, into
//! `target/screenshots`. Pages about the games and people follow, and every theme and piece set with
//! the names of cells. Arguments choose some of it: the name of a game, `pages`, `themes`.

#[path = "../tests/browser/script.rs"]
mod script;

use catalog::GameName;
use e2e::{Page, Screen, Site, visit};
use script::{Touch, Turn, choose_quick_options, whole_game};

const WINDOWS: [(u32, u32, bool); 2] = [(390, 844, true), (1440, 900, false)];

/// Pages beside the boards that are played on.
const PAGES: [(&str, &str); 5] = [
    ("home", "/"),
    ("settings", "/settings"),
    ("lobby", "/lobby"),
    ("profile", "/people/Ann"),
    ("leaderboard", "/leaderboard"),
];

/// Pages that every game has.
const PAGES_OF_GAMES: [&str; 6] = ["play", "friend", "analyse", "rules", "learn", "learn/first"];

/// All pages, each with the name of its picture.
fn pages() -> Vec<(String, String)> {
    let of_game = |game: GameName| {
        PAGES_OF_GAMES
            .map(|page| (format!("{}-{game}", page.replace('/', "-")), format!("/{page}/{game}")))
    };
    let other = PAGES.map(|(name, path)| (name.to_owned(), path.to_owned()));
    other.into_iter().chain(GameName::ALL.into_iter().flat_map(of_game)).collect()
}

#[tokio::main]
async fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|word| word == name);
    let games: Vec<GameName> = GameName::ALL.into_iter().filter(|g| wanted(g.text())).collect();
    let (all_pages, themed) = (wanted("pages"), wanted("themes"));
    visit("play-through", Screen::Desktop, async move |page: Page, site: Site| {
        site.fill().await;
        for (width, height, phone) in WINDOWS {
            page.resize_to(width, height, phone).await;
            for &game in &games {
                play(&page, game, &format!("{game}-{width}")).await;
            }
            for (name, path) in pages().into_iter().filter(|_| all_pages) {
                page.open(&path).await;
                page.find("main h1").await;
                page.script("return document.fonts.ready.then(() => 0)").await;
                picture(&page, &format!("{name}-{width}")).await;
            }
        }
        if themed {
            themes(&page).await;
        }
        for complaint in page.complaints().await {
            eprintln!("{complaint}");
        }
    })
    .await;
}

/// Pieces and cell names in every theme and piece set.
async fn themes(page: &Page) {
    page.resize_to(390, 844, true).await;
    let boards = [
        ("hexchess", "1. all:DQMKB all:KMQCD", &["figurines", "symbols"][..]),
        ("eclipse", "1. 34-5", &["figurines"]),
    ];
    for (game, moves, sets) in boards {
        for theme in ["game", "wood", "slate", "meadow", "ice", "ink"] {
            for set in sets {
                page.script(&format!(
                    "localStorage['sixfold.board'] = '{theme}'; \
                     localStorage['sixfold.pieces'] = '{set}'; \
                     localStorage['sixfold.names'] = 'shown'; \
                     localStorage['sixfold.friend.{game}'] = '\\n[Game \"{game}\"]\\n\\n{moves} *'"
                ))
                .await;
                page.open(&format!("/friend/{game}")).await;
                page.find(".board .name").await;
                page.script("document.querySelector('#uncover')?.click()").await;
                picture(page, &format!("theme-{game}-{theme}-{set}")).await;
            }
        }
    }
}

/// What is shown now, in both lights.
async fn picture(page: &Page, name: &str) {
    for light in ["light", "dark"] {
        page.prefer("prefers-color-scheme", light).await;
        page.script("return new Promise(done => setTimeout(done, 400))").await;
        page.picture(&format!("play-{name}-{light}")).await;
    }
}

/// Two friends play a game to its end.
async fn play(page: &Page, game: GameName, name: &str) {
    page.open("/settings").await;
    page.find("main h1").await;
    page.script(&format!("delete localStorage['sixfold.friend.{game}']")).await;
    page.open(&format!("/friend/{game}")).await;
    page.find(".setup").await;
    choose_quick_options(page, game).await;
    page.click(".setup button[type='submit']").await;
    page.find(".one-screen.playing .cell").await;
    picture(page, &format!("{name}-start")).await;
    let turns = whole_game(game);
    for (ply, turn) in turns.iter().enumerate() {
        make(page, turn, ply + 1).await;
        if ply == turns.len() / 2 {
            picture(page, &format!("{name}-middle")).await;
        }
    }
    page.find(".sheet .banner").await;
    picture(page, &format!("{name}-end")).await;
    page.click(".sheet > .close").await;
    picture(page, &format!("{name}-end-board")).await;
}

async fn make(page: &Page, turn: &Turn, plies: usize) {
    page.find(&format!(".seat-line.due[data-side='{}']", turn.side.index() + 1)).await;
    for touch in &turn.touches {
        let script = match touch {
            Touch::Cell(cell) => format!(
                "document.querySelector(\"[data-cell='{cell}']\") \
                 .dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); \
                 return new Promise(requestAnimationFrame)"
            ),
            Touch::Button(label) => format!(
                "[...document.querySelectorAll('.one-screen button')] \
                 .find(b => b.textContent.trim() === '{label}').click()"
            ),
        };
        page.script(&script).await;
    }
    let moves = "document.querySelectorAll('.moves li button').length";
    page.wait_until(&format!("{moves} === {plies}")).await;
    page.script("document.querySelector('#uncover')?.click()").await;
}
