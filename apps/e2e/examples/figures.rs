//! The figures of docs/page-speed.md: `cargo run --release -p e2e --example figures`, after
//! `cargo xtask dist`. Arguments choose some of them: `board`, `frames`, `speed`, `cores`, `answers`, `memory`.

use analysis::Report;
use bots::{Parallelism, Playable};
use catalog::{GameName, with_game};
use e2e::engine::WorkerSpy;
use e2e::{Page, Screen, Site, engine, visit};
use serde_json::Value;
use std::time::Duration;
use worker_protocol::Response;

/// Whether these figures are asked for: by name, or all of them.
fn wants(part: &str) -> bool {
    let mut chosen = std::env::args().skip(1).peekable();
    chosen.peek().is_none() || chosen.any(|name| name == part)
}

#[tokio::main]
async fn main() {
    for (place, stands) in places().into_iter().filter(|_| wants("board")) {
        visit("figures", Screen::Desktop, async move |page: Page, _site: Site| {
            cold(&page, &place, stands).await;
        })
        .await;
    }
    visit("figures", Screen::Desktop, async |page: Page, _site: Site| {
        for game in GameName::ALL.into_iter().filter(|_| wants("frames")) {
            frames(&page, game).await;
        }
        if wants("speed") {
            awake(&page).await;
        }
        for game in GameName::ALL.into_iter().filter(|_| wants("speed")) {
            speed(&page, game).await;
        }
        for game in GameName::ALL.into_iter().filter(|_| wants("cores")) {
            cores(&page, game).await;
        }
        for game in GameName::ALL.into_iter().filter(|_| wants("answers")) {
            answers(&page, game).await;
        }
        if wants("memory") {
            memory(&page).await;
        }
    })
    .await;
}

/// The pages whose transfers are counted, and what is there when they stand.
fn places() -> Vec<(String, &'static str)> {
    let games = GameName::ALL.map(|game| (format!("/play/{game}"), "main .board .tile"));
    let other =
        [("/", ".cards .board"), ("/analyse/hex", ".board .cell"), ("/lobby", ".lobby .quick")];
    other.map(|(place, stands)| (place.to_owned(), stands)).into_iter().chain(games).collect()
}

