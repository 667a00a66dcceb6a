//! The figures of docs/page-speed.md: `cargo run --release -p e2e --example figures`, after
//! `cargo xtask dist`.

use catalog::{GameName, with_game};
use e2e::{Page, Screen, Site, engine, visit};
use std::time::Duration;

#[tokio::main]
async fn main() {
    for place in ["/play/hex", "/play/eclipse", "/play/hexchess"] {
        visit("figures", Screen::Desktop, async move |page: Page, _site: Site| {
            cold(&page, place).await;
        })
        .await;
    }
    visit("figures", Screen::Desktop, async |page: Page, _site: Site| {
        awake(&page).await;
        for game in GameName::ALL {
            speed(&page, game).await;
        }
        memory(&page).await;
    })
    .await;
}

/// A fresh browser goes to a board for the first time.
async fn cold(page: &Page, place: &str) {
    page.open(place).await;
    page.find(".board .cell").await;
    let script = "const board = performance.getEntriesByName('board')[0]; \
         const files = performance.getEntriesByType('resource'); \
         const page = performance.getEntriesByType('navigation')[0]; \
         return [board ? board.startTime : -1, \
           files.filter(f => !/worker|icon|manifest/.test(f.name)) \
             .reduce((sum, f) => sum + f.encodedBodySize, page.encodedBodySize)]";
    let found = page.script(script).await;
    println!(
        "{place}: board after {:.0} ms, {} bytes",
        found[0].as_f64().unwrap_or(-1.0),
        found[1]
    );
}

/// How long a touch waits for its answer while the engine thinks.
async fn awake(page: &Page) {
    page.open("/analyse/eclipse").await;
    page.click("#engine-switch").await;
    page.find(".engine-line").await;
    let script = "const wait = ms => new Promise(done => setTimeout(done, ms)); \
         const frame = () => new Promise(requestAnimationFrame); \
         return (async () => { const times = []; \
           for (let i = 0; i < 40; i++) { \
             const cell = document.querySelector('.cell.held, .cell.pick'); \
             const before = cell.getAttribute('class'); \
             const start = performance.now(); \
             cell.dispatchEvent(new MouseEvent('click', { bubbles: true })); \
             while (cell.getAttribute('class') === before) await Promise.resolve(); \
             times.push(performance.now() - start); await frame(); await wait(60); } \
           return times.sort((a, b) => a - b); })()";
    let times = page.script(script).await;
    let times: Vec<f64> =
        times.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("a touch while the engine thinks: median {:.1} ms, worst {:.1} ms", at(0.5), at(1.0));
}

/// The same work inside the page and outside.
async fn speed(page: &Page, game: GameName) {
    page.open("/settings").await;
    page.wait_for_text("#engine", "ready").await;
    let inside = engine::bench(page, game.text()).await;
    let outside = with_game!(game, P => bots::run_bench::<P>());
    let same = (inside.nodes, inside.fold) == (outside.nodes, outside.fold);
    let (page_speed, native) = (inside.speed, outside.nodes_per_second());
    println!(
        "{game}: {} nodes, signature {:016x} ({}); page {page_speed}/s, native {native}/s: {:.2}",
        outside.nodes,
        outside.fold,
        if same { "the same in the page" } else { "ANOTHER in the page" },
        page_speed as f64 / native as f64,
    );
}

/// What the browser's largest process for pages takes, at rest and after half a minute of analysis.
async fn memory(page: &Page) {
    page.open("/settings").await;
    page.wait_for_text("#engine", "ready").await;
    println!("memory: at rest {} MB", largest_renderer() / 1_000_000);
    for game in ["hex", "eclipse", "hexchess"] {
        page.open(&format!("/analyse/{game}")).await;
        page.click("#engine-switch").await;
        page.find(".engine-line").await;
        tokio::time::sleep(Duration::from_secs(30)).await;
        println!("memory: analysing {game} {} MB", largest_renderer() / 1_000_000);
    }
    println!("memory: the engine's own can grow to {} bytes", engine::most_memory(page).await);
}

/// Bytes that the largest of Chromium's processes for pages has in memory (Linux only).
fn largest_renderer() -> u64 {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let bytes = processes.filter_map(|process| {
        let command = std::fs::read_to_string(process.path().join("cmdline")).ok()?;
        let pages = std::fs::read_to_string(process.path().join("statm")).ok()?;
        let resident: u64 = pages.split(' ').nth(1)?.parse().ok()?;
        command.contains("--type=renderer").then_some(resident * 4096)
    });
    bytes.max().unwrap_or(0)
}
