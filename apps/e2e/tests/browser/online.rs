//! Games between people: two browsers play, a third watches, and the server is restarted.

use crate::lobby::{choose, complaints, enter_lobby, meet_by_link, pick, place, see, sign_up};
use crate::one_screen::{WATCH_SHIFT, assert_on_one_screen, shift};
use crate::script::{Touch, Turn, choose_quick_options, whole_game};
use catalog::GameName;
use e2e::{Page, Screen, Site, meet};
use game::Side;

/// One offers a game, moving first, the other joins; gives the game's place.
async fn sit_down(ann: &Page, ben: &Page, game: GameName) -> String {
    enter_lobby(ann).await;
    enter_lobby(ben).await;
    pick(ann, "game", game.title()).await;
    choose_quick_options(ann, game).await;
    choose(ann, "minutes", "30").await;
    pick(ann, "seat", "First").await;
    pick(ann, "rated", "Rating").await;
    ann.click("#create").await;
    ann.wait_for_text(".seeking", game.title()).await;
    ben.wait_for_text(".seek", game.title()).await;
    ben.click(".seek .join").await;
    for page in [ann, ben] {
        page.find(".table.live .clock").await;
    }
    place(ben).await
}

async fn play(page: &Page, turn: &Turn) {
    page.wait_until("document.querySelector('.live:not(.waiting)')").await;
    for touch in &turn.touches {
        let script = match touch {
            Touch::Cell(cell) => format!(
                "document.querySelector(\"[data-cell='{cell}']\") \
                 .dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); \
                 return new Promise(requestAnimationFrame)"
            ),
            Touch::Button(label) => format!(
                "[...document.querySelectorAll('.one-screen button')] \
                 .find(b => b.textContent.trim() === '{label}').click()"
            ),
        };
        page.script(&script).await;
    }
}

/// Plays a whole game; somewhere in the middle the server is restarted.
async fn play_out(pages: &[Page], mut site: Site, game: GameName) -> Site {
    let [ann, ben, eve] = pages else { panic!("three browsers") };
    let here = sit_down(ann, ben, game).await;
    eve.open(&here).await;
    eve.find(".table.live").await;
    let turns = whole_game(game);
    for (ply, turn) in turns.iter().enumerate() {
        let mover = if turn.side == Side::First { ann } else { ben };
        play(mover, turn).await;
        see(&pages[..2], ply + 1).await;
        if ply == 2 {
            offer(ann, ben, game).await;
        }
        if ply == 3 {
            site = site.restarted().await;
            for page in pages {
                page.find(".connection.connected").await;
            }
            ann.wait_for_text(".notice", "The server was restarted").await;
        }
    }
    for page in pages {
        page.find(".banner").await;
        page.wait_for_text("[role=status].caption", "win").await;
        assert!(!page.text(".caption").await.contains("to move"), "{game}");
        page.find(".rating-news").await;
        page.find("#analyse").await;
        assert_eq!(page.count(".cell.place, .cell.pick").await, 0, "nobody plays on");
    }
    see(pages, turns.len()).await;
    let result = [".sheet .banner", "#rematch", ".sheet #analyse"];
    assert_on_one_screen(ben, &format!("online-{game}-result"), &result).await;
    site
}

/// One offers a draw, or asks to take back in a game without draws; the other sees it on one screen and declines.
async fn offer(ann: &Page, ben: &Page, game: GameName) {
    let (button, text) =
        if game.has_draws() { ("#draw", "draw") } else { ("#take-back", "take back") };
    ben.click(button).await;
    ann.wait_for_text(".question", text).await;
    let offer = [".question", ".question .accept", ".question .decline", "#resign"];
    assert_on_one_screen(ann, &format!("online-{game}-offer"), &offer).await;
    ann.resize(Screen::Desktop).await;
    ann.click(".question .decline").await;
    ann.wait_until("!document.querySelector('.question')").await;
}

/// The spectator reviews the game.
async fn review(eve: &Page, moves: usize) {
    eve.click("#analyse").await;
    eve.click("#review").await;
    eve.wait_for_text("#review-summary", &format!("{moves} moves looked at")).await;
    eve.find("#accuracy").await;
}

async fn whole_game_between_accounts(name: &str, game: GameName) {
    let screens = [Screen::Desktop, Screen::Phone, Screen::Desktop];
    meet(name, &screens, async move |pages: Vec<Page>, site: Site| {
        sign_up(&pages[0], "Ann-of-Hex").await;
        sign_up(&pages[1], "Ben-of-Hex").await;
        let _site = play_out(&pages, site, game).await;
        review(&pages[2], whole_game(game).len()).await;
        for (page, name, other) in
            [(&pages[0], "Ann-of-Hex", "Ben-of-Hex"), (&pages[1], "Ben-of-Hex", "Ann-of-Hex")]
        {
            page.open(&format!("/people/{name}")).await;
            page.wait_for_text(".rating-card", game.title()).await;
            page.wait_for_text("#against", other).await;
        }
        for page in &pages {
            assert_eq!(complaints(page).await, [""; 0], "{game}");
        }
    })
    .await;
}

/// Games take turns, one browser test at a time in any case.
#[tokio::test]
async fn two_play_every_game_a_third_watches_and_it_is_reviewed() {
    for game in GameName::ALL {
        whole_game_between_accounts(&format!("online-{game}"), game).await;
    }
}

