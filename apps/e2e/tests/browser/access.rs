//! For everybody: keys alone, and what axe-core finds. It is fetched by `cargo xtask setup` into
//! `target/axe`, and is no part of the app.

use crate::places;
use e2e::{Page, Screen, Site, visit};
use std::path::Path;

const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

#[tokio::test]
async fn no_page_has_serious_barriers() {
    let axe = axe();
    visit("axe", Screen::Desktop, async move |page: Page, site: Site| {
        site.fill().await;
        for light in ["light", "dark"] {
            page.prefer("prefers-color-scheme", light).await;
            for place in places::all() {
                places::open(&page, &place).await;
                assert_eq!(barriers(&page, &axe).await, "", "{place}, {light}");
                assert_eq!(places::complaints(&page).await, [""; 0], "{place}");
            }
        }
    })
    .await;
}

/// The script of axe-core.
pub(crate) fn axe() -> String {
    let axe = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/axe/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&axe)
        .unwrap_or_else(|e| panic!("{}: {e}; cargo xtask setup fetches it", axe.display()))
}

/// What axe-core calls serious or worse, in lines.
pub(crate) async fn barriers(page: &Page, axe: &str) -> String {
    page.script(axe).await;
    let run = "return axe.run(document, { resultTypes: ['violations'] }).then(found => \
         found.violations.filter(v => v.impact === 'serious' || v.impact === 'critical') \
         .map(v => v.id + ': ' + v.nodes.slice(0, 4).map(n => n.target.join(' ') + ' ' \
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
