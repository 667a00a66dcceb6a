//! The board: clicks, drag and drop, keyboard, confirmation of moves, piece cards.

use crate::help::paste;
use crate::lobby::pick;
use e2e::{Page, Screen, Site, visit};

const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";

#[tokio::test]
async fn a_stone_is_placed_by_a_click_and_taken_back() {
    visit("click", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        page.click("[aria-label^='d4, empty']").await;
        page.find("[aria-label^='d4, red stone, last move']").await;
        page.wait_for_text(".caption", "Blue").await;
        page.click("[aria-label^='f6, empty']").await;
        page.find("[aria-label^='f6, blue stone, last move']").await;
        page.find("[aria-label^='d4, red stone']:not([aria-label*='last move'])").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_piece_is_picked_up_and_put_down_or_let_go() {
    visit("pick", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/eclipse").await;
        page.click("[aria-label*='comet'][aria-label*='can move']").await;
        page.find("[aria-label*='comet'][aria-label*='picked up']").await;
        assert!(page.count("[aria-label*='free to play']").await >= 1);
        page.click("[aria-label*='picked up']").await;
        page.wait_until("!document.querySelector('.cell.held')").await;
        page.click("[aria-label*='comet'][aria-label*='can move']").await;
        page.click("[aria-label*='free to play']").await;
        page.wait_for_text(".caption", "Dark").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_is_begun_by_keyboard_alone() {
    visit("keys", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        let first = ".cell[tabindex='0']";
        page.press(first, RIGHT).await;
        page.press(":focus", RIGHT).await;
        page.press(":focus", LEFT).await;
        page.press(":focus", ENTER).await;
        page.find("[aria-label^='b1, red stone']").await;
        assert_eq!(page.count(".cell[tabindex='0']").await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_piece_is_dragged_from_the_board_and_from_the_tray() {
    visit("drag", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/eclipse").await;
        page.click("[aria-label*='comet'][aria-label*='can move']").await;
        let target = page.find("[aria-label*='free to play']").await;
        let target = target.attr("data-cell").await.expect("an answer").expect("a number");
        page.press("[aria-label*='picked up']", ESCAPE).await;
        page.wait_until("!document.querySelector('.cell.held')").await;
        let comet = "[aria-label*='comet'][aria-label*='can move']";
        page.drag(comet, &format!("[data-cell='{target}']")).await;
        page.find(&format!("[data-cell='{target}'][aria-label*='comet, last move']")).await;
        page.open("/friend/hexchess").await;
        page.drag("[aria-label='dragon']", "[data-cell='16']").await;
        page.find("[data-cell='16'][aria-label*='white dragon']").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_move_waits_for_confirmation_where_the_settings_say_so() {
    visit("confirm", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        pick(&page, "confirm-blitz", "on").await;
        page.open("/friend/hex").await;
        page.click("[aria-label^='d4, empty']").await;
        page.find("[aria-label^='d4, red stone, last move']").await;
        page.open("/settings").await;
        pick(&page, "confirm-local", "on").await;
        page.open("/friend/hex").await;
        page.click("[aria-label^='f6, empty']").await;
        page.wait_for_text(".caption", "Play this move?").await;
        page.click("#cancel-move").await;
        page.wait_until("!document.querySelector('#confirm-move')").await;
        page.find("[aria-label^='f6, empty']").await;
        page.click("[aria-label^='f6, empty']").await;
        page.click("#confirm-move").await;
        page.find("[aria-label^='f6, blue stone, last move']").await;
        // The same move again confirms it too.
        page.click("[aria-label^='c3, empty']").await;
        page.find("#confirm-move").await;
        page.click("[aria-label^='c3, empty']").await;
        page.find("[aria-label^='c3, red stone, last move']").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_piece_card_is_shown_on_hover_focus_and_long_press() {
    visit("cards", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hexchess").await;
        page.hover(".tray-piece[aria-label='dragon']").await;
        page.wait_for_text(".piece-card", "Dragon").await;
        page.find(".piece-card svg").await;
        page.hover("main h1, .caption").await;
        page.wait_until("!document.querySelector('.piece-card')").await;
        page.open("/friend/eclipse").await;
        page.press(".cell[tabindex='0']", RIGHT).await;
        page.script("document.querySelector(\".cell[aria-label*='comet']\").focus()").await;
        page.wait_for_text(".piece-card", "Comet").await;
        page.press(":focus", ESCAPE).await;
        page.wait_until("!document.querySelector('.piece-card')").await;
        page.resize(Screen::Phone).await;
        let finger = |kind: &str| {
            format!(
                "document.querySelector(\".board [aria-label*='satellite']\").dispatchEvent( \
                   new PointerEvent('pointer{kind}', {{ pointerType: 'touch', pointerId: 1, \
                     isPrimary: true, bubbles: true, clientX: 100, clientY: 200 }}))"
            )
        };
        page.script(&finger("down")).await;
        page.wait_for_text(".piece-card", "Satellite").await;
        page.script(&finger("up")).await;
        page.wait_until("!document.querySelector('.piece-card')").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Dark's chain i, on 9 and 24, is pinned by a chain that is laid between 16 and 17.
const TO_PIN: &str =
    "*35 12-13 43-49 21-36 20-26 10-17 / *22 37-44 1-7 8-14 9-24 31-32 l - standard";

#[tokio::test]
async fn a_dragged_satellite_shows_what_it_would_pin_before_it_is_put_down() {
    visit("pin-preview", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/eclipse").await;
        paste(&page, TO_PIN).await;
        page.find("[aria-label^='17, '][aria-label*='can move']").await;
        let pointer = |kind: &str, name: &str| {
            format!(
                "const cell = document.querySelector(\".board [aria-label^='{name}, ']\"); \
                 const r = cell.getBoundingClientRect(); \
                 cell.dispatchEvent(new PointerEvent('pointer{kind}', {{ pointerId: 1, button: 0, \
                   isPrimary: true, bubbles: true, clientX: (r.left + r.right) / 2, \
                   clientY: (r.top + r.bottom) / 2 }})); \
                 return new Promise(requestAnimationFrame)"
            )
        };
        page.script(&pointer("down", "17")).await;
        page.script(&pointer("move", "11")).await;
        page.find(".piece.lifted").await;
        page.find(".link.follows").await;
        page.wait_until("!document.querySelector('.link.threatened')").await;
        page.script(&pointer("move", "16")).await;
        page.find(".link.threatened").await;
        assert_eq!(page.count(".link.threatened").await, 1);
        assert_eq!(page.count(".link.pinned").await, 0, "nothing has been played");
        page.script(&pointer("up", "16")).await;
        page.find("[aria-label*='of chain i, pinned by e']").await;
        page.wait_until("!document.querySelector('.piece.lifted')").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn after_start_the_keyboard_is_on_the_board_of_the_game_against_the_computer() {
    visit("start-focus", Screen::Desktop, async |page: Page, _site: Site| {
        for game in ["hex", "eclipse"] {
            page.open(&format!("/play/{game}")).await;
            page.press("#begin", ENTER).await;
            page.find(".one-screen.playing .board .cell").await;
            page.wait_until("document.activeElement.matches('.board .cell')").await;
            page.press(":focus", RIGHT).await;
            page.wait_until("document.activeElement.matches('.board .cell')").await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
