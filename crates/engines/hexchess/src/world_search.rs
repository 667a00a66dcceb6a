//! Determinization (Ginsberg 2001, Long et al. 2010) with iterative deepening over all worlds: each
//! iteration searches every world to the same depth, finds the moves of highest expected utility and
//! reports them.
//!
//! Which moves are compared follows the threshold algorithm (Fagin, Lotem and Naor 2001). The lines of
//! each world are found best first; a move that is new is also scored in the other worlds. It ends as
//! soon as no other move can be better: where the worlds agree on the best move, at once.

use crate::evaluation::Evaluation;
use crate::world_scores::WorldScores;
use game::Record;
use hexchess::{Move, Position};
use search::alphabeta::Deepening;
use search::{AlphaBeta, Budget, Line, Report};

/// Lines of each world that are compared beyond those wanted. The threshold algorithm would go on
/// through moves that are bad in every world.
const CONTENDERS: usize = 2;

/// A search of all worlds of an information set.
pub(crate) struct WorldSearch<'a> {
    search: &'a mut AlphaBeta<Position, Evaluation>,
    games: &'a [Record<Position>],
    roots: Vec<Deepening<Position>>,
    /// Number of lines to report.
    wanted: usize,
    budget: &'a Budget,
    seldepth: usize,
    table_fill: u32,
}

impl<'a> WorldSearch<'a> {
    /// A search of these games, one for each world.
    pub(crate) fn new(
        search: &'a mut AlphaBeta<Position, Evaluation>,
        games: &'a [Record<Position>],
        wanted: usize,
        budget: &'a Budget,
    ) -> Self {
        search.begin();
        let roots: Vec<_> = games.iter().map(|game| search.deepening(game)).collect();
        let wanted = wanted.clamp(1, roots.first().map_or(1, Deepening::moves).max(1));
        Self { search, games, roots, wanted, budget, seldepth: 0, table_fill: 0 }
    }

    /// Deepens all worlds until the budget is spent or the result is proven; calls `progress` after
    /// every iteration.
    pub(crate) fn run(&mut self, progress: &mut dyn FnMut(&Report<Move>)) -> Report<Move> {
        let mut report = self.unsearched();
        let mut instability = 0;
        let most = self.budget.depth(Deepening::<Position>::MAX_DEPTH);
        for depth in self.search.first_depth()..=most {
            let mut scores = WorldScores::new(self.games.len());
            let completed = self.iterate(depth, &mut scores).is_some();
            if !completed && (report.depth > 0 || scores.is_empty()) {
                break;
            }
            let next = self.report(depth, scores.lines(self.games, self.wanted));
            let surprise = u32::from(next.best() != report.best()) * 100;
            instability = u32::midpoint(instability, surprise);
            report = next;
            progress(&report);
            if !completed || self.is_finished(depth, &report, instability) {
                break;
            }
        }
        Report { nodes: self.budget.nodes(), elapsed: self.budget.elapsed(), ..report }
    }

    /// One iteration; `None` if the budget is spent before its end.
    fn iterate(&mut self, depth: usize, scores: &mut WorldScores) -> Option<()> {
        let moves = self.roots.first().map_or(0, Deepening::moves);
        for rank in 0..(self.wanted + CONTENDERS).min(moves) {
            for world in 0..self.roots.len() {
                let line = self.line(world, depth, rank)?;
                scores.add_ranked(world, line);
            }
            while let Some((mv, world)) = scores.next_missing(self.wanted) {
                let line = self.score(world, depth, mv)?;
                scores.add(world, line);
            }
            if scores.is_settled(self.wanted) {
                break;
            }
        }
        Some(())
    }

    /// The line of this rank in a world. What is proven is not searched again.
    fn line(&mut self, world: usize, depth: usize, rank: usize) -> Option<Line<Move>> {
        let root = &mut self.roots[world];
        if depth > 1 && root.is_decided(rank + 1, depth - 1) {
            return root.line(rank);
        }
        let mut report = self.search.deepen(root, depth, rank, self.budget)?;
        self.seldepth = self.seldepth.max(report.seldepth);
        self.table_fill = report.table_fill;
        report.lines.pop()
    }

    /// The score of a move in a world.
    fn score(&mut self, world: usize, depth: usize, mv: Move) -> Option<Line<Move>> {
        self.search.score_move(&mut self.roots[world], depth, mv, self.budget)
    }

    /// Whether another iteration would be of no use.
    fn is_finished(&self, depth: usize, report: &Report<Move>, instability: u32) -> bool {
        let proven = report.lines.iter().all(|line| line.score.is_proven());
        let decided = self.roots.iter().all(|root| root.is_decided(self.wanted, depth));
        let forced = self.budget.has_clock() && self.roots[0].moves() == 1;
        (proven && decided) || forced || self.budget.soft_limit_reached(50 + instability)
    }

    /// What is said if there is no time to search at all: the first moves by move ordering.
    fn unsearched(&self) -> Report<Move> {
        let root = self.roots.first();
        let lines = (0..self.wanted).filter_map(|rank| root.and_then(|root| root.line(rank)));
        self.report(0, lines.collect())
    }

    fn report(&self, depth: usize, lines: Vec<Line<Move>>) -> Report<Move> {
        Report {
            lines,
            depth,
            seldepth: self.seldepth,
            nodes: self.budget.nodes(),
            elapsed: self.budget.elapsed(),
            table_fill: self.table_fill,
        }
    }
}
