//! The pages of the site, those of every declared game included, and what the browser says of them.

use catalog::GameName;
use e2e::Page;

const OF_A_GAME: [&str; 6] = ["play", "friend", "analyse", "learn", "rules", "learn/first"];

const OF_THE_SITE: [&str; 10] = [
    "/",
    "/lobby",
    "/settings",
    "/sign-in",
    "/sign-in?new=1",
    "/people/Ann",
    "/leaderboard",
    "/archive",
    "/moderation",
    "/api",
];

/// Pages that the server answers with 404.
const MISSING: [&str; 2] = ["/challenge/nobody00", "/nowhere"];

/// The address of every kind of page.
pub(crate) fn all() -> Vec<String> {
    let games = GameName::ALL
        .into_iter()
        .flat_map(|game| OF_A_GAME.into_iter().map(move |page| format!("/{page}/{}", game.text())));
    let others = OF_THE_SITE.into_iter().chain(MISSING).map(str::to_owned);
    games.chain(others).collect()
}

/// Opens a page and waits until it stands.
pub(crate) async fn open(page: &Page, place: &str) {
    page.open(place).await;
    page.find("main h1").await;
    page.wait_until("!document.querySelector('#wait, p.waiting')").await;
}

/// What the browser complains of. Until the service worker answers, it is the server that says that
/// there is no such page, and the browser repeats it; how soon depends on the machine.
pub(crate) async fn complaints(page: &Page) -> Vec<String> {
    let mut complaints = page.complaints().await;
    complaints.retain(|text| {
        !MISSING.iter().any(|place| text.contains(&format!("{place} - Failed to load resource")))
    });
    complaints
}
