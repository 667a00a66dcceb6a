//! Takes pictures of places of the built app, on every screen and in both lights:
//! `cargo run -p e2e --example look -- / /play/hex`, into `target/screenshots`.

use e2e::{Page, Screen, Site, visit};

#[tokio::main]
async fn main() {
    let places: Vec<String> = std::env::args().skip(1).collect();
    visit("look", Screen::Desktop, async |page: Page, site: Site| {
        site.fill().await;
        for place in places {
            look(&page, &place).await;
        }
    })
    .await;
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
            page.picture(&format!("{name}-{size}-{light}")).await;
        }
    }
    for complaint in page.complaints().await {
        eprintln!("{place}: {complaint}");
    }
}
