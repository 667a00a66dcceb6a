//! Search output of the computer player: score, depth, nodes, principal variation.

use super::computer_game::ComputerGame;
use crate::browser;
use analysis::{Line, Report, Score};
use catalog::GameName;
use leptos::prelude::*;

/// Where the wish to see it is kept.
const STORAGE_NAME: &str = "play.thoughts";

#[component]
pub(super) fn EngineOutput(computer_game: ComputerGame) -> impl IntoView {
    let open =
        RwSignal::new(browser::read_storage(STORAGE_NAME).is_some_and(|kept| kept == "shown"));
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        browser::write_storage(STORAGE_NAME, if open.get_untracked() { "shown" } else { "hidden" });
    };
    let found = computer_game.thinking.found();
    view! {
        <section class="engine-output">
            <button type="button" class="button" aria-expanded=move || open.get().to_string() on:click=toggle>
                {move || if open.get() { "Hide thinking" } else { "Show thinking" }}
            </button>
            <Show when=move || open.get()>
                {move || found.with(|found| found.as_ref().map_or_else(|| silence().into_any(), |f| facts(computer_game.game, f).into_any()))}
            </Show>
        </section>
    }
}

fn silence() -> impl IntoView {
    view! { <p class="quiet">"Nothing yet."</p> }
}

fn facts(game: GameName, found: &Report) -> impl IntoView + use<> {
    let score = found.lines.first().map(line_text).unwrap_or_default();
    view! {
        <dl class="facts">
            <dt>"Best move is"</dt>
            <dd>{score}</dd>
            <dt>"Depth"</dt>
            <dd>{found.depth}</dd>
            <dt>"Speed"</dt>
            <dd>{found.nodes_per_second().map_or_else(|| "not measured".to_owned(), |speed| format!("{} nodes a second", short(speed)))}</dd>
            <dt>"Expected"</dt>
            <dd>{expected(game, found)}</dd>
        </dl>
    }
}

/// The expected line, unless it would give away what the computer may hide.
fn expected(game: GameName, found: &Report) -> String {
    if game.has_hidden_information() {
        return "kept secret in this game".to_owned();
    }
    let moves = found.lines.first().map(|line| &line.moves[..]).unwrap_or_default();
    moves.iter().take(8).map(|said| said.human.as_str()).collect::<Vec<_>>().join(" ")
}

/// What a line is worth in words.
fn line_text(line: &Line) -> String {
    match line.countdown_text() {
        Some(countdown) => format!("proven: {countdown}"),
        None => worth(line.score),
    }
}

/// A score in words: an opinion never sounds like a proof.
fn worth(score: Score) -> String {
    match score {
        Score::Estimate(value) => format!("worth about {value:+}"),
        Score::Chance(share) => format!("{} % likely to win", (share + 5) / 10),
        Score::Draw => "proven to draw".to_owned(),
        Score::WinIn(plies) => format!("proven to win in {}", moves(plies)),
        Score::LossIn(plies) => format!("proven to lose in {}", moves(plies)),
    }
}

fn moves(plies: u32) -> String {
    if plies == 1 { "1 move".to_owned() } else { format!("{plies} moves") }
}

/// A large number in few digits.
fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{} thousand", number / 1_000),
        _ => format!("{}.{} million", number / 1_000_000, number / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::MoveText;

    #[test]
    fn opinions_and_proofs_are_told_apart() {
        let said = [Score::Estimate(35), Score::Chance(613), Score::WinIn(1), Score::LossIn(4)];
        assert_eq!(
            said.map(worth),
            [
                "worth about +35",
                "61 % likely to win",
                "proven to win in 1 move",
                "proven to lose in 4 moves"
            ]
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [999, 1_000, 210_999, 1_950_000].map(short),
            ["999", "1 thousand", "210 thousand", "1.9 million"]
        );
    }

    #[test]
    fn a_line_is_told_only_where_nothing_is_hidden() {
        let said = MoveText { mv: "F@11".into(), human: "S:F11".into() };
        let line = Line::new(vec![said], Score::Draw);
        let found = Report { lines: vec![line], ..Report::empty() };
        assert_eq!(expected(GameName::Hex, &found), "S:F11");
        assert!(!expected(GameName::HexChess, &found).contains('F'));
    }
}
