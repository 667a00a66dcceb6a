//! The sections of a WebAssembly module: what a browser needs and what it does not.

/// What every module begins with: a mark and a version.
const HEAD: usize = 8;

/// The kind of section that says something to tools only, such as the names of functions.
const CUSTOM: u8 = 0;

/// The module without the sections that a browser does not need. What is no module stays as it is.
pub(super) fn needed(module: &[u8]) -> Vec<u8> {
    try_needed(module).unwrap_or_else(|| module.to_vec())
}

fn try_needed(module: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = module.split_at_checked(HEAD)?;
    let mut kept = head.to_vec();
    while let Some((&kind, after)) = rest.split_first() {
        let (length, body) = number(after)?;
        let whole = rest.len() - body.len() + length;
        let (section, next) = rest.split_at_checked(whole)?;
        if kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = next;
    }
    Some(kept)
}

/// A number in seven bits a byte, the lowest first, and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let size = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at(size);
    let value = digits.iter().rev().fold(0, |sum, &byte| sum << 7 | usize::from(byte & 0x7f));
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_are_left_out() {
        let long = [&[10, 0x81, 0x01][..], &[7; 129]].concat();
        let module = [b"\0asm\x01\0\0\0".as_slice(), &[0, 2, 1, 65], &long, &[0, 1, 0]].concat();
        let wanted = [b"\0asm\x01\0\0\0".as_slice(), &long].concat();
        assert_eq!(needed(&module), wanted);
    }

    #[test]
    fn what_is_no_module_stays() {
        for odd in [&b""[..], b"short", b"\0asm\x01\0\0\0\x01\xff", b"\0asm\x01\0\0\0\x01\x09x"] {
            assert_eq!(needed(odd), odd);
        }
    }
}
