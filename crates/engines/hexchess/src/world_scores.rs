//! Scores of root moves in every possible world, found by the threshold algorithm (Fagin, Lotem and
//! Naor 2001), and the report that follows from them.

use crate::worlds::{common_line, expected_utility, mean};
use game::Record;
use hexchess::{Move, Position};
use search::{Line, Score};

/// A move with its score in each world.
struct MoveScores {
    mv: Move,
    scores: Vec<Option<Score>>,
    /// Its principal variation in the world searched last.
    line: Vec<Move>,
}

impl MoveScores {
    fn is_complete(&self) -> bool {
        self.scores.iter().all(Option::is_some)
    }
}

/// Scores in all worlds.
pub(crate) struct WorldScores {
    /// In the order in which they were added.
    entries: Vec<MoveScores>,
    /// The score of the last ranked line of each world: no move without a score there is better.
    bounds: Vec<Option<Score>>,
}

impl WorldScores {
    /// Empty, for this number of worlds.
    pub(crate) fn new(worlds: usize) -> Self {
        Self { entries: Vec::new(), bounds: vec![None; worlds] }
    }

    /// Adds the next best line of a world.
    pub(crate) fn add_ranked(&mut self, world: usize, line: Line<Move>) {
        self.bounds[world] = Some(line.score);
        self.add(world, line);
    }

    /// Adds the score of any move of a world.
    pub(crate) fn add(&mut self, world: usize, line: Line<Move>) {
        let Some(mv) = line.first() else { return };
        let worlds = self.bounds.len();
        let known = self.entries.iter().position(|entry| entry.mv == mv);
        let place = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.entries.push(MoveScores { mv, scores: vec![None; worlds], line: vec![mv] });
        }
        self.entries[place].scores[world] = Some(line.score);
        self.entries[place].line = line.moves;
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A move and a world whose score can still change which `wanted` moves are best; the most
    /// promising move first.
    pub(crate) fn next_missing(&self, wanted: usize) -> Option<(Move, usize)> {
        let least = self.utility_to_exceed(wanted);
        let open = self.entries.iter().filter(|entry| !entry.is_complete());
        let rated = open.map(|entry| (self.utility_bound(&entry.scores), entry));
        let promising = rated.filter(|(bound, _)| least.is_none_or(|least| *bound > least));
        // Of equals the one that was added first.
        let (_, entry) = promising.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
        let world = entry.scores.iter().position(Option::is_none)?;
        Some((entry.mv, world))
    }

    /// Whether no move outside the ranked lines can be among the best `wanted`.
    pub(crate) fn is_settled(&self, wanted: usize) -> bool {
        let outside = self.utility_bound(&vec![None; self.bounds.len()]);
        self.utility_to_exceed(wanted).is_some_and(|least| least >= outside)
    }

    /// Expected utility of the `wanted`-th best of the moves with a score in every world.
    fn utility_to_exceed(&self, wanted: usize) -> Option<f64> {
        let complete = self.entries.iter().filter(|entry| entry.is_complete());
        let mut utilities: Vec<f64> = complete.map(|e| self.utility_bound(&e.scores)).collect();
        utilities.sort_by(|a, b| b.total_cmp(a));
        utilities.get(wanted.max(1) - 1).copied()
    }

    /// Expected utility if the scores that are missing were as good as they can be.
    fn utility_bound(&self, scores: &[Option<Score>]) -> f64 {
        let best = |(score, bound): (&Option<Score>, &Option<Score>)| (*score).or(*bound);
        let scores: Vec<Score> = scores.iter().zip(&self.bounds).filter_map(best).collect();
        expected_utility(&scores)
    }

    /// The lines of highest expected utility, best first; those with a score in every world before
    /// the others.
    pub(crate) fn lines(&self, games: &[Record<Position>], wanted: usize) -> Vec<Line<Move>> {
        let rate = |entry: &MoveScores| {
            let scores: Vec<Score> = entry.scores.iter().copied().flatten().collect();
            let line = common_line(games, &entry.line, mean(&scores));
            (entry.is_complete(), expected_utility(&scores), line)
        };
        let mut rated: Vec<(bool, f64, Line<Move>)> = self.entries.iter().map(rate).collect();
        // Stable, so that equal moves keep the order in which they were found.
        rated.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        rated.truncate(wanted.max(1));
        rated.into_iter().map(|(_, _, line)| line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    fn moves() -> Vec<Move> {
        let text = "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -";
        let position: Position = text.parse().expect("a position");
        position.moves().into_vec()
    }

    fn line(mv: Move, value: i32) -> Line<Move> {
        Line::new(vec![mv], Score::Estimate(value))
    }

    #[test]
    fn worlds_that_agree_need_no_other_score() {
        let moves = moves();
        let mut scores = WorldScores::new(2);
        scores.add_ranked(0, line(moves[0], 80));
        assert!(!scores.is_settled(1), "a world is missing");
        scores.add_ranked(1, line(moves[0], 20));
        assert_eq!(scores.next_missing(1), None);
        assert!(scores.is_settled(1) && !scores.is_settled(2));
    }

    #[test]
    fn a_move_that_is_best_nowhere_can_be_best_on_average() {
        let moves = moves();
        let mut scores = WorldScores::new(2);
        scores.add_ranked(0, line(moves[0], 300));
        scores.add_ranked(1, line(moves[1], 300));
        assert_eq!(scores.next_missing(1), Some((moves[0], 1)));
        scores.add(1, line(moves[0], -900));
        assert_eq!(scores.next_missing(1), Some((moves[1], 0)), "it may be as good there");
        scores.add(0, line(moves[1], -900));
        assert!(!scores.is_settled(1), "another may have 299 in both");
        scores.add_ranked(0, line(moves[2], 200));
        scores.add_ranked(1, line(moves[2], 200));
        assert!(scores.is_settled(1));
        assert_eq!(scores.entries.len(), 3);
        assert!(scores.utility_to_exceed(1) > scores.utility_to_exceed(2));
    }

    #[test]
    fn a_score_that_cannot_matter_is_not_asked_for() {
        let moves = moves();
        let mut scores = WorldScores::new(2);
        for (world, best) in [(0, 100), (1, 400)] {
            scores.add_ranked(world, line(moves[0], best));
        }
        scores.add_ranked(0, line(moves[1], 90));
        scores.add_ranked(1, line(moves[2], 50));
        assert_eq!(scores.next_missing(1), None);
        assert_eq!(scores.next_missing(2), Some((moves[1], 1)));
    }
}
