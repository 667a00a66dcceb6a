//! Line-ups on trial: the games that begin with them, deepened in turn with alpha-beta.

use super::{LineUp, game_after, is_lost};
use crate::evaluation::Evaluation;
use game::{Position as _, Record};
use hexchess::{Move, Position};
use search::alphabeta::Deepening;
use search::{AlphaBeta, Budget, Line, Report, Score};

/// Nodes for each line-up after which no time of a player's clock is spent any more: more would
/// change little before the other side has placed its pieces.
const NODES: u64 = 20_000;

/// The game that begins with a line-up.
struct Trial {
    root: Deepening<Position>,
    /// Whether the opponent of the side that sets up moves first.
    turned: bool,
    /// Value of the line-up by the table.
    table_value: i32,
    /// Whether the king falls by force.
    is_lost: bool,
    /// For the side that sets up, by the last completed iteration.
    score: Score,
}

impl Trial {
    fn new(
        search: &mut AlphaBeta<Position, Evaluation>,
        position: &Position,
        lineup: &LineUp,
    ) -> Self {
        let side = position.side_to_move();
        let game = game_after(position, lineup);
        let turned = game.side_to_move() != side;
        let is_lost = is_lost(position, lineup, side);
        let root = search.deepening(&Record::from_position(game));
        let score = root.line(0).map_or(Score::Draw, |line| line.score);
        let table_value = lineup.value;
        let mut trial = Self { root, turned, table_value, is_lost, score };
        trial.score = trial.for_side(score);
        trial
    }

    /// A score of the game for the side that sets up.
    fn for_side(&self, score: Score) -> Score {
        if self.turned { score.negated() } else { score }
    }
}

/// Several line-ups, compared at the same depth.
pub(super) struct Trials {
    games: Vec<Trial>,
    depth: usize,
    seldepth: usize,
}

impl Trials {
    /// Trials of these line-ups, each with the position that it is for.
    pub(super) fn new<'a>(
        search: &mut AlphaBeta<Position, Evaluation>,
        members: impl Iterator<Item = (&'a Position, &'a LineUp)>,
    ) -> Self {
        search.begin();
        let trials = members.map(|(position, lineup)| Trial::new(search, position, lineup));
        Self { games: trials.collect(), depth: 0, seldepth: 0 }
    }

    /// Deepens all of them in turn until the budget is spent; calls `completed` after every
    /// iteration.
    pub(super) fn run(
        &mut self,
        search: &mut AlphaBeta<Position, Evaluation>,
        budget: &Budget,
        completed: &mut dyn FnMut(&Self),
    ) {
        for depth in 1..=budget.depth(Deepening::<Position>::MAX_DEPTH) {
            let scores = self.games.iter_mut().map(|trial| iterate(search, trial, depth, budget));
            let Some(reports) = scores.collect::<Option<Vec<_>>>() else { return };
            for (trial, (score, seldepth)) in self.games.iter_mut().zip(reports) {
                trial.score = trial.for_side(score);
                self.seldepth = self.seldepth.max(seldepth);
            }
            self.depth = depth;
            completed(self);
            if self.is_finished(budget) {
                return;
            }
        }
    }

    /// Whether another iteration would be of no use, or not worth the time of a player's clock.
    fn is_finished(&self, budget: &Budget) -> bool {
        let enough = budget.nodes() >= NODES * self.games.len() as u64;
        let thrift = budget.has_clock() && (enough || budget.soft_limit_reached(50));
        thrift || self.games.iter().all(|trial| trial.root.is_decided(1, self.depth))
    }

    /// Of each line-up whether the king falls by force, and its value: the mean of the table's and
    /// the search's.
    pub(super) fn ratings(&self) -> impl ExactSizeIterator<Item = (bool, i32)> {
        self.games
            .iter()
            .map(|trial| (trial.is_lost, trial.table_value / 2 + score_number(trial.score) / 2))
    }

    /// A report of these lines.
    pub(super) fn report(&self, budget: &Budget, lines: Vec<Line<Move>>) -> Report<Move> {
        Report {
            lines,
            depth: self.depth,
            seldepth: self.seldepth,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            table_fill: 0,
        }
    }
}

/// Score and selective depth of one game at a depth; `None` if the budget is spent before.
fn iterate(
    search: &mut AlphaBeta<Position, Evaluation>,
    trial: &mut Trial,
    depth: usize,
    budget: &Budget,
) -> Option<(Score, usize)> {
    if trial.root.moves() == 0 {
        return Some((Score::Draw, 0));
    }
    let report = search.deepen(&mut trial.root, depth, 0, budget)?;
    Some((report.score()?, report.seldepth))
}

/// A score as an integer.
fn score_number(score: Score) -> i32 {
    const DECIDED: i32 = 10_000;
    match score {
        Score::Estimate(value) => value.clamp(-DECIDED, DECIDED),
        Score::Chance(_) | Score::Draw => 0,
        Score::WinIn(_) => DECIDED,
        Score::LossIn(_) => -DECIDED,
    }
}
