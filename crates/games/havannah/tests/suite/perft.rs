//! The perft table against the fast rules and against the oracle.

use crate::oracle::Plain;
use game::Position as _;
use game::conformance::SlowRules as _;
use game::perft::{check_table, table};
use havannah::Position;

const TABLE: &str = include_str!("../../perft.txt");

#[test]
fn the_rules_count_what_the_table_says() {
    check_table::<Position>(TABLE, 2_000_000);
}

#[test]
fn the_oracle_counts_what_the_table_says() {
    for row in table(TABLE) {
        let plain = Plain::read(&row.position);
        for (i, &count) in row.counts.iter().enumerate().filter(|(_, n)| **n <= 1000) {
            assert_eq!(plain.perft(i + 1), count, "perft {} of {}", i + 1, row.position);
        }
    }
}

#[test]
fn symmetries_keep_counts() {
    for row in table(TABLE) {
        let position: Position = row.position.parse().unwrap();
        for image in (1..6).map(|i| position.rotated(i)).chain([position.mirrored(0)]) {
            for (i, &count) in row.counts.iter().enumerate().filter(|(_, n)| **n <= 2000) {
                assert_eq!(image.perft(i + 1), count, "perft {} of {image}", i + 1);
            }
        }
    }
}
