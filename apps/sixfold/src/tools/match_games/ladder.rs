//! `--ladder`: every level against the one below.

use super::entrants::EntrantArg;
use super::{MatchArgs, only, table};
use crate::failure::Done;
use arena::Spec;
use bots::{Level, Playable};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;

pub(super) fn play_ladder<P: Playable>(args: &MatchArgs, out: &mut impl Write) -> Done {
    let mut rows = Vec::new();
    if args.markdown {
        table::markdown_heading(out)?;
    } else if !args.json {
        writeln!(out, "{:<18}{:>7}{:>10}   Elo with 95 %", P::NAME, "games", "points")?;
    }
    for (below, above) in Level::all().zip(Level::all().skip(1)) {
        let levels = [above, below].map(|level| EntrantArg::of(Spec::Level(level)));
        let contest = args.contest::<P>(&levels)?;
        if contest.stop.load(Relaxed) {
            break;
        }
        let pairings = args.play(&contest)?;
        let pairing = only(&pairings)?;
        if args.markdown {
            table::markdown_row(&contest, pairing, out)?;
        } else if !args.json {
            let name = format!("level {above} – {below}");
            let total = pairing.summary.tally.total();
            let (games, points) = (total.games(), table::points(&total));
            let elo = table::elo_text(&pairing.summary.tally.pairs);
            writeln!(out, "{name:<18}{games:>7}{points:>10}   {elo}")?;
            out.flush()?;
        }
        rows.push(table::json(&contest, pairing));
    }
    if args.json {
        writeln!(out, "{:#}", json!(rows))?;
    }
    Ok(())
}
