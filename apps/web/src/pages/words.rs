//! How a game stands, in a sentence.

use catalog::AnyRecord;
use game::{Conclusion, Outcome, Reason};
use scene::Scene;

/// Who won and why, or who is to move.
pub(crate) fn standing(table: &AnyRecord, scene: &Scene) -> String {
    match table.conclusion() {
        Some(conclusion) => result(conclusion, scene),
        None => scene.caption.clone(),
    }
}

fn result(Conclusion { outcome, reason }: Conclusion, scene: &Scene) -> String {
    let winner = match outcome {
        Outcome::Win(side) => format!("{} wins", scene.colours[side]),
        Outcome::Draw => "A draw".to_owned(),
    };
    let loser = outcome.winner().map_or("", |side| scene.colours[side.other()]);
    match reason {
        // The game itself says best what happened on the board.
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
    use game::{Ending, Side, Viewer};
    use scene::Table as _;

    fn said(table: &AnyRecord) -> String {
        standing(table, &table.scene(Viewer::Judge))
    }

    #[test]
    fn once_it_is_over_nobody_is_to_move() {
        for game in GameName::ALL {
            for side in Side::BOTH {
                for ending in [Ending::Resignation(side), Ending::Time(side), Ending::Agreement] {
                    let mut table = AnyRecord::begin(game, "").unwrap();
                    assert!(said(&table).contains(" to "), "{game}");
                    table.end(ending).unwrap();
                    let said = said(&table);
                    assert!(!said.contains("to move") && !said.contains("to place"), "{said}");
                }
            }
        }
    }

    #[test]
    fn the_winner_and_the_reason_are_named() {
        let mut table = AnyRecord::begin(GameName::HexChess, "").unwrap();
        table.end(Ending::Time(Side::First)).unwrap();
        assert_eq!(said(&table), "Black wins: White ran out of time");
        let mut table = AnyRecord::begin(GameName::Hex, "size=3 swap=off").unwrap();
        for mv in ["a1", "b1", "a2", "b2", "a3"] {
            table.play(mv).unwrap();
        }
        assert_eq!(said(&table), "Red has joined its borders and wins");
    }
}
