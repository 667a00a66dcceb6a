//! The player: alpha-beta in every world that may be true, and a setup of its own.
//!
//! Its choice is made from what the side to move may know (HC-5.3): the record is read in `worlds`
//! and nowhere else.

use crate::evaluation::Evaluation;
use crate::setup;
use crate::tally::Tally;
use crate::weights::Weights;
use crate::worlds::possible_games;
use game::{Outcome, Position as _, Record};
use hexchess::{Phase, Position};
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Limits, Report, Score, Search, TimeLeft};
use std::sync::atomic::Ordering;

/// Hex Chess at full strength.
pub struct Engine {
    search: AlphaBeta<Position, Evaluation>,
    lines: usize,
}

/// Moves compared in each world when the worlds disagree.
const CONTENDERS: usize = 3;

/// Nodes for every world in the first round of a search without limits.
const FIRST_ROUND: u64 = 50_000;

impl Engine {
    /// The techniques that pay in Hex Chess; `docs/strength.md` tells what each is worth. What the
    /// null move saves in nodes it loses in games, and late moves are few enough to be looked at.
    pub const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::LateMovePruning);

    /// A player with so many threads, so much memory in MiB, and so many lines to report.
    pub fn new(threads: usize, memory_mib: usize, lines: usize) -> Self {
        Self::with_weights(&Weights::default(), threads, memory_mib, lines)
    }

    /// The same with other weights.
    pub fn with_weights(weights: &Weights, threads: usize, table_mib: usize, lines: usize) -> Self {
        let settings =
            AlphaBetaSettings { techniques: Self::TECHNIQUES, table_mib, threads, lines };
        Self { search: AlphaBeta::new(Evaluation::new(weights), settings), lines }
    }

    /// The search inside, to be set up for an experiment.
    pub fn alphabeta(&mut self) -> &mut AlphaBeta<Position, Evaluation> {
        &mut self.search
    }

    fn look(
        &mut self,
        game: &Record<Position>,
        limits: &Limits,
        lines: usize,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let settings = AlphaBetaSettings { lines, ..self.search.settings() };
        self.search.set(settings);
        self.search.search(game, limits, progress)
    }

    /// Looks into every world in turn; without any limit, again and again until told to stop.
    fn weigh(
        &mut self,
        games: &[Record<Position>],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        if limits.depth.is_some() || is_bounded(limits) {
            return self.weigh_once(games, limits);
        }
        let mut nodes = FIRST_ROUND;
        loop {
            let round = Limits { nodes: Some(nodes * games.len() as u64), ..limits.clone() };
            let report = self.weigh_once(games, &round);
            let proven = report.score().is_some_and(Score::is_proven);
            if proven || is_stopped(limits) || report.lines.is_empty() {
                return report;
            }
            progress(&report);
            nodes = nodes.saturating_mul(2);
        }
    }

    /// The moves that promise most on the mean of all worlds.
    ///
    /// First the best move of every world. If they are one move, it is the best of all. If not,
    /// the best few of every world are compared in all of them.
    fn weigh_once(&mut self, games: &[Record<Position>], limits: &Limits) -> Report<Position> {
        let count = games.len() as u32;
        let first = part(limits, 6, 10 * count);
        let wanted = self.lines;
        let mut tally = Tally::new(games.len());
        for (world, game) in games.iter().enumerate() {
            let report = self.look(game, &first, wanted, &mut |_| ());
            tally.take(world, report);
        }
        if wanted == 1 && !tally.is_unanimous() {
            let again = part(limits, 2, 10 * count);
            for (world, game) in games.iter().enumerate() {
                let report = self.look(game, &again, CONTENDERS, &mut |_| ());
                tally.take(world, report);
            }
        }
        self.fill(games, &part(limits, 2, 10), &mut tally);
        tally.report(games, wanted)
    }

    /// Judges every move in the worlds that have not spoken of it.
    fn fill(&mut self, games: &[Record<Position>], limits: &Limits, tally: &mut Tally) {
        let missing = tally.missing();
        let each = part(limits, 1, (missing.len() as u32).max(1));
        let each = Limits { depth: each.depth.map(|depth| depth.max(2) - 1), ..each };
        for (mv, world) in missing {
            let mut game = games[world].clone();
            if game.play(mv).is_err() {
                continue;
            }
            let score = after_the_end(&game).unwrap_or_else(|| {
                let report = self.look(&game, &each, 1, &mut |_| ());
                tally.count(&report);
                report.score().map_or(Score::Draw, before)
            });
            tally.note(mv, world, score);
        }
    }
}

impl Search<Position> for Engine {
    fn search(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let games = possible_games(record);
        let report = match games.as_slice() {
            [game, ..] if game.position().phase() == Phase::Setup => {
                setup::choose(&mut self.search, game.position(), limits, self.lines)
            }
            [game] => return self.look(game, limits, self.lines, progress),
            games => self.weigh(games, limits, progress),
        };
        progress(&report);
        report
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// A position's score, as it was before the move of the other side that led there.
fn before(score: Score) -> Score {
    match score.negated() {
        Score::WinIn(plies) => Score::WinIn(plies + 1),
        Score::LossIn(plies) => Score::LossIn(plies + 1),
        other => other,
    }
}

/// What the last move brought its player, if it ended the game.
fn after_the_end(game: &Record<Position>) -> Option<Score> {
    let mover = game.position().side_to_move().other();
    game.conclusion().map(|conclusion| match conclusion.outcome {
        Outcome::Draw => Score::Draw,
        Outcome::Win(winner) if winner == mover => Score::WinIn(1),
        Outcome::Win(_) => Score::LossIn(1),
    })
}

/// A part of what the limits allow; depth is not divided.
pub(crate) fn part(limits: &Limits, share: u32, of: u32) -> Limits {
    Limits {
        depth: limits.depth,
        nodes: limits.nodes.map(|nodes| (nodes * u64::from(share) / u64::from(of)).max(1)),
        time: limits.time.map(|time| time * share / of),
        clock: limits.clock.map(|clock| TimeLeft {
            left: clock.left * share / of,
            increment: clock.increment * share / of,
        }),
        stop: limits.stop.clone(),
    }
}

/// Whether a search ends by itself for want of nodes or time.
fn is_bounded(limits: &Limits) -> bool {
    limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some()
}

pub(crate) fn is_stopped(limits: &Limits) -> bool {
    limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}
