//! What the built app's files are sent with.

use e2e::{Answer, Site};

/// Every address in the page that begins with `/assets/`.
fn assets(page: &str) -> Vec<String> {
    let quoted = page.split('"').filter(|part| part.starts_with("/assets/"));
    quoted.map(str::to_owned).collect()
}

async fn page(site: &Site) -> Answer {
    site.ask("/", &[]).await
}

#[tokio::test]
async fn the_page_is_asked_for_again_and_not_sent_again() {
    let site = Site::open().await;
    let first = page(&site).await;
    assert_eq!((first.status, first.header("cache-control")), (200, "no-cache"));
    assert_eq!(first.header("content-type"), "text/html; charset=utf-8");
    let held = format!("If-None-Match: {}", first.header("etag"));
    let second = site.ask("/", &[&held]).await;
    assert_eq!((second.status, second.body.len()), (304, 0));
    // Other addresses have another title, and so another tag.
    let other = site.ask("/lobby", &[]).await;
    assert_ne!(other.header("etag"), first.header("etag"));
}

#[tokio::test]
async fn every_file_of_the_page_is_kept_for_ever_and_packed() {
    let site = Site::open().await;
    let files = assets(&page(&site).await.text());
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let plain = site.ask(&file, &[]).await;
        assert_eq!(plain.status, 200, "{file}");
        assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(plain.header("vary"), "accept-encoding");
        let packed = site.ask(&file, &["Accept-Encoding: gzip, br"]).await;
        let wanted = if file.contains(".png") { "" } else { "br" };
        assert_eq!(packed.header("content-encoding"), wanted, "{file}");
        assert_eq!(packed.header("content-type"), plain.header("content-type"));
    }
}

/// Browsers offer no Brotli by http, unless the server is on their own machine.
#[tokio::test]
async fn without_brotli_the_files_are_sent_as_gzip() {
    let site = Site::open().await;
    let files = assets(&page(&site).await.text());
    let (mut plain, mut packed) = (0, 0);
    for file in files.iter().filter(|file| !file.contains(".png")) {
        let whole = site.ask(file, &[]).await;
        let small = site.ask(file, &["Accept-Encoding: gzip, deflate"]).await;
        assert_eq!(small.header("content-encoding"), "gzip", "{file}");
        assert_ne!(small.header("etag"), whole.header("etag"), "{file}");
        assert_eq!(&small.body[..2], &[0x1f, 0x8b], "{file}");
        plain += whole.body.len();
        packed += small.body.len();
    }
    assert!(packed * 2 < plain, "{packed} of {plain} bytes");
}

#[tokio::test]
async fn modules_are_served_as_modules() {
    let site = Site::open().await;
    let files = assets(&page(&site).await.text());
    let module = files.iter().find(|file| file.contains(".wasm")).expect("a module");
    let answer = site.ask(module, &[]).await;
    assert_eq!(answer.header("content-type"), "application/wasm");
    assert_eq!(&answer.body[..4], b"\0asm");
}

/// What every page loads, which is its head behind the title, and how many files of its own part it
/// links: pages that exist have a part each.
fn loads(page: &[u8]) -> (String, usize) {
    let page = String::from_utf8_lossy(page);
    let (_, behind) = page.split_once("<meta name=\"color-scheme\"").expect("a page of the app");
    let head = behind.split("<body>").next().unwrap_or_default();
    let (own, common): (Vec<&str>, Vec<&str>) =
        head.lines().partition(|line| line.contains("/part_"));
    (common.join("\n"), own.len())
}

#[tokio::test]
async fn deep_links_are_the_page_and_unknown_files_are_not() {
    let site = Site::open().await;
    let (front, _) = loads(&page(&site).await.body);
    for (place, status) in
        [("/play/hex", 200), ("/learn/eclipse", 200), ("/settings", 200), ("/no/such/place", 404)]
    {
        let answer = site.ask(place, &[]).await;
        let (common, own) = loads(&answer.body);
        assert_eq!((answer.status, &common), (status, &front), "{place}");
        assert_eq!(own > 0, status == 200, "{place} links {own} files of its own");
    }
    for file in ["/assets/web-0000000000000000.js", "/play/hex.js"] {
        assert_eq!(site.ask(file, &[]).await.status, 404, "{file}");
    }
}
