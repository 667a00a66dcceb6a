//! `sixfold tune hex --network`: teaches the network that gives Hex's player its second opinion.

use super::Args;
use crate::failure::{Done, Failure};
use crate::progress;
use catalog::GameName;
use hex_engine::{School, Stage};
use std::fs;
use std::io::Write;

/// Where the build takes it from, counted from the project's folder.
const FILE: &str = "crates/engines/hex/network.bin";

pub(super) fn teach(args: &Args, out: &mut impl Write) -> Done {
    if args.game != GameName::Hex {
        return Err(Failure::request(format!("{} has no network; hex has", args.game)));
    }
    if args.nodes < School::LEAST_NODES {
        let least = School::LEAST_NODES;
        return Err(Failure::request(format!("a network learns from {least} --nodes or more")));
    }
    let file = args.file(FILE)?;
    let school = School {
        games: args.games as usize,
        nodes: args.nodes,
        generations: args.generations.into(),
        rounds: args.rounds.unwrap_or(10) as usize,
        threads: args.concurrency(),
        seed: args.seed,
    };
    let each = school.games + school.rounds;
    let bar = progress::bar("games and rounds", each * school.generations);
    let learned = school.teach(&mut |stage| {
        bar.set_message(match stage {
            Stage::Playing(_) => "playing",
            Stage::Learning(_) => "learning",
        });
        bar.inc(1);
    });
    bar.finish_and_clear();
    let learned = learned.ok_or_else(|| Failure::request("too few games to learn from"))?;
    fs::write(&file, learned.network.to_bytes()).map_err(|e| Failure::file(&file, &e))?;
    for (i, ([taught, held_out], marks)) in learned.generations.iter().enumerate() {
        let (generation, hits) = (i + 1, 100.0 * marks.hits);
        writeln!(out, "generation {generation}: {taught} positions, {held_out} held out")?;
        writeln!(out, "  held-out  loss {:.4}, the move tried most {hits:.1} %", marks.loss)?;
    }
    writeln!(out, "wrote {}", file.display())?;
    Ok(())
}
