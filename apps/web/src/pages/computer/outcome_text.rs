//! Texts for the end of a game against the computer, and how far a take-back goes; without user
//! interface.

use catalog::AnyRecord;
use game::{Conclusion, Outcome, Reason, Side, Viewer};
use scene::Table;
use scene::table::Played;

/// Who won, and why, in two short sentences.
pub(super) fn outcome_text(end: Conclusion, human: Side, caption: &str) -> (&'static str, String) {
    let won = end.outcome.winner().map(|side| side == human);
    let who = match won {
        Some(true) => "You win",
        Some(false) => "The computer wins",
        None => "A draw",
    };
    let loser = if won == Some(false) { "You" } else { "The computer" };
    let why = match end.reason {
        Reason::Rules => format!("{caption}."),
        Reason::Repetition => "Threefold repetition.".to_owned(),
        Reason::QuietLimit => "Too many moves without progress.".to_owned(),
        Reason::Resignation => format!("{loser} resigned."),
        Reason::Time => format!("{loser} ran out of time."),
        Reason::Agreement => "By agreement.".to_owned(),
        Reason::Adjudication => "The game was adjudicated.".to_owned(),
    };
    (who, why)
}

/// The mood of an end, for its colour.
pub(super) fn outcome_class(end: Conclusion, human: Side) -> &'static str {
    match end.outcome {
        Outcome::Win(side) if side == human => "won",
        Outcome::Win(_) => "lost",
        Outcome::Draw => "drawn",
    }
}

/// Takes back to where the person chose last: a resignation, or else the last own move and all
/// that came of it. Whether there was anything.
pub(super) fn take_back(table: &mut AnyRecord, human: Side) -> bool {
    if table.conclusion().is_some_and(|end| end.reason == Reason::Resignation) {
        return table.undo();
    }
    let played = table.played(Viewer::Judge);
    let last = played.iter().rposition(|played| played.side == human);
    if let Some(ply) = last {
        *table = table.truncated(ply);
    }
    last.is_some()
}

/// Whether there is something to take back.
pub(super) fn has_moved(played: &[Played], human: Side) -> bool {
    played.iter().any(|played| played.side == human)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::GameName;
    use game::Ending;

    fn table(moves: &str) -> AnyRecord {
        let mut table = AnyRecord::begin(GameName::Hex, "size=3 swap=off").unwrap();
        moves.split_whitespace().for_each(|mv| table.play(mv).unwrap());
        table
    }

    fn after_taking_back(moves: &str, human: Side) -> usize {
        let mut table = table(moves);
        take_back(&mut table, human);
        table.ply()
    }

    #[test]
    fn taking_back_goes_to_the_persons_turn() {
        assert_eq!(after_taking_back("a1 b1 a2 b2", Side::First), 2);
        assert_eq!(after_taking_back("a1 b1 a2", Side::First), 2, "while the computer thinks");
        assert_eq!(after_taking_back("a1 b1 a2", Side::Second), 1);
        assert_eq!(after_taking_back("a1", Side::Second), 1, "nothing of one's own");
    }

    #[test]
    fn a_resignation_alone_is_taken_back_first() {
        let mut table = table("a1 b1");
        table.end(Ending::Resignation(Side::First)).unwrap();
        assert!(take_back(&mut table, Side::First));
        assert_eq!((table.ply(), table.conclusion()), (2, None));
    }

    #[test]
    fn the_end_says_who_and_why_and_never_whose_turn_it_is() {
        let won = table("b1 a1 b2 a2 b3");
        let end = won.conclusion().unwrap();
        let caption = won.scene(Viewer::Judge).caption;
        assert_eq!(outcome_text(end, Side::First, &caption).0, "You win");
        assert_eq!(outcome_text(end, Side::Second, &caption).0, "The computer wins");
        assert!(!outcome_text(end, Side::First, &caption).1.contains("to move"));
        let mut given_up = table("b1 a1");
        given_up.end(Ending::Resignation(Side::First)).unwrap();
        let end = given_up.conclusion().unwrap();
        let said = outcome_text(end, Side::First, "Red to move");
        assert_eq!(said, ("The computer wins", "You resigned.".to_owned()));
        assert_eq!(outcome_class(end, Side::First), "lost");
    }
}