#[tokio::test]
async fn guests_meet_by_link_talk_offer_and_play_again() {
    meet(
        "online-link",
        &[Screen::Desktop, Screen::Phone],
        async |pages: Vec<Page>, _site: Site| {
            let [ann, ben] = &pages[..] else { panic!("two browsers") };
            // The game is blitz: Ben has to confirm his moves, Ann has not.
            for (page, setting) in [(ann, "confirm-rapid"), (ben, "confirm-blitz")] {
                page.open("/settings").await;
                pick(page, setting, "on").await;
            }
            meet_by_link(ann, ben).await;
            ann.wait_until("document.title.startsWith('● Your turn')").await;
            ann.click("[aria-label^='b2, empty']").await;
            ben.wait_until("document.title.startsWith('● Your turn')").await;
            ben.wait_until("document.querySelector('link[rel=icon]').href.includes('turn')").await;
            ann.press("#chat-message", "Good luck <b>\u{e007}").await;
            ben.wait_for_text(".chat-messages", "Good luck <b>").await;
            ben.click("#open-drawer").await;
            ben.click("#chat-switch").await;
            assert_eq!(ben.count(".chat-messages").await, 0, "chat can be hidden");
            ben.click("#close-drawer").await;
            // What is wished for is played as soon as it can be.
            ann.click("[aria-label^='b1, empty']").await;
            ann.wait_for_text("#premove", "Cancel premove").await;
            ann.find("[aria-label^='b1, empty, another move']").await;
            ben.click("[aria-label^='a1, empty']").await;
            ben.wait_for_text(".caption", "Play this move?").await;
            assert_eq!(ann.count(".moves li button").await, 1, "nothing is played yet");
            ben.click("#confirm-move").await;
            see(&pages, 3).await;
            ann.find("[aria-label^='b1, red stone']").await;
            // An offer is declined, another accepted.
            assert_eq!(ben.count("#draw").await, 0, "Hex has no draw");
            ben.click("#take-back").await;
            ann.wait_for_text(".question", "asks to take back").await;
            ann.click(".question .decline").await;
            ben.wait_for_text("#take-back", "Take back").await;
            ben.click("#take-back").await;
            ann.click(".question .accept").await;
            see(&pages, 1).await;
            ben.click("#resign").await;
            ben.click("#resign").await;
            ann.wait_for_text(".caption", "You win.").await;
            ben.wait_for_text(".caption", "You resigned.").await;
            let before = place(ann).await;
            ann.click("#rematch").await;
            ben.click(".question .accept").await;
            for page in &pages {
                page.wait_until(&format!("location.pathname !== '{before}'")).await;
                page.wait_until(
                    "document.querySelector('.table.live') && !document.querySelector('.banner')",
                )
                .await;
            }
            ben.wait_until("document.querySelector('.live:not(.waiting)')").await;
            for page in &pages {
                assert_eq!(page.complaints().await, [""; 0]);
            }
        },
    )
    .await;
}

#[tokio::test]
async fn the_computer_plays_online_and_a_page_that_is_left_comes_back() {
    meet("online-computer", &[Screen::Phone], async |pages: Vec<Page>, _site: Site| {
        let page = &pages[0];
        enter_lobby(page).await;
        pick(page, "game", "Hex").await;
        pick(page, "whom", "Computer").await;
        choose(page, "level", "1").await;
        choose(page, "size", "3").await;
        pick(page, "swap", "Off").await;
        pick(page, "seat", "First").await;
        page.click("#create").await;
        page.find(".table.live").await;
        page.click("[aria-label^='b2, empty']").await;
        see(&pages, 2).await;
        enter_lobby(page).await;
        page.click(".playing a").await;
        see(&pages, 2).await;
        while page.count(".banner").await == 0 {
            page.wait_until("document.querySelector('.banner, .live:not(.waiting) .cell.place')")
                .await;
            if page.count(".banner").await == 0 {
                page.script(
                    "document.querySelector('.cell.place') \
                     .dispatchEvent(new MouseEvent('click', { bubbles: true })); \
                     return new Promise(requestAnimationFrame)",
                )
                .await;
            }
        }
        page.wait_for_text(".caption", "win").await;
        page.click("#analyse").await;
        page.find(".analyse .board").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// Clocks, bars and the status change with every move, and nothing gives way to them.
#[tokio::test]
async fn nothing_jumps_while_two_play_online() {
    let screens = [Screen::Desktop, Screen::Phone];
    meet("shift-online", &screens, async |pages: Vec<Page>, _site: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        meet_by_link(ann, ben).await;
        for page in &pages {
            page.find(".panel .moves").await;
            page.script("return document.fonts.ready.then(() => 0)").await;
            page.script(WATCH_SHIFT).await;
        }
        let turns = [(ann, "b2"), (ben, "a1"), (ann, "b1"), (ben, "a3")];
        for (ply, (mover, cell)) in turns.into_iter().enumerate() {
            mover.click(&format!("[aria-label^='{cell}, empty']")).await;
            see(&pages, ply + 1).await;
        }
        for page in &pages {
            let (sum, what) = shift(page).await;
            println!("layout shift of four moves online: {sum}");
            assert!(sum < 0.02, "{sum}: {what}");
            assert_eq!(page.complaints().await, [""; 0]);
        }
    })
    .await;
}
