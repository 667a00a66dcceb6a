//! The analysis board: lines, curve, review, in and out, and positions set up by hand.

use catalog::{GameName, with_game};
use e2e::{Page, Screen, Site, visit};
use scene::Depict;

/// Blue should have answered in the middle.
const MISSED: &str =
    "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 3. c1 b3 *";

/// Puts a text into the field, as pasting does, and loads it.
async fn paste(page: &Page, text: &str) {
    page.find("#paste").await;
    let text = serde_json::to_string(text).expect("a text");
    page.script(&format!("document.querySelector('#paste').value = {text}")).await;
    page.click("#load").await;
}

async fn tree(page: &Page) -> String {
    page.text("#tree").await
}

#[tokio::test]
async fn a_game_is_reviewed_and_its_mistakes_are_named() {
    visit("review", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        paste(&page, MISSED).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 6").await;
        page.click("#review").await;
        page.wait_for_text("#review-summary", "6 moves looked at").await;
        page.find(".step.blunder").await;
        let said = tree(&page).await;
        assert!(said.contains("??") && said.contains("Better was "), "{said}");
        page.wait_for_text("#accuracy", "Red").await;
        // Every mistake can be gone to and tried again.
        page.press("body", "n").await;
        page.click("#try-again").await;
        page.wait_for_text("#try-said", "Find a better move").await;
        page.click("#show-better").await;
        page.wait_for_text("#try-said", "Better was").await;
        // The curve leads to every move of the line one stands on.
        page.click("#tree .step:not(.aside)").await;
        page.find("#graph .spot[data-ply='6']").await;
        page.script(
            "document.querySelector('#graph .spot[data-ply=\"2\"]')\
             .dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        )
        .await;
        page.wait_for_text("#tree [aria-current]", "a1").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_engine_tells_its_lines_and_shows_them_on_the_board() {
    visit("lines", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        paste(&page, "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 *").await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 4").await;
        page.press("body", "\u{e010}").await;
        page.wait_for_text("#tree [aria-current]", "a2").await;
        page.click("#engine-switch").await;
        page.wait_for_text(".engine-line .score.proven", "win in 1").await;
        page.find(".overlay.best").await;
        page.wait_for_text(".engine-lines", "win in 1").await;
        page.script(
            "document.querySelector('.engine-line')\
             .dispatchEvent(new MouseEvent('mouseenter', { bubbles: true }))",
        )
        .await;
        page.find(".overlay.side-1").await;
        page.open("/analyse/eclipse").await;
        page.click("#engine-switch").await;
        page.wait_until("document.querySelectorAll('.engine-line').length === 3").await;
        page.wait_until("document.querySelectorAll('.ghost .ghost-disc').length === 3").await;
        assert_eq!(page.count(".engine-line .score.proven").await, 0);
        page.script(
            "const lines = document.querySelector('#lines'); lines.value = '5'; \
             lines.dispatchEvent(new Event('change', { bubbles: true }))",
        )
        .await;
        page.wait_until("document.querySelectorAll('.engine-line').length === 5").await;
        page.click(".engine-line").await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 1").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn what_is_joined_is_drawn_and_said_with_the_engine_off_and_on() {
    visit("links", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        let bridge = "[Game \"hex\"]\n[Options \"size=7 swap=off\"]\n\n1. d3 a1 2. c5 a2 *";
        paste(&page, bridge).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 4").await;
        assert_eq!(page.count(".overlay").await, 0);
        page.press("body", "\u{e010}").await;
        page.wait_for_text("#tree [aria-current]", "a2").await;
        page.click("#links-switch").await;
        page.wait_for_text("#links-words", "c5–d3").await;
        page.find(".overlay.joint-1").await;
        // Red is there with the next move, and everybody sees where.
        page.wait_for_text("#links-words", "Red has a won game").await;
        page.click("#engine-switch").await;
        page.find(".overlay.best").await;
        page.find(".overlay.joint-1").await;
        // It is remembered, and nothing is drawn of another position.
        page.click("#engine-switch").await;
        page.reload().await;
        page.wait_for_text("#links-words", "c5–d3").await;
        page.press("body", "\u{e011}").await;
        page.wait_for_text("#links-words", "No connections yet").await;
        page.press("body", "c").await;
        page.wait_until("!document.querySelector('#links-words')").await;
        page.open("/analyse/eclipse").await;
        page.find("#engine-switch").await;
        assert_eq!(page.count("#links-switch").await, 0);
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn variations_comments_and_marks_are_written_and_kept() {
    visit("variations", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        for name in ["c3", "d4"] {
            page.click(&format!("[aria-label^='{name}, empty']")).await;
            page.find(&format!("[aria-label^='{name}, '][aria-label*='last move']")).await;
        }
        page.click("[aria-label='One move back']").await;
        page.click("[aria-label^='e5, empty']").await;
        page.wait_until("document.querySelector('#tree .step.aside')").await;
        page.click("[aria-label='interesting']").await;
        page.press("#comment", "Perhaps.").await;
        page.click(".caption").await;
        page.wait_for_text("#tree", "Perhaps.").await;
        let said = tree(&page).await;
        assert!(said.contains("1. c3 d4 (1... e5!? Perhaps.)"), "{said}");
        page.click("#promote").await;
        page.wait_until("document.querySelector('#tree').textContent.includes('(1... d4')").await;
        page.reload().await;
        page.wait_for_text("#tree", "Perhaps.").await;
        page.click("#tree .step.aside").await;
        page.click("#cut").await;
        page.wait_until("!document.querySelector('#tree .step.aside')").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_goes_out_and_comes_in_again() {
    visit("link", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        paste(&page, MISSED).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 6").await;
        let text = "return decodeURIComponent(document.querySelector('#save-text').href)";
        let text = page.script(text).await.as_str().unwrap_or_default().to_owned();
        assert!(text.contains("1. b1 a1 2. b2 a2 3. c1 b3 *"), "{text}");
        let picture = "return decodeURIComponent(document.querySelector('#save-picture').href)";
        let picture = page.script(picture).await;
        assert!(picture.as_str().is_some_and(|svg| svg.contains("<svg xmlns=")));
        page.script("navigator.clipboard.writeText = async text => { window.copied = text }").await;
        page.click("#copy-link").await;
        page.wait_until("window.copied").await;
        let link = page.script("return window.copied").await;
        let link = link.as_str().unwrap_or_default().to_owned();
        let (_, hash) = link.split_once("/analyse/hex").expect("a link to this page");
        // The link carries the whole game: the browser that opens it has none stored.
        page.script("localStorage.clear()").await;
        page.open("/").await;
        page.find(".cards").await;
        page.open(&format!("/analyse/hex{hash}")).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 6").await;
        page.wait_until("location.hash === ''").await;
        // A link that lost its end on the way.
        page.open("/").await;
        page.find(".cards").await;
        page.open(&format!("/analyse/hex{}", &hash[..hash.len() - 12])).await;
        page.wait_for_text(".notice.wrong", "cut short").await;
        let left = page.count("#tree .step").await;
        assert!((1..6).contains(&left), "{left}");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn games_of_other_programs_are_pasted_with_all_that_is_in_them() {
    visit("pasted-sgf", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        let sgf = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob];B[c3]TE[1]C[Centre]TR[a1]LB[e5:A]\
                   (;W[d4])(;W[b2];B[b4]))(;GM[11]SZ[3];B[b2])";
        paste(&page, sgf).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 4").await;
        let said = tree(&page).await;
        assert!(said.contains("c3!") && said.contains("Centre") && said.contains('('), "{said}");
        page.press("body", "\u{e014}").await;
        page.wait_until("document.querySelectorAll('.overlay.markup').length === 2").await;
        page.wait_for_text(".overlay.markup text", "△").await;
        let saved = "return decodeURIComponent(document.querySelector('#save-sgf').href)";
        let saved = page.script(saved).await.as_str().unwrap_or_default().to_owned();
        assert!(saved.contains("TE[1]TR[a1]LB[e5:A]") && saved.contains("(;W[b2]"), "{saved}");
        // A paste that fails changes nothing and says why.
        paste(&page, "(;GM[11]SZ[5];B[a1];W[a1])").await;
        page.wait_for_text("#refused", "a1 is taken").await;
        paste(&page, "https://littlegolem.net/jsp/game/game.jsp?gid=15").await;
        page.wait_for_text("#refused", "/servlet/sgf/15/game15.hsgf").await;
        assert_eq!(page.count("#tree .step").await, 4);
        // The second game of the text.
        page.script(
            "const games = document.querySelector('#games'); games.value = '1'; \
             games.dispatchEvent(new Event('change', { bubbles: true }))",
        )
        .await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 1").await;
        paste(&page, "https://hexworld.org/board/#5c1,c3b2:rw").await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 2").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn bad_texts_get_one_short_line() {
    visit("pastes", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        let eleven = "a1 b1 a2 b2 a3 b3 a4 b4 c1 c2 c3";
        let twelfth = format!("[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n{eleven} a1 d5 *");
        paste(&page, &twelfth).await;
        page.wait_for_text(".notice.wrong", "Loaded the first 11 moves.").await;
        page.wait_for_text(".notice.wrong", "move 12").await;
        page.wait_for_text(".notice.wrong", "a1 is taken").await;
        assert_eq!(page.count("#tree .step").await, 11);
        page.script("document.querySelector('#paste').value = 'x y '.repeat(1_300_000)").await;
        page.click("#load").await;
        page.wait_for_text("#refused", "too long: 5.2 MB").await;
        paste(&page, "good morning").await;
        page.wait_for_text("#refused", "no list of moves").await;
        assert!(page.text("#refused").await.len() < 300);
        assert_eq!(page.count("#tree .step").await, 11, "nothing was lost");
        // A game of another kind is shown at its own board.
        paste(&page, "[Game \"eclipse\"]\n\n1. 34-26 *").await;
        page.wait_for_text("main h1", "Eclipse").await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 1").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Opens the drawer and the editor from it, once the drawer has come to rest: it slides in, and fills meanwhile.
async fn open_editor_in_drawer(page: &Page) {
    page.click("#open-drawer").await;
    page.find("#edit").await;
    page.wait_until(
        "(() => { const now = document.querySelector('#edit').getBoundingClientRect().top; \
         const same = window.editAt === now; window.editAt = now; \
         window.rest = same ? (window.rest ?? 0) + 1 : 0; return window.rest >= 3 })()",
    )
    .await;
    page.click("#edit").await;
}

#[tokio::test]
async fn the_editor_refuses_nonsense_and_says_why() {
    visit("editor", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/analyse/eclipse").await;
        open_editor_in_drawer(&page).await;
        page.wait_for_text("#fault", "can be played").await;
        page.click("[aria-label*='of chain a']").await;
        page.click("[aria-label^='25, empty']").await;
        page.wait_for_text("#fault", "chain a must be neighbours").await;
        page.wait_until("document.querySelector('#use').disabled").await;
        page.open("/analyse/hex").await;
        open_editor_in_drawer(&page).await;
        page.click("[aria-label^='f6, empty']").await;
        page.find("[aria-label^='f6, red stone']").await;
        page.click("label:has(input[name='turn']):last-child").await;
        page.click("#use").await;
        page.wait_for_text(".caption", "Blue to move").await;
        page.find("[aria-label^='f6, red stone']").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_editor_sets_up_positions_of_every_game() {
    const EMPTY: &str = "[aria-label*=', empty']";
    const OCCUPIED: &str = "[...document.querySelectorAll('.cells .cell')] \
                            .filter(cell => !cell.ariaLabel.includes(', empty')).length";
    visit("editor-all", Screen::Desktop, async |page: Page, _site: Site| {
        for game in GameName::ALL {
            page.open(&format!("/analyse/{game}")).await;
            page.click("#edit").await;
            page.wait_for_text("#fault", "can be played").await;
            let pieces = with_game!(game, P => <P as Depict>::editor_pieces().len());
            // The last button takes pieces away.
            let buttons = if pieces > 0 { pieces + 1 } else { 0 };
            assert_eq!(page.count(".palette .tray-piece").await, buttons, "{game}");
            if pieces > 0 {
                page.click("#clear").await;
                page.wait_until(&format!("{OCCUPIED} === 0")).await;
                page.click(".palette .tray-piece").await;
                page.click(EMPTY).await;
                page.wait_until(&format!("{OCCUPIED} === 1")).await;
            }
            // What is left to others is the usual start again.
            page.open(&format!("/analyse/{game}")).await;
            page.click("#edit").await;
            page.click("#use").await;
            page.wait_until("!document.querySelector('#fault')").await;
            page.find(".board .cell").await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_editor_knows_the_setup_of_hex_chess() {
    visit("editor-setup", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hexchess").await;
        page.click("#edit").await;
        page.click("[aria-label='king of the first side']").await;
        page.click("[aria-label^='17, empty']").await;
        // White has placed one piece more, so it cannot be White's turn.
        page.click("label:has(input[name='turn']):last-child").await;
        page.wait_for_text("#fault", "can be played").await;
        page.click("#use").await;
        page.wait_for_text(".caption", "Black to place a piece").await;
        page.find("[aria-label^='17, white king']").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_is_taken_to_the_analysis_board() {
    visit("take-along", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        for name in ["c3", "d4", "e5"] {
            page.click(&format!("[aria-label^='{name}, empty']")).await;
            page.find(&format!("[aria-label^='{name}, '][aria-label*='last move']")).await;
        }
        page.click("#analyse").await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 3").await;
        page.wait_until("location.pathname === '/analyse/hex' && location.hash === ''").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
