//! From a report to the muted chat: a player reports, a moderator mutes, the log says so.

use crate::access::{axe, violations};
use crate::lobby::{complaints, meet_by_link, sign_up};
use e2e::{Page, Screen, Site, meet, visit};

/// What axe-core says of what is shown, in both lights; pictures of it.
async fn look(page: &Page, axe: &str, name: &str) {
    for light in ["light", "dark"] {
        page.prefer("prefers-color-scheme", light).await;
        page.script("return new Promise(requestAnimationFrame)").await;
        page.picture(&format!("moderation-{name}-{light}")).await;
        assert_eq!(violations(page, axe).await, "", "{name}, {light}");
    }
}

/// Reports the opponent from the drawer of the game.
async fn report(page: &Page, axe: &str) {
    page.click("#open-drawer").await;
    page.click("#report").await;
    page.wait_for_text("dialog.report h2", "Report Eve").await;
    page.press("#report-text", "She called me things.").await;
    look(page, axe, "report").await;
    page.click("dialog.report button[type='submit']").await;
    page.wait_for_text("#report-sent", "Thank you").await;
    page.click("#report-close").await;
    page.click("#report").await;
    page.find("#report-text").await;
    page.click("dialog.report button[type='submit']").await;
    page.wait_for_text("dialog.report .notice", "reported them already").await;
    page.click("dialog.report button[type='button']").await;
    page.click("#close-drawer").await;
}

/// Mutes the reported player for an hour.
async fn mute(page: &Page, axe: &str) {
    page.open("/moderation").await;
    page.wait_for_text(".report-row", "She called me things.").await;
    page.click(".report-row a.name").await;
    page.wait_for_text(".person-card", "Eve").await;
    page.find("#running").await;
    page.press("#reason", "insults").await;
    page.click("#mute button").await;
    page.wait_for_text("#sanctions", "Muted until").await;
    look(page, axe, "card").await;
    page.resize(Screen::Phone).await;
    let root = "document.documentElement";
    page.wait_until(&format!(
        "{root}.scrollWidth <= {root}.clientWidth && {root}.clientWidth < 400"
    ))
    .await;
    look(page, axe, "card-phone").await;
    page.resize(Screen::Desktop).await;
}

#[tokio::test]
async fn a_report_leads_to_a_mute_that_the_chat_and_the_log_show() {
    let screens = [Screen::Phone, Screen::Desktop, Screen::Desktop];
    meet("moderation", &screens, async |pages: Vec<Page>, site: Site| {
        let [ann, eve, mo] = &pages[..] else { panic!("three browsers") };
        let axe = axe();
        for (page, name) in [(ann, "Ann"), (eve, "Eve"), (mo, "Mo")] {
            sign_up(page, name).await;
            page.script(&format!("localStorage['sixfold.me'] = 'account {name}'")).await;
        }
        site.make_moderator("Mo").await;
        meet_by_link(ann, eve).await;
        eve.press("#chat-message", "hello\u{e007}").await;
        eve.wait_for_text(".chat-messages", "hello").await;
        report(ann, &axe).await;
        mute(mo, &axe).await;
        eve.press("#chat-message", "and more\u{e007}").await;
        eve.wait_for_text(".notice.wrong", "muted").await;
        assert!(!ann.text(".chat-messages").await.contains("and more"));
        mo.press(".moderation-list .close-report input", "muted for an hour").await;
        mo.click(".moderation-list .close-report button").await;
        mo.find("#no-reports").await;
        mo.click("#show-closed").await;
        mo.wait_for_text(".moderation-list .report-row", "Closed by Mo").await;
        mo.click("#show-log").await;
        mo.wait_for_text(".moderation-list .action-log", "Mo muted Eve").await;
        mo.wait_for_text(".moderation-list .action-log", "1 hour: insults").await;
        mo.wait_for_text(".moderation-list .action-log", "Mo closed a report of Eve").await;
        look(mo, &axe, "log").await;
        mo.click("#running button").await;
        mo.click("#running button").await;
        mo.wait_for_text(".moderation-list .action-log", "Mo aborted the game").await;
        eve.find(".banner").await;
        assert_eq!(complaints(mo).await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_page_says_who_may_not_see_it_and_others_can_be_blocked() {
    visit("moderation-strangers", Screen::Phone, async |page: Page, site: Site| {
        site.fill().await;
        page.open("/moderation").await;
        page.find("#not-signed-in").await;
        sign_up(&page, "Zoe").await;
        page.script("localStorage['sixfold.me'] = 'account Zoe'").await;
        page.open("/moderation").await;
        page.find("#no-right").await;
        page.picture("moderation-no-right").await;
        page.open("/people/Ann").await;
        page.wait_for_text("#block", "Block").await;
        page.picture("profile-of-somebody").await;
        page.click("#block").await;
        page.wait_for_text("#block", "Unblock").await;
        page.click("#report").await;
        page.wait_for_text("dialog.report h2", "Report Ann").await;
        page.open("/people/Zoe").await;
        page.find("main .button").await;
        assert_eq!(page.count("#report").await, 0, "nobody reports themselves");
        assert_eq!(page.count("#more").await, 1);
        assert_eq!(page.count("a[href='/moderation']").await, 0, "only moderators are led there");
        site.make_moderator("Zoe").await;
        page.open("/moderation").await;
        page.find("#no-reports").await;
        page.find("header a[href='/moderation']").await;
        page.picture("moderation-empty").await;
        assert_eq!(page.complaints().await, [""; 0]);
    })
    .await;
}
