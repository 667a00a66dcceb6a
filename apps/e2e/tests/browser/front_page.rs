//! The front page: the way in for newcomers, a game to look at, and what stands there before the app does.

use crate::lobby::meet_by_link;
use catalog::GameName;
use e2e::{Page, Screen, Site, meet, visit};
use lessons::guided;

#[tokio::test]
async fn newcomers_are_led_to_a_guided_game() {
    visit("new-here", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/").await;
        assert_eq!(page.count(".new-here[open]").await, 0);
        page.click(".new-here > summary").await;
        for game in GameName::ALL.into_iter().filter(|game| !guided(*game).is_empty()) {
            page.find(&format!(".guides a[href='/learn/first/{game}']")).await;
        }
        page.click(".guides a[href='/learn/first/eclipse']").await;
        page.wait_for_text("#lesson-title", guided(GameName::Eclipse)[0].title).await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_that_is_being_played_can_be_watched_from_the_front_page() {
    let screens = [Screen::Desktop, Screen::Phone, Screen::Phone];
    meet("featured", &screens, async |pages: Vec<Page>, _site: Site| {
        let [ann, ben, eve] = &pages[..] else { panic!("three browsers") };
        meet_by_link(ann, ben).await;
        ann.click("[aria-label^='b2, empty']").await;
        ben.find("[aria-label^='b2, red stone']").await;
        eve.open("/").await;
        eve.wait_for_text(".activity .counts", "1 game being played").await;
        eve.wait_for_text(".card.featured .line", "Being played: Hex").await;
        eve.find(".card.featured .board .piece.side-1").await;
        eve.click(".card.featured a").await;
        eve.wait_until("location.pathname.startsWith('/game/')").await;
        eve.find("[aria-label^='b2, red stone']").await;
        for page in &pages {
            assert_eq!(page.complaints().await, [""; 0]);
        }
    })
    .await;
}

/// What the server writes into a page has the places of what the app draws: nothing jumps when the app takes over.
#[tokio::test]
async fn the_page_before_the_app_is_laid_out_as_the_page_after() {
    visit("first-html", Screen::Desktop, async |page: Page, _site: Site| {
        for (width, height, phone) in [(1280, 800, false), (390, 844, true)] {
            page.resize_to(width, height, phone).await;
            for place in ["/", "/play/hex", "/play/eclipse", "/play/havannah"] {
                page.open(place).await;
                page.find("main h1").await;
                page.wait_until("document.querySelector('main .board .tile')").await;
                // The server's HTML again, laid over the page as it is at first.
                let moved = page
                    .script(
                        "return fetch(location.pathname).then(async answer => { \
                           const html = await answer.text(); \
                           const first = new DOMParser().parseFromString(html, 'text/html'); \
                           const wait = document.importNode(first.querySelector('#wait'), true); \
                           document.body.prepend(wait); \
                           const box = e => { const r = e.getBoundingClientRect(); \
                             return [r.left, r.top, r.right, r.bottom] }; \
                           const far = what => { \
                             const [a, b] = ['#wait ', 'main '].map(of => document.querySelector(of + what)); \
                             if (!a || !b) return what + ' is missing'; \
                             const [x, y] = [box(a), box(b)]; \
                             return x.every((v, i) => Math.abs(v - y[i]) < 3) ? '' : what + ' ' + x + ' or ' + y }; \
                           const what = ['h1', '.board-frame .board', '.stage .board', '.button.primary', \
                             '.card .line', '.seat.far', '.seat.near', '.tabs', '.segments', '.field', \
                             '.one-screen']; \
                           const here = what.filter(w => document.querySelector('main ' + w)); \
                           const moved = here.map(far).filter(Boolean).join('; '); \
                           wait.remove(); return moved })",
                    )
                    .await;
                assert_eq!(moved, "", "{place} at {width} × {height}");
            }
        }
    })
    .await;
}
