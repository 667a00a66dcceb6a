//! Holds the rules of Eclipse to vectors made by an independent implementation.
//!
//! `cargo run --release -p vectors --example verify_rules`

use catalog::GameName;

fn main() {
    let json = include_str!("../data/eclipse.json");
    match vectors::verify(GameName::Eclipse, json) {
        Ok(report) => {
            println!("{} agree, {} do not", report.passed, report.failures.len());
            report.failures.iter().for_each(|failure| println!("  {failure}"));
        }
        Err(error) => println!("{error}"),
    }
    let error = vectors::verify(GameName::Hex, json).expect_err("vectors of another game");
    println!("read as Hex: {error}");
}
