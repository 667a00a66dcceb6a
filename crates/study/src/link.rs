//! Share links: a text as base64url (RFC 4648) in the fragment of an address, which browsers never send.
//!
//! ```text
//! #g.1a2b3c4d.W0dhbWUgImhleCJdCg     a letter for the form, a checksum, the text in base64url
//! ```
//! The checksum tells a link that was cut short on its way from a whole one.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const FORM: &str = "g.";

/// What was found in an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkText {
    /// The text that was put in.
    Whole(String),
    /// What is left of it.
    Cut(String),
}

/// What stands after the `#` for a text.
pub fn write(text: &str) -> String {
    let mut out = format!("{FORM}{:08x}.", checksum(text.as_bytes()));
    for chunk in text.as_bytes().chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - chunk.len()));
        let letter = |i: usize| ALPHABET[(bits >> (18 - 6 * i) & 63) as usize] as char;
        out.extend((0..=chunk.len()).map(letter));
    }
    out
}

/// The text in what stands after the `#`; nothing if it is no link of ours.
pub fn read(hash: &str) -> Option<LinkText> {
    let (sum, letters) = hash.trim_start_matches('#').strip_prefix(FORM)?.split_once('.')?;
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    let (mut bits, mut held) = (0_u32, 0);
    for letter in letters.bytes() {
        let Some(value) = ALPHABET.iter().position(|known| *known == letter) else { break };
        bits = (bits << 6 | value as u32) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    let whole = u32::from_str_radix(sum, 16) == Ok(checksum(&bytes));
    match String::from_utf8(bytes) {
        Ok(text) if whole => Some(LinkText::Whole(text)),
        Ok(text) => Some(LinkText::Cut(text)),
        Err(error) => Some(LinkText::Cut(String::from_utf8_lossy(error.as_bytes()).into_owned())),
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_went() {
        for text in ["", "a", "ab", "abc", "abcd", "[Game \"hex\"]\n\n1. a1 {é ☺} *"] {
            let link = write(text);
            assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)));
            assert_eq!(read(&format!("#{link}")), Some(LinkText::Whole(text.to_owned())));
        }
    }

    #[test]
    fn a_cut_link_says_so_and_gives_what_is_left() {
        let text = "[Game \"hex\"]\n\n1. a1 b2 2. c3 *";
        let link = write(text);
        for length in 12..link.len() {
            let Some(LinkText::Cut(left)) = read(&link[..length]) else { panic!("{length}") };
            assert!(text.starts_with(&left), "{left}");
        }
    }

    #[test]
    fn other_addresses_are_none_of_ours() {
        for hash in ["", "#", "#block", "#g.", "#g.12345678", "x.12345678.abcd"] {
            assert_eq!(read(hash), None, "{hash}");
        }
    }
}
