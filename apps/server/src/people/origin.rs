//! Same-origin check: another site's page may not change anything in a visitor's name (CSRF).
//!
//! Browsers say in `Origin` which page sends a request that may change something. A request without
//! a personal token, which no browser sends by itself, must say so, and the page must be ours.

use super::cookie::{Transport, bearer_token};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};
use std::fmt;
use std::str::FromStr;

/// The address that people open, as its operator gives it: `https://play.example`. A proxy before the
/// server need not pass on the `Host` of a request then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    transport: Transport,
    /// Host and port, in small letters; the scheme's own port is left out, as browsers do.
    authority: String,
}

impl PublicUrl {
    /// Whether people open it by https.
    pub fn transport(&self) -> Transport {
        self.transport
    }

    /// The host and the port.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// What a browser calls pages of this address in `Origin`.
    pub(crate) fn origin(&self) -> String {
        format!("{}://{}", self.transport.scheme(), self.authority)
    }
}

/// A text that is no address of a site: scheme, host and perhaps port, without a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidPublicUrl {
    text: String,
}

impl fmt::Display for InvalidPublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” must be like https://play.example, without a path", self.text)
    }
}

impl std::error::Error for InvalidPublicUrl {}

impl FromStr for PublicUrl {
    type Err = InvalidPublicUrl;

    fn from_str(text: &str) -> Result<Self, InvalidPublicUrl> {
        let wrong = || InvalidPublicUrl { text: text.to_owned() };
        let lower = text.to_ascii_lowercase();
        let (transport, rest, usual) = match lower.split_once("://") {
            Some(("https", rest)) => (Transport::Encrypted, rest, ":443"),
            Some(("http", rest)) => (Transport::Plain, rest, ":80"),
            _ => return Err(wrong()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let authority = rest.strip_suffix(usual).unwrap_or(rest);
        let read = authority.parse::<Authority>().map_err(|_| wrong())?;
        // Anything but a host and a port, such as a user.
        if read.host().is_empty() || authority.contains('@') || authority.ends_with(':') {
            return Err(wrong());
        }
        Ok(Self { transport, authority: authority.to_owned() })
    }
}

/// Whether a request may change something, as far as its origin goes.
pub fn may_change(method: &Method, asked: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    method.is_safe() || bearer_token(asked).is_some() || is_own(asked, public)
}

/// Whether a socket may be opened: a browser names the page's origin, programs name none.
pub fn may_connect(asked: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    !asked.contains_key(ORIGIN) || is_own(asked, public)
}

/// Whether the page that sends a request is ours: it is at the address that people open, or the host
/// that it came from is the one it asks.
fn is_own(asked: &HeaderMap, public: Option<&PublicUrl>) -> bool {
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(ORIGIN) else { return false };
    if public.is_some_and(|public| origin.eq_ignore_ascii_case(&public.origin())) {
        return true;
    }
    let Some(host) = text(HOST) else { return false };
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
            assert!(may_change(&Method::POST, &asking(Some(own)), None), "{own}");
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
                assert!(!may_change(&method, &asking(Some(origin)), None), "{method} {origin}");
            }
            assert!(!may_change(&method, &asking(None), None), "{method} without origin");
        }
    }

    #[test]
    fn reading_and_tokens_need_no_origin() {
        assert!(may_change(&Method::GET, &asking(Some("https://evil.example")), None));
        let mut asked = asking(None);
        asked.insert(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
        assert!(may_change(&Method::POST, &asked, None));
    }

    #[test]
    fn sockets_are_opened_by_our_own_pages_and_by_programs() {
        assert!(may_connect(&asking(Some("https://play.example:6060")), None));
        assert!(may_connect(&asking(None), None), "programs name no origin");
        for foreign in
            ["http://play.example:2", "https://evil.example", "null", "play.example:6060", ""]
        {
            assert!(!may_connect(&asking(Some(foreign)), None), "{foreign}");
        }
    }

    #[test]
    fn pages_of_the_public_address_are_ours_whatever_the_host() {
        let public: PublicUrl = "https://Sixfold.example/".parse().unwrap();
        let own = |origin| may_change(&Method::POST, &asking(Some(origin)), Some(&public));
        assert!(own("https://sixfold.example") && own("https://play.example:6060"));
        for foreign in
            ["http://sixfold.example", "https://sixfold.example:8443", "https://x.sixfold.example"]
        {
            assert!(!own(foreign), "{foreign}");
        }
    }

    #[test]
    fn public_addresses_are_read_or_refused_with_an_example() {
        let read = |text: &str| text.parse::<PublicUrl>().map(|url| url.origin());
        assert_eq!(read("https://a.example:443/"), Ok("https://a.example".into()));
        assert_eq!(read("http://a.example:8080"), Ok("http://a.example:8080".into()));
        assert_eq!(read("http://[2001:db8::1]"), Ok("http://[2001:db8::1]".into()));
        for wrong in [
            "a.example",
            "https://",
            "ftp://a.example",
            "https://a.example/games",
            "https://u@a.example",
            "https://a.example:",
            "",
        ] {
            assert!(
                read(wrong).is_err_and(|error| error.to_string().contains("https://play.example")),
                "{wrong}"
            );
        }
    }
}
