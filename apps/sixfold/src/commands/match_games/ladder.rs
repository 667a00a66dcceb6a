//! `--ladder`: every level against the one below.

use super::{MatchArgs, table};
use crate::failure::Done;
use arena::Spec;
use bots::{Level, Playable};
use serde_json::json;
use std::io::Write;

pub(super) fn climb<P: Playable>(args: &MatchArgs, out: &mut impl Write) -> Done {
    let mut rows = Vec::new();
    if !args.json {
        writeln!(out, "{:<18}{:>7}{:>8}   Elo with 95 %", P::NAME, "games", "score")?;
    }
    for (below, above) in Level::all().zip(Level::all().skip(1)) {
        let contest = args.contest::<P>(Spec::Level(above), Spec::Level(below))?;
        let summary = args.play(&contest)?;
        let total = summary.tally.total();
        if !args.json {
            let name = format!("level {above} – {below}");
            let score = total.score() * 100.0;
            let elo = table::elo_text(&summary.tally);
            writeln!(out, "{name:<18}{:>7}{score:>6.1} %   {elo}", total.games())?;
            out.flush()?;
        }
        rows.push(table::json(&contest, &summary));
    }
    if args.json {
        writeln!(out, "{:#}", json!(rows))?;
    }
    Ok(())
}
