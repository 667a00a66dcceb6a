//! One game of a match: time control, adjudication and faults.

use crate::contestant::{Choice, Contestant};
use crate::external::both;
use crate::move_report::MoveReport;
use crate::player_clock::PlayerClock;
use crate::{MoveFailure, Pace, tally::half_points};
use bots::Playable;
use game::{BySide, Ending, Outcome, Record, Side};
use search::{Limits, Score, StopSignal};
use std::time::Duration;

/// Terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTerms {
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
    /// This side resigned.
    Resigned(Side),
    /// This side exceeded its time.
    Late(Side),
    /// This side played an illegal move.
    Illegal(Side, String),
    /// This side's program ended during the game, in this way.
    Crashed(Side, String),
    /// This side's program answered something else than a move.
    ProtocolError(Side, String),
}

impl GameEnd {
    /// The side that lost by time, an illegal move, a crash or an error of protocol.
    pub fn at_fault(&self) -> Option<Side> {
        match self {
            Self::Late(side)
            | Self::Illegal(side, _)
            | Self::Crashed(side, _)
            | Self::ProtocolError(side, _) => Some(*side),
            Self::Rules | Self::TooLong | Self::Adjudicated | Self::Resigned(_) => None,
        }
    }

    /// A few words for the record.
    pub fn text(&self) -> String {
        match self {
            Self::Rules => "rules".to_owned(),
            Self::TooLong => "too long".to_owned(),
            Self::Adjudicated => "adjudication".to_owned(),
            Self::Resigned(_) => "resignation".to_owned(),
            Self::Late(_) => "time".to_owned(),
            Self::Illegal(_, what) => format!("illegal move {what}"),
            Self::Crashed(_, how) => format!("crash: {how}"),
            Self::ProtocolError(_, what) => format!("protocol error: the program {what}"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame<P: Playable> {
    /// The game, with its result.
    pub record: Record<P>,
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended.
    pub end: GameEnd,
    /// What the players reported of their moves; nothing of the moves of the opening.
    pub reports: Vec<Option<MoveReport>>,
}

/// A turn, from the view of the player to move.
pub(crate) struct Turn<'a, P: Playable> {
    pub(crate) record: &'a Record<P>,
    /// Limits of the player to move.
    pace: Pace,
    margin: Duration,
    /// What is left on the clocks, where time is limited.
    left: BySide<Option<Duration>>,
    stop: Option<StopSignal>,
}

/// How much later than its time a program may answer outside a match.
const PATIENCE: Duration = Duration::from_secs(10);

impl<'a, P: Playable> Turn<'a, P> {
    /// A turn of a game outside a match: without a clock only the time for the move counts.
    pub(crate) fn outside_match(
        record: &'a Record<P>,
        pace: Pace,
        left: BySide<Option<Duration>>,
        stop: Option<StopSignal>,
    ) -> Self {
        let usual = pace.first_time();
        let left = left.map(|left| left.or(usual));
        Self { record, pace, margin: PATIENCE, left, stop }
    }

    fn own(&self) -> Option<Duration> {
        self.left[self.record.position().side_to_move()]
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { stop: self.stop.clone(), ..self.pace.limits(self.own()) }
    }

    pub(crate) fn go_arguments(&self) -> String {
        self.pace.go_arguments(both(self.own(), self.left).unwrap_or_default())
    }

    /// What is left on both clocks, if the player to move has one.
    pub(crate) fn clocks(&self) -> Option<BySide<Duration>> {
        let runs = matches!(self.pace, Pace::Clock { .. });
        both(self.own(), self.left).filter(|_| runs)
    }

    /// The most time the move may take.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.own().map(|left| left + self.margin)
    }
}

/// Plays a game from where `opening` stands to its end.
pub(crate) fn play<P: Playable>(
    opening: &Record<P>,
    mut players: BySide<&mut Contestant<P>>,
    terms: &GameTerms,
) -> PlayedGame<P> {
    let paces = BySide::from_fn(|side| players[side].pace());
    let mut game = Game::new(opening, terms, paces);
    loop {
        if let Some(conclusion) = game.record.conclusion() {
            return game.over(conclusion.outcome, GameEnd::Rules);
        }
        if game.record.ply() >= terms.longest {
            return game.finish(Ending::Adjudication(Outcome::Draw), GameEnd::TooLong);
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
fn failed(side: Side, failure: MoveFailure) -> (Ending, GameEnd) {
    let loss = Ending::Adjudication(Outcome::Win(side.other()));
    match failure {
        MoveFailure::Resigned => (Ending::Resignation(side), GameEnd::Resigned(side)),
        MoveFailure::Late => (Ending::Time(side), GameEnd::Late(side)),
        MoveFailure::Illegal(what) => (loss, GameEnd::Illegal(side, what)),
        MoveFailure::Crashed(how) => (loss, GameEnd::Crashed(side, how)),
        MoveFailure::Protocol(what) => (loss, GameEnd::ProtocolError(side, what)),
    }
}

/// A game in progress.
struct Game<'a, P: Playable> {
    record: Record<P>,
    terms: &'a GameTerms,
    paces: BySide<Pace>,
    reports: Vec<Option<MoveReport>>,
    clocks: BySide<Option<PlayerClock>>,
    /// Plies in a row in which the first side was far ahead, or behind if negative.
    lead: i64,
}

impl<'a, P: Playable> Game<'a, P> {
    fn new(opening: &Record<P>, terms: &'a GameTerms, paces: BySide<Pace>) -> Self {
        let reports = vec![None; opening.ply()];
        let clocks = paces.map(PlayerClock::new);
        Self { record: opening.clone(), terms, paces, reports, clocks, lead: 0 }
    }

    fn turn(&self) -> Turn<'_, P> {
        let clock = |side: Side| self.clocks[side].as_ref().map(PlayerClock::left);
        let left = |side| clock(side).or(self.paces[side].first_time());
        let pace = self.paces[self.record.position().side_to_move()];
        let margin = self.terms.margin;
        Turn { record: &self.record, pace, margin, left: BySide::from_fn(left), stop: None }
    }

    /// Plays the chosen move; how the game was ended by it from outside, if it was.
    fn advance(&mut self, side: Side, choice: &Choice<P>) -> Option<(Ending, GameEnd)> {
        if let Some(clock) = &mut self.clocks[side] {
            clock.press(choice.report.time);
        }
        if let Err(error) = self.record.play(choice.mv) {
            return Some(failed(side, MoveFailure::Illegal(error.to_string())));
        }
        self.reports.push(Some(choice.report));
        let adjudication = self.terms.adjudication?;
        self.lead = updated_lead(self.lead, adjudication.lead, side, choice.report.score);
        let winner = if self.lead > 0 { Side::First } else { Side::Second };
        let decided = self.lead.unsigned_abs() >= adjudication.plies.max(2) as u64;
        let open = self.record.conclusion().is_none();
        let win = Ending::Adjudication(Outcome::Win(winner));
        (decided && open).then_some((win, GameEnd::Adjudicated))
    }

    fn finish(mut self, ending: Ending, end: GameEnd) -> PlayedGame<P> {
        // The loop has just seen that the game goes on, so that it can be ended.
        let _ = self.record.end(ending);
        self.over(ending.outcome(), end)
    }

    fn over(self, outcome: Outcome, end: GameEnd) -> PlayedGame<P> {
        PlayedGame { record: self.record, outcome, end, reports: self.reports }
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
    /// Half points of the player of `side`.
    pub fn half_points(&self, side: Side) -> usize {
        half_points(self.outcome, side)
    }

    /// The record as text, with score, depth and time of every move as comments.
    pub fn text(&self) -> String {
        let comment =
            |report: &Option<MoveReport>| report.map(|r| r.to_string()).unwrap_or_default();
        let comments: Vec<String> = self.reports.iter().map(comment).collect();
        self.record.with_comments(&comments).to_string()
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
