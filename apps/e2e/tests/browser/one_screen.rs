//! A game on one screen: what is needed to play is inside the window, on every screen, in every game.

use catalog::GameName;
use e2e::{Page, Screen, Site, visit};
use game::{Setting, setting};
use scene::table::portrait;
use serde_json::Value;
use std::collections::BTreeSet;

/// Windows in CSS pixels, and whether they are a phone's; the last three are 820 × 1180, 1280 × 720 and 1440 × 900
/// at 200 % zoom. 2560 × 1440 at 200 % is 1280 × 720; phones zoom by pinching, without another layout.
pub(crate) const WINDOWS: [(u32, u32, bool); 10] = [
    (360, 640, true),
    (390, 844, true),
    (844, 390, true),
    (820, 1180, true),
    (1280, 720, false),
    (1440, 900, false),
    (2560, 1440, false),
    (410, 590, false),
    (640, 360, false),
    (720, 450, false),
];

/// What is always there while a game is played.
const ALWAYS: [&str; 7] = [
    ".seat.far",
    ".board-frame .board",
    ".seat.near",
    ".caption",
    ".rules-button",
    ".action-bar",
    ".one-screen",
];

/// Elements that are not wholly inside the window, or that something else lies upon.
pub(crate) async fn outside(page: &Page, selectors: &[&str]) -> String {
    let selectors = serde_json::to_string(selectors).expect("texts");
    let script = format!(
        "const bad = []; \
         for (const what of {selectors}) {{ \
           const all = [...document.querySelectorAll(what)]; \
           if (!all.length) bad.push(what + ' is missing'); \
           for (const e of all) {{ \
             const r = e.getBoundingClientRect(); \
             const where = [r.left, r.top, r.right, r.bottom].map(Math.round).join(' '); \
             if (!e.checkVisibility({{ visibilityProperty: true }}) || r.width < 8 || r.height < 8) \
               bad.push(what + ' is not shown'); \
             else if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) \
               bad.push(what + ' at ' + where); \
             if (e.matches('button, a')) {{ \
               const top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2); \
               if (!e.contains(top)) bad.push(what + ' is below ' + top?.className); \
             }} \
           }} \
         }} \
         return bad.join('; ')"
    );
    page.script(&script).await.as_str().unwrap_or("no answer").to_owned()
}

/// Asserts in every window that all this is inside it.
pub(crate) async fn assert_on_one_screen(page: &Page, state: &str, more: &[&str]) {
    let wanted = [&ALWAYS[..], more].concat();
    for (width, height, phone) in WINDOWS {
        page.resize_to(width, height, phone).await;
        page.script("return new Promise(requestAnimationFrame)").await;
        let bad = outside(page, &wanted).await;
        if !bad.is_empty() {
            page.picture(&format!("outside-{state}-{width}x{height}")).await;
        }
        assert_eq!(bad, "", "{state} at {width} × {height}");
        let size = "return Math.min(...['width', 'height'].map(side => \
                    document.querySelector('.board-frame .board').getBoundingClientRect()[side]))";
        let size = page.script(size).await.as_f64().unwrap_or(0.0);
        assert!(size >= 190.0, "{state} at {width} × {height}: the board has {size} pixels");
    }
}

/// Opens a game against the computer as if it had been left like this.
pub(crate) async fn open_computer(page: &Page, game: &str, side: u8, record: &str) {
    let kept = format!("level=1 side={side} pace=300 seed=5\n[Game \"{game}\"]\n{record}");
    open_stored(page, &format!("play.{game}"), &kept, &format!("/play/{game}")).await;
}

pub(crate) async fn open_stored(page: &Page, key: &str, kept: &str, path: &str) {
    let kept = serde_json::to_string(kept).expect("a text");
    page.script(&format!("localStorage['sixfold.{key}'] = {kept}")).await;
    page.open(path).await;
    page.find(".one-screen.playing .board .cell").await;
}

/// Places all pieces of the setup at once.
pub(crate) async fn place_all(page: &Page) {
    press(page, "Place all (fixed)").await;
}

/// Presses the button that says this, wherever it is.
async fn press(page: &Page, label: &str) {
    let find = format!(
        "[...document.querySelectorAll('.one-screen button')].find(b => b.textContent.trim() === '{label}')"
    );
    page.wait_until(&format!("{find} && !{find}.disabled")).await;
    page.script(&format!("{find}.click()")).await;
}

