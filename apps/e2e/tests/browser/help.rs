//! Help at every board: reasons, threats, the swap, the end of a game, the rules, settings of boards.

use crate::lobby::{choose, enter_lobby, join_by_link, pick};
use crate::one_screen::{open_computer, open_stored};
use e2e::{Page, Screen, Site, meet, visit};

/// Touches the cell of a name, whether that does anything or not.
async fn touch(page: &Page, name: &str) {
    let cell = format!("document.querySelector(\".board [aria-label^='{name}, ']\")");
    page.wait_until(&cell).await;
    page.script(&format!(
        "{cell}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); \
         return new Promise(requestAnimationFrame)"
    ))
    .await;
}

async fn command(page: &Page, line: &str, wanted: &str) {
    page.press("#command", &format!("{line}\u{e007}")).await;
    page.wait_for_text("#reply", wanted).await;
}

/// Loads a position or game into the analysis board.
pub(crate) async fn paste(page: &Page, text: &str) {
    page.find("#paste").await;
    let text = serde_json::to_string(text).expect("a text");
    page.script(&format!("document.querySelector('#paste').value = {text}")).await;
    page.click("#load").await;
}

/// Light's chain e is pinned by Dark's chain i.
const PINNED: &str =
    "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 l i>e standard";

#[tokio::test]
async fn a_touch_that_does_nothing_says_why_on_friend_and_analysis_boards() {
    visit("why-not", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        touch(&page, "c3").await;
        touch(&page, "c3").await;
        page.wait_for_text(".why-not", "This cell is taken.").await;
        page.open("/friend/hexchess").await;
        touch(&page, "4").await;
        page.wait_for_text(".why-not", "Choose a piece beside the board first.").await;
        page.click(".tray-piece[aria-label='king']").await;
        touch(&page, "19").await;
        page.wait_for_text(".why-not", "Cell 19 is not on White's back rank").await;
        // A sentence that names cells is read beside their names.
        page.wait_until("document.querySelectorAll('.names .name').length === 37").await;
        page.open("/analyse/eclipse").await;
        paste(&page, PINNED).await;
        touch(&page, "10").await;
        page.wait_for_text(".why-not", "chain i lies on top of its chain e").await;
        page.find(".overlay.threat").await;
        page.find("[aria-label*='of chain e, pinned by i']").await;
        touch(&page, "35").await;
        touch(&page, "22").await;
        page.wait_for_text(".why-not", "Cell 22 is taken.").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn online_a_touch_says_why_a_swap_is_explained_and_nobody_helps() {
    meet("help-online", &[Screen::Desktop, Screen::Phone], async |pages: Vec<Page>, _: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        enter_lobby(ann).await;
        pick(ann, "game", "Hex").await;
        pick(ann, "whom", "By link").await;
        choose(ann, "size", "3").await;
        pick(ann, "seat", "First").await;
        join_by_link(ann, ben).await;
        assert_eq!(ann.count("#show-threats").await, 0, "there is no help against people");
        ann.find("#show-targets").await;
        touch(ann, "a2").await;
        ben.wait_for_text(".caption", "Place a stone, or swap").await;
        touch(ben, "a2").await;
        ben.wait_for_text(".why-not", "This cell is taken.").await;
        ben.click(".action-bar .primary").await;
        ann.find(".piece.changes").await;
        ann.find("[aria-label^='b1, blue stone']").await;
        ann.wait_for_text(".caption", "Your turn. Blue swapped").await;
        for page in &pages {
            assert_eq!(page.complaints().await, [""; 0]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_swap_is_explained_and_turns_the_stone_over() {
    visit("swap", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        open_computer(&page, "hex", 2, "[Options \"size=5 swap=on\"]\n\n1. a2 *").await;
        page.wait_for_text(".caption", "Your turn. Place a stone, or swap").await;
        page.wait_for_text(".action-bar .primary", "Swap").await;
        page.click(".action-bar .primary").await;
        page.find("[aria-label^='b1, blue stone']").await;
        let friend = "[Game \"hex\"]\n[Options \"size=5 swap=on\"]\n\n1. a2 *";
        open_stored(&page, "friend.hex", &format!("\n{friend}"), "/friend/hex").await;
        page.wait_for_text(".caption", "Blue to move. Place a stone, or swap").await;
        page.click(".action-bar .primary").await;
        page.find(".piece.changes:not(.old).side-2").await;
        page.find(".piece.changes.old.side-1").await;
        page.wait_for_text(".caption", "Red to move. Blue swapped").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_end_of_hex_chess_shows_which_king_fell_and_by_what() {
    visit("king-fell", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hexchess").await;
        paste(&page, "1/2/K6/6/R3k/6/6p/2/1 w even -").await;
        touch(&page, "17").await;
        touch(&page, "21").await;
        page.wait_for_text(".caption", "White wins: a rook captured Black's king.").await;
        page.find("[aria-label='21, white rook, last move, decided the game']").await;
        assert_eq!(page.count(".mark.winning").await, 1);
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn chains_have_letters_while_the_notation_has_and_messages_name_what_is_seen() {
    visit("letters", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/eclipse").await;
        page.wait_until("document.querySelectorAll('.letter').length === 20").await;
        touch(&page, "34").await;
        touch(&page, "5").await;
        // The move is seen on the board; only screen readers get it as text.
        page.wait_until(
            "document.querySelector('.caption .unseen')?.textContent.includes('played')",
        )
        .await;
        page.open("/settings").await;
        pick(&page, "notation", "machine").await;
        pick(&page, "names", "shown").await;
        page.open("/friend/eclipse").await;
        page.wait_until("document.querySelectorAll('.names .name').length === 49").await;
        page.find(".caption span:not(.unseen)").await;
        page.wait_until("document.querySelectorAll('.letter').length === 20").await;
        page.open("/settings").await;
        pick(&page, "names", "hidden").await;
        page.open("/friend/eclipse").await;
        page.find(".board .cell").await;
        page.wait_for_text(".moves", "34-5").await;
        assert_eq!(page.count(".letter").await, 0, "machine notation has no letters");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_rules_are_one_tap_from_a_game_and_the_game_is_there_afterwards() {
    visit("rules-tap", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        open_computer(&page, "hex", 1, "[Options \"size=5 swap=off\"]\n\n1. c3 b2 *").await;
        page.click(".rules-button").await;
        page.wait_until("location.pathname === '/rules/hex'").await;
        page.script("history.back()").await;
        page.find("[aria-label^='c3, red stone']").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_first_side_sits_below_if_the_settings_say_so() {
    visit("below", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        open_computer(&page, "eclipse", 2, "\n1. 34-5 *").await;
        page.find(".near .seat-line[data-side='2']").await;
        let height = "document.querySelector(\".board [data-cell='0']\")\
                      .getBoundingClientRect().top";
        let upside_down = page.script(&format!("return {height}")).await.as_f64();
        page.open("/settings").await;
        pick(&page, "below", "first").await;
        page.open("/play/eclipse").await;
        page.find(".near .seat-line[data-side='1']").await;
        let upright = page.script(&format!("return {height}")).await.as_f64();
        assert_ne!(upright, upside_down, "the board is turned with the seats");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn threats_are_told_and_shown_to_friends_and_in_the_analysis() {
    visit("threats", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        let moves = "1. a1 a3 2. b1 b3 3. c1 d3 4. d1 e3 *";
        let record = format!("[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n{moves}");
        open_stored(&page, "friend.hex", &format!("\n{record}"), "/friend/hex").await;
        command(&page, "threats", "Blue threatens to connect: c3.").await;
        assert_eq!(page.count(".overlay.threat").await, 0, "the switch is off");
        page.click("#show-threats").await;
        page.find(".overlay.threat").await;
        page.find("[aria-label='c3, empty, in a threat, free to play']").await;
        page.open("/analyse/hex").await;
        paste(&page, &record).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 8").await;
        page.press("body", "\u{e010}").await;
        page.find(".overlay.threat").await;
        command(&page, "threats", "Blue threatens to connect: c3.").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
