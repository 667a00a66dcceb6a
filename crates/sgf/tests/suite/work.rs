//! Reading a stranger's text takes work in proportion to its length, and no more than the limits
//! allow. Work is counted, not timed.

use proptest::prelude::*;
use sgf::{Steps, probe, read_sgf, read_sgf_counted};
use std::fmt::Write as _;

/// Texts of a shape, from small to large.
type Shape = (&'static str, fn(usize) -> String);

fn letters(mut n: usize) -> String {
    let mut name = String::from("X");
    while n > 0 {
        name.push((b'A' + (n % 26) as u8) as char);
        n /= 26;
    }
    name
}

/// Every shape has about `n` of something.
const SHAPES: [Shape; 10] = [
    ("different properties", |n| {
        (0..n).fold("(;SZ[5]".to_owned(), |mut text, i| {
            let _ = write!(text, "{}[]", letters(i));
            text
        })
    }),
    ("the same property", |n| format!("(;SZ[5]{}", "C[x]".repeat(n))),
    ("values", |n| format!("(;SZ[5]AB{}", "[a1]".repeat(n))),
    ("tags", |n| format!("(;SZ[5]TAG{}", "[a: b]".repeat(n))),
    ("nodes", |n| format!("(;SZ[5]{}", ";".repeat(n))),
    ("variations", |n| format!("(;SZ[5]{}", "(;B[a1];W[b2])".repeat(n / 2))),
    ("long variations", |n| {
        format!("(;SZ[19];B[a1]{}", "(;W[b2];B[c3];W[d4];B[e5])".repeat(n / 8))
    }),
    ("a long name", |n| format!("(;SZ[5]{}[1]", "AbC".repeat(n))),
    ("a long value", |n| format!("(;SZ[5]C[{}]", "\\]é ".repeat(n))),
    ("space", |n| format!("(;SZ{}[5]", " \n\t".repeat(n))),
];

fn steps(text: &str) -> u64 {
    let mut steps = Steps::default();
    read_sgf_counted(text, &mut steps).unwrap_or_else(|error| panic!("{error}"));
    steps.count()
}

#[test]
fn twice_the_text_takes_twice_the_work() {
    for (name, shape) in SHAPES {
        let (once, twice) = (steps(&shape(4_000)), steps(&shape(8_000)));
        assert!(twice * 10 <= once * 23, "{name}: {once} steps, then {twice}");
        let bytes = shape(8_000).len() as u64;
        assert!(twice <= probe::STEPS_PER_BYTE * bytes, "{name}: {twice} steps for {bytes} bytes");
    }
}

#[test]
fn what_is_too_large_is_refused_with_a_reason() {
    let error = |text: &str| read_sgf(text).unwrap_err().to_string();
    assert!(error(&format!("(;SZ[5]{}", ";".repeat(20_000))).contains("at most 20000 nodes"));
    assert!(error(&"(".repeat(1_000_000)).contains("more than 1000 variations"));
    assert!(error(&format!("(;SZ[5]{}", "(;".repeat(5_000))).contains("more than 1000 variations"));
    assert!(error(&format!("(;SZ[5]AB{}", "[a1]".repeat(10_001))).contains("at most 10000 values"));
    assert!(error(&format!("(;SZ[5]{}", "X[]".repeat(10_001))).contains("at most 10000 values"));
}

/// The name of a property does not matter to the reader, only to its caller.
#[test]
fn unknown_properties_change_nothing() {
    let plain = read_sgf("(;SZ[5]PB[Ann];B[a1]C[x];W[b2])").unwrap();
    let many = (0..3_000).map(|i| letters(i) + "[x]").collect::<String>();
    let text = format!("(;SZ[5]{many}PB[Ann];B[a1]{many}C[x];W[b2])");
    let mut read = read_sgf(&text).unwrap();
    let kept = [&mut read.properties, &mut read.nodes[0].properties].map(std::mem::take);
    assert_eq!(kept.map(|kept| kept.len()), [3_000, 3_000]);
    assert!(read == plain);
}

proptest! {
    #[test]
    fn the_laws_hold_for_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        probe::sgf(&bytes);
        probe::hexworld(&bytes);
    }

    #[test]
    fn the_laws_hold_for_anything_that_looks_like_sgf(
        text in r"\(;SZ\[[3-7]\](;|\(|\)|B\[[a-g][1-7]\]|W\[[a-g][1-7]\]|W\[swap-(sides|pieces)\]|C\[x\]|\[| |XY\[\]|A[BWE]\[[a-g][1-7]\]|PL\[W\]|TR\[a1\]|LB\[a1:x\]){0,40}",
    ) {
        probe::sgf(text.as_bytes());
    }

    #[test]
    fn the_laws_hold_for_anything_that_looks_like_a_link(
        text in r"#[3-9]n?c1,([a-g][1-7]|:s|:S|,|:rb|:fw|:p){0,20}",
    ) {
        probe::hexworld(text.as_bytes());
    }
}
