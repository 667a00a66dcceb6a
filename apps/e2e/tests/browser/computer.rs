//! Games against the computer.

use crate::one_screen::open_computer;
use catalog::{AnyRecord, GameName};
use e2e::engine::WorkerSpy;
use e2e::{Page, Screen, Site, visit};
use game::{SettingKind, Side, Viewer};
use lessons::lessons;
use scene::Table as _;
use worker_protocol::Response;

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
    // The cells of a shade are one path in a few rows.
    let tiles = "[...document.querySelectorAll('main .board .tile')] \
         .reduce((sum, tile) => sum + tile.getAttribute('d').split('M').length - 1, 0)";
    page.wait_until(&format!("{tiles} === {cells}")).await;
    page.click("#begin").await;
    page.wait_until(READY).await;
}

/// Gives the game up.
async fn resign(page: &Page) {
    page.click("#resign").await;
    page.click("#resign").await;
    page.find(".banner").await;
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
        page.find(".near .seat-line[data-side='2']").await;
        page.wait_until(READY).await;
        assert_eq!(stones(&page).await, 1, "the computer begins the rematch");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// A game in progress in which the opponent threatens to win: what the coach says, a blunder as cells to touch, the
/// warning, and a good move.
struct CoachCase {
    game: &'static str,
    /// The person's side, 1 or 2.
    side: u8,
    record: &'static str,
    threat: &'static str,
    blunder: &'static [usize],
    warning: &'static str,
    good: &'static [usize],
}

const COACH_CASES: [CoachCase; 4] = [
    CoachCase {
        game: "hex",
        side: 1,
        record: "[Options \"size=5 swap=off\"]\n\n1. a1 a3 2. b1 b3 3. c1 d3 4. d1 e3 *",
        threat: "Blue threatens to connect.",
        blunder: &[4],
        warning: "After this your opponent connects.",
        good: &[12],
    },
    CoachCase {
        game: "eclipse",
        side: 1,
        record: "[Start \"*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard\"]\n\n*",
        threat: "",
        blunder: &[18, 26],
        warning: "This shuts in your own comet.",
        good: &[27, 26],
    },
    CoachCase {
        game: "hexchess",
        side: 2,
        record: "[Start \"1/2/K6/6/R3k/6/6p/2/1 b even -\"]\n\n*",
        threat: "White threatens to capture your king.",
        blunder: &[33, 32],
        warning: "After this your king can be captured.",
        good: &[20, 15],
    },
    CoachCase {
        game: "havannah",
        side: 1,
        record: "[Start \"bb1b/w4/6/3w3/6/5/1w2 w swap=off\"]\n\n*",
        threat: "Black threatens to complete a ring, a bridge or a fork.",
        blunder: &[20],
        warning: "After this your opponent completes a ring, a bridge or a fork.",
        good: &[2],
    },
];

/// Touches cells of the board one after the other.
async fn touch(page: &Page, cells: &[usize]) {
    for cell in cells {
        page.click(&format!(".board [data-cell='{cell}']")).await;
    }
}

#[test]
fn every_game_that_is_taught_has_a_case_of_the_coach() {
    for game in GameName::ALL.into_iter().filter(|game| !lessons(*game).is_empty()) {
        assert!(COACH_CASES.iter().any(|case| case.game == game.text()), "{game}");
    }
}

#[tokio::test]
async fn a_game_is_continued_and_the_coach_tells_threats_and_warns_before_a_blunder() {
    visit("coach", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        for case in &COACH_CASES {
            open_computer(&page, case.game, case.side, case.record).await;
            page.wait_until("document.querySelector('.cell.place, .cell.pick')").await;
            if page.count("#coach:checked").await == 0 {
                page.click("#coach").await;
            }
            if !case.threat.is_empty() {
                page.wait_for_text(".coach-says", case.threat).await;
            }
            touch(&page, case.blunder).await;
            page.wait_for_text(".coach-question", case.warning).await;
            page.wait_until("document.activeElement.id === 'coach-take-back'").await;
            page.click("#coach-take-back").await;
            page.wait_until("!document.querySelector('.coach-question')").await;
            touch(&page, case.good).await;
            page.wait_until(
                "document.querySelectorAll('.moves li button').length % 2 === 1 || \
                             document.querySelectorAll('.moves li button').length > 1",
            )
            .await;
            assert_eq!(page.count(".coach-question").await, 0, "{}: a good move", case.game);
        }
        // The games in progress are offered by the front page.
        page.open("/").await;
        page.wait_for_text(".resumes", "Hex against the computer, move").await;
        assert_eq!(page.count(".resume").await, COACH_CASES.len());
        page.click(".resume.game-hex").await;
        page.find("[aria-label^='c3, red stone']").await;
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
        page.wait_for_text(".far", "level 1, beginner").await;
        page.click("#hint").await;
        page.wait_for_text(".caption", "Hint: ").await;
        page.find(".overlay.best").await;
        page.click("#resign").await;
        page.click("#resign").await;
        page.wait_for_text(".caption", "The computer wins. You resigned.").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_engine_is_loaded_at_start_and_a_lower_level_offered_after_three_losses() {
    visit("computer-levels", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/play/eclipse").await;
        page.click("label:has(input[name='level'][value='2'])").await;
        let mut spy = WorkerSpy::listen(&page).await;
        page.click("#begin").await;
        // The person has not moved; the engine has made ready for the first answer.
        let ready = |response: &Response| matches!(response, Response::BestMove { id: 0, .. });
        spy.until(|responses| responses.iter().any(ready).then_some(())).await;
        assert_eq!(page.count(".moves li").await, 0);
        for lost in 1..=3 {
            resign(&page).await;
            assert_eq!(page.count("#lower-level").await, usize::from(lost == 3), "{lost} lost");
            if lost < 3 {
                page.click(".banner .primary").await;
            }
        }
        page.click("#lower-level").await;
        page.wait_for_text(".seat.far", "level 1, beginner").await;
        resign(&page).await;
        assert_eq!(page.count("#lower-level").await, 0, "there is no level below");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_computer_begins_every_game_and_hides_what_it_may() {
    visit("computer-first", Screen::Desktop, async |page: Page, _site: Site| {
        for game in GameName::ALL {
            let colours =
                AnyRecord::begin(game, "").expect("a start").scene(Viewer::Watcher).colours;
            let second = colours[Side::Second];
            page.open(&format!("/play/{game}")).await;
            choose_smallest_board(&page, game).await;
            page.click(&format!("label:has(input[name='side'][value^='{second}'])")).await;
            page.click("#begin").await;
            page.wait_for_text(".caption", "The computer played").await;
            page.find(".cell.pick, .cell.place, .tray-piece:not(:disabled)").await;
            assert_eq!(page.count(".moves li").await, 1, "{game}");
            // Of the computer's setup only the person's own pieces are shown beside the board.
            if game.has_hidden_information() {
                page.wait_for_text(".far", "hidden").await;
            }
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Plays whatever is offered against the computer until the game is over.
async fn play_out(page: &Page, game: GameName) {
    page.open(&format!("/play/{game}")).await;
    choose_smallest_board(page, game).await;
    page.click("label:has(input[name='level'][value='4'])").await;
    page.click("label:has(input[name='pace'][value='⅓ s'])").await;
    // The pauses are for people.
    page.script("const t = setTimeout; window.setTimeout = (f, ms) => t(f, ms / 20)").await;
    page.click("#begin").await;
    // A setup is shortened by a move with a button, if the game begins with one; the last one leaves nothing to chance.
    let start = AnyRecord::begin(game, "").expect("a start");
    if let Some(shortcut) = start.shortcuts(1).pop() {
        page.wait_until(&button(shortcut.label)).await;
        page.script(&press(shortcut.label)).await;
    }
    let turn = "document.querySelector('.banner, .cell.pick, .cell.place')";
    let step = "const among = (what, n) => { const all = [...document.querySelectorAll(what)]; \
         all[n % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true })) }; \
         among('.cell.pick', window.n = (window.n ?? 0) + 7); \
         await new Promise(requestAnimationFrame); \
         among('.cell.place, .cell.take', window.n)";
    let before = "document.querySelectorAll('.moves button').length";
    for _ in 0..150 {
        page.wait_until(turn).await;
        if page.count(".banner").await > 0 {
            return;
        }
        let moves = page.script(&format!("return {before}")).await;
        page.script(&format!("return (async () => {{ {step} }})()")).await;
        page.wait_until(&format!("document.querySelector('.banner') || {before} !== {moves}"))
            .await;
    }
    // Random moves may not end in time.
    page.click("#resign").await;
    page.click("#resign").await;
}

/// Chooses the least of every number in the form: such games are soon over.
async fn choose_smallest_board(page: &Page, game: GameName) {
    for setting in game.settings() {
        if let SettingKind::Range { least, .. } = setting.kind {
            page.find(&format!("#{}", setting.name)).await;
            page.script(&format!(
                "const field = document.querySelector('#{}'); field.value = '{least}'; \
                 field.dispatchEvent(new Event('change', {{ bubbles: true }}))",
                setting.name
            ))
            .await;
        }
    }
}

/// Presses the button that says this.
fn press(label: &str) -> String {
    format!("{}.click()", button(label))
}

/// The button that says this, if it is there.
fn button(label: &str) -> String {
    format!(
        "[...document.querySelectorAll('.one-screen button')].find(b => b.textContent.trim() === '{label}')"
    )
}

#[tokio::test]
async fn every_game_is_played_to_its_end() {
    visit("computer-all", Screen::Desktop, async |page: Page, _site: Site| {
        for game in GameName::ALL {
            play_out(&page, game).await;
            page.find(".banner").await;
            let end = if game.has_draws() { "/win|draw/i" } else { "/win/i" };
            let caption = "document.querySelector('[role=status].caption').textContent";
            page.wait_until(&format!("{end}.test({caption})")).await;
            assert!(!page.text(".caption").await.contains("to move"), "{game}");
            page.find("#analyse").await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_computer_plays_by_the_clock() {
    visit("computer-clock", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/play/hex").await;
        page.click("label:has(input[name='level'][value='1'])").await;
        page.script(
            "const clock = document.querySelector('#clock'); clock.value = '1'; \
             clock.dispatchEvent(new Event('change', { bubbles: true }))",
        )
        .await;
        page.click("#begin").await;
        page.wait_until("document.querySelectorAll('.clock').length === 2").await;
        page.click("[aria-label^='c3, empty']").await;
        page.wait_until("document.querySelectorAll('.moves button').length === 2").await;
        page.wait_until("document.querySelectorAll('.clock')[1].textContent.startsWith('0:')")
            .await;
        page.click("#take-back").await;
        page.wait_until("document.querySelectorAll('.clock')[1].textContent === '1:00'").await;
        page.open("/settings").await;
        page.find("main h1").await;
        page.script(
            "localStorage['sixfold.play.hex.clock'] = \
             localStorage['sixfold.play.hex.clock'].replace(/^\\d+/, '1500')",
        )
        .await;
        page.open("/play/hex").await;
        page.wait_for_text(".caption", "You ran out of time").await;
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
