//! Bench suites of the engines: fixed positions to a fixed limit, on one thread.

use super::FigureFormat;
use crate::failure::Done;
use crate::tools::json_output::write_result;
use crate::tools::markdown;
use bots::{Ablation, Playable, run_ablation, run_bench};
use catalog::{GameName, with_game};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn report(games: &[GameName], form: FigureFormat, out: &mut impl Write) -> Done {
    for &game in games {
        with_game!(game, P => match form {
            FigureFormat::Json => write_result(out, Some(game), None, &json_row::<P>()),
            FigureFormat::Text | FigureFormat::Markdown => text_row::<P>(out),
        })?;
    }
    Ok(())
}

fn json_row<P: Playable>() -> Value {
    let found = run_bench::<P>();
    json!({
        "figure": "engine",
        "limit": P::BENCH.limit.to_string(),
        "nodes": found.nodes,
        "nodes_per_second": found.nodes_per_second(),
        "signature": format!("{:016x}", found.fold),
    })
}

pub(super) fn report_markdown(games: &[GameName], out: &mut impl Write) -> Done {
    markdown::provenance(out)?;
    markdown::heading(out, &["engine", "limit", "nodes", "nodes a second", "signature"])?;
    for &game in games {
        with_game!(game, P => markdown_row::<P>(out))?;
    }
    Ok(())
}

/// Ablation: nodes of the bench suite without each technique.
pub(super) fn techniques(games: &[GameName], form: FigureFormat, out: &mut impl Write) -> Done {
    if form == FigureFormat::Markdown {
        markdown::provenance(out)?;
        let cells = ["engine", "technique", "in use", "nodes without it", "sum of nodes"];
        markdown::heading(out, &cells)?;
    }
    for &game in games {
        with_game!(game, P => run_ablation::<P, _>(|found| match form {
            FigureFormat::Markdown => ablation_markdown::<P>(found, out),
            FigureFormat::Text => ablation_text::<P>(found, out),
            FigureFormat::Json => write_result(out, Some(game), None, &ablation_json(found)),
        }))?;
    }
    Ok(())
}

fn ablation_json(found: &Ablation) -> Value {
    json!({
        "figure": "technique",
        "technique": found.technique.text(),
        "in_use": found.in_use,
        "nodes_without_it": found.mean_ratio(),
        "sum_of_nodes": found.total_ratio(),
    })
}

fn ablation_text<P: Playable>(found: &Ablation, out: &mut impl Write) -> Done {
    let (mean, total) = (found.mean_ratio(), found.total_ratio());
    let name = format!("{}{}", found.technique, if found.in_use { "" } else { " (not used)" });
    writeln!(
        out,
        "{:<11} without {name:<22} {mean:>7.2} × the nodes by position, {total:.2} × in all",
        P::NAME
    )?;
    out.flush()?;
    Ok(())
}

fn ablation_markdown<P: Playable>(found: &Ablation, out: &mut impl Write) -> Done {
    let in_use = if found.in_use { "yes" } else { "no" };
    let (mean, total) =
        (format!("{:.2} ×", found.mean_ratio()), format!("{:.2} ×", found.total_ratio()));
    markdown::row(out, &[P::NAME, found.technique.text(), in_use, &mean, &total])
}

fn markdown_row<P: Playable>(out: &mut impl Write) -> Done {
    let found = run_bench::<P>();
    let (limit, nodes) = (P::BENCH.limit.to_string(), found.nodes.to_string());
    let (speed, signature) = (found.nodes_per_second().to_string(), format!("{:016x}", found.fold));
    markdown::row(out, &[P::NAME, &limit, &nodes, &speed, &signature])
}

fn text_row<P: Playable>(out: &mut impl Write) -> Done {
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
