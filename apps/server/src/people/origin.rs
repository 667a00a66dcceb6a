//! Where a request comes from: another site may not change anything in somebody's name.
//!
//! Browsers say in `Origin` which page sends a request that may change something. A request without
//! a personal token, which no browser sends by itself, must say so, and the page must be ours.

use super::cookie::bearer;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method};

/// Whether a request may change something, as far as its origin goes.
pub fn may_change(method: &Method, asked: &HeaderMap) -> bool {
    method.is_safe() || bearer(asked).is_some() || is_own(asked)
}

/// Whether the page that sends a request is ours: the host that it came from is the one it asks.
pub fn is_own(asked: &HeaderMap) -> bool {
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let Some((origin, host)) = text(ORIGIN).zip(text(HOST)) else { return false };
    let from = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    from.is_some_and(|from| !from.is_empty() && from.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use axum::http::header::AUTHORIZATION;

    fn asking(origin: Option<&'static str>) -> HeaderMap {
        let host = (HOST, HeaderValue::from_static("play.example:6060"));
        let origin = origin.map(|origin| (ORIGIN, HeaderValue::from_static(origin)));
        [host].into_iter().chain(origin).collect()
    }

    #[test]
    fn only_our_own_pages_change_anything() {
        for own in ["http://play.example:6060", "https://play.example:6060"] {
            assert!(may_change(&Method::POST, &asking(Some(own))), "{own}");
        }
        let foreign = [
            "https://evil.example",
            "http://play.example",
            "http://play.example:6060.evil.example",
            "http://evil.example/play.example:6060",
            "null",
            "",
            "play.example:6060",
        ];
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            for origin in foreign {
                assert!(!may_change(&method, &asking(Some(origin))), "{method} {origin}");
            }
            assert!(!may_change(&method, &asking(None)), "{method} without origin");
        }
    }

    #[test]
    fn reading_and_tokens_need_no_origin() {
        assert!(may_change(&Method::GET, &asking(Some("https://evil.example"))));
        let mut asked = asking(None);
        asked.insert(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
        assert!(may_change(&Method::POST, &asked));
    }
}
