//! One game between two contestants.

use crate::contestant::{Choice, Contestant, Failure};
use crate::{Pace, tally::half_points};
use bots::Playable;
use game::{BySide, Ending, Outcome, Record, Side};
use search::{Limits, Score};
use std::time::Duration;

/// Under what terms a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How much thought a move may take.
    pub pace: Pace,
    /// How much more time than it has a player may take before it has lost on time.
    pub margin: Duration,
    /// A game with more plies than this is a draw.
    pub longest: usize,
    /// Whether games end before they are over.
    pub adjudication: Option<Adjudication>,
}

/// Gives the game to a side that both players believe to be so far ahead for so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// How far ahead, in hundredths of a small advantage.
    pub lead: i32,
    /// For how many plies in a row.
    pub plies: usize,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// It became too long: a draw.
    TooLong,
    /// Both players believed it to be decided.
    Adjudicated,
    /// This side took too much time.
    Late(Side),
    /// This side played something impossible.
    Illegal(Side, String),
    /// This side's program failed.
    Broken(Side, String),
}

impl End {
    /// The side that lost by doing something wrong.
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
pub struct Played<P: Playable> {
    /// The game, with its result.
    pub record: Record<P>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub end: End,
}

/// A turn as the player whose turn it is sees it.
pub(crate) struct Turn<'a, P: Playable> {
    pub(crate) record: &'a Record<P>,
    terms: &'a Terms,
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

    pub(crate) fn words(&self) -> String {
        self.terms.pace.words(self.left.map(Option::unwrap_or_default))
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
    terms: &Terms,
) -> Played<P> {
    let mut game = Game::new(opening, terms);
    loop {
        if let Some(conclusion) = game.record.conclusion() {
            return Played { record: game.record, outcome: conclusion.outcome, end: End::Rules };
        }
        if game.record.ply() >= terms.longest {
            return game.finish(Ending::Agreement, End::TooLong);
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

/// What a failure costs: the game.
fn failed(side: Side, failure: Failure) -> (Ending, End) {
    match failure {
        Failure::Late => (Ending::Time(side), End::Late(side)),
        Failure::Illegal(what) => (Ending::Resignation(side), End::Illegal(side, what)),
        Failure::Broken(what) => (Ending::Resignation(side), End::Broken(side, what)),
    }
}

/// A game in progress.
struct Game<'a, P: Playable> {
    record: Record<P>,
    terms: &'a Terms,
    spent: BySide<Duration>,
    moves: BySide<u32>,
    /// Plies in a row in which the first side was far ahead, or behind if negative.
    lead: i64,
}

impl<'a, P: Playable> Game<'a, P> {
    fn new(opening: &Record<P>, terms: &'a Terms) -> Self {
        let (spent, moves) = (BySide::default(), BySide::default());
        Self { record: opening.clone(), terms, spent, moves, lead: 0 }
    }

    fn turn(&self) -> Turn<'_, P> {
        let left = |side| self.terms.pace.time_for(self.spent[side], self.moves[side]);
        Turn { record: &self.record, terms: self.terms, left: BySide::from_fn(left) }
    }

    /// Plays the chosen move; how the game was ended by it from outside, if it was.
    fn advance(&mut self, side: Side, choice: &Choice<P>) -> Option<(Ending, End)> {
        self.spent[side] += choice.elapsed;
        self.moves[side] += 1;
        if let Err(error) = self.record.play(choice.mv) {
            return Some(failed(side, Failure::Illegal(error.to_string())));
        }
        let adjudication = self.terms.adjudication?;
        self.lead = longer_lead(self.lead, adjudication.lead, side, choice.score);
        let loser = if self.lead > 0 { Side::Second } else { Side::First };
        let decided = self.lead.unsigned_abs() >= adjudication.plies.max(2) as u64;
        let open = self.record.conclusion().is_none();
        (decided && open).then_some((Ending::Resignation(loser), End::Adjudicated))
    }

    fn finish(mut self, ending: Ending, end: End) -> Played<P> {
        // The loop has just seen that the game goes on, so that it can be ended.
        let _ = self.record.end(ending);
        Played { record: self.record, outcome: ending.outcome(), end }
    }
}

/// How long the same side has been believed to be far ahead, one opinion later.
fn longer_lead(before: i64, far: i32, mover: Side, score: Option<Score>) -> i64 {
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

impl<P: Playable> Played<P> {
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
            lead = longer_lead(lead, 500, mover, score);
            assert_eq!(lead, expected);
        }
    }
}
