//! How the game stood, move by move: a bar for now, a curve for the whole line. What is proven
//! reaches the edge; an estimate never does.

use super::analysis_state::AnalysisState;
use super::lines::{meaning, short};
use analysis::Score;
use catalog::AnyRecord;
use game::{Side, Viewer};
use leptos::prelude::*;
use scene::Table as _;
use study::NodeId;

/// The score of the position one looks at, beside the board.
#[component]
pub(super) fn Bar(analysis: AnalysisState) -> impl IntoView {
    let score = Memo::new(move |_| {
        let at = analysis.at.get();
        decided(analysis).or_else(|| analysis.scores.with(|scores| scores.get(&at).copied()))
    });
    let share = move || score.get().map_or(0.5, Score::share);
    let said = move || match score.get() {
        None => "Not evaluated yet".to_owned(),
        Some(score) => {
            let kind = if score.is_proven() { "proven" } else { "estimated" };
            format!("For the first side, {kind}: {}", short(score))
        }
    };
    view! {
        <div class="score-bar" class:empty=move || score.get().is_none() role="img" aria-label=said title=said>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
                <rect class="second" x="0" y="0" width="10" height="100" />
                <rect
                    class="first"
                    x="0"
                    width="10"
                    y=move || format!("{:.1}", 100.0 - 100.0 * share())
                    height=move || format!("{:.1}", 100.0 * share())
                />
            </svg>
        </div>
    }
}

/// The outcome of the current position, if the game is over there.
fn decided(analysis: AnalysisState) -> Option<Score> {
    let conclusion = analysis.table.with(AnyRecord::conclusion)?;
    Some(match conclusion.outcome.winner() {
        None => Score::Draw,
        Some(Side::First) => Score::WinIn(0),
        Some(Side::Second) => Score::LossIn(0),
    })
}

/// A node of the line, and what is known of it.
type ScorePoint = (NodeId, Option<Score>);

/// The line one stands on, as a curve to click on.
#[component]
pub(super) fn Graph(analysis: AnalysisState) -> impl IntoView {
    let line = Memo::new(move |_| {
        let line = analysis.tree.with(|tree| tree.line(analysis.at.get()));
        analysis.scores.with(|scores| {
            line.into_iter().map(|at| (at, scores.get(&at).copied())).collect::<Vec<ScorePoint>>()
        })
    });
    let colours = move || analysis.table.with(|table| table.scene(Viewer::Watcher).colours);
    let known = move || line.with(|line| line.iter().filter(|(_, score)| score.is_some()).count());
    view! {
        <Show when=move || { known() > 1 }>
            <div class="graph-frame">
                <p class="graph-sides" aria-hidden="true">
                    <span>{move || colours().first}</span>
                    <span>"50 %"</span>
                    <span>{move || colours().second}</span>
                </p>
                <svg class="graph" id="graph" viewBox="0 0 400 100" preserveAspectRatio="none" role="img" aria-label="Score over the game">
                    <rect class="ground" x="0" y="0" width="400" height="100" />
                    <path class="area" d=move || line.with(|line| area(line)) />
                    <path class="half" d="M0,50 H400" />
                    {move || line.with(|line| spots(analysis, line))}
                </svg>
                <p class="graph-plies" aria-hidden="true">
                    {move || line.with(|line| ticks(line.len().saturating_sub(1)))
                        .into_iter()
                        .map(|ply| view! { <span>{ply}</span> })
                        .collect_view()}
                </p>
            </div>
        </Show>
    }
}

/// The plies that are written below the curve: the first, the last, and some between at equal distances.
fn ticks(plies: usize) -> Vec<usize> {
    let parts = plies.clamp(1, 4);
    (0..=parts).map(|part| plies * part / parts).collect()
}

fn x(index: usize, count: usize) -> f64 {
    400.0 * index as f64 / (count.max(2) - 1) as f64
}

fn y(score: Score) -> f64 {
    100.0 - 100.0 * score.share()
}

/// The curve, closed at the bottom.
fn area(line: &[ScorePoint]) -> String {
    let known = line.iter().enumerate().filter_map(|(i, (_, score))| Some((i, (*score)?)));
    let points: Vec<(f64, f64)> = known.map(|(i, score)| (x(i, line.len()), y(score))).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let curve: Vec<String> = points.iter().map(|(x, y)| format!("L{x:.1},{y:.1}")).collect();
    format!("M{:.1},100 {} L{:.1},100 Z", first.0, curve.join(" "), last.0)
}

/// A strip for every move, to be clicked, and the line that shows where one stands.
fn spots(analysis: AnalysisState, line: &[ScorePoint]) -> impl IntoView + use<> {
    let width = 400.0 / line.len().max(1) as f64;
    let count = line.len();
    let spots = line.iter().enumerate().map(|(i, &(at, score))| {
        let middle = x(i, count);
        let words =
            score.map_or_else(String::new, |s| format!("{} ({})", short(s), meaning_first(s)));
        view! {
            <g
                class="spot"
                class:now=move || analysis.at.get() == at
                class:proven=score.is_some_and(Score::is_proven)
                data-ply=i
                on:click=move |_| analysis.go(at)
            >
                <title>{words}</title>
                <rect x=middle - width / 2.0 y="0" width=width height="100" />
                <path d=format!("M{middle:.1},0 V100") />
            </g>
        }
    });
    spots.collect_view()
}

/// The same words, from the first side's view.
fn meaning_first(score: Score) -> &'static str {
    if meaning(score).starts_with("proven") { "proven" } else { "estimated" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_names_the_first_and_the_last_ply_and_no_ply_twice() {
        for plies in 1..200 {
            let ticks = ticks(plies);
            assert_eq!((ticks.first(), ticks.last()), (Some(&0), Some(&plies)));
            assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{ticks:?}");
        }
    }
}
