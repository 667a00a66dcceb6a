//! The files of the browser app: which file answers a path, how it is packed, how long it is stored.
//!
//! Everything under `assets/` has its content's hash in its name and never changes; the rest is
//! asked for again with its tag. Files are compressed when they are built, not here.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;

/// Builds with debug assertions read the folder when they are asked, others carry it inside.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../target/dist"]
#[allow_missing = true]
struct Dist;

/// The page, which finds its way by the address itself.
const PAGE: &str = "index.html";

/// What `cargo xtask dist` says about the parts of the app's module.
const PARTS: &str = "parts.txt";

/// Answers a request for a file.
pub(crate) fn file(uri: &Uri, asked: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    match find(path, asked) {
        Some(found) => found.response(path, asked),
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

/// The page, if the app is built.
pub(crate) fn page() -> Option<String> {
    text(PAGE)
}

/// Which files each later part of the app's module consists of, if the app is built.
pub(crate) fn part_list() -> Option<String> {
    text(PARTS)
}

/// The site's icon, if the app is built.
pub(crate) fn icon() -> Option<String> {
    let is_hash = |hash: &str| hash.bytes().all(|b| b.is_ascii_hexdigit());
    let is_icon = |path: &str| {
        let hash = path.strip_prefix("assets/icon-").and_then(|rest| rest.strip_suffix(".svg"));
        hash.is_some_and(is_hash)
    };
    Dist::iter().find(|path| is_icon(path)).and_then(|path| text(&path))
}

fn text(path: &str) -> Option<String> {
    String::from_utf8(Dist::get(path)?.data.into_owned()).ok()
}

/// What is said instead of the page before the app is built.
pub(crate) fn not_built() -> Response {
    let what = "The browser app is not built: run `cargo xtask dist`.\n";
    (StatusCode::SERVICE_UNAVAILABLE, what).into_response()
}

/// Whether a path is a place inside the app, such as `play/hex`, and not a file.
pub(crate) fn is_place(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    !name.contains('.') && !path.starts_with("assets/")
}

/// A form in which files are compressed beside the plain one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Brotli,
    /// For browsers that offer no Brotli: they do so by https and on their own machine only.
    Gzip,
}

impl Encoding {
    /// The smaller first.
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// What it is called in `Accept-Encoding` and `Content-Encoding`.
    fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// How the names of its files end, and its tags.
    fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    /// Whether the browser unpacks it: it is listed, and not with weight 0.
    fn is_accepted(self, asked: &HeaderMap) -> bool {
        let lists = asked.get_all(ACCEPT_ENCODING).into_iter().filter_map(|v| v.to_str().ok());
        lists.flat_map(|list| list.split(',')).any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
            name.trim().eq_ignore_ascii_case(self.name()) && weight.is_ok_and(|w| w > 0.0)
        })
    }
}

struct EncodedAsset {
    file: EmbeddedFile,
    encoding: Option<Encoding>,
}

fn find(path: &str, asked: &HeaderMap) -> Option<EncodedAsset> {
    // Without the plain file there is nothing to pack: `x.br` itself is not a file of the app.
    if Encoding::ALL.iter().any(|encoding| kind(path) == encoding.suffix()) {
        return None;
    }
    let accepted = Encoding::ALL.into_iter().filter(|encoding| encoding.is_accepted(asked));
    let mut packed = accepted.filter_map(|encoding| {
        let file = Dist::get(&format!("{path}.{}", encoding.suffix()))?;
        Some(EncodedAsset { file, encoding: Some(encoding) })
    });
    let plain = || Dist::get(path).map(|file| EncodedAsset { file, encoding: None });
    packed.next().or_else(plain)
}

impl EncodedAsset {
    fn response(self, path: &str, asked: &HeaderMap) -> Response {
        let tag = self.tag();
        let held = asked.get(IF_NONE_MATCH).is_some_and(|held| names_tag(held, &tag));
        let mut response = if held {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Body::from(self.file.data).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keeping(path)));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(HeaderValue::try_from(tag).ok().map(|tag| (ETAG, tag)));
        if let Some(encoding) = self.encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        response
    }

    /// The packed form has other bytes, and so another tag.
    fn tag(&self) -> String {
        let mut tag = String::from("\"");
        for byte in &self.file.metadata.sha256_hash()[..12] {
            // Writing to a string cannot fail.
            let _ = write!(tag, "{byte:02x}");
        }
        if let Some(encoding) = self.encoding {
            tag.push('-');
            tag.push_str(encoding.suffix());
        }
        tag.push('"');
        tag
    }
}

/// Whether `If-None-Match` lists this tag.
pub(crate) fn names_tag(held: &HeaderValue, tag: &str) -> bool {
    let held = held.to_str().unwrap_or_default();
    held.split(',')
        .map(|one| one.trim().trim_start_matches("W/"))
        .any(|one| one == "*" || one == tag)
}

fn keeping(path: &str) -> &'static str {
    if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn kind(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

fn media_type(path: &str) -> &'static str {
    match kind(path) {
        // The copy of the page that is kept for offline use.
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(encodings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(encodings))])
    }

    #[test]
    fn places_are_told_from_files() {
        for place in ["", "play/hex", "learn/eclipse/", "settings"] {
            assert!(is_place(place), "{place}");
        }
        for file in ["favicon.ico", "play/hex.png", "assets/anything", "service-worker.js"] {
            assert!(!is_place(file), "{file}");
        }
    }

    #[test]
    fn an_encoding_is_sent_only_to_those_who_ask_for_it() {
        let accepted =
            |asked: &HeaderMap| Encoding::ALL.map(|encoding| encoding.is_accepted(asked));
        for both in ["br, gzip", "gzip, deflate, br, zstd", "gzip;q=1.0, BR;q=0.5"] {
            assert_eq!(accepted(&asking(both)), [true, true], "{both}");
        }
        // What browsers ask for by http.
        assert_eq!(accepted(&asking("gzip, deflate")), [false, true]);
        for none in ["", "br;q=0", "brotli", "br;q=nonsense", "*", "gzip;q=0.0"] {
            assert_eq!(accepted(&asking(none)), [false, false], "{none}");
        }
        assert_eq!(accepted(&HeaderMap::new()), [false, false]);
    }

    #[test]
    fn the_copy_of_the_page_is_a_page() {
        assert_eq!(media_type("assets/index-0123.html"), "text/html; charset=utf-8");
    }

    #[test]
    fn a_held_tag_is_recognised_in_a_list_and_when_weak() {
        for held in ["\"a\"", "\"b\", \"a\"", "W/\"a\"", "*"] {
            assert!(names_tag(&HeaderValue::from_static(held), "\"a\""), "{held}");
        }
        assert!(!names_tag(&HeaderValue::from_static("\"a-br\""), "\"a\""));
    }
}
