//! Random numbers from the operating system: ids of games, tokens; and the hashes that are stored of tokens.

use sha2::{Digest, Sha256};
use std::fmt::Write;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// So many letters and digits by chance, about six bits each.
///
/// # Panics
/// If the machine has no source of chance: nothing could be stored safe then.
pub fn alphanumeric(count: usize) -> String {
    let mut text = String::with_capacity(count);
    let mut bytes = [0; 32];
    while text.len() < count {
        getrandom::fill(&mut bytes).expect("the machine gives random bytes");
        // 248 is 4 × 62: what lies above would favour some letters.
        let fair = bytes.iter().filter(|byte| **byte < 248);
        text.extend(fair.map(|byte| LETTERS[usize::from(byte % 62)] as char));
    }
    text.truncate(count);
    text
}

/// So many symbols of an alphabet by chance, five bits each.
///
/// # Panics
/// If the machine has no source of chance.
pub(crate) fn symbols(alphabet: &[u8; 32], count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the machine gives random bytes");
    bytes.iter().map(|byte| alphabet[usize::from(byte % 32)] as char).collect()
}

/// What the database holds of a secret: enough to know it again, not enough to use it.
pub fn fingerprint(secret: &str) -> String {
    let hash = Sha256::digest(secret.as_bytes());
    hash.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// An unpredictable number.
///
/// # Panics
/// If the machine has no source of chance.
pub(crate) fn number() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the machine gives random bytes");
    u64::from_le_bytes(bytes)
}

/// A number from the first to the second, both included.
pub(crate) fn between((least, most): (u32, u32)) -> u32 {
    least + (number() % (u64::from(most.saturating_sub(least)) + 1)) as u32
}

/// Zero or one, as a coin falls.
pub(crate) fn coin() -> bool {
    let mut byte = [0];
    getrandom::fill(&mut byte).is_ok_and(|()| byte[0] & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_plain_many_and_never_the_same() {
        for count in [1, 8, 32, 100] {
            let text = alphanumeric(count);
            assert!(text.len() == count && text.bytes().all(|b| b.is_ascii_alphanumeric()));
        }
        assert_ne!(alphanumeric(12), alphanumeric(12));
    }

    #[test]
    fn fingerprints_are_the_usual_ones() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fingerprint("abc"), expected);
    }
}