/// The options of a game: every value of every setting, the others as usual. A game without settings has
/// one board.
fn boards(game: GameName) -> Vec<String> {
    let settings = game.settings();
    let usual = setting::defaults(settings);
    let changed = |(at, setting): (usize, &Setting)| {
        let with = |value| {
            let mut values = usual.clone();
            values[at] = value;
            setting::write(settings, &values)
        };
        setting.all().into_iter().map(with).collect::<Vec<_>>()
    };
    let all: BTreeSet<String> = settings.iter().enumerate().flat_map(changed).collect();
    if all.is_empty() { vec![setting::write(settings, &usual)] } else { all.into_iter().collect() }
}

/// Whether options say that the first stone can be swapped.
fn has_swap(options: &str) -> bool {
    options.split(' ').any(|word| word == "swap=on")
}

/// What can be done while a game against the computer is played.
const RUNNING: [&str; 3] = ["#take-back", "#hint", "#resign"];

/// What is over the board when it has ended.
const RESULT: [&str; 4] = [".sheet .banner", "#rematch", ".sheet #analyse", ".sheet > .close"];

/// Every board of a game while it is played; where the first stone can be swapped, at the moment of the swap.
async fn assert_boards_on_one_screen(page: &Page, game: GameName) {
    for options in boards(game) {
        let state = format!("{game}-{options}");
        let swap = has_swap(&options);
        let (side, moves) = if swap { (2, "1. a1 *") } else { (1, "*") };
        open_computer(page, game.text(), side, &format!("[Options \"{options}\"]\n\n{moves}"))
            .await;
        if game.has_hidden_information() {
            page.find(".sheet:not([hidden]) .shortcut").await;
            let setup =
                [".sheet .shortcut:first-of-type .button", ".sheet > .close", ".near .tray-piece"];
            assert_on_one_screen(page, &format!("{state}-setup"), &setup).await;
            place_all(page).await;
            page.find(".cell.pick").await;
        }
        if swap {
            page.wait_for_text(".action-bar .primary", "Swap").await;
        }
        let more: &[&str] = if swap { &[".action-bar .primary"] } else { &[] };
        assert_on_one_screen(page, &state, &[&RUNNING[..], more].concat()).await;
    }
}

