//! The engine: determinization (perfect-information search of every possible world; Ginsberg 2001,
//! Long et al. 2010) with alpha-beta, and a search of its own for the setup.
//!
//! Its choice depends only on the information set of the side to move (HC-5.3): the record is read
//! in `worlds` and nowhere else. All worlds are searched, so nothing is sampled.

use crate::evaluation::Evaluation;
use crate::setup;
use crate::weights::Weights;
use crate::world_scores::WorldScores;
use crate::worlds::possible_games;
use game::{Outcome, Position as _, Record};
use hexchess::{Phase, Position};
use search::alphabeta::{AlphaBetaSettings, Technique, Techniques};
use search::{AlphaBeta, Limits, Report, Score, Search, TimeLeft};
use std::sync::atomic::Ordering;

/// The engine of Hex Chess at full strength.
pub struct Engine {
    search: AlphaBeta<Position, Evaluation>,
    lines: usize,
    setup_seed: Option<u64>,
}

/// Moves compared in each world when the best moves differ.
const CONTENDERS: usize = 3;

/// Nodes for every world in the first iteration of a search without limits.
const FIRST_NODES: u64 = 50_000;

impl Engine {
    /// The techniques that gain strength in Hex Chess; `docs/strength.md` has the ablation.
    /// Null-move pruning saves nodes but loses games, and there are too few late moves for late
    /// move pruning.
    pub const TECHNIQUES: Techniques =
        Techniques::ALL.without(Technique::NullMove).without(Technique::LateMovePruning);

    /// An engine with this number of threads, memory in MiB and number of variations.
    pub fn new(threads: usize, memory_mib: usize, lines: usize) -> Self {
        Self::with_weights(&Weights::default(), threads, memory_mib, lines)
    }

    /// The same with other evaluation weights.
    pub fn with_weights(weights: &Weights, threads: usize, table_mib: usize, lines: usize) -> Self {
        let settings =
            AlphaBetaSettings { techniques: Self::TECHNIQUES, table_mib, threads, lines };
        let search = AlphaBeta::new(Evaluation::new(weights), settings);
        Self { search, lines, setup_seed: None }
    }

    /// Draws the setup from line-ups of about equal strength, and which horse is the fool by a coin.
    /// Whoever does not know the seed cannot tell where the fool stands.
    #[must_use]
    pub fn with_setup_seed(self, seed: u64) -> Self {
        Self { setup_seed: Some(seed), ..self }
    }

    /// The search, to be configured for experiments.
    pub fn alphabeta(&mut self) -> &mut AlphaBeta<Position, Evaluation> {
        &mut self.search
    }

    fn search_world(
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

    /// Searches every world in turn; without any limit, with doubled nodes again and again until
    /// stopped.
    fn search_worlds(
        &mut self,
        games: &[Record<Position>],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        if limits.depth.is_some() || is_bounded(limits) {
            return self.search_worlds_once(games, limits);
        }
        let mut nodes = FIRST_NODES;
        loop {
            let round = Limits { nodes: Some(nodes * games.len() as u64), ..limits.clone() };
            let report = self.search_worlds_once(games, &round);
            let proven = report.score().is_some_and(Score::is_proven);
            if proven || is_stopped(limits) || report.lines.is_empty() {
                return report;
            }
            progress(&report);
            nodes = nodes.saturating_mul(2);
        }
    }

    /// The moves of highest expected utility over all worlds.
    ///
    /// First the best move of every world. If all are equal, it is the best of all. If not, the
    /// best few of every world are compared in all of them.
    fn search_worlds_once(
        &mut self,
        games: &[Record<Position>],
        limits: &Limits,
    ) -> Report<Position> {
        let count = games.len() as u32;
        let first = part(limits, 6, 10 * count);
        let wanted = self.lines;
        let mut scores = WorldScores::new(games.len());
        for (world, game) in games.iter().enumerate() {
            let report = self.search_world(game, &first, wanted, &mut |_| ());
            scores.add_report(world, report);
        }
        if wanted == 1 && !scores.is_unanimous() {
            let again = part(limits, 2, 10 * count);
            for (world, game) in games.iter().enumerate() {
                let report = self.search_world(game, &again, CONTENDERS, &mut |_| ());
                scores.add_report(world, report);
            }
        }
        self.complete_scores(games, &part(limits, 2, 10), &mut scores);
        scores.report(games, wanted)
    }

    /// Searches every move in the worlds in which it has no score yet.
    fn complete_scores(
        &mut self,
        games: &[Record<Position>],
        limits: &Limits,
        scores: &mut WorldScores,
    ) {
        let missing = scores.missing();
        let each = part(limits, 1, (missing.len() as u32).max(1));
        let each = Limits { depth: each.depth.map(|depth| depth.max(2) - 1), ..each };
        for (mv, world) in missing {
            let mut game = games[world].clone();
            if game.play(mv).is_err() {
                continue;
            }
            let score = after_the_end(&game).unwrap_or_else(|| {
                let report = self.search_world(&game, &each, 1, &mut |_| ());
                scores.count(&report);
                report.score().map_or(Score::Draw, before)
            });
            scores.set(mv, world, score);
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
                let (search, position) = (&mut self.search, game.position());
                match self.setup_seed {
                    Some(seed) => setup::choose_mixed(search, position, limits, seed),
                    None => setup::choose(search, position, limits, self.lines),
                }
            }
            [game] => return self.search_world(game, limits, self.lines, progress),
            games => self.search_worlds(games, limits, progress),
        };
        progress(&report);
        report
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

/// The score of a position, from the view of the side that moved into it.
fn before(score: Score) -> Score {
    match score.negated() {
        Score::WinIn(plies) => Score::WinIn(plies + 1),
        Score::LossIn(plies) => Score::LossIn(plies + 1),
        other => other,
    }
}

/// The score of the last move for its player, if it ended the game.
fn after_the_end(game: &Record<Position>) -> Option<Score> {
    let mover = game.position().side_to_move().other();
    game.conclusion().map(|conclusion| match conclusion.outcome {
        Outcome::Draw => Score::Draw,
        Outcome::Win(winner) if winner == mover => Score::WinIn(1),
        Outcome::Win(_) => Score::LossIn(1),
    })
}

/// A fraction of the limits; depth is not divided.
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

/// Whether nodes or time are limited.
fn is_bounded(limits: &Limits) -> bool {
    limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some()
}

pub(crate) fn is_stopped(limits: &Limits) -> bool {
    limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}
