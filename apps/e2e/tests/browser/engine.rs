//! The engine in the page does what it does elsewhere, and the page stays awake meanwhile.

use e2e::{Page, Screen, Site, engine, visit};

#[tokio::test]
async fn the_engine_in_the_page_visits_the_same_nodes_as_outside() {
    visit("signature", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.wait_for_text("#engine", "ready").await;
        let inside = engine::bench(&page, "eclipse").await;
        let outside = bots::run_bench::<catalog::games::eclipse::Position>();
        assert_eq!((inside.nodes, inside.fold), (outside.nodes, outside.fold));
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
