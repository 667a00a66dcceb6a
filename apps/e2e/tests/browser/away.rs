//! Absences in games between people: the server is killed, a network goes, somebody leaves, somebody
//! comes later; and games that are played over days.

use crate::lobby::{
    choose, complaints, enter_lobby, join_by_link, meet_by_link, pick, place, prepare_link, see,
    sign_up,
};
use e2e::{Page, Screen, Site, TcpProxy, meet};

const TWO: [Screen; 2] = [Screen::Desktop, Screen::Phone];

/// Complaints but for those of a browser that cannot reach anything: of its requests, and of its look for a newer
/// service worker.
async fn unexpected(page: &Page) -> Vec<String> {
    const UNREACHABLE: [&str; 2] = ["net::ERR", "error occurred when fetching the script"];
    let all = complaints(page).await;
    all.into_iter().filter(|what| !UNREACHABLE.iter().any(|one| what.contains(one))).collect()
}

#[tokio::test]
async fn the_server_is_killed_and_what_was_played_meanwhile_arrives_once() {
    meet("online-killed", &TWO, async |pages: Vec<Page>, site: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        let mut server = site.apart().await;
        meet_by_link(ann, ben).await;
        ann.click("[aria-label^='b2, empty']").await;
        see(&pages, 1).await;
        server.kill().await;
        for page in &pages {
            page.find(".connection.lost").await;
        }
        // It is shown at once, as something that nobody has confirmed.
        ben.click("[aria-label^='a1, empty']").await;
        ben.find(".live.waiting").await;
        server.again().await;
        for page in &pages {
            page.find(".connection.connected").await;
        }
        see(&pages, 2).await;
        ann.click("[aria-label^='b1, empty']").await;
        see(&pages, 3).await;
        // Killed again, with nothing under way.
        server.kill().await;
        server.again().await;
        for page in &pages {
            page.find(".connection.connected").await;
        }
        ben.click("[aria-label^='a2, empty']").await;
        see(&pages, 4).await;
        ann.click("[aria-label^='b3, empty']").await;
        see(&pages, 5).await;
        ann.wait_for_text(".caption", "You win").await;
        ben.find(".banner").await;
        for page in &pages {
            assert_eq!(unexpected(page).await, [""; 0]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_move_made_without_a_network_arrives_once_or_is_undone() {
    meet("online-cut-off", &TWO, async |mut pages: Vec<Page>, site: Site| {
        let proxy = TcpProxy::start(&site).await;
        pages[0] = pages[0].clone().through(&proxy);
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        meet_by_link(ann, ben).await;
        proxy.disconnect();
        ann.find(".connection:not(.connected)").await;
        ann.click("[aria-label^='b2, empty']").await;
        ann.find("[aria-label^='b2, red stone']").await;
        assert_eq!(ben.count(".moves li button").await, 0, "nothing has arrived");
        proxy.connect();
        ann.find(".connection.connected").await;
        see(&pages, 1).await;
        ben.click("[aria-label^='a1, empty']").await;
        see(&pages, 2).await;
        // What came too late is taken back before everybody's eyes.
        proxy.disconnect();
        ann.find(".connection:not(.connected)").await;
        ann.click("[aria-label^='b1, empty']").await;
        ann.find("[aria-label^='b1, red stone']").await;
        // Word of who is away comes above the buttons, and moves them.
        ben.find("#claim").await;
        ben.click("#resign").await;
        ben.wait_for_text("#resign", "Really resign?").await;
        ben.click("#resign").await;
        ben.find(".banner").await;
        proxy.connect();
        ann.wait_for_text(".caption", "You win").await;
        ann.find("[aria-label^='b1, empty']").await;
        see(&pages, 2).await;
        for page in &pages {
            assert_eq!(unexpected(page).await, [""; 0]);
        }
    })
    .await;
}

#[tokio::test]
async fn whoever_stays_claims_the_game_and_periods_are_shown() {
    meet("online-left", &TWO, async |pages: Vec<Page>, site: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        let _site = site.impatient().await;
        prepare_link(ann).await;
        pick(ann, "time", "Byo-yomi").await;
        choose(ann, "minutes", "1").await;
        choose(ann, "periods", "3").await;
        choose(ann, "period", "5").await;
        join_by_link(ann, ben).await;
        for page in &pages {
            page.wait_for_text(".seat-line .more", "3 × 5 s").await;
            page.wait_for_text(".seat-line .clock", "1:00").await;
        }
        ann.click("[aria-label^='b2, empty']").await;
        see(&pages, 1).await;
        ben.click("[aria-label^='a1, empty']").await;
        see(&pages, 2).await;
        ann.wait_until("document.querySelector('.clock.running')?.textContent.startsWith('0:5')")
            .await;
        ben.open("/learn/hex").await;
        ann.wait_for_text("#claim", "Claim the win").await;
        ann.click("#claim .primary").await;
        ann.wait_for_text(".caption", "You win").await;
        for page in &pages {
            assert_eq!(page.complaints().await, [""; 0]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_game_over_days_waits_in_the_lobby_and_others_watch_it() {
    let screens = [Screen::Desktop, Screen::Phone, Screen::Phone];
    meet("online-days", &screens, async |pages: Vec<Page>, _site: Site| {
        let [ann, ben, eve] = &pages[..] else { panic!("three browsers") };
        enter_lobby(eve).await;
        eve.wait_for_text("#running", "No games are being played just now").await;
        prepare_link(ann).await;
        pick(ann, "time", "Days").await;
        choose(ann, "days", "3").await;
        join_by_link(ann, ben).await;
        let here = place(ann).await;
        for page in [ann, ben] {
            page.wait_until("/^[23] d/.test(document.querySelector('.clock').textContent)").await;
        }
        ann.click("[aria-label^='b2, empty']").await;
        see(&pages[..2], 1).await;
        for (page, whose) in [(ann, "Their turn"), (ben, "Your turn")] {
            enter_lobby(page).await;
            page.wait_for_text(".playing", "Hex 3 × 3, no swap against").await;
            page.wait_for_text(".playing", whose).await;
            page.wait_for_text(".playing", "3 days a move").await;
            page.wait_for_text("#running", "No games are being played just now").await;
        }
        enter_lobby(eve).await;
        eve.wait_for_text("#running", "Hex 3 × 3").await;
        eve.picture("lobby-running-phone").await;
        eve.click("#running a.button").await;
        eve.find(".table.live").await;
        assert_eq!(place(eve).await, here);
        ben.click(".playing a.button").await;
        ben.click("[aria-label^='a1, empty']").await;
        see(&pages[1..], 2).await;
        for page in &pages {
            assert_eq!(page.complaints().await, [""; 0]);
        }
    })
    .await;
}

#[tokio::test]
async fn somebody_who_is_away_is_challenged_by_name() {
    meet("online-named", &TWO, async |pages: Vec<Page>, _site: Site| {
        let [ann, ben] = &pages[..] else { panic!("two browsers") };
        sign_up(ann, "Ann-of-Hex").await;
        sign_up(ben, "Ben-of-Hex").await;
        enter_lobby(ann).await;
        pick(ann, "whom", "By name").await;
        ann.press("#opponent", "no such name!\u{e007}").await;
        ann.wait_for_text(".create .notice", "letters").await;
        ann.script("document.querySelector('#opponent').value = ''").await;
        ann.press("#opponent", "Ben-of-Hex").await;
        ann.click("#create").await;
        ann.wait_for_text("#asked", "Ben-of-Hex is challenged").await;
        enter_lobby(ben).await;
        ben.wait_for_text("#challenges", "Ann-of-Hex").await;
        ben.picture("lobby-challenged-phone").await;
        ben.click("#challenges .primary").await;
        for page in &pages {
            page.find(".table.live .clock").await;
            assert_eq!(page.complaints().await, [""; 0]);
        }
    })
    .await;
}