/// A fresh browser goes to a page for the first time.
async fn cold(page: &Page, place: &str, stands: &str) {
    page.open(place).await;
    page.find(stands).await;
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

/// Frames a second while pieces move, on a processor slowed down four times: twelve moves of a game
/// of two people, each watched for the time of its animation.
async fn frames(page: &Page, game: GameName) {
    page.open(&format!("/friend/{game}")).await;
    page.find(".board .cell").await;
    page.slow_down(4).await;
    let script = "const frame = () => new Promise(requestAnimationFrame); \
         const touch = cell => cell.dispatchEvent(new MouseEvent('click', { bubbles: true })); \
         return (async () => { \
           const all = [...document.querySelectorAll('button')]; \
           all.find(b => b.textContent.startsWith('Start'))?.click(); await frame(); \
           let count = 0, time = 0, worst = 0, long = 0; \
           new PerformanceObserver(list => long += list.getEntries().length) \
             .observe({ type: 'longtask' }); \
           for (let move = 0; move < 16; move++) { \
             const find = text => [...document.querySelectorAll('button')] \
               .find(b => b.textContent.startsWith(text)); \
             find('I am ')?.click(); await frame(); \
             if (find('Line-up')) find('Line-up').click(); else { \
               const pick = [...document.querySelectorAll('.cell.pick')]; \
               if (pick.length) { touch(pick[move % pick.length]); await frame(); } \
               const to = [...document.querySelectorAll('.cell.place')]; \
               if (!to.length) continue; \
               touch(to[(7 * move) % to.length]); } \
             let last = await frame(); const start = last; \
             while (last - start < 240) { const now = await frame(); \
               if (move > 3) { count += 1; worst = Math.max(worst, now - last); } last = now; } \
             if (move > 3) time += last - start; } \
           return [count / time * 1000, worst, long]; })()";
    let found = page.script(script).await;
    page.slow_down(1).await;
    println!(
        "{game}: {:.1} frames a second while pieces move, the longest {:.0} ms, {} tasks over 50 ms",
        found[0].as_f64().unwrap_or(-1.0),
        found[1].as_f64().unwrap_or(-1.0),
        found[2]
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
        times.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
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

/// Plays in the page: `answer` makes a move and gives the milliseconds until the person is to move again, or null
/// if the game is over by then: moves at random soon lose.
const PLAY: &str = "const over = () => document.querySelector('.banner'); \
     const moves = () => document.querySelectorAll('.moves button').length; \
     const caption = () => document.querySelector('.caption').textContent; \
     const until = met => new Promise(done => { \
       const look = () => met() ? done() : setTimeout(look, 2); look(); }); \
     const among = (what, n) => { const all = [...document.querySelectorAll(what)]; \
       all[n % all.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true })) }; \
     const place = () => [...document.querySelectorAll('button')] \
       .find(b => b.textContent.trim().startsWith('Place all (fixed)'))?.click(); \
     const move = async n => { place(); among('.cell.pick', n); \
       await new Promise(requestAnimationFrame); among('.cell.place, .cell.take', n); }; \
     const answer = async n => { const before = moves(); const start = performance.now(); \
       for (let i = n; moves() === before && !over(); i += 7) await move(i); \
       await until(() => over() || \
         (moves() > before + 1 && caption().startsWith('The computer played'))); \
       return over() ? null : performance.now() - start; };";

/// How long the first answer of the computer takes, and later ones: the person moves as soon as the
/// board is there, or the computer begins.
async fn answers(page: &Page, game: GameName) {
    for (level, side) in [(3, 0), (3, 2), (8, 0)] {
        page.open("/settings").await;
        page.script(&format!("localStorage.removeItem('sixfold.play.{game}')")).await;
        page.open(&format!("/play/{game}")).await;
        page.click(&format!("label:has(input[name='level'][value='{level}'])")).await;
        let sides = "document.querySelectorAll('input[name=side]')";
        page.script(&format!("{sides}[{side}].click()")).await;
        let begin = "const begun = performance.now(); document.querySelector('#begin').click();";
        let first = if side == 0 {
            "(await until(() => document.querySelector('.caption')), await answer(3))"
        } else {
            "(await until(() => document.querySelector('.caption') && moves() > 0), \
              performance.now() - begun)"
        };
        let script = format!(
            "return (async () => {{ {PLAY} {begin} \
               await new Promise(requestAnimationFrame); const times = [{first}]; \
               for (let i = 0; i < 5 && !over(); i++) times.push(await answer(11 * i)); return times; }})()"
        );
        let times = page.script(&script).await;
        let mut times: Vec<f64> =
            times.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        if times.len() < 2 {
            continue;
        }
        let first = times.remove(0);
        times.sort_by(f64::total_cmp);
        let later = times[times.len() / 2];
        let who = if side == 0 { "the person" } else { "the computer" };
        println!(
            "{game}, level {level}, {who} begins: first answer {first:.0} ms, later ones {later:.0} ms: {:.2}",
            first / later
        );
    }
}

/// How long each number of cores searches.
const SEARCH: Duration = Duration::from_secs(15);

/// The same position with one core and with all of them: nodes a second, depth, and memory.
async fn cores(page: &Page, game: GameName) {
    let all = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(8) as u32);
    page.cores(all).await;
    let mut runs = Vec::new();
    for threads in [1, all] {
        page.open(&format!("/analyse/{game}")).await;
        let mut spy = WorkerSpy::listen(page).await;
        let position = with_game!(game, P => P::BENCH.positions[1]);
        engine::paste(page, &format!("[Game \"{game}\"]\n[Start \"{position}\"]\n\n*")).await;
        engine::set_threads(page, threads).await;
        let before = cpu_seconds();
        page.click("#engine-switch").await;
        page.find(".engine-line").await;
        tokio::time::sleep(SEARCH).await;
        let cpu = cpu_seconds() - before;
        let reports = |responses: &[Response]| Some(searched(responses)).filter(|r| !r.is_empty());
        let found = spy.until(reports).await;
        let (speed, memory) = (last_speed(&found), largest_renderer() / 1_000_000);
        let depth = found.last().map_or(0, |report| report.depth);
        println!(
            "{game}, {threads} cores: {speed} nodes a second, depth {depth}, {memory} MB, \
             {cpu:.1} s of processor time in {} s",
            SEARCH.as_secs()
        );
        runs.push(found);
    }
    let [one, many] = &runs[..] else { return };
    println!("{game}: {:.2} times the nodes", last_speed(many) as f64 / last_speed(one) as f64);
    if with_game!(game, P => P::PARALLELISM) == Parallelism::RootStatistics {
        // The depth of a tree search is the length of a line.
        return;
    }
    let Some(depth) = one.iter().map(|report| report.depth).max() else { return };
    let time = |found: &[Report]| {
        let reached = found.iter().find(|report| report.depth >= depth);
        reached.map_or(f64::NAN, |report| report.elapsed.as_secs_f64())
    };
    println!("{game}: depth {depth} after {:.2} s, then {:.2} s", time(one), time(many));
}

/// The reports among some responses.
fn searched(responses: &[Response]) -> Vec<Report> {
    let report = |response: &Response| match response {
        Response::Progress { report, .. } => Some(report.clone()),
        _ => None,
    };
    responses.iter().filter_map(report).collect()
}

fn last_speed(reports: &[Report]) -> u64 {
    reports.last().and_then(Report::nodes_per_second).unwrap_or(0)
}

/// What the browser's largest process for pages takes, at rest and after half a minute of analysis.
async fn memory(page: &Page) {
    page.open("/settings").await;
    page.wait_for_text("#engine", "ready").await;
    println!("memory: at rest {} MB", largest_renderer() / 1_000_000);
    for game in GameName::ALL {
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
    let bytes = renderers("statm").into_iter().filter_map(|pages| {
        let resident: u64 = pages.split(' ').nth(1)?.parse().ok()?;
        Some(resident * 4096)
    });
    bytes.max().unwrap_or(0)
}

/// Processor time that Chromium's processes for pages have used (Linux only).
fn cpu_seconds() -> f64 {
    let seconds = renderers("stat").into_iter().filter_map(|stat| {
        // Behind the name of the program, which may have spaces: user and system time in ticks.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let ticks = |field: Option<&str>| field.and_then(|ticks| ticks.parse::<f64>().ok());
        Some((ticks(fields.next())? + ticks(fields.next())?) / 100.0)
    });
    seconds.sum()
}

/// A file of the system about each of Chromium's processes for pages.
fn renderers(file: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let about = processes.filter_map(|process| {
        let command = std::fs::read_to_string(process.path().join("cmdline")).ok()?;
        let about = std::fs::read_to_string(process.path().join(file)).ok()?;
        command.contains("--type=renderer").then_some(about)
    });
    about.collect()
}
