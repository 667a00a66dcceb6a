//! Accessibility: keyboard operation, and violations that axe-core finds. It is fetched by `cargo xtask setup`
//! into `target/axe`, and is no part of the app.

use crate::lobby::{meet_by_link, see};
use crate::one_screen::{open_computer, place_all};
use crate::places;
use catalog::GameName;
use e2e::{Page, Screen, Site, meet, visit};
use std::path::Path;

const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// On a desktop in light colours and on a phone in dark ones. The page is not loaded again in between: what changes
/// is the style sheet.
const SCREENS: [(Screen, &str); 2] = [(Screen::Desktop, "light"), (Screen::Phone, "dark")];

/// Asserts that axe-core finds no violation on the page as it is, on every screen.
async fn assert_accessible(page: &Page, axe: &str, state: &str) {
    for (screen, light) in SCREENS {
        page.resize(screen).await;
        page.prefer("prefers-color-scheme", light).await;
        page.script(SETTLE).await;
        assert_eq!(violations(page, axe).await, "", "{state}, {screen:?}, {light}");
    }
}

/// Waits until style and transitions have settled: colours that still change have less contrast.
const SETTLE: &str = "return new Promise(requestAnimationFrame).then(() => Promise.all( \
     document.getAnimations().filter(a => a.effect.getComputedTiming().endTime < 5000) \
       .map(a => a.finished.catch(() => 0)))).then(() => 0)";

#[tokio::test]
async fn no_page_has_accessibility_violations() {
    let axe = axe();
    visit("axe", Screen::Desktop, async move |page: Page, site: Site| {
        site.fill().await;
        for place in places::all() {
            places::open(&page, &place).await;
            assert_accessible(&page, &axe, &place).await;
            assert_eq!(places::complaints(&page).await, [""; 0], "{place}");
        }
    })
    .await;
}

#[tokio::test]
async fn no_game_in_progress_sheet_or_drawer_has_accessibility_violations() {
    let axe = axe();
    visit("axe-games", Screen::Desktop, async move |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        for game in GameName::ALL {
            page.resize(Screen::Desktop).await;
            open_computer(&page, game.text(), 1, "\n*").await;
            if game.has_hidden_information() {
                assert_accessible(&page, &axe, &format!("{game}, setup")).await;
                place_all(&page).await;
            }
            page.find(".cell.pick, .cell.place").await;
            assert_accessible(&page, &axe, &format!("{game} in progress")).await;
            page.resize(Screen::Phone).await;
            page.click("#open-drawer").await;
            page.find(".panel.open").await;
            page.script(SETTLE).await;
            assert_eq!(violations(&page, &axe).await, "", "{game}, drawer");
            page.click("#close-drawer").await;
            page.wait_until("!document.querySelector('.panel.open')").await;
            page.click("#resign").await;
            page.click("#resign").await;
            page.find(".sheet .banner").await;
            assert_accessible(&page, &axe, &format!("{game}, result")).await;
        }
    })
    .await;
}

#[tokio::test]
async fn no_online_game_has_accessibility_violations() {
    let axe = axe();
    meet(
        "axe-online",
        &[Screen::Desktop, Screen::Phone],
        async move |pages: Vec<Page>, _: Site| {
            let [ann, ben] = &pages[..] else { panic!("two browsers") };
            meet_by_link(ann, ben).await;
            ann.click("[aria-label^='b2, empty']").await;
            see(&pages, 1).await;
            ben.click("[aria-label^='a1, empty']").await;
            see(&pages, 2).await;
            assert_accessible(ann, &axe, "online").await;
            ben.click("#take-back").await;
            ann.find(".question .accept").await;
            assert_accessible(ann, &axe, "offer").await;
            ben.click("#resign").await;
            ben.click("#resign").await;
            ben.find(".sheet .banner").await;
            assert_accessible(ben, &axe, "online result").await;
        },
    )
    .await;
}

/// The script of axe-core.
pub(crate) fn axe() -> String {
    let axe = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&axe)
        .unwrap_or_else(|e| panic!("{}: {e}; cargo xtask setup fetches it", axe.display()))
}

/// The violations of any impact that axe-core finds, in lines.
pub(crate) async fn violations(page: &Page, axe: &str) -> String {
    page.script(axe).await;
    let run = "return axe.run(document, { resultTypes: ['violations'] }).then(found => \
         found.violations.map(v => v.id + ': ' + v.nodes.slice(0, 4).map(n => n.target.join(' ') + ' ' \
           + n.any.map(a => a.message).join('; ')).join(' | ')).join('\\n'))";
    page.script(run).await.as_str().unwrap_or("no answer").to_owned()
}

#[tokio::test]
async fn a_whole_game_is_played_by_keyboard_alone() {
    visit("keyboard", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        page.press(".setup select", "3").await;
        page.wait_until("document.querySelectorAll('.board .cell').length === 9").await;
        page.press(".setup button[type='submit']", ENTER).await;
        page.wait_until("!document.querySelector('.setup')").await;
        page.press(".cell[tabindex='0']", ENTER).await;
        for key in [RIGHT, DOWN, RIGHT, DOWN] {
            page.press(":focus", key).await;
            page.press(":focus", ENTER).await;
        }
        page.wait_for_text(".caption.result", "Red has joined its borders and wins").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn keys_walk_through_the_game_and_are_listed() {
    visit("walk", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        for name in ["c3", "d4"] {
            page.click(&format!("[aria-label^='{name}, empty']")).await;
            page.find(&format!("[aria-label^='{name}, '][aria-label*='last move']")).await;
        }
        page.script("document.activeElement.blur()").await;
        page.press("body", "\u{e012}").await;
        page.find("[aria-label^='d4, empty']").await;
        page.wait_for_text(".moves [aria-current]", "c3").await;
        assert_eq!(page.count("[aria-label*='free to play']").await, 0, "the past is over");
        page.press("body", "\u{e011}").await;
        page.find("[aria-label^='c3, empty']").await;
        page.press("body", "\u{e010}").await;
        page.find("[aria-label^='d4, blue stone']").await;
        let first = "return document.querySelector('.tile').getAttribute('d')";
        let before = page.script(first).await;
        page.press("body", "f").await;
        page.wait_until(&format!("document.querySelector('.tile').getAttribute('d') !== {before}"))
            .await;
        page.press("body", "?").await;
        page.wait_for_text("dialog[open]", "Flip the board").await;
        page.press("dialog[open] button", ENTER).await;
        page.press("body", "z").await;
        page.wait_until("getComputedStyle(document.querySelector('.panel')).display === 'none'")
            .await;
        page.press("body", "z").await;
        page.wait_until("getComputedStyle(document.querySelector('.panel')).display !== 'none'")
            .await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
