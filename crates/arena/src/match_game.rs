//! One game of a match: time control, adjudication and faults.

use crate::contestant::{Choice, Contestant, Failure};
use crate::{Pace, tally::half_points};
use bots::Playable;
use game::{BySide, Ending, Outcome, Record, Side};
use search::{Limits, Score};
use std::time::Duration;

/// Terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTerms {
    /// Limits per move.
    pub pace: Pace,
    /// Time margin: how much a player may exceed its time before it loses.
    pub margin: Duration,
    /// A game with more plies than this is a draw.
    pub longest: usize,
    /// Adjudication, if any.
    pub adjudication: Option<Adjudication>,
}

/// Adjudication: the game is won for a side that both players evaluate as so far ahead for so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Score threshold in centi-units.
    pub lead: i32,
    /// Number of consecutive plies.
    pub plies: usize,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// By the rules of the game.
    Rules,
    /// It became too long: a draw.
    TooLong,
    /// By adjudication.
    Adjudicated,
    /// This side exceeded its time.
    Late(Side),
    /// This side played an illegal move.
    Illegal(Side, String),
    /// This side's program failed.
    Broken(Side, String),
}

impl GameEnd {
    /// The side that lost by time, an illegal move or a crash.
    pub fn at_fault(&self) -> Option<Side> {
        match self {
            Self::Late(side) | Self::Illegal(side, _) | Self::Broken(side, _) => Some(*side),
            Self::Rules | Self::TooLong | Self::Adjudicated => None,
        }
    }

    /// A few words for the record.
    pub fn text(&self) -> String {
        match self {
            Self::Rules => "rules".to_owned(),
            Self::TooLong => "too long".to_owned(),
            Self::Adjudicated => "adjudication".to_owned(),
            Self::Late(_) => "time".to_owned(),
            Self::Illegal(_, what) => format!("illegal move {what}"),
            Self::Broken(_, what) => format!("the program {what}"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame<P: Playable> {
    /// The game, with its result.
    pub record: Record<P>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub end: GameEnd,
}

/// A turn, from the view of the player to move.
pub(crate) struct Turn<'a, P: Playable> {
    pub(crate) record: &'a Record<P>,
    terms: &'a GameTerms,
    /// What is left on the clocks, where time is limited.
    left: BySide<Option<Duration>>,
}

impl<P: Playable> Turn<'_, P> {
    fn own(&self) -> Option<Duration> {
        self.left[self.record.position().side_to_move()]
    }

    pub(crate) fn limits(&self) -> Limits {
        self.terms.pace.limits(self.own())
    }

    pub(crate) fn go_arguments(&self) -> String {
        self.terms.pace.go_arguments(self.left.map(Option::unwrap_or_default))
    }

    /// The most time the move may take.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.own().map(|left| left + self.terms.margin)
    }
}

/// Plays a game from where `opening` stands to its end.
pub(crate) fn play<P: Playable>(
    opening: &Record<P>,
    mut players: BySide<&mut Contestant<P>>,
    terms: &GameTerms,
) -> PlayedGame<P> {
    let mut game = Game::new(opening, terms);
    loop {
        if let Some(conclusion) = game.record.conclusion() {
            return PlayedGame {
                record: game.record,
                outcome: conclusion.outcome,
                end: GameEnd::Rules,
            };
        }
        if game.record.ply() >= terms.longest {
            return game.finish(Ending::Agreement, GameEnd::TooLong);
        }
        let side = game.record.position().side_to_move();
        let chosen = players[side].choose(&game.turn());
        let ended = match chosen {
            Ok(choice) => game.advance(side, &choice),
            Err(failure) => Some(failed(side, failure)),
        };
        if let Some((ending, end)) = ended {
            return game.finish(ending, end);
        }
    }
}

/// The result of a failure: a loss.
fn failed(side: Side, failure: Failure) -> (Ending, GameEnd) {
    match failure {
        Failure::Late => (Ending::Time(side), GameEnd::Late(side)),
        Failure::Illegal(what) => (Ending::Resignation(side), GameEnd::Illegal(side, what)),
        Failure::Broken(what) => (Ending::Resignation(side), GameEnd::Broken(side, what)),
    }
}

/// A game in progress.
struct Game<'a, P: Playable> {
    record: Record<P>,
    terms: &'a GameTerms,
    spent: BySide<Duration>,
    moves: BySide<u32>,
    /// Plies in a row in which the first side was far ahead, or behind if negative.
    lead: i64,
}

impl<'a, P: Playable> Game<'a, P> {
    fn new(opening: &Record<P>, terms: &'a GameTerms) -> Self {
        let (spent, moves) = (BySide::default(), BySide::default());
        Self { record: opening.clone(), terms, spent, moves, lead: 0 }
    }

    fn turn(&self) -> Turn<'_, P> {
        let left = |side| self.terms.pace.time_for(self.spent[side], self.moves[side]);
        Turn { record: &self.record, terms: self.terms, left: BySide::from_fn(left) }
    }

    /// Plays the chosen move; how the game was ended by it from outside, if it was.
    fn advance(&mut self, side: Side, choice: &Choice<P>) -> Option<(Ending, GameEnd)> {
        self.spent[side] += choice.elapsed;
        self.moves[side] += 1;
        if let Err(error) = self.record.play(choice.mv) {
            return Some(failed(side, Failure::Illegal(error.to_string())));
        }
        let adjudication = self.terms.adjudication?;
        self.lead = updated_lead(self.lead, adjudication.lead, side, choice.score);
        let loser = if self.lead > 0 { Side::Second } else { Side::First };
        let decided = self.lead.unsigned_abs() >= adjudication.plies.max(2) as u64;
        let open = self.record.conclusion().is_none();
        (decided && open).then_some((Ending::Resignation(loser), GameEnd::Adjudicated))
    }

    fn finish(mut self, ending: Ending, end: GameEnd) -> PlayedGame<P> {
        // The loop has just seen that the game goes on, so that it can be ended.
        let _ = self.record.end(ending);
        PlayedGame { record: self.record, outcome: ending.outcome(), end }
    }
}

/// Updates the number of consecutive plies in which the same side was far ahead.
fn updated_lead(before: i64, far: i32, mover: Side, score: Option<Score>) -> i64 {
    let ahead = match score {
        Some(Score::WinIn(_)) => 1,
        Some(Score::LossIn(_)) => -1,
        Some(Score::Estimate(value)) if value.abs() >= far => i64::from(value.signum()),
        Some(Score::Chance(share)) if share >= 950 => 1,
        Some(Score::Chance(share)) if share <= 50 => -1,
        _ => 0,
    };
    match ahead * if mover == Side::First { 1 } else { -1 } {
        0 => 0,
        now if now == before.signum() => before + now,
        now => now,
    }
}

impl<P: Playable> PlayedGame<P> {
    /// Half points for whoever played `side`.
    pub fn half_points(&self, side: Side) -> usize {
        half_points(self.outcome, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_counts_while_both_believe_in_it() {
        let mut lead = 0;
        for (mover, score, expected) in [
            (Side::First, Some(Score::Estimate(900)), 1),
            (Side::Second, Some(Score::Estimate(-900)), 2),
            (Side::First, Some(Score::WinIn(5)), 3),
            (Side::Second, Some(Score::LossIn(4)), 4),
            (Side::First, Some(Score::Estimate(100)), 0),
            (Side::Second, Some(Score::Chance(980)), -1),
            (Side::First, Some(Score::Chance(980)), 1),
            (Side::Second, None, 0),
        ] {
            lead = updated_lead(lead, 500, mover, score);
            assert_eq!(lead, expected);
        }
    }
}
