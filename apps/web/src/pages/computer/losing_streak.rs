//! Losses in a row against the computer, and the lower level that is offered after some of them.
//!
//! A game counts when the next one begins, because its last move can be taken back until then.

use super::computer_game::ComputerGame;
use super::terms::LEVELS;
use crate::browser;
use catalog::GameName;
use game::{Conclusion, Side};
use leptos::prelude::*;

/// Losses in a row after which a lower level is offered.
const MOST_LOSSES: u32 = 3;

/// Losses in a row, this game included if it is lost; none if it is won or drawn.
fn losses_after(before: u32, end: Option<Conclusion>, human: Side) -> u32 {
    match end.map(|end| end.outcome.winner()) {
        None => before,
        Some(Some(winner)) if winner != human => before + 1,
        Some(_) => 0,
    }
}

/// The level to offer after so many losses in a row at `level`.
fn lower_level(losses: u32, level: u8) -> Option<u8> {
    (losses >= MOST_LOSSES && level > 1).then(|| level - 1)
}

/// Where the number of losses is kept.
fn place(game: GameName) -> String {
    format!("play.{game}.losses")
}

fn stored_losses(game: GameName) -> u32 {
    browser::read_storage(&place(game)).and_then(|kept| kept.parse().ok()).unwrap_or(0)
}

/// Losses in a row with the game on the board.
fn losses(computer_game: ComputerGame) -> u32 {
    let end = computer_game.table.with(catalog::AnyRecord::conclusion);
    losses_after(stored_losses(computer_game.game), end, computer_game.terms.get().human)
}

/// Counts the game on the board, which is about to be left.
pub(super) fn count_game(computer_game: ComputerGame) {
    let losses = untrack(|| losses(computer_game));
    browser::write_storage(&place(computer_game.game), &losses.to_string());
}

/// Begins to count anew.
pub(super) fn reset(game: GameName) {
    browser::write_storage(&place(game), "");
}

/// The offer of a lower level at the end of a game.
#[component]
pub(super) fn LowerLevelOffer(computer_game: ComputerGame) -> impl IntoView {
    move || {
        let level = lower_level(losses(computer_game), computer_game.terms.get().level)?;
        let name = LEVELS[usize::from(level) - 1].to_ascii_lowercase();
        Some(view! {
            <p class="lower-level">"You lost several games in a row. A lower level may be more fun."</p>
            <button
                type="button"
                class="button"
                id="lower-level"
                on:click=move |_| computer_game.rematch_at(level)
            >
                {format!("Rematch at level {level}, {name}")}
            </button>
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Outcome, Reason};

    #[test]
    fn losses_in_a_row_are_counted() {
        let end = |outcome| Some(Conclusion::new(outcome, Reason::Rules));
        let lost = end(Outcome::Win(Side::Second));
        assert_eq!(losses_after(2, lost, Side::First), 3);
        assert_eq!(losses_after(2, lost, Side::Second), 0, "a win");
        assert_eq!(losses_after(2, end(Outcome::Draw), Side::First), 0);
        assert_eq!(
            losses_after(2, None, Side::First),
            2,
            "a game that was left counts for nothing"
        );
    }

    #[test]
    fn a_lower_level_is_offered_after_three_losses() {
        assert_eq!(lower_level(2, 4), None);
        assert_eq!(lower_level(3, 4), Some(3));
        assert_eq!(lower_level(7, 2), Some(1));
        assert_eq!(lower_level(7, 1), None, "there is none below");
    }
}
