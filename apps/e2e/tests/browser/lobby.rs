//! Helpers of the tests of online play: accounts, the lobby, challenges.

pub(crate) use crate::script::{choose, pick};
use e2e::Page;

/// Signs up.
pub(crate) async fn sign_up(page: &Page, name: &str) {
    page.open("/settings").await;
    page.find("main h1").await;
    let answer = page
        .script(&format!(
            "return fetch('/api/sign-up', {{ method: 'POST', \
               headers: {{ 'content-type': 'application/json' }}, \
               body: JSON.stringify({{ name: '{name}', password: 'a long enough one' }}) }}) \
             .then(answer => answer.status)"
        ))
        .await;
    assert_eq!(answer, 201, "{name}");
}

/// Opens the lobby and waits for the connection.
pub(crate) async fn enter_lobby(page: &Page) {
    page.open("/lobby").await;
    page.find(".connection.connected").await;
}

/// Where a page is.
pub(crate) async fn place(page: &Page) -> String {
    page.script("return location.pathname").await.as_str().unwrap_or_default().to_owned()
}

const MOVES: &str = "document.querySelectorAll('.moves li button').length";

/// All see so many moves.
pub(crate) async fn see(pages: &[Page], moves: usize) {
    for page in pages {
        page.wait_until(&format!("{MOVES} === {moves}")).await;
    }
}

/// Complaints, without those about connections that the stopped server closed.
pub(crate) async fn complaints(page: &Page) -> Vec<String> {
    let all = page.complaints().await;
    all.into_iter().filter(|what| !what.contains("WebSocket")).collect()
}

/// Sets up a challenge by link to Hex on a small board, without making it.
pub(crate) async fn prepare_link(ann: &Page) {
    enter_lobby(ann).await;
    pick(ann, "game", "Hex").await;
    pick(ann, "whom", "By link").await;
    choose(ann, "size", "3").await;
    pick(ann, "swap", "Off").await;
    pick(ann, "seat", "First").await;
}

/// Makes the challenge, which the other opens and accepts.
pub(crate) async fn join_by_link(ann: &Page, ben: &Page) {
    ann.click("#create").await;
    ann.find("#link").await;
    let link = ann.script("return document.querySelector('#link').value").await;
    let link = link.as_str().expect("a link").to_owned();
    let (_, there) = link.split_once("/challenge/").expect("a link to a challenge");
    ben.open(&format!("/challenge/{there}")).await;
    ben.wait_for_text(".seek", "Hex 3 × 3").await;
    ben.click("#accept").await;
    for page in [ann, ben] {
        page.find(".table.live .clock").await;
    }
}

/// One makes a challenge by link, the other opens it.
pub(crate) async fn meet_by_link(ann: &Page, ben: &Page) {
    prepare_link(ann).await;
    join_by_link(ann, ben).await;
}
