//! Marks proven without search: virtual connections, dead and captured cells, the must-play region.
//! Drawn over the board, and said in words for screen readers.

use super::analysis_state::AnalysisState;
use crate::board::{Overlay, OverlayKind};
use analysis::{Mark, MarkKind};
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::Scene;

/// The switch, and what is seen in words.
#[component]
pub(super) fn Links(analysis: AnalysisState, scene: Memo<Scene>) -> impl IntoView {
    let said = move || {
        let colours = scene.with(|scene| scene.colours.map(str::to_owned));
        analysis.thinking.seen().with(|marks| sentences(marks, |side| colours[side].as_str()))
    };
    analysis.has_links().then(|| {
        view! {
            <section class="joined" aria-label="Connections">
                <button
                    type="button"
                    class="button"
                    id="links-switch"
                    aria-pressed=move || analysis.links.get().to_string()
                    on:click=move |_| analysis.toggle_links()
                >
                    {move || if analysis.links.get() { "Connections: shown" } else { "Connections: hidden" }}
                </button>
                <Show when=move || analysis.links.get()>
                    <ul class="quiet joined-words" id="links-words">
                        {move || said().into_iter().map(|s| view! { <li>{s}</li> }).collect_view()}
                    </ul>
                </Show>
            </section>
        }
    })
}

/// Everything seen, as signs over the board.
pub(super) fn overlays(analysis: AnalysisState, scene: &Scene) -> Vec<Overlay> {
    if !analysis.links.get() {
        return Vec::new();
    }
    let mut overlays: Vec<Overlay> = Vec::new();
    let seen = analysis.thinking.seen();
    for overlay in seen.read().iter().flat_map(|mark| drawn(mark, scene)) {
        // A cell that several links need is drawn once, or it would look like more than it is.
        if !overlays.iter().any(|drawn| drawn.kind == overlay.kind && drawn.cells == overlay.cells)
        {
            overlays.push(overlay);
        }
    }
    overlays
}

/// A mark as a sign on each of its cells, and a line from end to end.
fn drawn(mark: &Mark, scene: &Scene) -> Vec<Overlay> {
    let side = side_of(mark).unwrap_or(Side::First);
    let (kind, weight) = match mark.kind {
        MarkKind::Link => (OverlayKind::Within(side), 0.5),
        MarkKind::Win => (OverlayKind::Within(side), 0.9),
        MarkKind::MustPlay => (OverlayKind::Must, 0.9),
        MarkKind::Captured => (OverlayKind::Captured(side), 0.6),
        MarkKind::Dead => (OverlayKind::Dead, 0.5),
    };
    let overlay = |cells, kind| Overlay { cells, kind, weight, label: String::new() };
    let mut overlays: Vec<Overlay> =
        cells(scene, &mark.places).into_iter().map(|cell| overlay(vec![cell], kind)).collect();
    if let [from, to] = cells(scene, &mark.ends)[..] {
        overlays
            .push(Overlay { weight: 0.9, ..overlay(vec![from, to], OverlayKind::Joined(side)) });
    }
    overlays
}

fn side_of(mark: &Mark) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| mark.side == Some(side.index() as u8))
}

/// The cells among these names; edges are none.
fn cells(scene: &Scene, names: &[String]) -> Vec<Cell> {
    let named = |name: &String| Some(scene.tiles.iter().find(|tile| tile.name == *name)?.cell);
    names.iter().filter_map(named).collect()
}

/// What the marks say, the most urgent first.
fn sentences<'a>(marks: &[Mark], colour: impl Fn(Side) -> &'a str) -> Vec<String> {
    let mut said = Vec::new();
    for mark in marks {
        let whose = side_of(mark).map_or("Nobody", &colour);
        match mark.kind {
            MarkKind::Win => said.push(format!("{whose} has a won game.")),
            MarkKind::MustPlay => {
                said.push(format!("{whose} must move to {}.", listed(&mark.places)));
            }
            MarkKind::Link | MarkKind::Captured | MarkKind::Dead => {}
        }
    }
    for side in Side::BOTH {
        let theirs = |mark: &&Mark| mark.kind == MarkKind::Link && side_of(mark) == Some(side);
        let pairs: Vec<String> =
            marks.iter().filter(theirs).map(|mark| mark.ends.join("–")).collect();
        if !pairs.is_empty() {
            said.push(format!("{}: {}.", colour(side), pairs.join(", ")));
        }
    }
    if said.is_empty() {
        said.push("No connections yet beyond adjacent stones.".to_owned());
    }
    said
}

/// `a1`, `a1 or b2`, `a1, b2 or c3`.
fn listed(places: &[String]) -> String {
    match places {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::AnyRecord;
    use scene::Table as _;

    fn mark(kind: MarkKind, side: u8, ends: &[&str], places: &[&str]) -> Mark {
        let strings = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Mark { kind, side: Some(side), ends: strings(ends), places: strings(places) }
    }

    fn colour(side: Side) -> &'static str {
        ["Red", "Blue"][side.index()]
    }

    #[test]
    fn what_is_drawn_is_also_said() {
        let marks = [
            mark(MarkKind::Link, 0, &["c5", "d3"], &["c4", "d4"]),
            mark(MarkKind::Link, 0, &["d3", "top"], &["d2", "e1"]),
            mark(MarkKind::MustPlay, 1, &[], &["b6", "b7", "c6"]),
        ];
        assert_eq!(
            sentences(&marks, colour),
            ["Blue must move to b6, b7 or c6.", "Red: c5–d3, d3–top."]
        );
        assert_eq!(sentences(&[], colour).len(), 1);
    }

    #[test]
    fn links_are_lines_where_they_join_stones_and_shade_their_cells() {
        let scene =
            AnyRecord::begin(catalog::GameName::Hex, "").unwrap().scene(game::Viewer::Judge);
        let bridge = drawn(&mark(MarkKind::Link, 0, &["c5", "d3"], &["c4", "d4"]), &scene);
        assert_eq!(bridge.len(), 3);
        assert_eq!((bridge[2].kind, bridge[2].cells.len()), (OverlayKind::Joined(Side::First), 2));
        let edge = drawn(&mark(MarkKind::Link, 1, &["d3", "left"], &["c3", "b3"]), &scene);
        assert!(edge.iter().all(|overlay| overlay.kind == OverlayKind::Within(Side::Second)));
    }
}
