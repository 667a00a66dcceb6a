//! Texts that somebody might send as a move of Hex Chess, to hear what is said about them: every
//! form of the notation, right and wrong, and garbage. Included by the tests of the rooms as well.

/// The letters of all kinds of piece, and none.
const LETTERS: [&str; 12] = ["", "K", "C", "D", "G", "F", "M", "N", "B", "Q", "R", "P"];

/// What can stand between the cells of a step.
const SIGNS: [&str; 4] = ["", "-", "x", "o"];

/// The cells of the board.
pub(crate) const CELLS: std::ops::RangeInclusive<usize> = 1..=37;

/// What is no move of any position.
const GARBAGE: [&str; 42] = [
    "",
    " ",
    "x",
    "-",
    "F",
    "N",
    "all",
    "S",
    "S:",
    "all:",
    "S:K",
    "@",
    "@34",
    "F@",
    "N@",
    "0-1",
    "38-1",
    "1-38",
    "007-8",
    "-7-8",
    "+7-8",
    "1--2",
    "1-2-3",
    "34",
    "34F",
    "34N",
    "34=Q",
    "F34-19",
    "N34-19",
    "fool",
    "knight",
    "34 holds a fool",
    "resign",
    "random",
    "place all (random)",
    "swap",
    "null",
    "{\"mv\":\"34F19\"}",
    "<script>34F19</script>",
    "٣٤F19",
    "34\u{0}F19",
    "34F19;",
];

/// Every way to write a step from one cell to another.
pub(crate) fn steps_between(from: usize, to: usize) -> impl Iterator<Item = String> {
    let signed = LETTERS.into_iter().flat_map(|letter| SIGNS.map(|sign| (letter, sign)));
    signed.flat_map(move |(letter, sign)| {
        ["", "=Q"].map(|promotion| format!("{from}{letter}{sign}{to}{promotion}"))
    })
}

/// Placements in both notations, one by one and all at once.
pub(crate) fn placements() -> impl Iterator<Item = String> {
    let single = LETTERS.into_iter().skip(1).flat_map(|letter| {
        CELLS.flat_map(move |cell| [format!("{letter}@{cell}"), format!("S:{letter}{cell}")])
    });
    single.chain(lineups())
}

/// Every ordered choice of two pieces, and every choice of five neighbours in the pool's circle.
fn lineups() -> impl Iterator<Item = String> {
    let kinds = &LETTERS[1..];
    let pairs = kinds.iter().flat_map(|one| kinds.iter().map(move |two| format!("{one}{two}")));
    let fives = (0..kinds.len())
        .map(|start| (0..5).map(|i| kinds[(start + i) % kinds.len()]).collect::<String>());
    pairs.chain(fives).flat_map(|kinds| [format!("S:{kinds}"), format!("all:{kinds}")])
}

/// Garbage of all kinds, and some that is long.
pub(crate) fn garbage() -> impl Iterator<Item = String> {
    let long = ["F".repeat(60), "34F".repeat(1_000), "9".repeat(3_000), "é".repeat(1_500)];
    GARBAGE.into_iter().map(str::to_owned).chain(long)
}
