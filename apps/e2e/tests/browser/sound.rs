//! Sounds, and the clock after a reload.

use crate::lobby::pick;
use e2e::{Page, Screen, Site, visit};

/// Counts the notes that the page has made.
const LISTEN: &str = "window.notes = 0; \
    const make = BaseAudioContext.prototype.createOscillator; \
    BaseAudioContext.prototype.createOscillator = function () { \
      window.notes += 1; return make.call(this) }";

async fn play(page: &Page, name: &str) {
    page.click(&format!("[aria-label^='{name}, empty']")).await;
    page.find(&format!("[aria-label^='{name}, '][aria-label*='last move']")).await;
}

#[tokio::test]
async fn moves_are_heard_unless_the_player_wants_silence() {
    visit("sound", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/friend/hex").await;
        page.find(".board .cell").await;
        page.script(LISTEN).await;
        play(&page, "c3").await;
        page.wait_until("window.notes === 1").await;
        play(&page, "d4").await;
        page.wait_until("window.notes === 2").await;
        page.click("header a[href='/settings']").await;
        page.click("label:has(input[name='sound'][value='off'])").await;
        page.script("history.back()").await;
        play(&page, "e5").await;
        assert_eq!(page.script("return window.notes").await, 2, "nothing more is heard");
        page.click("header a[href='/settings']").await;
        page.click("label:has(input[name='sound'][value='on'])").await;
        page.script("history.back()").await;
        // What was played while nobody listened is not played again.
        page.find("[aria-label^='e5, '][aria-label*='last move']").await;
        assert_eq!(page.script("return window.notes").await, 2);
        play(&page, "f6").await;
        page.wait_until("window.notes === 3").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Keeps how loud each note begins, and how long the device was told to vibrate.
const MEASURE: &str = "window.loud = []; window.pulses = []; \
    const set = AudioParam.prototype.setValueAtTime; \
    AudioParam.prototype.setValueAtTime = function (value, at) { \
      if (value < 2) window.loud.push(value); return set.call(this, value, at) }; \
    navigator.vibrate = ms => { window.pulses.push(ms); return true }";

#[tokio::test]
async fn volume_and_vibration_are_as_they_were_set() {
    visit("volume", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        pick(&page, "volume", "100").await;
        page.open("/friend/hex").await;
        page.find(".board .cell").await;
        page.script(MEASURE).await;
        play(&page, "c3").await;
        page.wait_until("window.loud.length && window.pulses.length === 1").await;
        page.script("window.full = window.loud[0]; window.loud = []").await;
        page.click("header a[href='/settings']").await;
        pick(&page, "volume", "25").await;
        pick(&page, "haptics", "off").await;
        page.script("history.back()").await;
        play(&page, "d4").await;
        page.wait_until("window.loud.length").await;
        let ratio = page.script("return window.full / window.loud[0]").await.as_f64();
        assert!(ratio.is_some_and(|ratio| (ratio - 4.0).abs() < 0.01), "{ratio:?}");
        assert_eq!(page.script("return window.pulses.length").await, 1, "no pulse any more");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_clock_goes_on_after_a_reload() {
    visit("kept-clock", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/friend/eclipse").await;
        page.find(".setup select").await;
        page.script(
            "const list = document.querySelector('.setup select'); list.value = '5'; \
             list.dispatchEvent(new Event('change', { bubbles: true }))",
        )
        .await;
        page.click("button[type='submit']").await;
        page.wait_for_text(".near .clock", "4:5").await;
        page.open("/settings").await;
        page.find("main h1").await;
        page.script(
            "localStorage['sixfold.friend.eclipse'] = \
             localStorage['sixfold.friend.eclipse'].replace(/left \\d+/, 'left 100000')",
        )
        .await;
        page.open("/friend/eclipse").await;
        page.wait_for_text(".near .clock", "1:3").await;
        page.reload().await;
        page.wait_for_text(".near .clock", "1:3").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
