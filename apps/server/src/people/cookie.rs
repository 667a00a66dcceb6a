//! The session's cookie: how it is written and read, and nothing else of cookies.

use super::secret::Secret;
use crate::store::SESSION_LASTS;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, HeaderValue};

/// The cookie's name over plain http, and of sessions that began before `__Host-` was used.
const NAME: &str = "sixfold";

/// The cookie's name over https: browsers take it from this very host only, and never over http.
const HOST_NAME: &str = "__Host-sixfold";

/// How long a browser keeps it, in seconds: as long as the session lasts.
const SESSION_MAX_AGE: u64 = SESSION_LASTS.0 / 1_000;

/// The name of the cookie by which a browser is known as a device.
const DEVICE_NAME: &str = "sixfold-device";

/// How long a browser keeps that, in seconds: 400 days, the most that browsers allow.
const DEVICE_MAX_AGE: u64 = 400 * 24 * 60 * 60;

/// Whether people reach the server by https, if only through a proxy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Transport {
    /// By plain http, on this machine or in a small network.
    #[default]
    Plain,
    /// By https: cookies must not travel otherwise.
    Encrypted,
}

impl Transport {
    /// The scheme of the site's URLs.
    pub(crate) fn scheme(self) -> &'static str {
        match self {
            Self::Plain => "http",
            Self::Encrypted => "https",
        }
    }

    /// The header that gives a browser its session. No script can read it, and no other site can
    /// make a browser change anything with it.
    pub fn give(self, secret: &Secret) -> HeaderValue {
        self.header(self.name(), secret.reveal(), SESSION_MAX_AGE)
    }

    /// The headers that take it away, under every name.
    pub fn take_away(self) -> Vec<HeaderValue> {
        let old = (self == Self::Encrypted).then_some(NAME);
        [self.name()].into_iter().chain(old).map(|name| self.header(name, "", 0)).collect()
    }

    /// The header that gives a browser the secret by which it is known as a device.
    pub fn give_device(self, secret: &Secret) -> HeaderValue {
        self.header(DEVICE_NAME, secret.reveal(), DEVICE_MAX_AGE)
    }

    /// The device that a request bears, if any.
    pub fn device(asked: &HeaderMap) -> Option<Secret> {
        Secret::read_session(value_of(asked, DEVICE_NAME)?)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Plain => NAME,
            Self::Encrypted => HOST_NAME,
        }
    }

    fn header(self, name: &str, value: &str, age: u64) -> HeaderValue {
        let secure = if self == Self::Encrypted { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
        let mut header = HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""));
        header.set_sensitive(true);
        header
    }

    /// The session that a request bears, if any.
    pub fn session(asked: &HeaderMap) -> Option<Secret> {
        let value = value_of(asked, HOST_NAME).or_else(|| value_of(asked, NAME))?;
        Secret::read_session(value)
    }
}

/// The value of the first cookie of this name.
fn value_of<'a>(asked: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let pairs = asked.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = pairs.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    pairs.find(|(name, _)| name.trim() == wanted).map(|(_, value)| value.trim())
}

/// The personal token that a request bears, if any: `Authorization: Bearer …`.
pub fn bearer_token(asked: &HeaderMap) -> Option<&str> {
    let value = asked.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::try_from(cookie).unwrap())])
    }

    #[test]
    fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let secret = Secret::made("a".repeat(32));
        let plain = Transport::Plain.give(&secret);
        let plain = plain.to_str().unwrap();
        assert!(plain.contains("; HttpOnly; SameSite=Lax") && !plain.contains("Secure"), "{plain}");
        let encrypted = Transport::Encrypted.give(&secret);
        let encrypted = encrypted.to_str().unwrap();
        assert!(encrypted.starts_with("__Host-sixfold=") && encrypted.ends_with("; Secure"));
        assert!(encrypted.contains("; Path=/;") && !encrypted.contains("Domain"));
        assert!(encrypted.contains(&format!("Max-Age={}", 180 * 24 * 60 * 60)), "{encrypted}");
        assert!(Transport::Plain.give(&secret).is_sensitive(), "logs show no secret");
        let taken = Transport::Encrypted.take_away();
        let taken: Vec<&str> = taken.iter().map(|header| header.to_str().unwrap()).collect();
        assert!(taken.len() == 2 && taken.iter().all(|header| header.contains("Max-Age=0")));
        assert_eq!(Transport::Plain.take_away().len(), 1);
    }

    #[test]
    fn the_session_is_found_among_other_cookies() {
        let secret = Secret::made("a".repeat(32));
        let text = format!("a=b; sixfold={}; c", secret.reveal());
        assert_eq!(Transport::session(&asking(&text)), Some(secret.clone()));
        let both = format!("sixfold={}; __Host-sixfold={}", "b".repeat(32), secret.reveal());
        assert_eq!(Transport::session(&asking(&both)), Some(secret), "nobody can plant that one");
        for cookie in ["", "sixfold", "sixfold=", "sixfold=short", "xsixfold=1"] {
            assert_eq!(Transport::session(&asking(cookie)), None, "{cookie}");
        }
    }

    #[test]
    fn tokens_are_borne_in_their_header_only() {
        let bearing =
            |text| HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static(text))]);
        assert_eq!(bearer_token(&bearing("Bearer abc")), Some("abc"));
        assert_eq!(bearer_token(&bearing("bearer  abc ")), Some("abc"));
        assert_eq!(bearer_token(&bearing("Basic abc")), None);
        assert_eq!(bearer_token(&HeaderMap::new()), None);
    }
}
