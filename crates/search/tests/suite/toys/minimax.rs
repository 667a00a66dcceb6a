//! The slow, plain search that every fast one must agree with.

use game::{Key, Outcome, Position, Record};
use search::{Evaluator, Score};

/// A pseudo-random static evaluation: the same for equal positions, and never 0.
#[derive(Clone, Copy, Debug)]
pub struct HashEvaluator(pub u64);

impl HashEvaluator {
    pub fn estimate<P: Position>(self, position: &P) -> i32 {
        let number = (Key::feature(self.0, position.key().0).0 % 301) as i32 - 150;
        if number == 0 { 1 } else { number }
    }
}

impl<P: Position> Evaluator<P> for HashEvaluator {
    fn evaluate(&mut self, position: &P) -> i32 {
        self.estimate(position)
    }
}

/// Minimax `depth` plies deep: a score for every legal move at the root.
///
/// A position counts as drawn if it occurred in the tree before, or twice in the game before it.
pub fn minimax<P: Position>(
    record: &Record<P>,
    depth: usize,
    estimate: &dyn Fn(&P) -> i32,
) -> Vec<(P::Move, Score)> {
    let keys: Vec<Key> = record.keys().collect();
    let mut tree = Tree { estimate, root: keys.len() - 1, keys };
    let quiet = record.quiet_plies();
    let position = record.position();
    let moves = position.moves();
    let rated = moves.iter().map(|&mv| (mv, tree.rate(position, mv, depth, 0, quiet)));
    rated.map(|(mv, s)| (mv, if s == Score::Draw { Score::Estimate(0) } else { s })).collect()
}

struct Tree<'a, P> {
    estimate: &'a dyn Fn(&P) -> i32,
    keys: Vec<Key>,
    root: usize,
}

impl<P: Position> Tree<'_, P> {
    fn rate(&mut self, before: &P, mv: P::Move, depth: usize, ply: usize, quiet: usize) -> Score {
        let after = before.after(mv);
        let quiet = if before.is_progress(mv) { 0 } else { quiet + 1 };
        let score = self.value(&after, depth - 1, ply + 1, quiet);
        let same = before.side_to_move() == after.side_to_move();
        if same { score } else { score.negated() }
    }

    fn value(&mut self, position: &P, depth: usize, ply: usize, quiet: usize) -> Score {
        let key = position.key();
        let in_tree = self.keys[self.root..].contains(&key);
        let in_game = self.keys.iter().filter(|&&k| k == key).count() >= 2;
        match position.outcome() {
            Some(Outcome::Draw) => return Score::Draw,
            Some(Outcome::Win(side)) if side == position.side_to_move() => {
                return Score::WinIn(ply as u32);
            }
            Some(Outcome::Win(_)) => return Score::LossIn(ply as u32),
            None if in_tree || in_game => return Score::Draw,
            None if P::QUIET_LIMIT.is_some_and(|limit| quiet >= limit) => return Score::Draw,
            None if depth == 0 => return Score::Estimate((self.estimate)(position)),
            None => (),
        }
        self.keys.push(key);
        let moves = position.moves();
        let best = moves.iter().map(|&mv| self.rate(position, mv, depth, ply, quiet)).max();
        self.keys.pop();
        best.expect("a game that goes on has moves")
    }
}
