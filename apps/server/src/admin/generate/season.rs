//! One finished game after the other, in the order in which they end: who played, what, how fast, who won, and
//! what that did to their ratings.

use super::chance::{Chance, scattered_name};
use super::population::{Player, Population};
use super::templates::Template;
use crate::store::{AccountKind, Rating, ratings_after};
use clock::{Control, Moment, Span, Speed};
use protocol::{EndReason, GameResult, Seat};
use std::collections::HashMap;

/// Pace of a game: the time control, how long a move takes, and how long the loser lets the time run out.
#[derive(Clone, Copy, Debug)]
struct Pace {
    time: &'static str,
    each_move: Span,
    flag: Span,
}

const PACES: [Pace; 5] = [
    Pace { time: "60+0", each_move: Span(700), flag: Span::seconds(60) },
    Pace { time: "180+2", each_move: Span::seconds(3), flag: Span::seconds(180) },
    Pace { time: "600+5", each_move: Span::seconds(9), flag: Span::seconds(600) },
    Pace { time: "1800+20", each_move: Span::seconds(30), flag: Span::seconds(1_800) },
    Pace { time: "2d", each_move: Span::seconds(20_000), flag: Span::days(2) },
];

/// The later, the more is played: the first half of the time has fewer games than the second.
const GROWTH: f64 = 0.7;

/// The rating of a player at a game and a speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct RatingState {
    pub(super) rating: Rating,
    pub(super) games: u64,
    pub(super) updated: Moment,
}

/// Whose rating: the number of a player, the game, the speed.
pub(super) type RatingKey = (usize, &'static str, Speed);

/// A finished game.
#[derive(Debug)]
pub(super) struct FinishedGame<'a> {
    pub(super) id: String,
    pub(super) template: &'a Template,
    /// The template's place among all.
    pub(super) template_number: usize,
    pub(super) time: Control,
    /// The numbers of both players.
    pub(super) seats: [usize; 2],
    pub(super) rated: bool,
    /// Before the game, for players who have one.
    pub(super) before: [Option<Rating>; 2],
    /// After it, if it was rated.
    pub(super) after: Option<[RatingState; 2]>,
    pub(super) created: Moment,
    /// How long each move took.
    pub(super) each_move: Span,
    pub(super) ended: Moment,
    pub(super) result: GameResult,
}

impl FinishedGame<'_> {
    /// What it changed in both ratings.
    pub(super) fn change(&self) -> Option<(i32, i32)> {
        let after = self.after.as_ref()?;
        let before = self.before.map(|before| before.unwrap_or_default().shown());
        Some((after[0].rating.shown() - before[0], after[1].rating.shown() - before[1]))
    }
}

/// All games, as they follow each other.
pub(super) struct Season<'a> {
    pub(super) population: &'a Population,
    templates: &'a [Template],
    chance: Chance,
    seed: u16,
    games: u64,
    from: Moment,
    length: Span,
    ratings: HashMap<RatingKey, RatingState>,
    next: u64,
}

impl<'a> Season<'a> {
    pub(super) fn new(
        population: &'a Population,
        templates: &'a [Template],
        (games, seed): (u64, u16),
        (from, length): (Moment, Span),
        chance: Chance,
    ) -> Self {
        let ratings = HashMap::new();
        Self { population, templates, chance, seed, games, from, length, ratings, next: 0 }
    }

    /// The next game, unless all were played.
    pub(super) fn next_game(&mut self) -> Option<FinishedGame<'a>> {
        if self.next == self.games {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let chance = &mut self.chance;
        let template_number = chance.below(self.templates.len());
        let template = &self.templates[template_number];
        let pace = *chance.pick(&PACES);
        let pair = self.population.pair(chance);
        let each_move =
            Span(pace.each_move.0 / 2 + (chance.unit() * pace.each_move.0 as f64) as u64);
        let (seats, result) = self.outcome(template, pair);
        let flag = if result.why == EndReason::Time { pace.flag } else { pace.each_move };
        let ended = self.ended(number);
        let length = each_move.times(template.moves.len() as u64) + flag;
        let mut game = FinishedGame {
            id: scattered_name(number, u64::from(self.seed) << 32),
            template,
            template_number,
            time: pace.time.parse().unwrap_or(Control::None),
            seats,
            rated: false,
            before: [None; 2],
            after: None,
            created: Moment(ended.0.saturating_sub(length.0)),
            each_move,
            ended,
            result,
        };
        self.rate(&mut game);
        Some(game)
    }

    fn player(&self, number: usize) -> &'a Player {
        &self.population.players[number]
    }

    /// When a game ends: later than all before it.
    fn ended(&self, number: u64) -> Moment {
        let share = (number + 1) as f64 / self.games as f64;
        self.from + Span((share.powf(GROWTH) * self.length.0 as f64) as u64)
    }

    /// Who sits where, and how it ends. The stronger wins more often (Elo's formula); where the rules have ended
    /// the game, the winner takes the winner's seat.
    fn outcome(
        &mut self,
        template: &Template,
        (one, other): (usize, usize),
    ) -> ([usize; 2], GameResult) {
        let lead = self.player(one).strength - self.player(other).strength;
        let one_wins = self.chance.unit() < 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
        let (winner, loser) = if one_wins { (one, other) } else { (other, one) };
        let result = template.result.unwrap_or_else(|| self.given_up(template));
        match result.winner {
            Some(Seat::First) => ([winner, loser], result),
            Some(Seat::Second) => ([loser, winner], result),
            None if self.chance.percent(50) => ([one, other], result),
            None => ([other, one], result),
        }
    }

    /// The end of a game that the rules have not ended.
    fn given_up(&mut self, template: &Template) -> GameResult {
        if template.game.has_draws() && self.chance.percent(8) {
            return GameResult { winner: None, why: EndReason::Agreement };
        }
        let winner = if self.chance.percent(50) { Seat::First } else { Seat::Second };
        let why = if self.chance.percent(20) { EndReason::Time } else { EndReason::Resignation };
        GameResult { winner: Some(winner), why }
    }

    /// Makes a game between accounts or bots a rated one, mostly, and applies it.
    fn rate(&mut self, game: &mut FinishedGame<'a>) {
        let kinds = game.seats.map(|seat| self.player(seat).kind);
        let may = |kind| matches!(kind, AccountKind::Person | AccountKind::Bot);
        game.rated = kinds.into_iter().all(may) && self.chance.percent(80);
        let keys = game.seats.map(|seat| (seat, game.template.game.text(), game.time.speed()));
        let states = keys.map(|key| self.ratings.get(&key).copied());
        let now = |state: RatingState| state.rating.after_idling(game.ended.since(state.updated));
        game.before = states.map(|state| state.map(now));
        if !game.rated {
            return;
        }
        let [first, second] = game.before.map(Option::unwrap_or_default);
        let (first, second) = ratings_after(first, second, game.result.winner);
        let games = states.map(|state| state.map_or(0, |state| state.games) + 1);
        let state = |rating, games| RatingState { rating, games, updated: game.ended };
        let after = [state(first, games[0]), state(second, games[1])];
        self.ratings.extend(keys.into_iter().zip(after));
        game.after = Some(after);
    }
}
