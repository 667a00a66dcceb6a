//! After the first load the network may go.

use e2e::{Page, Screen, Site, visit};

const CONTROLLED: &str = "navigator.serviceWorker.controller !== null";

#[tokio::test]
async fn everything_works_after_the_server_is_gone() {
    visit("offline", Screen::Desktop, async |page: Page, site: Site| {
        page.open("/").await;
        page.find(".cards").await;
        page.wait_until(CONTROLLED).await;
        site.close().await;
        page.reload().await;
        page.find(".cards").await;
        page.open("/play/hex").await;
        page.click("#begin").await;
        page.find(".board .cell").await;
        page.open("/rules/eclipse").await;
        page.find(".diagrams svg").await;
        page.open("/settings").await;
        page.wait_for_text("#engine", "ready").await;
        // What happens on a server that is gone, nobody can tell the front page.
        let mut complaints = page.complaints().await;
        complaints.retain(|complaint| !complaint.contains("/api/activity"));
        assert_eq!(complaints, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn the_app_can_be_installed() {
    visit("install", Screen::Desktop, async |page: Page, site: Site| {
        page.open("/").await;
        page.find(".cards").await;
        let link = "return document.querySelector('link[rel=manifest]').getAttribute('href')";
        let address = page.script(link).await;
        let manifest = site.ask(address.as_str().expect("an address"), &[]).await;
        assert_eq!(manifest.header("content-type"), "application/manifest+json");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest.body).expect("JSON");
        assert_eq!(manifest["display"], "standalone");
        for icon in manifest["icons"].as_array().expect("icons") {
            let icon = icon["src"].as_str().expect("an address");
            assert_eq!(site.ask(icon, &[]).await.status, 200, "{icon}");
        }
    })
    .await;
}
