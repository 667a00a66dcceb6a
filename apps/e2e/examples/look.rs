//! Takes pictures of the built app, on a desktop and a phone and in both lights, into `target/screenshots`:
//! `cargo run -p e2e --features browser --example look`, after `cargo xtask dist`.
//!
//! Without arguments it opens every kind of page and a game in progress, and puts the pictures together as
//! the contact sheets `docs/pictures/pages-{desktop,phone}-{light,dark}.webp`. With places (`/ /play/hex`) it takes
//! pictures of those alone; with `--as NAME` before them they are seen by somebody who has just made an account.

#[path = "../tests/browser/places.rs"]
mod places;

use e2e::{Page, Screen, Site, visit};
use std::path::{Path, PathBuf};

/// A window, and its contact sheet.
struct Window {
    name: &'static str,
    width: u32,
    height: u32,
    is_phone: bool,
    columns: usize,
    /// Width of a picture on the contact sheet.
    thumbnail: u32,
}

const WINDOWS: [Window; 2] = [
    Window {
        name: "desktop",
        width: 1440,
        height: 900,
        is_phone: false,
        columns: 6,
        thumbnail: 280,
    },
    Window { name: "phone", width: 390, height: 844, is_phone: true, columns: 12, thumbnail: 130 },
];

const LIGHTS: [&str; 2] = ["light", "dark"];

/// More bytes than this are too many for a picture of the repository.
const MOST_BYTES: usize = 350_000;

/// A game of two people on one device, as the page keeps it, and where it is seen.
const IN_PROGRESS: (&str, &str) = (
    "sixfold.friend.hex",
    "\n[Game \"hex\"]\n[Options \"size=11 swap=off\"]\n\n1. f6 d8 2. e7 c8 3. h4 i3 4. g5 c9 *",
);

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
        let sheets = places.is_empty();
        if sheets {
            places = places::all();
            places.push("/friend/hex#in-progress".to_owned());
            begin_game(&page).await;
        }
        for window in &WINDOWS {
            page.resize_to(window.width, window.height, window.is_phone).await;
            for light in LIGHTS {
                page.prefer("prefers-color-scheme", light).await;
                let pictures = look(&page, &places, &format!("{}-{light}", window.name)).await;
                if sheets {
                    contact_sheet(&page, window, light, &pictures).await;
                }
            }
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

async fn begin_game(page: &Page) {
    page.open("/settings").await;
    page.find("main h1").await;
    let (key, record) = IN_PROGRESS;
    page.script(&format!("localStorage[{key:?}] = {record:?}")).await;
}

/// Pictures of all these places; where they are kept.
async fn look(page: &Page, places: &[String], kind: &str) -> Vec<PathBuf> {
    let mut pictures = Vec::new();
    for place in places {
        places::open(page, place).await;
        page.script("return document.fonts.ready.then(() => 0)").await;
        // What is folded away is looked at too.
        page.script("document.querySelectorAll('main details').forEach(d => { d.open = true })")
            .await;
        page.script("return new Promise(done => setTimeout(done, 300))").await;
        let name = place.trim_matches('/').replace(['/', '?', '=', '#'], "-");
        let name = if name.is_empty() { "home" } else { &name };
        pictures.push(page.picture(&format!("{name}-{kind}")).await);
        for complaint in places::complaints(page).await {
            eprintln!("{place}: {complaint}");
        }
    }
    pictures
}

/// One picture of many: smaller until it is light enough.
async fn contact_sheet(page: &Page, window: &Window, light: &str, pictures: &[PathBuf]) {
    let name = format!("pages-{}-{light}.webp", window.name);
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(&name);
    let mut thumbnail = window.thumbnail;
    let bytes = loop {
        let bytes = page.contact_sheet(pictures, window.columns, thumbnail).await;
        if bytes.len() <= MOST_BYTES {
            break bytes;
        }
        thumbnail = thumbnail * 9 / 10;
    };
    println!("{name}: {} pictures, {} bytes", pictures.len(), bytes.len());
    std::fs::write(target, bytes).expect("docs/pictures can be written");
    page.resize_to(window.width, window.height, window.is_phone).await;
}
