//! Random secrets: what a cookie or a token holds. Only their fingerprints are stored, and neither
//! their debug text nor any log shows them.

use crate::random;
use crate::store::SESSION_LETTERS;
use std::fmt;

/// How a personal token begins, so that one that leaked is known for what it is.
const TOKEN_START: &str = "sixfold_";

/// How many letters follow: about 240 bits.
const TOKEN_LETTERS: usize = 40;

/// Something only its bearer knows. It is shown once, to the bearer.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new secret for a personal token.
    pub fn token() -> Self {
        Self(format!("{TOKEN_START}{}", random::alphanumeric(TOKEN_LETTERS)))
    }

    /// A session's secret that the store has just made.
    pub(crate) fn made(secret: String) -> Self {
        Self(secret)
    }

    /// What a client sent, if it can be a session's secret at all.
    pub fn read_session(text: &str) -> Option<Self> {
        plain(text, SESSION_LETTERS).then(|| Self(text.to_owned()))
    }

    /// What a client sent, if it can be a token at all.
    pub fn read_token(text: &str) -> Option<Self> {
        let letters = text.strip_prefix(TOKEN_START)?;
        plain(letters, TOKEN_LETTERS).then(|| Self(text.to_owned()))
    }

    /// For its bearer, once; and for the store, which keeps the fingerprint.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored in place of the secret.
    pub fn fingerprint(&self) -> String {
        random::fingerprint(&self.0)
    }
}

fn plain(text: &str, letters: usize) -> bool {
    text.len() == letters && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_read_again() {
        let token = Secret::token();
        assert_ne!(token, Secret::token());
        assert_eq!(Secret::read_token(token.reveal()).as_ref(), Some(&token));
        assert!(!token.fingerprint().contains(&token.reveal()[8..16]));
        assert_eq!(Secret::read_session(token.reveal()), None);
    }

    #[test]
    fn what_cannot_be_a_secret_is_not_looked_up() {
        let long = "a".repeat(200_000);
        for text in ["", "short", "' or 1=1 --", &long, &"é".repeat(16), "sixfold_"] {
            assert_eq!(Secret::read_session(text), None);
            assert_eq!(Secret::read_token(text), None);
        }
    }

    #[test]
    fn debug_text_does_not_tell() {
        let secret = Secret::token();
        assert!(!format!("{secret:?}").contains(&secret.reveal()[8..16]));
    }
}
