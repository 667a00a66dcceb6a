//! Mistakes of a reviewed game: by key, and those of one side one after the other.

use crate::help::paste;
use e2e::{Page, Screen, Site, visit};

/// Blue should have answered in the middle.
const MISSED: &str =
    "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 3. c1 b3 *";

const END: &str = "\u{e010}";

#[tokio::test]
async fn the_previous_mistake_is_a_key_away_and_one_sides_mistakes_are_practised() {
    visit("practise", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/analyse/hex").await;
        paste(&page, MISSED).await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 6").await;
        page.click("#review").await;
        page.wait_for_text("#review-summary", "6 moves looked at").await;
        page.find("#next-mistake").await;
        page.script("document.activeElement.blur()").await;
        page.press("body", END).await;
        page.wait_for_text("#tree [aria-current]", "b3").await;
        page.press("body", "p").await;
        page.find("#try-again").await;
        page.find("#tree .step[aria-current]:is(.blunder, .mistake)").await;
        let practise = "[...document.querySelectorAll('[aria-label=Mistakes] button')] \
             .find(button => button.textContent === \"Practise Blue's mistakes\")";
        page.wait_until(practise).await;
        page.script(&format!("{practise}.click()")).await;
        page.wait_for_text("#try-said", "Blue played a1. Find a better move.").await;
        // Another move is not played, and is answered.
        page.click("[aria-label^='c3, empty']").await;
        page.wait_for_text("#try-said", "The engine prefers another move.").await;
        page.find("[aria-label^='c3, empty']").await;
        page.click("#show-better").await;
        page.wait_for_text("#try-said", "Better was").await;
        let said = "document.querySelector('#try-said').textContent";
        for _ in 0..3 {
            if page.count("#next-try").await == 0 {
                break;
            }
            page.click("#next-try").await;
            page.wait_until(&format!("!{said}.includes('Better was')")).await;
        }
        page.wait_for_text("#try-said", "That was the last one.").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
