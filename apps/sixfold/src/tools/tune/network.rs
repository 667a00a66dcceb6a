//! `sixfold tune GAME --network`: trains a policy network by self-play. Hex is what has one.

use super::TuneArgs;
use crate::failure::{Done, Failure};
use crate::files::is_standard;
use crate::progress;
use bots::Playable as _;
use catalog::{GameName, with_game};
use hex_engine::{SelfPlayTraining, TrainingStage};
use std::fs;
use std::io::Write;

/// Where the build takes it from, counted from the project's folder.
const FILE: &str = "crates/engines/hex/network.bin";

fn has_network(game: GameName) -> bool {
    with_game!(game, P => P::HAS_NETWORK)
}

/// The games whose engine has a network.
pub(super) fn trained_games() -> String {
    GameName::which(has_network, GameName::text)
}

pub(super) fn train(args: &TuneArgs, out: &mut impl Write) -> Done {
    if !has_network(args.game) {
        let what = format!("{} has no network; {} has", args.game, trained_games());
        return Err(Failure::request(what));
    }
    if args.nodes < SelfPlayTraining::LEAST_NODES {
        let least = SelfPlayTraining::LEAST_NODES;
        return Err(Failure::request(format!("a network learns from {least} --nodes or more")));
    }
    let file = args.file(FILE)?;
    if is_standard(&file) {
        return Err(Failure::request("a network is no text: give --out a file"));
    }
    let training = SelfPlayTraining {
        games: args.games as usize,
        nodes: args.nodes,
        generations: args.generations.into(),
        epochs: args.rounds.unwrap_or(10) as usize,
        threads: args.concurrency(),
        seed: args.seed,
    };
    let each = training.games + training.epochs;
    let bar = progress::bar("games and rounds", each * training.generations);
    let trained = training.run(&mut |stage| {
        bar.set_message(match stage {
            TrainingStage::Playing(_) => "playing",
            TrainingStage::Learning(_) => "learning",
        });
        bar.inc(1);
    });
    bar.finish_and_clear();
    let trained = trained.ok_or_else(|| Failure::request("too few games to learn from"))?;
    fs::write(&file, trained.network.to_bytes()).map_err(|e| Failure::file(&file, &e))?;
    for (i, ([training_set, held_out], metrics)) in trained.generations.iter().enumerate() {
        let (generation, accuracy) = (i + 1, 100.0 * metrics.accuracy);
        writeln!(out, "generation {generation}: {training_set} positions, {held_out} held out")?;
        writeln!(out, "  held-out  loss {:.4}, the move tried most {accuracy:.1} %", metrics.loss)?;
    }
    writeln!(out, "wrote {}", file.display())?;
    Ok(())
}
