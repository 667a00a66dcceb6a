//! How a game stands, in a sentence.

use crate::settings::Names;
use catalog::AnyRecord;
use game::{Conclusion, Outcome, Reason, Side};
use leptos::prelude::*;
use scene::Scene;

/// Who won and why, or who is to move.
pub(crate) fn standing(table: &AnyRecord, scene: &Scene) -> String {
    match table.conclusion() {
        Some(conclusion) => result(conclusion, scene),
        None => turn_text(table.side_to_move(), scene),
    }
}

/// Who is to move, and what rule matters just now.
pub(crate) fn turn_text(side: Side, scene: &Scene) -> String {
    match &scene.explanation {
        Some(explanation) => format!("{} to move. {explanation}", scene.colours[side]),
        None => scene.caption.clone(),
    }
}

/// The same, addressed to the player to move.
pub(crate) fn your_turn(scene: &Scene) -> String {
    match &scene.explanation {
        Some(explanation) => format!("Your turn. {explanation}"),
        None => format!("Your turn: {}.", scene.caption),
    }
}

/// A status line: the last move is given to screen readers only; on the board it is seen
/// there, and reads it only where cells have names.
pub(crate) struct StatusText {
    /// The last move, in a sentence.
    pub(crate) moved: Option<String>,
    /// An additional sentence.
    pub(crate) standing: String,
}

impl StatusText {
    /// Nothing but a sentence.
    pub(crate) const fn plain(standing: String) -> Self {
        Self { moved: None, standing }
    }

    pub(crate) fn view(self, names: Names) -> impl IntoView {
        let moved = self.moved.map(|moved| {
            let hidden = names == Names::Hidden;
            view! { <span class:unseen=hidden>{format!("{moved} ")}</span> }
        });
        view! { {moved}{self.standing} }
    }
}

fn result(Conclusion { outcome, reason, .. }: Conclusion, scene: &Scene) -> String {
    let winner = match outcome {
        Outcome::Win(side) => format!("{} wins", scene.colours[side]),
        Outcome::Draw => "A draw".to_owned(),
    };
    let loser = outcome.winner().map_or("", |side| scene.colours[side.other()]);
    match reason {
        // The game declares the texts of its results.
        Reason::Rules => scene.caption.clone(),
        Reason::Repetition => format!("{winner}: the same position stood three times"),
        Reason::QuietLimit => format!("{winner}: too many moves without progress"),
        Reason::Resignation => format!("{winner}: {loser} resigned"),
        Reason::Time => format!("{winner}: {loser} ran out of time"),
        Reason::Agreement => format!("{winner}, as agreed"),
        Reason::Adjudication => format!("{winner} by adjudication"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::GameName;
    use game::{Ending, Viewer};
    use scene::Table as _;

    fn standing_text(table: &AnyRecord) -> String {
        standing(table, &table.scene(Viewer::Judge))
    }

    #[test]
    fn after_the_end_no_side_is_to_move() {
        for game in GameName::ALL {
            for side in Side::BOTH {
                for ending in [Ending::Resignation(side), Ending::Time(side), Ending::Agreement] {
                    let mut table = AnyRecord::begin(game, "").unwrap();
                    assert!(standing_text(&table).contains(" to "), "{game}");
                    table.end(ending).unwrap();
                    let said = standing_text(&table);
                    assert!(!said.contains("to move") && !said.contains("to place"), "{said}");
                }
            }
        }
    }

    #[test]
    fn the_winner_and_the_reason_are_named() {
        let mut table = AnyRecord::begin(GameName::HexChess, "").unwrap();
        table.end(Ending::Time(Side::First)).unwrap();
        assert_eq!(standing_text(&table), "Black wins: White ran out of time");
        let mut table = AnyRecord::begin(GameName::Hex, "size=3 swap=off").unwrap();
        for mv in ["a1", "b1", "a2", "b2", "a3"] {
            table.play(mv).unwrap();
        }
        assert_eq!(standing_text(&table), "Red has joined its borders and wins");
    }

    #[test]
    fn a_swap_is_explained_before_and_after_it_is_played() {
        let mut table = AnyRecord::begin(GameName::Hex, "size=5").unwrap();
        table.play("a3").unwrap();
        assert!(
            standing_text(&table).starts_with("Blue to move. Place a stone, or swap"),
            "{}",
            standing_text(&table)
        );
        table.play("swap").unwrap();
        let scene = table.scene(Viewer::Judge);
        assert!(your_turn(&scene).starts_with("Your turn. Blue swapped"), "{}", your_turn(&scene));
    }
}
