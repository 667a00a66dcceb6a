//! The engine panel: the switch, the number of lines, the lines.

use super::analysis_state::AnalysisState;
use crate::engine::ThreadChoice;
use crate::pages::game_layout::Icon;
use analysis::{Line, Report, Score};
use leptos::prelude::*;

/// The largest number of lines.
const MOST: u8 = 10;

#[component]
pub(super) fn Lines(analysis: AnalysisState) -> impl IntoView {
    let found = analysis.thinking.found();
    let rows = move || {
        let lines = found.with(|found| found.as_ref().map(|f| f.lines.clone()));
        lines
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(i, line)| row(analysis, i, line))
            .collect_view()
    };
    let facts = move || found.with(|found| found.as_ref().map(facts));
    let said = move || match (facts(), analysis.on.get(), analysis.thinking.is_busy()) {
        (_, false, _) => "The engine is off.".to_owned(),
        (Some(facts), ..) => facts,
        (None, _, true) => "Thinking …".to_owned(),
        (None, _, false) => "The game is over here.".to_owned(),
    };
    view! {
        <section class="engine" aria-label="Engine">
            <div class="engine-head">
                <p class="quiet engine-facts">{said}</p>
                {how_many(analysis)}
                <ThreadChoice changed=Callback::new(move |()| analysis.think()) />
            </div>
            <Show when=move || analysis.on.get()>
                <ol class="engine-lines" on:mouseleave=move |_| analysis.hovered.set(None)>
                    {rows}
                </ol>
                {move || analysis.thinking.notice().get().map(|n| view! { <p class="notice" role="status">{n}</p> })}
            </Show>
        </section>
    }
}

/// Switches the engine on and off.
#[component]
pub(super) fn EngineSwitch(analysis: AnalysisState) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button"
            id="engine-switch"
            aria-pressed=move || analysis.on.get().to_string()
            on:click=move |_| analysis.toggle()
        >
            {Icon::Engine.draw()}
            <span>"Engine"</span>
        </button>
    }
}

/// The best line in a few words, where there is no room for all.
pub(super) fn best(analysis: AnalysisState) -> Option<String> {
    let on = analysis.on.get();
    analysis.thinking.found().with(|found| {
        let line = found.as_ref().filter(|_| on)?.lines.first()?;
        let told = line.countdown_text().unwrap_or_else(|| short(line.score));
        let moves: Vec<&str> = line.moves.iter().take(6).map(|said| said.human.as_str()).collect();
        Some(format!("{told}  {}", moves.join(" ")))
    })
}

fn how_many(analysis: AnalysisState) -> impl IntoView {
    let option = move |n: u8| {
        view! { <option value=n selected=move || analysis.lines.get() == n>{n}</option> }
    };
    let choose = move |event| {
        if let Ok(lines) = event_target_value(&event).parse() {
            analysis.lines.set(lines);
            analysis.think();
        }
    };
    view! {
        <label class="field">
            <span>"Lines"</span>
            <select id="lines" on:change=choose>
                {(1..=MOST).map(option).collect_view()}
            </select>
        </label>
    }
}

/// A line: what its first move is worth, and what is expected. A click plays the first move.
fn row(analysis: AnalysisState, index: usize, line: Line) -> impl IntoView {
    let score = line.score;
    let told = line.countdown_text().unwrap_or_else(|| short(score));
    let first = line.moves.first().map(|said| said.human.clone()).unwrap_or_default();
    let rest: Vec<&str> = line.moves.iter().skip(1).take(9).map(|s| s.human.as_str()).collect();
    let rest = rest.join(" ");
    let mv = line.moves.first().map(|said| said.mv.clone()).unwrap_or_default();
    let point = move || analysis.hovered.set(Some(index));
    view! {
        <li>
            <button
                type="button"
                class="engine-line"
                on:mouseenter=move |_| point()
                on:focus=move |_| point()
                on:blur=move |_| analysis.hovered.set(None)
                on:click=move |_| analysis.play_line(std::slice::from_ref(&mv))
            >
                <span class=format!("score {}", badge(score)) title=meaning(score)>
                    {told}
                </span>
                <b>{first}</b>
                " "
                <span class="rest">{rest}</span>
            </button>
        </li>
    }
}

fn facts(found: &Report) -> String {
    let speed = match found.nodes_per_second() {
        None => return format!("Depth {}", found.depth),
        Some(speed @ 0..10_000) => speed.to_string(),
        Some(speed @ 10_000..1_000_000) => format!("{} k", speed / 1000),
        Some(speed) => format!("{:.1} M", speed as f64 / 1e6),
    };
    format!("Depth {}, {speed} nodes a second", found.depth)
}

/// A score in few letters: opinions are numbers, proofs are words.
pub(super) fn short(score: Score) -> String {
    match score {
        Score::Estimate(value) => format!("{:+.2}", f64::from(value) / 100.0),
        proven_or_share => proven_or_share.to_string(),
    }
}

/// The class of a score's badge: proven results differ from estimates and from each other.
fn badge(score: Score) -> &'static str {
    match score {
        Score::Estimate(_) | Score::Chance(_) => "estimate",
        Score::WinIn(_) => "proven win",
        Score::LossIn(_) => "proven loss",
        Score::Draw => "proven draw",
    }
}

/// What kind of thing a score is.
pub(super) fn meaning(score: Score) -> &'static str {
    match score {
        Score::Estimate(_) => "an estimate, for the side to move",
        Score::Chance(_) => "an estimate of the win probability of the side to move",
        Score::Draw | Score::WinIn(_) | Score::LossIn(_) => "proven, for the side to move",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_never_reads_like_a_proof() {
        let said = [Score::Estimate(-135), Score::Chance(613), Score::WinIn(5), Score::LossIn(4)];
        assert_eq!(said.map(short), ["-1.35", "61.3 %", "win in 5", "loss in 4"]);
        assert_eq!(said.map(badge), ["estimate", "estimate", "proven win", "proven loss"]);
        for score in said {
            assert_eq!(meaning(score).contains("proven"), score.is_proven());
            assert_eq!(meaning(score).contains("estimate"), !score.is_proven());
        }
    }
}
