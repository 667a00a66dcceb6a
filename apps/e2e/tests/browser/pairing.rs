//! How two people who do not know each other come to a game: quick pairing, the list of open games, and
//! games that wait for days.

use crate::lobby::{complaints, enter_lobby, pick, place, sign_up};
use e2e::{Page, Screen, Site, meet};

/// Presses the button of quick pairing with this time.
async fn press(page: &Page, time: &str) {
    page.wait_until("document.querySelectorAll('.quick').length > 3").await;
    page.script(&format!(
        "[...document.querySelectorAll('.quick')] \
         .find(button => button.textContent.includes('{time}')).click()"
    ))
    .await;
}

async fn are_at_one_game(pages: &[Page]) {
    for page in pages {
        page.find(".table.live .clock").await;
    }
    assert_eq!(place(&pages[0]).await, place(&pages[1]).await);
}

#[tokio::test]
async fn a_guest_and_an_account_who_press_the_same_button_play_a_casual_game() {
    meet("pairing", &[Screen::Desktop, Screen::Phone], async |pages: Vec<Page>, _site: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        sign_up(ann, "Ann").await;
        enter_lobby(ann).await;
        enter_lobby(ben).await;
        for page in &pages {
            pick(page, "game", "Hex").await;
        }
        press(ann, "5 + 3").await;
        ben.wait_for_text(".seek .seeker", "Ann").await;
        ben.wait_for_text(".seek .what", "casual · 5 + 3 · quick pairing").await;
        press(ben, "5 + 3").await;
        are_at_one_game(&pages).await;
        for page in &pages {
            page.wait_until("document.querySelector('main').textContent.includes('asual')").await;
            assert_eq!(complaints(page).await, [""; 0]);
        }
    })
    .await;
}

#[tokio::test]
async fn whoever_waits_may_play_the_computer_and_is_joined_from_the_list() {
    meet("pairing-meanwhile", &[Screen::Phone; 2], async |pages: Vec<Page>, _site: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        enter_lobby(ann).await;
        pick(ann, "game", "Eclipse").await;
        press(ann, "10 + 5").await;
        ann.find("#meanwhile a").await;
        ann.click("#meanwhile a").await;
        ann.wait_until("location.pathname === '/play/eclipse'").await;
        enter_lobby(ben).await;
        ben.click(".seek .join").await;
        are_at_one_game(&pages).await;
    })
    .await;
}

#[tokio::test]
async fn an_open_correspondence_game_waits_without_its_owner() {
    meet(
        "pairing-days",
        &[Screen::Desktop, Screen::Phone],
        async |pages: Vec<Page>, _site: Site| {
            let [ann, ben] = &pages[..] else { panic!("two browsers") };
            enter_lobby(ann).await;
            pick(ann, "game", "Hex").await;
            pick(ann, "time", "Days").await;
            ann.click("#create").await;
            ann.find("#listed").await;
            ann.find(".seek .withdraw").await;
            ann.open("/settings").await;
            ann.find("main h1").await;
            enter_lobby(ben).await;
            ben.wait_for_text(".seek .what", "3 days a move").await;
            ben.click(".seek .join").await;
            ben.find(".table.live").await;
            let game = place(ben).await;
            enter_lobby(ann).await;
            ann.find(&format!("a[href='{game}']")).await;
        },
    )
    .await;
}
