//! Without a computer: lessons, the guided game, rules, and two friends at one screen.

use catalog::{AnyRecord, GameName};
use e2e::{Page, Screen, Site, visit};
use lessons::{Response, guided, lessons};
use scene::Table as _;

/// The cell of this name, as a button of the board.
fn cell(name: &str) -> String {
    format!("[aria-label^='{name}, ']")
}

/// How many lessons of Hex are done.
fn done(count: usize) -> String {
    format!("{count} of {} done", lessons(GameName::Hex).len())
}

#[tokio::test]
async fn a_lesson_is_solved_and_progress_is_kept() {
    visit("lesson", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/learn/hex").await;
        page.wait_for_text("#lesson-title", "The board").await;
        page.wait_for_text(".progress", &done(0)).await;
        page.click(&cell("c3")).await;
        page.find("[aria-label^='c3, red stone']").await;
        page.wait_for_text("#answer", "Right.").await;
        page.wait_for_text(".progress", &done(1)).await;
        page.wait_until("document.activeElement.id === 'lesson-on'").await;
        page.click("#lesson-on").await;
        page.wait_for_text("#lesson-title", "Connecting wins").await;
        page.wait_until("document.activeElement.id === 'lesson-title'").await;
        page.open("/").await;
        page.find(".cards").await;
        page.open("/learn/hex").await;
        page.wait_for_text(".progress", &done(1)).await;
        page.wait_for_text("#lesson-title", "Connecting wins").await;
        page.reload().await;
        page.wait_for_text(".progress", &done(1)).await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_wrong_answer_is_shown_with_a_hint_and_tried_again() {
    visit("retry", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/learn/hex#block").await;
        page.wait_for_text("#lesson-title", "Blocking").await;
        page.click(&cell("a1")).await;
        page.find("[aria-label^='a1, red stone']").await;
        page.wait_for_text("#answer", "Blue answers c3 and has crossed the board.").await;
        page.wait_for_text(".progress", &done(0)).await;
        // Until it is tried again nothing more can be played.
        assert_eq!(page.count("[aria-label*='free to play']").await, 0);
        page.click("#lesson-on").await;
        page.find("[aria-label^='a1, empty, free to play']").await;
        page.click(&cell("c3")).await;
        page.wait_for_text("#answer", "Right.").await;
        page.wait_for_text(".progress", &done(1)).await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Plays the lesson that is shown with right moves, as long as it has answers.
async fn solve(page: &Page, lesson: &lessons::Lesson) {
    let mut record = AnyRecord::from_position(lesson.game, lesson.position).unwrap();
    page.wait_for_text("#lesson-title", lesson.title).await;
    for turn in 0..lesson.goal.turns() {
        let position = record.position();
        let choices = record.choices();
        let right = choices.iter().find(|choice| lesson.accepts(&position, turn, &choice.mv));
        let choice = right.expect("a right move").clone();
        for cell in choice.path.cells() {
            page.click(&format!(".board [data-cell='{}']", cell.index())).await;
        }
        record.play(&choice.mv).unwrap();
        let Response::GoOn(reply) = lesson.respond(&position, turn, &choice.mv) else { break };
        record.play(&reply).unwrap();
        page.wait_until("document.querySelector('.cell.place, .cell.pick, #lesson-on')").await;
    }
    page.wait_for_text("#answer", "Right.").await;
    page.find("#lesson-on").await;
}

#[tokio::test]
async fn a_guided_game_is_played_to_its_end() {
    visit("guided", Screen::Phone, async |page: Page, _site: Site| {
        // A guided game may be left out; `cargo xtask game-check` reminds of it.
        for game in GameName::ALL.into_iter().filter(|game| !guided(*game).is_empty()) {
            page.open(&format!("/learn/first/{game}")).await;
            for lesson in guided(game) {
                solve(&page, &lesson).await;
                page.script("document.querySelector('#lesson-on').click()").await;
            }
            page.find(".table.computer").await;
        }
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_rules_are_one_tap_from_a_board() {
    visit("rules", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/play/hexchess").await;
        page.click(".tabs .rules-link").await;
        page.wait_for_text("main h1", "Rules of Hex Chess").await;
        assert!(page.count(".diagrams figure svg").await >= 11);
        page.find("#rule-3\\.6").await;
        let wide = "document.documentElement.scrollWidth <= window.innerWidth";
        page.wait_until(wide).await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_between_friends_is_played_to_its_end() {
    visit("friends", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        choose(&page, 0, "3").await;
        page.wait_until("document.querySelectorAll('.board .cell').length === 9").await;
        page.click("button[type='submit']").await;
        page.wait_until("!document.querySelector('.setup')").await;
        for name in ["a1", "b1", "a2"] {
            page.click(&format!("{}:not([aria-label*='stone'])", cell(name))).await;
            page.find(&format!("[aria-label^='{name}, '][aria-label*='last move']")).await;
        }
        page.reload().await;
        page.find("[aria-label^='a2, red stone, last move']").await;
        page.click(&cell("c1")).await;
        page.click(&cell("a3")).await;
        page.wait_for_text(".caption.result", "Red has joined its borders and wins").await;
        assert_eq!(page.count(".moves li").await, 3);
        let record = "return decodeURIComponent(document.querySelector('a[download]').href)";
        let record = page.script(record).await;
        assert!(record.as_str().is_some_and(|text| text.contains("1. a1 b1 2. a2 c1 3. a3 1-0")));
        page.click("#rematch").await;
        page.wait_until("document.querySelectorAll('.moves li').length === 0").await;
        assert_eq!(page.count(".board .cell").await, 9);
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn friends_take_back_agree_and_resign() {
    visit("endings", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/eclipse").await;
        page.click("[aria-label*='comet'][aria-label*='can move']").await;
        page.click("[aria-label*='free to play']").await;
        page.wait_for_text(".caption", "Dark").await;
        press(&page, "Take back").await;
        page.wait_until("!document.querySelector('.moves li')").await;
        press(&page, "Draw").await;
        press(&page, "Agree").await;
        page.wait_for_text(".caption.result", "A draw").await;
        press(&page, "Rematch").await;
        press(&page, "Resign").await;
        page.wait_for_text(".question", "Does Light resign?").await;
        page.click(".question .accept").await;
        page.wait_for_text(".caption.result", "Dark wins: Light resigned").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_fallen_flag_ends_the_game() {
    visit("flag", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/eclipse").await;
        choose(&page, 0, "1").await;
        page.click("button[type='submit']").await;
        page.wait_for_text(".near .clock", "0:5").await;
        // A minute is long; a kept game with less is short.
        page.open("/settings").await;
        page.find("main h1").await;
        let less = "localStorage['sixfold.friend.eclipse'] = \
             localStorage['sixfold.friend.eclipse'].replace(/left \\d+/, 'left 1500')";
        page.script(less).await;
        page.open("/friend/eclipse").await;
        page.wait_for_text(".caption.result", "Dark wins: Light ran out of time").await;
        page.wait_for_text(".near .clock", "0:00.0").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_screen_is_covered_between_turns_where_there_are_secrets() {
    visit("cover", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/friend/hexchess").await;
        page.click(".tray-piece[aria-label='fool']").await;
        page.click("[aria-label*='free to play']").await;
        page.wait_for_text(".cover", "Pass the screen to Black").await;
        // Behind the cover and for Black the fool is a knight, in no pool and on no list.
        no_fool_of_white(&page).await;
        assert_eq!(page.count(".tray-piece").await, 0);
        page.reload().await;
        page.wait_for_text(".cover", "Pass the screen to Black").await;
        no_fool_of_white(&page).await;
        page.click("#uncover").await;
        page.wait_until("!document.querySelector('.cover')").await;
        assert_eq!(page.count(".tray-piece").await, 10);
        page.find("[aria-label*='white knight']").await;
        no_fool_of_white(&page).await;
        assert_eq!(page.count("a[download]").await, 0);
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

async fn no_fool_of_white(page: &Page) {
    assert_eq!(page.count("[aria-label*='white fool']").await, 0);
    let said = page.script("return document.querySelector('.moves').textContent").await;
    assert!(said.as_str().is_some_and(|said| !said.contains('F')), "{said}");
}

/// Sets one of the page's lists, counted from above.
async fn choose(page: &Page, list: usize, value: &str) {
    page.find(".setup select").await;
    let script = format!(
        "const list = document.querySelectorAll('.setup select')[{list}]; \
         list.value = '{value}'; list.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.script(&script).await;
}

/// Presses the button that says this.
async fn press(page: &Page, label: &str) {
    let find = format!(
        "[...document.querySelectorAll('.one-screen button')].find(b => b.textContent.trim() === '{label}')"
    );
    page.wait_until(&format!("{find} && !{find}.disabled")).await;
    page.script(&format!("{find}.click()")).await;
}
