//! The engine in the page does what it does elsewhere, and the page stays awake meanwhile.

use analysis::Report;
use catalog::games::eclipse;
use catalog::{GameName, with_game};
use e2e::engine::WorkerSpy;
use e2e::{Page, Screen, Site, engine, visit};
use game::{Position, Record};
use worker_protocol::Response;

/// Arrow keys, as they are sent to the browser.
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

/// A depth that the engine reaches at once, though not without work.
const DEPTH: usize = 5;

/// The number of moves that are stepped through.
const STEPS: usize = 10;

#[tokio::test]
async fn the_engine_in_the_page_visits_the_same_nodes_as_outside() {
    visit("signature", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.wait_for_text("#engine", "ready").await;
        for game in GameName::ALL {
            let inside = engine::bench(&page, game.text()).await;
            let outside = with_game!(game, P => bots::run_bench::<P>());
            assert_eq!((inside.nodes, inside.fold), (outside.nodes, outside.fold), "{game}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_engine_in_the_page_can_take_no_more_than_256_megabytes() {
    visit("memory", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        let most = engine::most_memory(&page).await;
        assert!((100_000_000..=256_000_000).contains(&most), "{most} bytes");
    })
    .await;
}

#[tokio::test]
async fn input_is_answered_while_the_engine_thinks() {
    visit("awake", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/eclipse").await;
        page.click("#engine-switch").await;
        page.find(".engine-line").await;
        // Touching a piece shows where it can go, however hard the engine thinks.
        for _ in 0..5 {
            page.click("[aria-label*='comet'][aria-label*='can move']").await;
            page.find(".cell.held").await;
            page.click(".cell.held").await;
            page.wait_until("!document.querySelector('.cell.held')").await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// A game with the given number of moves.
fn game_of(moves: usize) -> Record<eclipse::Position> {
    let mut record = Record::<eclipse::Position>::new(eclipse::Options::default());
    for i in 0..moves {
        let list = record.position().moves();
        record.play(list[i * 5 % list.len()]).expect("a legal move");
    }
    record
}

/// Puts a game with this number of moves on the analysis board.
async fn paste(page: &Page, record: &str, plies: usize) {
    engine::paste(page, record).await;
    page.wait_until(&format!("document.querySelectorAll('#tree .step').length === {plies}")).await;
}

/// The report of the search with this number at [`DEPTH`].
async fn report(spy: &mut WorkerSpy, search: usize) -> Report {
    let wanted = |response: &Response| match response {
        Response::Progress { id, report, .. }
            if *id as usize == search && report.depth == DEPTH =>
        {
            Some(report.clone())
        }
        _ => None,
    };
    spy.until(|responses| responses.iter().find_map(wanted)).await
}

/// Steps through a game and back, with the engine on: one worker, which gives the lines of every
/// position and knows the first one when it comes back.
async fn step_through(page: &Page) {
    let record = game_of(STEPS);
    let mut spy = WorkerSpy::listen(page).await;
    paste(page, &record.to_string(), STEPS).await;
    page.click("#engine-switch").await;
    let first = report(&mut spy, 1).await;
    for ply in 1..=STEPS {
        page.press("body", RIGHT).await;
        let found = report(&mut spy, 1 + ply).await;
        let best = found.best().expect("a move").mv.parse().expect("notation");
        assert!(record.positions()[ply].is_legal(best), "{best} at {ply}");
    }
    for _ in 0..STEPS {
        page.press("body", LEFT).await;
    }
    let again = report(&mut spy, 1 + 2 * STEPS).await;
    // A new table would take exactly as many; how much of the old one is left depends on how long the
    // positions in between were searched.
    assert!(again.nodes < first.nodes, "{} nodes, then {}", first.nodes, again.nodes);
    let ended = |responses: &[Response]| {
        let ids = responses.iter().filter_map(Response::ends_search);
        (ids.count() >= 2 * STEPS).then_some(())
    };
    spy.until(ended).await;
    assert_eq!(spy.workers().await, 1);
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test]
async fn one_worker_keeps_what_it_knows_while_a_game_is_stepped_through() {
    visit("stepping", Screen::Desktop, async |page: Page, _site: Site| {
        page.cores(2).await;
        page.open("/analyse/eclipse").await;
        engine::set_threads(&page, 1).await;
        step_through(&page).await;
    })
    .await;
}

#[tokio::test]
async fn without_shared_memory_one_worker_keeps_what_it_knows_too() {
    visit("stepping-alone", Screen::Desktop, async |page: Page, _site: Site| {
        page.cores(4).await;
        page.open("/analyse/eclipse").await;
        page.script("Object.defineProperty(window, 'crossOriginIsolated', { value: false })").await;
        step_through(&page).await;
    })
    .await;
}

#[tokio::test]
async fn a_worker_that_does_not_stop_is_replaced() {
    visit("hanging", Screen::Desktop, async |page: Page, _site: Site| {
        page.cores(2).await;
        page.open("/analyse/eclipse").await;
        let spy = WorkerSpy::listen(&page).await;
        paste(&page, &game_of(1).to_string(), 1).await;
        engine::set_threads(&page, 1).await;
        page.click("#engine-switch").await;
        page.find(".engine-line").await;
        // From now on it says nothing, as if it never came to an end.
        page.script("window.started[0].terminate()").await;
        page.press("body", RIGHT).await;
        page.wait_until("!document.querySelector('.engine-line')").await;
        page.find(".engine-line").await;
        assert_eq!(spy.workers().await, 2);
    })
    .await;
}

/// Waits for a report of the search with this number that has so many helpers' parts in it.
async fn helped(spy: &mut WorkerSpy, search: u32, wanted: u8) {
    let is_it = |response: &Response| match response {
        Response::Progress { id, helpers, .. } => *id == search && *helpers == wanted,
        _ => false,
    };
    spy.until(|responses| responses.iter().any(is_it).then_some(())).await;
}

#[tokio::test]
async fn as_many_workers_search_as_there_are_cores() {
    visit("threads", Screen::Desktop, async |page: Page, _site: Site| {
        page.cores(3).await;
        for (game, moves) in [("eclipse", "1. 34-26"), ("hex", "1. f6 e7")] {
            page.open(&format!("/analyse/{game}")).await;
            let mut spy = WorkerSpy::listen(&page).await;
            let plies = moves.split(' ').count() - 1;
            paste(&page, &format!("[Game \"{game}\"]\n\n{moves} *"), plies).await;
            page.press("body", RIGHT).await;
            page.wait_until("document.querySelector('#tree [aria-current]')").await;
            page.click("#engine-switch").await;
            // The main worker reports what it and both helpers have found.
            helped(&mut spy, 1, 2).await;
            assert_eq!(spy.workers().await, 3);
            engine::set_threads(&page, 1).await;
            helped(&mut spy, 2, 0).await;
            page.find(".engine-line").await;
            assert_eq!(spy.workers().await, 3, "the main worker stays");
            engine::set_threads(&page, 3).await;
            helped(&mut spy, 3, 2).await;
            // Leaving the page, within the app, ends them all.
            page.click("a[href='/']").await;
            spy.all_terminated().await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
