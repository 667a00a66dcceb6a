//! Reads a game of Hex from SGF and writes it as a `HexWorld` link.
//!
//! `cargo run -p sgf --example sgf_to_link`

use sgf::{read_hexworld, read_sgf, write_hexworld, write_sgf};

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob];B[a3];W[swap-pieces];B[c3]C[the centre];W[d2]\
                   (;B[b4])(;B[c4];W[a1]))";

fn main() {
    let tree = read_sgf(SGF).expect("a game with a variation");
    let record = tree.main_line();
    println!("{record}");
    println!("{:#}", record.position());
    let link = write_hexworld(&record).expect("it starts on an empty board");
    println!("{link}");
    let again = read_hexworld(&link).expect("our own link");
    assert_eq!(again.moves(), record.moves());
    println!("{}", write_sgf(&tree));
    let error = read_sgf("(;GM[11]SZ[5];B[a1];W[a1])").expect_err("a1 is taken");
    println!("refused: {error}");
}
