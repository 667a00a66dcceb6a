//! Takes pictures of places of the built app, on every screen and in both lights:
//! `cargo run -p e2e --example look -- / /play/hex`, into `target/screenshots`. With `--as NAME` before
//! the places they are seen by somebody who has just made an account.

use e2e::{Page, Screen, Site, visit};

#[tokio::main]
async fn main() {
    let mut places: Vec<String> = std::env::args().skip(1).collect();
    let name = (places.first().is_some_and(|word| word == "--as"))
        .then(|| places.drain(..2).next_back())
        .flatten();
    visit("look", Screen::Desktop, async move |page: Page, site: Site| {
        site.fill().await;
        if let Some(name) = name {
            sign_up(&page, &name).await;
        }
        for place in places {
            look(&page, &place).await;
        }
    })
    .await;
}

async fn sign_up(page: &Page, name: &str) {
    page.open("/sign-in?new=1").await;
    page.press("#name", name).await;
    page.press("#password", "six words on six sides").await;
    page.click("form button[type='submit']").await;
    page.click("#codes-kept").await;
    page.wait_for_text(".who", name).await;
}

async fn look(page: &Page, place: &str) {
    let name = place.trim_matches('/').replace('/', "-");
    let name = if name.is_empty() { "home" } else { &name };
    for (screen, size) in [(Screen::Desktop, "desktop"), (Screen::Phone, "phone")] {
        page.resize(screen).await;
        for light in ["light", "dark"] {
            page.prefer("prefers-color-scheme", light).await;
            page.open(place).await;
            page.find("main h1").await;
            page.wait_until("!document.getElementById('wait')").await;
            // What is folded away is looked at too.
            page.script(
                "document.querySelectorAll('main details').forEach(d => { d.open = true })",
            )
            .await;
            page.script("return new Promise(requestAnimationFrame)").await;
            page.picture(&format!("{name}-{size}-{light}")).await;
        }
    }
    for complaint in page.complaints().await {
        eprintln!("{place}: {complaint}");
    }
}
