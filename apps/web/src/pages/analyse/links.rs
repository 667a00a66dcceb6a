//! What is proven without searching: who is joined to what, which cells are settled, and where one
//! must move. Drawn over the board, and said in words for whoever does not see it.

use super::desk::Desk;
use crate::board::{Sign, Tint};
use analysis::{Mark, MarkKind};
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::Scene;

/// The switch, and what is seen in words.
#[component]
pub(super) fn Links(desk: Desk, scene: Memo<Scene>) -> impl IntoView {
    let said = move || {
        let colours = scene.with(|scene| scene.colours.map(str::to_owned));
        desk.thinking.seen().with(|marks| sentences(marks, |side| colours[side].as_str()))
    };
    desk.has_links().then(|| {
        view! {
            <section class="joined" aria-label="Connections">
                <button
                    type="button"
                    class="button"
                    id="links-switch"
                    aria-pressed=move || desk.links.get().to_string()
                    on:click=move |_| desk.toggle_links()
                >
                    {move || if desk.links.get() { "Connections: shown" } else { "Connections: hidden" }}
                </button>
                <Show when=move || desk.links.get()>
                    <ul class="quiet joined-words" id="links-words">
                        {move || said().into_iter().map(|s| view! { <li>{s}</li> }).collect_view()}
                    </ul>
                </Show>
            </section>
        }
    })
}

/// Everything seen, as signs over the board.
pub(super) fn signs(desk: Desk, scene: &Scene) -> Vec<Sign> {
    if !desk.links.get() {
        return Vec::new();
    }
    let mut signs: Vec<Sign> = Vec::new();
    let seen = desk.thinking.seen();
    for sign in seen.read().iter().flat_map(|mark| drawn(mark, scene)) {
        // A cell that several links need is drawn once, or it would look like more than it is.
        if !signs.iter().any(|drawn| drawn.tint == sign.tint && drawn.cells == sign.cells) {
            signs.push(sign);
        }
    }
    signs
}

/// A mark as a sign on each of its cells, and a line from end to end.
fn drawn(mark: &Mark, scene: &Scene) -> Vec<Sign> {
    let side = side_of(mark).unwrap_or(Side::First);
    let (tint, weight) = match mark.kind {
        MarkKind::Link => (Tint::Within(side), 0.5),
        MarkKind::Win => (Tint::Within(side), 0.9),
        MarkKind::MustPlay => (Tint::Must, 0.9),
        MarkKind::Captured => (Tint::Captured(side), 0.6),
        MarkKind::Dead => (Tint::Dead, 0.5),
    };
    let sign = |cells, tint| Sign { cells, tint, weight, label: String::new() };
    let mut signs: Vec<Sign> =
        cells(scene, &mark.places).into_iter().map(|cell| sign(vec![cell], tint)).collect();
    if let [from, to] = cells(scene, &mark.ends)[..] {
        signs.push(Sign { weight: 0.9, ..sign(vec![from, to], Tint::Joined(side)) });
    }
    signs
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
        said.push("Nothing is joined yet that is not next to each other.".to_owned());
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
        assert_eq!((bridge[2].tint, bridge[2].cells.len()), (Tint::Joined(Side::First), 2));
        let edge = drawn(&mark(MarkKind::Link, 1, &["d3", "left"], &["c3", "b3"]), &scene);
        assert!(edge.iter().all(|sign| sign.tint == Tint::Within(Side::Second)));
    }
}
