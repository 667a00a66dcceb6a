//! The coach where the panel beside the board is a drawer.

use crate::one_screen::{open_computer, outside};
use e2e::{Page, Screen, Site, visit};

/// Red is to move, and Blue wins next.
const THREATENED: &str = "[Options \"size=5 swap=off\"]\n\n1. a1 a3 2. b1 b3 3. c1 d3 4. d1 e3 *";

#[tokio::test]
async fn what_the_coach_says_is_seen_on_a_phone_without_opening_anything() {
    visit("coach-phone", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.find("main h1").await;
        page.script("localStorage['sixfold.coach'] = 'on'").await;
        open_computer(&page, "hex", 1, THREATENED).await;
        for (width, height) in [(360, 640), (390, 844), (844, 390)] {
            page.resize_to(width, height, true).await;
            page.wait_for_text(".coach-line", "Blue threatens to connect.").await;
            let seen = outside(&page, &[".coach-line p", ".board-frame .board"]).await;
            assert_eq!(seen, "", "at {width} × {height}");
        }
        // Beside the panel, which says the same, it is not there twice.
        page.resize_to(1280, 720, false).await;
        page.wait_until("!document.querySelector('.coach-line').checkVisibility()").await;
        page.wait_for_text(".coach-says", "Blue threatens to connect.").await;
        // Where the coach is silent, the status is seen again.
        page.click("#coach").await;
        page.resize_to(390, 844, true).await;
        page.wait_until("!document.querySelector('.coach-line p')").await;
        assert_eq!(outside(&page, &[".caption"]).await, "");
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
