//! Scores of root moves in every possible world, and the report that follows from them.

use crate::worlds::{common_line, expected_utility, mean};
use game::Record;
use hexchess::{Move, Position};
use search::{Line, Report, Score};

/// A move with its score in each world.
struct MoveScores {
    mv: Move,
    scores: Vec<Option<Score>>,
    /// Its principal variation in the world searched last.
    line: Vec<Move>,
}

/// Scores in all worlds.
pub(crate) struct WorldScores {
    worlds: usize,
    /// In the order in which they were added.
    entries: Vec<MoveScores>,
    /// The best move of each world.
    best: Vec<Option<Move>>,
    /// Depth, nodes and times of all searches together; the depth is that of the shallowest.
    total: Option<Report<Position>>,
}

impl WorldScores {
    /// Empty, for this number of worlds.
    pub(crate) fn new(worlds: usize) -> Self {
        Self { worlds, entries: Vec::new(), best: vec![None; worlds], total: None }
    }

    /// Adds the nodes and time of a search.
    pub(crate) fn count(&mut self, report: &Report<Position>) {
        let bare = Report { lines: Vec::new(), ..report.clone() };
        let Some(total) = &mut self.total else {
            self.total = Some(bare);
            return;
        };
        total.nodes += bare.nodes;
        total.elapsed += bare.elapsed;
        total.seldepth = total.seldepth.max(bare.seldepth);
        total.table_fill = bare.table_fill;
    }

    /// Adds the report of one world.
    pub(crate) fn add_report(&mut self, world: usize, report: Report<Position>) {
        self.count(&report);
        if let Some(total) = &mut self.total {
            total.depth = total.depth.min(report.depth);
        }
        self.best[world] = report.best();
        for line in report.lines {
            if let Some(mv) = line.first() {
                self.set(mv, world, line.score);
                self.entry(mv).line = line.moves;
            }
        }
    }

    /// Sets the score of a move in one world.
    pub(crate) fn set(&mut self, mv: Move, world: usize, score: Score) {
        self.entry(mv).scores[world] = Some(score);
    }

    fn entry(&mut self, mv: Move) -> &mut MoveScores {
        let known = self.entries.iter().position(|entry| entry.mv == mv);
        let place = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.entries.push(MoveScores { mv, scores: vec![None; self.worlds], line: vec![mv] });
        }
        &mut self.entries[place]
    }

    /// Whether all worlds have the same best move.
    pub(crate) fn is_unanimous(&self) -> bool {
        self.best.iter().all(|best| *best == self.best[0])
    }

    /// Pairs of move and world without a score.
    pub(crate) fn missing(&self) -> Vec<(Move, usize)> {
        let mut missing = Vec::new();
        for entry in &self.entries {
            let silent = (0..self.worlds).filter(|&world| entry.scores[world].is_none());
            missing.extend(silent.map(|world| (entry.mv, world)));
        }
        missing
    }

    /// The moves of highest expected utility.
    pub(crate) fn report(self, games: &[Record<Position>], wanted: usize) -> Report<Position> {
        let rate = |entry: &MoveScores| {
            let scores: Vec<Score> = entry.scores.iter().copied().flatten().collect();
            (expected_utility(&scores), common_line(games, &entry.line, mean(&scores)))
        };
        let mut rated: Vec<(f64, Line<Position>)> = self.entries.iter().map(rate).collect();
        // Stable, so that equal moves keep the order in which they were found.
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        rated.truncate(wanted.max(1));
        let lines = rated.into_iter().map(|(_, line)| line).collect();
        Report { lines, ..self.total.unwrap_or_else(Report::empty) }
    }
}
