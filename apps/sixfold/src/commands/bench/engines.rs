//! Bench suites of the engines: fixed positions to a fixed limit, on one thread.

use crate::failure::Done;
use bots::{Playable, run_bench, run_bench_without};
use catalog::{GameName, with_game};
use search::alphabeta::Technique;
use std::io::Write;

pub(super) fn report(games: &[GameName], out: &mut impl Write) -> Done {
    for &game in games {
        with_game!(game, P => row::<P>(out))?;
    }
    Ok(())
}

/// Ablation: nodes of the bench suite without each technique.
pub(super) fn techniques(games: &[GameName], out: &mut impl Write) -> Done {
    for &game in games {
        with_game!(game, P => column::<P>(out))?;
    }
    Ok(())
}

fn column<P: Playable>(out: &mut impl Write) -> Done {
    let whole = run_bench::<P>().nodes;
    for technique in Technique::ALL {
        let Some(found) = run_bench_without::<P>(technique) else { continue };
        let times = found.nodes as f64 / whole as f64;
        let nodes = found.nodes;
        writeln!(out, "{:<11} without {technique:<22} {nodes:>11} nodes, {times:.2} ×", P::NAME)?;
        out.flush()?;
    }
    Ok(())
}

fn row<P: Playable>(out: &mut impl Write) -> Done {
    let found = run_bench::<P>();
    writeln!(
        out,
        "{:<11} {:>13} nodes/s, {}: {} nodes, signature {:016x}",
        P::NAME,
        found.nodes_per_second(),
        P::BENCH.limit,
        found.nodes,
        found.fold
    )?;
    out.flush()?;
    Ok(())
}
