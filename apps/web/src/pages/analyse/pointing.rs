//! What the board points out: the best moves, how good moves are, and the line that is looked at.

use super::desk::Desk;
use super::links;
use crate::board::{Sign, Tint};
use analysis::{Line, Report};
use catalog::GameName;
use game::Side;
use leptos::prelude::*;
use scene::Scene;
use scene::Table as _;
use scene::table::Choice;

/// So much of an expected line is drawn.
const PLIES: usize = 9;

pub(super) fn signs(desk: Desk, choices: &[Choice], scene: &Scene) -> Vec<Sign> {
    let mut signs = links::signs(desk, scene);
    signs.extend(markup(desk, scene));
    signs.extend(thoughts(desk, choices));
    signs
}

/// What the file or the author marked on the board where one stands: cells and labels.
fn markup(desk: Desk, scene: &Scene) -> Vec<Sign> {
    let at = desk.at.get();
    desk.tree.with(|tree| {
        let properties = tree.node(at).properties.iter();
        let marked = properties.flat_map(|kept| {
            let plain = glyph(&kept.name);
            kept.marked_cells().into_iter().map(move |(cell, label)| (cell, label, plain))
        });
        let sign = |(cell, label, plain): (String, String, &str)| {
            let tile = scene.tiles.iter().find(|tile| tile.name == cell)?;
            let label = if label.is_empty() { plain.to_owned() } else { label };
            Some(Sign { cells: vec![tile.cell], tint: Tint::Markup, weight: 1.0, label })
        };
        marked.filter_map(sign).collect()
    })
}

/// A mark of SGF as a character.
fn glyph(name: &str) -> &'static str {
    match name {
        "TR" => "△",
        "SQ" => "□",
        "CR" => "○",
        "MA" => "✕",
        "SL" => "●",
        _ => "",
    }
}

/// What the engine thinks of.
fn thoughts(desk: Desk, choices: &[Choice]) -> Vec<Sign> {
    if !desk.on.get() {
        return Vec::new();
    }
    let found = desk.thinking.found();
    let found = found.read();
    let Some(found) = found.as_ref() else { return Vec::new() };
    match desk.hovered.get().and_then(|line| found.lines.get(line)) {
        Some(line) => expected(desk, line),
        None if desk.game == GameName::Hex => heat(choices, found),
        None => best(choices, found),
    }
}

/// An arrow for every line, the best one clearest.
fn best(choices: &[Choice], found: &Report) -> Vec<Sign> {
    let signs = found.lines.iter().enumerate().rev().filter_map(|(rank, line)| {
        let said = line.moves.first()?;
        let tint = if rank == 0 { Tint::Best } else { Tint::Other };
        let sign = Sign::of(choices, &said.mv, tint)?;
        Some(Sign { weight: (0.9 - 0.15 * rank as f64).max(0.3), ..sign })
    });
    signs.collect()
}

/// Every cell that was looked at, the stronger the better it is thought to be; the best one named.
fn heat(choices: &[Choice], found: &Report) -> Vec<Sign> {
    let shares = found.lines.iter().map(|line| line.score.share());
    let most = shares.clone().fold(0.0, f64::max).max(0.01);
    let signs = found.lines.iter().zip(shares).enumerate().filter_map(|(rank, (line, share))| {
        let said = line.moves.first()?;
        let tint = if rank == 0 { Tint::Best } else { Tint::Heat };
        let sign = Sign::of(choices, &said.mv, tint)?;
        let label = format!("{:.0}", share * 100.0);
        let weight = if rank == 0 { 0.95 } else { (share / most).powi(3).clamp(0.15, 0.9) };
        Some(Sign { weight, label, ..sign })
    });
    signs.collect()
}

/// A line, its moves numbered, each in its side's colour.
fn expected(desk: Desk, line: &Line) -> Vec<Sign> {
    let mut table = desk.table.with(Clone::clone);
    let mut signs = Vec::new();
    for (ply, said) in line.moves.iter().take(PLIES).enumerate() {
        let tint = match table.side_to_move() {
            Side::First => Tint::First,
            Side::Second => Tint::Second,
        };
        if let Some(sign) = Sign::of(&table.choices(), &said.mv, tint) {
            let weight = (1.0 - 0.07 * ply as f64).max(0.4);
            signs.push(Sign { weight, label: (ply + 1).to_string(), ..sign });
        }
        if table.play(&said.mv).is_err() {
            break;
        }
    }
    signs
}
