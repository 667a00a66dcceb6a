//! A review: the engine goes over the whole game, marks mistakes and names what was better.

use super::analysis_state::AnalysisState;
use super::mistakes::{Mistake, accuracy};
use analysis::{Limits, MoveQuality, ReviewedMove, Score};
use game::Side;
use leptos::prelude::*;
use std::time::Duration;
use study::{MoveAnnotation, NodeId, Tree};

/// How long the engine looks at each position.
const POSITION_TIME: Duration = Duration::from_millis(250);
/// So much of a better line is written down.
const PLIES: usize = 5;

#[component]
pub(super) fn Review(analysis: AnalysisState) -> impl IntoView {
    let empty = move || analysis.tree.with(Tree::is_empty);
    let asked = RwSignal::new(false);
    let summary = RwSignal::new(None::<String>);
    let start = move |_| begin(analysis, asked, summary);
    let stop = move |_| {
        asked.set(false);
        analysis.thinking.stop();
    };
    let bar = move || {
        let (done, of) = analysis.thinking.progress().unwrap_or((0, 1));
        view! {
            <div class="progress-row">
                <progress id="review-progress" max=of prop:value=done aria-label="Review">
                    {format!("{done} of {of}")}
                </progress>
                <button type="button" class="button" on:click=stop>
                    "Stop"
                </button>
            </div>
        }
    };
    view! {
        <button type="button" class="button primary" id="review" disabled=move || empty() || asked.get() on:click=start>
            "Review the game"
        </button>
        <Show when=move || asked.get()>{bar}</Show>
        {move || summary.get().map(|text| view! { <p class="notice" id="review-summary" role="status">{text}</p> })}
    }
}

fn begin(analysis: AnalysisState, asked: RwSignal<bool>, summary: RwSignal<Option<String>>) {
    analysis.on.set(false);
    asked.set(true);
    summary.set(None);
    let end = analysis.tree.with_untracked(|tree| tree.end(Tree::START));
    analysis.go(end);
    analysis.thinking.review(analysis.question(Limits::time(POSITION_TIME), 1), move |answer| {
        asked.set(false);
        match answer {
            Ok(judged) => {
                summary.set(Some(quality_counts(&judged)));
                write_down(analysis, &judged);
            }
            Err(why) => analysis.trouble.set(Some(format!("There is no review: {why}."))),
        }
    });
}

/// Puts what was found into the tree and under the curve.
fn write_down(analysis: AnalysisState, judged: &[ReviewedMove]) {
    let line = analysis.tree.with_untracked(Tree::main_line);
    analysis.scores.update(|scores| {
        for judged in judged {
            let ply = judged.ply;
            let Some((&before, &after)) = line.get(ply).zip(line.get(ply + 1)) else { continue };
            let first = analysis.tree.with_untracked(|tree| {
                let side = tree.node(after).played.as_ref().map(|played| played.side);
                side == Some(Side::First)
            });
            let seen = |score: Score| if first { score } else { score.negated() };
            scores.insert(before, seen(judged.best.score));
            scores.entry(after).or_insert(seen(judged.played));
        }
    });
    analysis.change(|tree, _| {
        for judged in judged.iter().filter(|judged| judged.quality != MoveQuality::Good) {
            let ply = judged.ply;
            if let Some((&before, &after)) = line.get(ply).zip(line.get(ply + 1)) {
                blame(tree, before, after, judged);
            }
        }
    });
    let sides = |tree: &Tree, ply: usize| {
        tree.node(*line.get(ply + 1)?).played.as_ref().map(|played| played.side)
    };
    let judged: Vec<(Side, &ReviewedMove)> = analysis.tree.with_untracked(|tree| {
        judged.iter().filter_map(|judged| Some((sides(tree, judged.ply)?, judged))).collect()
    });
    let mistakes = judged.iter().filter_map(|(side, judged)| mistake(&line, *side, judged));
    analysis.mistakes.set(mistakes.collect(), accuracy(&judged));
    analysis.go(Tree::START);
}

/// A move that is worth another try.
fn mistake(line: &[NodeId], side: Side, judged: &ReviewedMove) -> Option<Mistake> {
    let bad = matches!(judged.quality, MoveQuality::Mistake | MoveQuality::Blunder);
    Some(Mistake {
        before: *line.get(judged.ply).filter(|_| bad)?,
        after: *line.get(judged.ply + 1)?,
        ply: judged.ply + 1,
        side,
        played: judged.mv.human.clone(),
        better: judged.best.moves.first()?.clone(),
    })
}

fn blame(tree: &mut Tree, before: NodeId, after: NodeId, judged: &ReviewedMove) {
    tree.annotate(after, annotation(judged.quality));
    if let Some(better) = judged.best.moves.first() {
        let worth = super::lines::short(judged.best.score);
        let was = super::lines::short(judged.played);
        tree.comment(after, &format!("Better was {} ({worth} instead of {was}).", better.human));
    }
    let mut at = before;
    for said in judged.best.moves.iter().take(PLIES) {
        match tree.play(at, &said.mv) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
}

fn annotation(verdict: MoveQuality) -> Option<MoveAnnotation> {
    match verdict {
        MoveQuality::Good => None,
        MoveQuality::Inaccuracy => Some(MoveAnnotation::Dubious),
        MoveQuality::Mistake => Some(MoveAnnotation::Mistake),
        MoveQuality::Blunder => Some(MoveAnnotation::Blunder),
    }
}

/// How many of each kind there were.
fn quality_counts(judged: &[ReviewedMove]) -> String {
    let count = |verdict| judged.iter().filter(|judged| judged.quality == verdict).count();
    let plural =
        |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    format!(
        "{} looked at: {}, {}, {}.",
        plural(judged.len(), "move", "moves"),
        plural(count(MoveQuality::Blunder), "blunder", "blunders"),
        plural(count(MoveQuality::Mistake), "mistake", "mistakes"),
        plural(count(MoveQuality::Inaccuracy), "inaccuracy", "inaccuracies"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{Line, MoveText};
    use catalog::AnyRecord;

    #[test]
    fn a_mistake_is_marked_and_the_better_move_named() {
        let mut table = AnyRecord::begin(catalog::GameName::Hex, "size=3 swap=off").unwrap();
        for mv in ["b1", "a1", "b2", "a2", "c1"] {
            table.play(mv).unwrap();
        }
        let mut tree = Tree::new(&table);
        let line = tree.main_line();
        let text = |mv: &str| MoveText { mv: mv.into(), human: mv.into() };
        let best = Line::new(vec![text("b3")], Score::WinIn(1));
        let judged = ReviewedMove {
            ply: 4,
            mv: text("c1"),
            best,
            played: Score::Chance(400),
            quality: MoveQuality::Blunder,
        };
        blame(&mut tree, line[4], line[5], &judged);
        assert_eq!(tree.node(line[5]).annotation, Some(MoveAnnotation::Blunder));
        assert_eq!(tree.node(line[5]).comment, "Better was b3 (win in 1 instead of 40.0 %).");
        assert_eq!(tree.node(line[4]).children().len(), 2);
        assert!(self::quality_counts(&[judged]).contains("1 blunder, 0 mistakes"));
    }
}
