//! The perft table against the fast rules and against the oracle that made it.

use crate::oracle::Plain;
use game::conformance::SlowRules as _;
use game::perft::{check_table, table};
use game::{Position as _, perft};
use hex::Position;

const TABLE: &str = include_str!("../../perft.txt");

#[test]
fn the_rules_count_what_the_table_says() {
    check_table::<Position>(TABLE, 7_000_000);
}

#[test]
fn the_oracle_counts_what_the_table_says() {
    for row in table(TABLE) {
        let plain = Plain::read(&row.position);
        for (i, &count) in row.counts.iter().enumerate().filter(|(_, n)| **n <= 20_000) {
            assert_eq!(plain.perft(i + 1), count, "perft {} of {}", i + 1, row.position);
        }
    }
}

#[test]
fn half_a_turn_keeps_counts_and_so_does_the_mirror_without_swap() {
    for row in table(TABLE) {
        let position: Position = row.position.parse().unwrap();
        let mirror = row.position.ends_with("off").then(|| position.mirrored());
        for image in [position.rotated()].into_iter().chain(mirror) {
            for (i, &count) in row.counts.iter().enumerate().filter(|(_, n)| **n <= 20_000) {
                assert_eq!(image.perft(i + 1), count, "perft {} of {image}", i + 1);
            }
        }
    }
}

#[test]
fn divided_counts_add_up() {
    let position: Position = "3/1r1/3 b swap=on".parse().unwrap();
    let parts = perft::divide(&position, 4);
    assert_eq!(parts.len(), 9);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), position.perft(4));
}
