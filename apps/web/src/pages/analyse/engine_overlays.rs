//! Overlays from the engine: best moves, a heat map of scores, and the principal variation under the pointer.

use super::analysis_state::AnalysisState;
use super::proven_marks;
use crate::board::{Overlay, OverlayKind};
use analysis::{Line, Report};
use game::{Side, Viewer};
use leptos::prelude::*;
use scene::table::Choice;
use scene::{EngineOverlay, Scene, Table as _};

/// So much of an expected line is drawn.
const PLIES: usize = 9;

pub(super) fn overlays(analysis: AnalysisState, choices: &[Choice], scene: &Scene) -> Vec<Overlay> {
    let mut overlays = proven_marks::overlays(analysis, scene);
    overlays.extend(markup(analysis, scene));
    overlays.extend(thoughts(analysis, choices, scene));
    overlays
}

/// What the file or the author marked on the board where one stands: cells and labels.
fn markup(analysis: AnalysisState, scene: &Scene) -> Vec<Overlay> {
    let at = analysis.at.get();
    analysis.tree.with(|tree| {
        let properties = tree.node(at).properties.iter();
        let marked = properties.flat_map(|kept| {
            let plain = glyph(&kept.name);
            kept.marked_cells().into_iter().map(move |(cell, label)| (cell, label, plain))
        });
        let overlay = |(cell, label, plain): (String, String, &str)| {
            let tile = scene.tiles.iter().find(|tile| tile.name == cell)?;
            let label = if label.is_empty() { plain.to_owned() } else { label };
            Some(Overlay { cells: vec![tile.cell], kind: OverlayKind::Markup, weight: 1.0, label })
        };
        marked.filter_map(overlay).collect()
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
fn thoughts(analysis: AnalysisState, choices: &[Choice], scene: &Scene) -> Vec<Overlay> {
    if !analysis.on.get() {
        return Vec::new();
    }
    let found = analysis.thinking.found();
    let found = found.read();
    let Some(found) = found.as_ref() else { return Vec::new() };
    match analysis.hovered.get().and_then(|line| found.lines.get(line)) {
        Some(line) => expected(analysis, line),
        None => match analysis.game.description().overlay {
            EngineOverlay::HeatMap => heat(choices, found),
            EngineOverlay::Arrows => best(choices, found),
            EngineOverlay::Ghosts => ghosts(best(choices, found), scene),
        },
    }
}

/// Numbered ghosts instead of arrows, the best one with the number 1.
fn ghosts(mut overlays: Vec<Overlay>, scene: &Scene) -> Vec<Overlay> {
    let count = overlays.len();
    for (place, overlay) in overlays.iter_mut().enumerate() {
        *overlay = overlay.clone().into_ghost(scene, count - place);
    }
    overlays
}

/// An arrow for every line, the best one last and clearest.
fn best(choices: &[Choice], found: &Report) -> Vec<Overlay> {
    let overlays = found.lines.iter().enumerate().rev().filter_map(|(rank, line)| {
        let said = line.moves.first()?;
        let kind = if rank == 0 { OverlayKind::Best } else { OverlayKind::Other };
        let overlay = Overlay::of(choices, &said.mv, kind)?;
        Some(Overlay { weight: (0.9 - 0.15 * rank as f64).max(0.3), ..overlay })
    });
    overlays.collect()
}

/// Every cell that was looked at with its win probability, the stronger the more it was visited; the best
/// one named. The first visits are those of the policy.
fn heat(choices: &[Choice], found: &Report) -> Vec<Overlay> {
    let visits = found.lines.iter().map(|line| f64::from(line.visits.unwrap_or(0)));
    let most = visits.clone().fold(1.0, f64::max);
    let overlays =
        found.lines.iter().zip(visits).enumerate().filter_map(|(rank, (line, visits))| {
            let said = line.moves.first()?;
            let kind = if rank == 0 { OverlayKind::Best } else { OverlayKind::Heat };
            let overlay = Overlay::of(choices, &said.mv, kind)?;
            let label = format!("{:.0}", line.score.share() * 100.0);
            let weight = if rank == 0 { 0.95 } else { (visits / most).sqrt().clamp(0.15, 0.9) };
            Some(Overlay { weight, label, ..overlay })
        });
    overlays.collect()
}

/// A line, its moves numbered, each in its side's colour.
fn expected(analysis: AnalysisState, line: &Line) -> Vec<Overlay> {
    let mut table = analysis.table.with(Clone::clone);
    let mut overlays = Vec::new();
    for (ply, said) in line.moves.iter().take(PLIES).enumerate() {
        let kind = match table.side_to_move() {
            Side::First => OverlayKind::First,
            Side::Second => OverlayKind::Second,
        };
        if let Some(overlay) = Overlay::of(&table.choices(), &said.mv, kind) {
            let weight = (1.0 - 0.07 * ply as f64).max(0.4);
            let overlay = Overlay { weight, label: (ply + 1).to_string(), ..overlay };
            overlays.push(match analysis.game.description().overlay {
                EngineOverlay::Ghosts => overlay.into_ghost(&table.scene(Viewer::Judge), ply + 1),
                EngineOverlay::Arrows | EngineOverlay::HeatMap => overlay,
            });
        }
        if table.play(&said.mv).is_err() {
            break;
        }
    }
    overlays
}
