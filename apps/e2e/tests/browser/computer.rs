//! Games against the computer.

use e2e::{Page, Screen, Site, visit};

/// Whether it is the person's turn on a board where stones are placed, or the game is over.
const READY: &str = "document.querySelector('.banner') || document.querySelector('.cell.place')";

/// Starts a game of Hex of a size, at the weakest level and without the swap.
async fn begin_hex(page: &Page, size: u8, side: &str) {
    page.open("/play/hex").await;
    page.click("label:has(input[name='level'][value='1'])").await;
    page.click(&format!("label:has(input[name='side'][value^='{side}'])")).await;
    page.click("label:has(input[name='swap'][value='Off'])").await;
    page.find("#size").await;
    page.script(&format!(
        "const size = document.querySelector('#size'); size.value = '{size}'; \
         size.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    ))
    .await;
    let cells = usize::from(size) * usize::from(size);
    page.wait_until(&format!("document.querySelectorAll('.board .cell').length === {cells}")).await;
    page.click("#begin").await;
    page.wait_until(READY).await;
}

/// The stones on the board.
async fn stones(page: &Page) -> usize {
    page.count(".cell[aria-label*='stone']").await
}

#[tokio::test]
async fn a_game_of_hex_is_played_to_its_end_and_again() {
    visit("computer-hex", Screen::Desktop, async |page: Page, _site: Site| {
        begin_hex(&page, 3, "Red").await;
        while page.count(".banner").await == 0 {
            page.click(".cell.place").await;
            page.wait_until(READY).await;
        }
        page.wait_for_text(".banner", "win").await;
        page.wait_for_text("[role=status].caption", "win").await;
        assert_eq!(page.count(".cell.place").await, 0, "nobody plays on");
        assert!(!page.text(".caption").await.contains("to move"));
        page.click(".banner .primary").await;
        page.wait_for_text(".opponent", "You are Blue").await;
        page.wait_until(READY).await;
        assert_eq!(stones(&page).await, 1, "the computer begins the rematch");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_move_is_taken_back_and_the_game_survives_a_reload() {
    visit("computer-back", Screen::Phone, async |page: Page, _site: Site| {
        begin_hex(&page, 5, "Red").await;
        page.click("[aria-label^='c3, empty']").await;
        page.wait_until(READY).await;
        assert_eq!(stones(&page).await, 2);
        page.click("[aria-label*='free to play']").await;
        page.wait_until(READY).await;
        assert_eq!(stones(&page).await, 4);
        page.click("#take-back").await;
        assert_eq!(stones(&page).await, 2);
        page.find("[aria-label^='c3, red stone']").await;
        page.reload().await;
        page.find("[aria-label^='c3, red stone']").await;
        assert_eq!(stones(&page).await, 2);
        page.wait_for_text(".opponent", "level 1, beginner").await;
        page.click("#hint").await;
        page.find(".notice.hint").await;
        page.click("#resign").await;
        page.click("#resign").await;
        page.wait_for_text(".caption", "The computer wins. You resigned.").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_computer_begins_every_game_and_hides_what_it_may() {
    visit("computer-first", Screen::Desktop, async |page: Page, _site: Site| {
        for (game, side, mine) in [
            ("eclipse", "Dark", "[aria-label*='can move']"),
            ("hexchess", "Black", ".tray-piece:not(:disabled)"),
        ] {
            page.open(&format!("/play/{game}")).await;
            page.click(&format!("label:has(input[name='side'][value^='{side}'])")).await;
            page.click("#begin").await;
            page.find(mine).await;
            page.wait_for_text(".caption", "The computer played").await;
            assert_eq!(page.count(".moves li").await, 1, "{game}");
        }
        // Of the computer's setup only the person's own pieces are shown beside the board.
        page.wait_for_text(".board-side", "hidden").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn an_engine_that_dies_is_replaced_and_the_game_goes_on() {
    visit("computer-dies", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/").await;
        page.find(".cards").await;
        let watched = "const Plain = window.Worker; window.started = []; \
             window.Worker = class extends Plain { \
               constructor(...args) { super(...args); window.started.push(this); } }";
        page.script(watched).await;
        page.click(".card a[href='/play/eclipse']").await;
        page.click("label:has(input[name='level'][value='8'])").await;
        page.click("label:has(input[name='pace'][value='3 s'])").await;
        page.click("label:has(input[name='side'][value^='Dark'])").await;
        page.click("#begin").await;
        page.wait_until("window.started.length === 1").await;
        page.script(
            "const w = window.started[0]; w.terminate(); w.dispatchEvent(new Event('error'))",
        )
        .await;
        page.wait_for_text(".notice", "started again").await;
        page.wait_for_text(".caption", "The computer played").await;
        assert_eq!(page.script("return window.started.length").await, 2);
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
