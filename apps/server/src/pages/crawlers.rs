//! What crawlers and old browsers ask for: `robots.txt`, `sitemap.xml`, `favicon.ico`.

use super::app_page::FIXED;
use super::origin;
use super::picture::icon_png;
use crate::state::AppState;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use catalog::GameName;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

/// Everything but the API may be read.
pub(crate) async fn robots(State(state): State<Arc<AppState>>, asked: HeaderMap) -> String {
    let site = origin(&state, &asked);
    format!("User-agent: *\nDisallow: /api/\nSitemap: {site}/sitemap.xml\n")
}

/// The pages without parameters.
pub(crate) async fn sitemap(State(state): State<Arc<AppState>>, asked: HeaderMap) -> Response {
    let site = origin(&state, &asked);
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in addresses() {
        // Writing to a string cannot fail.
        let _ = writeln!(map, "<url><loc>{site}/{path}</loc></url>");
    }
    map.push_str("</urlset>\n");
    ([(CONTENT_TYPE, "application/xml")], map).into_response()
}

fn addresses() -> Vec<String> {
    let own = ["settings", "moderation"];
    let fixed = FIXED.iter().map(|(path, _)| *path).filter(|path| !own.contains(path));
    let games = GameName::ALL.into_iter().flat_map(|game| {
        ["play", "friend", "analyse", "learn", "rules"].map(|mode| format!("{mode}/{game}"))
    });
    std::iter::once(String::new()).chain(fixed.map(str::to_owned)).chain(games).collect()
}

/// The icon for browsers that take no SVG.
pub(crate) async fn favicon() -> Response {
    static ICON: LazyLock<Option<Vec<u8>>> =
        LazyLock::new(|| icon_png(48).map(|png| ico(48, &png)));
    let headers = [(CONTENT_TYPE, "image/x-icon"), (CACHE_CONTROL, "public, max-age=86400")];
    match &*ICON {
        Some(icon) => (headers, icon.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// An ICO file of one picture: a directory of one entry, then the PNG.
fn ico(size: u8, png: &[u8]) -> Vec<u8> {
    let mut file = vec![0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0];
    file.extend((png.len() as u32).to_le_bytes());
    file.extend(22_u32.to_le_bytes());
    file.extend(png);
    file
}

#[cfg(test)]
mod tests {
    use super::super::app_page::AppPage;
    use super::*;

    #[test]
    fn the_site_map_lists_pages_that_exist() {
        let all = addresses();
        assert!(all.len() > 15);
        for path in all {
            assert!(AppPage::parse(&path).is_some(), "{path}");
        }
    }

    #[test]
    fn an_icon_file_says_where_its_picture_is() {
        let file = ico(48, &[1, 2, 3]);
        assert_eq!(file.len(), 25);
        assert_eq!(&file[14..22], &[3, 0, 0, 0, 22, 0, 0, 0]);
    }
}
