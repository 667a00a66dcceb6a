//! Accounts, profiles, leaderboards, and the archive.

use e2e::{HEX, Page, Screen, Site, visit};

const PASSWORD: &str = "six words on six sides";

/// Fills in the form for signing in or up, and sends it.
async fn enter(page: &Page, place: &str, name: &str, password: &str) {
    page.open(place).await;
    page.press("#name", name).await;
    page.press("#password", password).await;
    page.click("form button[type='submit']").await;
}

async fn sign_up(page: &Page, name: &str) {
    enter(page, "/sign-in?new=1", name, PASSWORD).await;
    page.click("#codes-kept").await;
    page.wait_for_text(".who", name).await;
}

#[tokio::test]
async fn a_forgotten_password_is_recovered_by_a_code() {
    visit("recovery", Screen::Phone, async |page: Page, _site: Site| {
        enter(&page, "/sign-in?new=1", "Greta", PASSWORD).await;
        page.find("#codes").await;
        let codes = "[...document.querySelectorAll('.codes code')].map(code => code.textContent)";
        page.wait_until(&format!("{codes}.length === 8")).await;
        let code = page.script(&format!("return {codes}[3]")).await;
        let code = code.as_str().expect("a code").to_owned();
        page.picture("recovery-codes").await;
        page.click("#codes-kept").await;
        page.wait_for_text("main h1", "Greta").await;
        page.open("/settings").await;
        page.click("#sign-out").await;
        page.wait_until("location.pathname === '/'").await;
        page.open("/sign-in").await;
        page.click("#forgotten").await;
        page.press("#name", "Greta").await;
        page.press("#code", &code.to_uppercase()).await;
        page.press("#password", "seven words on seven sides").await;
        page.picture("recovery-form").await;
        page.click("form button[type='submit']").await;
        page.wait_for_text(".who", "Greta").await;
        page.wait_until("location.pathname === '/settings'").await;
        page.click("#recovery summary").await;
        page.wait_for_text("#codes-left", "7 recovery codes").await;
        page.press("#codes-password", "seven words on seven sides").await;
        page.click("#new-codes").await;
        page.wait_until(&format!("{codes}.length === 8 && !{codes}.includes('{code}')")).await;
        page.wait_for_text("#codes-left", "8 recovery codes").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

/// What the browser says of answers that the test asked for.
async fn unexpected(page: &Page, expected: &str) -> Vec<String> {
    let all = page.complaints().await;
    all.into_iter().filter(|complaint| !complaint.contains(expected)).collect()
}

#[tokio::test]
async fn signing_up_out_and_in_again() {
    visit("sign-in", Screen::Desktop, async |page: Page, _site: Site| {
        page.open("/").await;
        page.wait_for_text(".who", "Sign in").await;
        sign_up(&page, "Dora").await;
        page.wait_for_text("main h1", "Dora").await;
        page.reload().await;
        page.wait_for_text(".who", "Dora").await;
        assert_eq!(page.complaints().await, [""; 0]);
        page.open("/settings").await;
        page.click("#sign-out").await;
        page.wait_for_text(".who", "Sign in").await;
        page.wait_until("location.pathname === '/'").await;
        enter(&page, "/sign-in?then=/archive", "Dora", "the wrong one").await;
        page.wait_for_text("#password-about", "do not go together").await;
        page.find("#password[aria-invalid='true']").await;
        page.script("document.querySelector('#password').value = ''").await;
        page.press("#password", PASSWORD).await;
        page.click("form button[type='submit']").await;
        page.wait_until("location.pathname === '/archive'").await;
        page.wait_for_text(".who", "Dora").await;
        assert_eq!(unexpected(&page, "401").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn settings_follow_the_account_to_another_browser() {
    visit("account-settings", Screen::Desktop, async |page: Page, _site: Site| {
        sign_up(&page, "Selma").await;
        page.open("/settings").await;
        page.wait_for_text(".settings-page > .quiet", "account").await;
        page.click("label:has(input[name='pieces'][value='symbols'])").await;
        page.click("label:has(input[name='board'][value='ice'])").await;
        page.wait_until("localStorage['sixfold.settings-unsent'] === 'no'").await;
        // Another browser has the session and nothing else.
        let forget = "for (const name of ['pieces', 'board', 'settings-unsent']) \
             localStorage.removeItem('sixfold.' + name)";
        page.script(forget).await;
        page.reload().await;
        page.find("input[name='pieces'][value='symbols']:checked").await;
        page.find("input[name='board'][value='ice']:checked").await;
        page.wait_until("document.documentElement.dataset.board === 'ice'").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn what_is_wrong_is_said_at_its_field_and_passwords_can_be_kept() {
    visit("fields", Screen::Phone, async |page: Page, site: Site| {
        site.fill().await;
        page.open("/sign-in").await;
        page.find("#name[autocomplete='username']").await;
        page.find("#password[type='password'][autocomplete='current-password']").await;
        page.click("label:has(input[name='wish']):last-child").await;
        page.find("#password[autocomplete='new-password']").await;
        page.click("form button[type='submit']").await;
        page.wait_for_text("#name-about", "Enter a name").await;
        enter(&page, "/sign-in?new=1", "Anh", "short").await;
        page.wait_for_text("#password-about", "at least 8 characters").await;
        enter(&page, "/sign-in?new=1", "<b>Ann</b>", PASSWORD).await;
        page.wait_for_text("#name-about", "letters a to z").await;
        enter(&page, "/sign-in?new=1", "ann", PASSWORD).await;
        page.wait_for_text("#name-about", "taken").await;
        page.click(".see").await;
        page.find("#password[type='text']").await;
        assert_eq!(unexpected(&page, "status of 4").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_guest_who_becomes_an_account_keeps_the_games() {
    visit("guest", Screen::Desktop, async |page: Page, site: Site| {
        site.fill().await;
        page.open("/").await;
        let guest = "return fetch('/api/guest', { method: 'POST' }).then(answer => answer.json()) \
                     .then(told => { localStorage.setItem('sixfold.me', 'guest ' + told.name); \
                     return told.name })";
        let guest = page.script(guest).await;
        let guest = guest.as_str().expect("a name");
        site.play(HEX, guest, "Bob").await;
        page.open("/sign-in?new=1").await;
        page.wait_for_text("#standing", guest).await;
        page.press("#name", "Flora").await;
        page.press("#password", PASSWORD).await;
        page.click("form button[type='submit']").await;
        page.click("#codes-kept").await;
        page.wait_for_text("main h1", "Flora").await;
        page.wait_for_text(".played", "Flora").await;
        page.wait_for_text("#against", "Bob").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_token_is_shown_once_and_its_label_is_a_text() {
    visit("tokens", Screen::Phone, async |page: Page, _site: Site| {
        sign_up(&page, "Emil").await;
        page.open("/settings").await;
        page.click("#account details:has(#token-label) summary").await;
        page.press("#token-label", "<b id='bold'>mine</b>").await;
        page.click(".check:has([value='analyse'])").await;
        page.click("#make-token").await;
        page.wait_for_text(".token", "sixfold_").await;
        page.wait_for_text("#tokens", "<b id='bold'>mine</b>").await;
        page.wait_for_text("#tokens", "read, analyse").await;
        assert_eq!(page.count("#bold").await, 0, "no text is HTML");
        page.reload().await;
        page.click("#account details:has(#token-label) summary").await;
        page.wait_for_text("#tokens", "mine").await;
        assert_eq!(page.count(".token").await, 0, "the secret is gone");
        page.click("#tokens button").await;
        page.wait_for_text("#tokens button", "Revoke it?").await;
        page.click("#tokens button").await;
        page.wait_until("!document.querySelector('#tokens').textContent.includes('mine')").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn an_account_is_changed_downloaded_and_deleted() {
    visit("account", Screen::Desktop, async |page: Page, _site: Site| {
        sign_up(&page, "Gustav").await;
        page.open("/settings").await;
        page.click("#account details:has(#bot-name) summary").await;
        page.press("#bot-name", "Gustavs-engine").await;
        page.click("#make-bot").await;
        page.wait_for_text(".token", "sixfold_").await;
        page.wait_for_text("#bots", "Gustavs-engine").await;
        let kept = "return fetch(document.querySelector('#download').href) \
                    .then(answer => answer.json()).then(told => told.bots[0].name)";
        assert_eq!(page.script(kept).await, "Gustavs-engine");
        page.click("#account details:has(#old-password) summary").await;
        page.press("#old-password", "another one").await;
        page.press("#new-password", "seven words on seven sides").await;
        page.click("form:has(#old-password) button").await;
        page.wait_for_text("#old-password-about", "wrong").await;
        page.script("document.querySelector('#old-password').value = ''").await;
        page.press("#old-password", PASSWORD).await;
        page.click("form:has(#old-password) button").await;
        page.wait_for_text("form:has(#old-password)", "Changed.").await;
        page.click("#account details:has(#delete-password) summary").await;
        page.press("#delete-password", "seven words on seven sides").await;
        page.click("#delete-account").await;
        page.wait_for_text(".who", "Sign in").await;
        page.wait_until("location.pathname === '/'").await;
        assert_eq!(unexpected(&page, "403").await, [""; 0]);
        page.open("/people/Gustav").await;
        page.wait_for_text(".notice.wrong", "no player of that name").await;
    })
    .await;
}

#[tokio::test]
async fn a_profile_shows_ratings_games_and_opponents() {
    visit("profile", Screen::Desktop, async |page: Page, site: Site| {
        site.fill().await;
        page.open("/people/ann").await;
        page.wait_for_text("main h1", "Ann").await;
        page.wait_until("document.querySelectorAll('.rating-card').length === 2").await;
        page.wait_for_text(".rating-card[aria-pressed='true']", "Hex, blitz").await;
        page.find("#curve svg[role='img'] .line").await;
        page.wait_until("document.querySelectorAll('#curve tbody tr').length === 21").await;
        // Two games are not enough to be certain.
        page.click(".rating-card.game-eclipse").await;
        page.wait_for_text(".rating-card.game-eclipse strong", "?").await;
        page.wait_until("document.querySelectorAll('#curve tbody tr').length === 2").await;
        page.wait_until("document.querySelectorAll('.played li').length === 10").await;
        page.wait_for_text("#against", "Robot").await;
        page.click("#against a[aria-label='Games against Robot']").await;
        page.wait_until("document.querySelectorAll('.played li').length === 2").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn leaderboards_are_filtered_by_game_speed_and_kind() {
    visit("leaders", Screen::Phone, async |page: Page, site: Site| {
        site.fill().await;
        page.open("/leaderboard").await;
        page.wait_for_text("#leaders", "Ann").await;
        assert_eq!(page.count("#leaders tbody tr").await, 2);
        page.click("label:has(input[value='bots'])").await;
        page.wait_for_text("#leaders", "No ranked players").await;
        page.wait_until("location.search.includes('who=bots')").await;
        page.open("/leaderboard?game=hex&speed=blitz&who=people").await;
        page.click("#leaders tbody tr .name").await;
        page.wait_for_text("main h1", "Ann").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_archive_is_searched_and_a_game_opens_in_the_analysis_board() {
    visit("archive", Screen::Desktop, async |page: Page, site: Site| {
        site.fill().await;
        page.open("/archive").await;
        page.wait_until("document.querySelectorAll('.played li').length === 23").await;
        page.press("#player", "Bob").await;
        page.script(
            "for (const [id, value] of [['game', 'hex'], ['result', 'won']]) { \
               const field = document.getElementById(id); field.value = value; \
               field.dispatchEvent(new Event('change', { bubbles: true })) }",
        )
        .await;
        page.click("#search").await;
        page.wait_until("document.querySelectorAll('.played li').length === 7").await;
        page.wait_until("location.search.includes('player=Bob')").await;
        let file = "return document.querySelector('.take a[href*=sgf]').getAttribute('href')";
        let file = page.script(file).await;
        let file = site.ask(file.as_str().expect("an address"), &[]).await;
        assert_eq!((file.status, file.text().matches("GM[11]").count()), (200, 7));
        page.click(".played li .button").await;
        page.wait_until("location.pathname === '/analyse/hex' && location.search === ''").await;
        page.wait_until("document.querySelectorAll('#tree .step').length === 4").await;
        page.script("history.back()").await;
        page.wait_until("document.querySelectorAll('.played li').length === 7").await;
        page.open("/archive?player=Nobody-here").await;
        page.wait_for_text(".notice.wrong", "no player of that name").await;
        assert_eq!(unexpected(&page, "404").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn games_from_elsewhere_open_in_the_analysis_board() {
    visit("import", Screen::Phone, async |page: Page, _site: Site| {
        for (text, steps) in [
            ("(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d2])", 3),
            ("https://hexworld.org/board/#5,c3b2", 2),
            ("[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n1. c3 b2 2. d2 d1 *", 4),
        ] {
            page.open("/archive").await;
            page.find("#import").await;
            page.press("#import", text).await;
            page.click("#open-game").await;
            page.wait_until("location.pathname === '/analyse/hex'").await;
            let count = format!("document.querySelectorAll('#tree .step').length === {steps}");
            page.wait_until(&count).await;
        }
        page.open("/archive").await;
        page.press("#import", "<img src=x onerror=alert(1)>").await;
        page.click("#open-game").await;
        page.wait_for_text(".import .notice", "no list of moves").await;
        assert_eq!(unexpected(&page, "400").await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_page_of_the_api_reads_well() {
    visit("api", Screen::Phone, async |page: Page, _site: Site| {
        page.open("/api").await;
        page.wait_for_text("h1", "Sixfold API").await;
        page.find("section code").await;
        page.wait_until("!document.body.textContent.includes('`')").await;
        page.wait_until("document.documentElement.scrollWidth <= window.innerWidth").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
