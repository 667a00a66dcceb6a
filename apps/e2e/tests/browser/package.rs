//! The package for JavaScript on a foreign page: the page of its README, served with
//! what `cargo xtask package` has packed.

use e2e::{Page, Screen, Site, StaticFiles, visit};
use std::fs;
use std::path::Path;

/// The page of the README, in the folder that the packed file unpacks to.
fn site_of_readme(package: &Path, into: &Path) {
    let readme = fs::read_to_string(package.join("README.md"))
        .unwrap_or_else(|e| panic!("{}: {e}; run cargo xtask package", package.display()));
    let page = readme.split("```html\n").nth(1).and_then(|rest| rest.split("```").next());
    let page = page.expect("a page");
    assert!(page.lines().count() <= 40, "a page of about thirty lines");
    fs::write(into.join("index.html"), page).expect("a page");
    copy(package, &into.join("sixfold"));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("a file").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a copy");
        }
    }
}

#[tokio::test]
async fn a_page_with_the_package_plays_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/package/package");
    site_of_readme(&package, folder.path());
    let files = StaticFiles::serve(folder.path()).await;
    visit("package", Screen::Desktop, async move |page: Page, _site: Site| {
        let page = page.elsewhere(&files);
        page.open("/index.html").await;
        page.find("#board svg").await;
        // Red plays one cell after another where it can; the engine answers, and somebody wins.
        for cell in ["c9".to_owned()].into_iter().chain(cells()) {
            page.wait_until(
                "!document.getElementById('said').textContent.includes('Blue to move')",
            )
            .await;
            if page.text("#said").await.contains("wins") {
                break;
            }
            page.script("document.getElementById('move').value = ''").await;
            page.press("#move", &cell).await;
            page.click("button").await;
        }
        page.wait_for_text("#said", "wins").await;
        // The page of the README has no icon.
        let mut complaints = page.complaints().await;
        complaints.retain(|complaint| !complaint.contains("favicon.ico"));
        assert_eq!(complaints, [""; 0]);
    })
    .await;
}

/// The cells of a board of 5 by 5.
fn cells() -> Vec<String> {
    ('a'..='e').flat_map(|column| (1..=5).map(move |row| format!("{column}{row}"))).collect()
}
