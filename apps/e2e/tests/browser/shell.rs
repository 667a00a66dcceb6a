//! The pages as such: they load, they are where links say, and nothing complains.

use crate::places;
use catalog::GameName;
use e2e::{Page, Screen, Site, visit};

#[tokio::test]
async fn no_page_complains_on_any_screen() {
    visit("pages", Screen::Desktop, async |page: Page, site: Site| {
        site.fill().await;
        for screen in [Screen::Desktop, Screen::Phone, Screen::Wall] {
            page.resize(screen).await;
            for place in places::all() {
                places::open(&page, &place).await;
                assert_eq!(places::complaints(&page).await, [""; 0], "{place} on {screen:?}");
                let wide = "document.documentElement.scrollWidth > window.innerWidth";
                let wide = page.script(&format!("return {wide}")).await;
                assert_eq!(wide, false, "{place} is wider than {screen:?}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn home_leads_to_every_game_in_one_click() {
    visit("home", Screen::Desktop, async |page: Page, _site: Site| {
        for (game, title) in GameName::ALL.map(|game| (game.text(), game.title())) {
            page.open("/").await;
            // They are drawn one after the other.
            let all = GameName::ALL.len();
            let drawn = format!("document.querySelectorAll('.cards .board').length === {all}");
            page.wait_until(&drawn).await;
            page.click(&format!(".card a[href='/play/{game}']")).await;
            page.wait_for_text("main h1", title).await;
            assert_eq!(page.script("return location.pathname").await, format!("/play/{game}"));
        }
    })
    .await;
}

#[tokio::test]
async fn links_say_what_they_lead_to() {
    visit("links", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/").await;
        let head = "const [path, name] = arguments; \
             return fetch(path).then(async answer => { \
             const html = new DOMParser().parseFromString(await answer.text(), 'text/html'); \
             const meta = html.querySelector(`meta[property='og:${name}']`); \
             return answer.status + ' ' + meta.content; })";
        let head = async |path: &str, name: &str| {
            let script = head.replace("arguments", &format!("['{path}', '{name}']"));
            page.script(&script).await.as_str().unwrap_or_default().to_owned()
        };
        assert_eq!(head("/learn/hex", "title").await, "200 Learn Hex · Sixfold");
        assert!(head("/play/eclipse", "image").await.ends_with("/picture/eclipse.png"));
        assert_eq!(head("/nowhere", "title").await, "404 Page not found · Sixfold");
        assert_eq!(head("/game/nosuchid", "title").await, "404 Page not found · Sixfold");
        assert_eq!(head("/people/Nobody42", "title").await, "404 Page not found · Sixfold");
        let icon =
            "return fetch('/favicon.ico').then(a => a.status + a.headers.get('content-type'))";
        assert_eq!(page.script(icon).await, "200image/x-icon");
    })
    .await;
}

#[tokio::test]
async fn deep_links_and_the_way_back_work() {
    visit("deep-links", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/learn/hex").await;
        page.wait_for_text("main h1", "Hex").await;
        page.click(".brand").await;
        page.find(".cards").await;
        page.script("history.back()").await;
        page.wait_for_text("main h1", "Hex").await;
        page.open("/play/draughts").await;
        page.wait_for_text("main h1", "Page not found").await;
    })
    .await;
}

#[tokio::test]
async fn settings_are_kept_and_seen_at_once() {
    visit("settings", Screen::Desktop, async |page: Page, _site: Site| {
        let paper = "return getComputedStyle(document.documentElement).backgroundColor";
        page.open("/settings").await;
        page.find("input[value='day']").await;
        let day = page.script(paper).await;
        page.click("label:has(input[value='night'])").await;
        assert_ne!(page.script(paper).await, day);
        page.click("label:has(input[value='ink'])").await;
        let cell = "getComputedStyle(document.querySelector('.previews .tile')).fill";
        let ink = page.script(&format!("return {cell}")).await;
        page.click("label:has(input[value='wood'])").await;
        page.wait_until(&format!("{cell} !== {ink}")).await;
        page.click("label:has(input[value='ink'])").await;
        // Each setting is seen in the previews at once.
        let king = "document.querySelector('.previews .king .body').getAttribute('d')";
        let figurine = page.script(&format!("return {king}")).await;
        page.click("label:has(input[name='pieces'][value='symbols'])").await;
        page.wait_until(&format!("{king} !== {figurine}")).await;
        page.click("label:has(input[name='last-move'][value='hidden'])").await;
        let mark = "getComputedStyle(document.querySelector('.previews .mark.last')).display";
        page.wait_until(&format!("{mark} === 'none'")).await;
        page.reload().await;
        page.find("input[value='ink']:checked").await;
        page.wait_until("document.documentElement.dataset.light === 'night'").await;
        assert_ne!(page.script(paper).await, day);
    })
    .await;
}

#[tokio::test]
async fn the_engine_answers_from_its_worker() {
    visit("engine", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/settings").await;
        page.wait_for_text("#engine", "ready").await;
        assert_eq!(page.script("return crossOriginIsolated").await, true);
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