#[tokio::test]
async fn a_game_against_the_computer_is_on_one_screen() {
    visit("one-screen", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        let won = "[Options \"size=3 swap=off\"]\n\n1. a1 b1 2. a2 c1 3. a3 1-0";
        open_computer(&page, "hex", 1, won).await;
        assert_on_one_screen(&page, "hex-won", &RESULT).await;
        // Put away, it comes back by a button.
        page.click(".sheet > .close").await;
        assert_on_one_screen(&page, "hex-won-seen", &["#open-sheet"]).await;
        page.click("#open-sheet").await;
        page.find(".sheet:not([hidden]) .banner").await;
        for game in GameName::ALL {
            assert_boards_on_one_screen(&page, game).await;
            page.click("#resign").await;
            page.click("#resign").await;
            page.find(".sheet .banner").await;
            assert_on_one_screen(&page, &format!("{game}-lost"), &RESULT).await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_between_friends_is_on_one_screen() {
    visit("one-screen-friends", Screen::Desktop, async |page: Page, _site: Site| {
        for game in GameName::ALL {
            page.open(&format!("/friend/{game}")).await;
            page.click(".setup button[type='submit']").await;
            page.find(".one-screen.playing .cell").await;
            let focus = "document.activeElement?.closest?.('.board') !== null";
            page.wait_until(focus).await;
            let draws = game.has_draws();
            assert_eq!(page.count("#draw").await, usize::from(draws));
            assert_on_one_screen(&page, &format!("{game}-friends"), &["#resign"]).await;
            press(&page, if draws { "Draw" } else { "Resign" }).await;
            let question = [".question", ".question .accept", ".question .decline"];
            assert_on_one_screen(&page, &format!("{game}-question"), &question).await;
            page.click(".question .accept").await;
            page.wait_for_text(".caption.result", if draws { "A draw" } else { "wins" }).await;
            let result = [".sheet .banner", "#rematch"];
            assert_on_one_screen(&page, &format!("{game}-ended"), &result).await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Records layout shifts (Layout Instability API) from now on, those after input included: score and elements.
pub(crate) const WATCH_SHIFT: &str = "const rect = r => [r.x, r.y, r.width, r.height].map(Math.round).join(' '); \
    const name = node => node?.closest ? node.nodeName.toLowerCase() + '.' + node.className \
      : node ? `“${node.textContent}” in ${node.parentElement?.className}` : 'what is gone'; \
    const source = s => `${name(s.node)} from ${rect(s.previousRect)} to ${rect(s.currentRect)}`; \
    window.shifts = []; \
    window.noteShifts = entries => { for (const entry of entries) \
      window.shifts.push([entry.value, entry.sources.map(source).join(', ')]) }; \
    window.shiftObserver = new PerformanceObserver(list => noteShifts(list.getEntries())); \
    window.shiftObserver.observe({ type: 'layout-shift' })";

/// What was noted, when the last frame is drawn.
const SHIFTS: &str = "const frame = () => new Promise(requestAnimationFrame); \
    return frame().then(frame).then(() => { \
      window.noteShifts(window.shiftObserver.takeRecords()); return window.shifts })";

/// How much shifted since [`WATCH_SHIFT`], and what.
pub(crate) async fn shift(page: &Page) -> (f64, String) {
    let shifts = page.script(SHIFTS).await;
    let sum = shifts.as_array().expect("a list").iter().filter_map(|s| s[0].as_f64()).sum();
    (sum, shifts.to_string())
}

#[tokio::test]
async fn nothing_jumps_while_moves_are_played() {
    visit("shift", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        for (width, height, phone) in [(390, 844, true), (1280, 720, false)] {
            page.resize_to(width, height, phone).await;
            for game in GameName::ALL {
                open_computer(&page, game.text(), 1, "\n*").await;
                if game.has_hidden_information() {
                    place_all(&page).await;
                }
                page.find(".cell.pick, .cell.place").await;
                // What is fetched after the board belongs to the start of the page, not to the moves.
                page.find(".panel .moves").await;
                page.script("return document.fonts.ready.then(() => 0)").await;
                page.script(WATCH_SHIFT).await;
                for _ in 0..3 {
                    play_anything(&page).await;
                }
                let (sum, what) = shift(&page).await;
                assert!(sum < 0.01, "{game} at {width} × {height}: {sum}: {what}");
            }
        }
    })
    .await;
}

/// Plays a move that is offered, and waits for the answer.
async fn play_anything(page: &Page) {
    let moves = "document.querySelectorAll('.moves li button').length";
    let before = page.script(&format!("return {moves}")).await;
    let step = "const among = what => { const all = [...document.querySelectorAll(what)]; \
           all[Math.floor(all.length / 2)] \
             ?.dispatchEvent(new MouseEvent('click', { bubbles: true })) }; \
         return (async () => { \
           if (document.querySelector('.cell.pick')) { \
             among('.cell.pick'); await new Promise(requestAnimationFrame); } \
           among('.cell.place, .cell.take') })()";
    page.script(step).await;
    let answered =
        format!("{moves} >= {before} + 2 && document.querySelector('.cell.pick, .cell.place')");
    page.wait_until(&format!("document.querySelector('.banner') || ({answered})")).await;
}

#[tokio::test]
async fn the_drawer_and_the_bottom_navigation_work_on_a_phone() {
    visit("drawer", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        open_computer(&page, "hex", 1, "[Options \"size=5 swap=off\"]\n\n1. c3 b2 *").await;
        assert_eq!(outside(&page, &[".bottom-nav a", "#more"]).await, "");
        assert_ne!(outside(&page, &[".moves"]).await, "", "the drawer is closed");
        page.click("#open-drawer").await;
        page.find(".panel.open[role='dialog'][aria-modal='true']").await;
        page.wait_until("document.activeElement.id === 'close-drawer'").await;
        page.wait_until("document.querySelector('.board-frame').inert").await;
        page.wait_until("document.querySelector('.panel').getBoundingClientRect().bottom <= innerHeight + 1")
            .await;
        assert_eq!(outside(&page, &[".moves", "#close-drawer"]).await, "");
        page.press("#command", "last\u{e007}").await;
        page.wait_for_text("#reply", "Blue played b2.").await;
        page.press("#command", "d4\u{e007}").await;
        page.find("[aria-label^='d4, red stone']").await;
        page.press(":focus", "\u{e00c}").await;
        page.wait_until("document.activeElement.id === 'open-drawer'").await;
        page.wait_until("!document.querySelector('.board-frame').inert").await;
        page.click("#open-drawer").await;
        page.find(".panel.open").await;
        page.script("document.querySelector('.backdrop').click()").await;
        page.wait_until("!document.querySelector('.panel.open')").await;
        // Every part of the site is one tap away, the rest two.
        for (label, path) in
            [("Learn", "/learn/hex"), ("Analyse", "/analyse/hex"), ("Online", "/lobby"), ("Play", "/")]
        {
            let link = format!(
                "[...document.querySelectorAll('.bottom-nav a')].find(a => a.textContent.includes('{label}'))"
            );
            page.script(&format!("{link}.click()")).await;
            page.wait_until(&format!("location.pathname === '{path}'")).await;
            page.wait_until(&format!("{link}.getAttribute('aria-current') === 'page'")).await;
        }
        page.click("#more").await;
        page.click("dialog[open] a[href='/leaderboard']").await;
        page.wait_until("location.pathname === '/leaderboard'").await;
        page.wait_until("!document.querySelector('dialog[open]')").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn lines_moves_and_graph_are_seen_together_with_the_board() {
    visit("analysis-screen", Screen::Desktop, async |page: Page, _site: Site| {
        page.resize_to(1280, 720, false).await;
        for game in GameName::ALL {
            page.resize_to(1280, 720, false).await;
            page.open(&format!("/analyse/{game}")).await;
            page.find("#paste").await;
            let record = Value::String(portrait(game, Some(usize::MAX)).to_string());
            page.script(&format!("document.querySelector('#paste').value = {record}")).await;
            page.click("#load").await;
            page.click("#engine-switch").await;
            page.find(".engine-line").await;
            for _ in 0..4 {
                page.press("body", "\u{e014}").await;
                page.wait_until("document.querySelector('.engine-line')").await;
            }
            page.find("#graph").await;
            page.script("document.querySelector('.panel').scrollTop = 0").await;
            let together =
                [".board-frame .board", ".engine-lines", "#tree", "#graph", ".steps .icon"];
            assert_eq!(outside(&page, &together).await, "", "{game}");
            // However far the panel is scrolled, the board stays where it is.
            page.script(
                "const panel = document.querySelector('.panel'); panel.scrollTop = panel.scrollHeight",
            )
            .await;
            assert_eq!(outside(&page, &[".board-frame .board", ".steps .icon"]).await, "", "{game}");
        }
        page.resize_to(390, 844, true).await;
        let phone = [".board-frame .board", ".best-line", "#engine-switch", "#open-drawer"];
        assert_eq!(outside(&page, &phone).await, "");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Dispatches a pointer event of a touch screen.
fn finger(kind: &str, id: u8, x: &str, y: &str) -> String {
    format!(
        "document.elementFromPoint({x}, {y}).dispatchEvent(new PointerEvent('pointer{kind}', \
           {{ pointerType: 'touch', pointerId: {id}, isPrimary: {id} === 1, bubbles: true, \
              clientX: {x}, clientY: {y} }}));"
    )
}

#[tokio::test]
async fn small_cells_are_zoomed_by_two_fingers_and_magnified_by_one() {
    visit("zoom", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        open_computer(&page, "hex", 1, "[Options \"size=19 swap=off\"]\n\n*").await;
        page.find(".small-cells").await;
        let width = "document.querySelector('.board-zoom .reach').getBoundingClientRect().width";
        page.wait_until(&format!("{width} < 24")).await;
        // A finger that rests sees the cell below it enlarged, and plays there when it is lifted.
        let cell = "const r = document.querySelector(\"[aria-label^='j10, ']\").getBoundingClientRect(); \
             const x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;";
        page.script(&format!("{cell} {}", finger("down", 1, "x", "y"))).await;
        page.find(".lens svg.board").await;
        assert_eq!(page.count(".lens .cell").await, 0, "nothing in the magnifier can be touched");
        page.script(&format!("{cell} {}", finger("up", 1, "x", "y"))).await;
        page.find("[aria-label^='j10, red stone']").await;
        page.wait_until("!document.querySelector('.lens')").await;
        // Two fingers that part enlarge the board, within its frame.
        let middle = "const r = document.querySelector('.board-frame').getBoundingClientRect(); \
             const x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;";
        let pinch = [
            finger("down", 1, "x - 20", "y"),
            finger("down", 2, "x + 20", "y"),
            finger("move", 1, "x - 60", "y"),
            finger("move", 2, "x + 60", "y"),
            finger("up", 1, "x - 60", "y"),
            finger("up", 2, "x + 60", "y"),
        ];
        page.script(&format!("{middle} {}", pinch.concat())).await;
        page.wait_until(&format!("{width} >= 24")).await;
        assert_eq!(outside(&page, &[".board-frame", ".caption", ".action-bar"]).await, "");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
