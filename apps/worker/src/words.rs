//! The words themselves, and their bytes.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What the page asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Are you there? The number comes back.
    Ping(u32),
}

/// What the worker tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Tell {
    /// It runs; nothing it was asked before this was heard.
    Ready,
    /// It is there.
    Pong(u32),
}

/// A word as bytes.
pub fn encode<T: Serialize>(word: &T) -> Vec<u8> {
    // Our words hold nothing that postcard refuses; an empty message is ignored by `decode`.
    postcard::to_allocvec(word).unwrap_or_default()
}

/// The word in some bytes, if there is one.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_way() {
        let ask = Ask::Ping(u32::MAX);
        assert_eq!(decode(&encode(&ask)), Some(ask));
        for tell in [Tell::Ready, Tell::Pong(7)] {
            assert_eq!(decode(&encode(&tell)), Some(tell));
        }
    }

    #[test]
    fn noise_is_no_word() {
        for noise in [&[][..], &[99], &[0xff; 40]] {
            assert_eq!(decode::<Ask>(noise), None);
        }
    }
}
