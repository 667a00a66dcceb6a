//! First moves under the swap (pie) rule by sequential halving (Karnin, Koren and Somekh 2013): the value
//! of a first move for the side that makes it, when the other side may take it over.
//!
//! The other side takes the better colour, so that a first move with the win probability v has the value
//! min(v, 1 − v). All candidates are searched without the swap, then the half closest to even again with
//! twice the simulations, and so on. A report follows each round.

use crate::timer::Timer;
use crate::{Limits, Line, Report, Score, Search};
use game::{Position, Record};
use std::cmp::Reverse;
use std::time::Duration;

/// First moves kept beyond the reported ones.
pub const SPARE: usize = 2;

/// Rounds after which simulations are not doubled any more: the tree would not hold them.
const MOST_DOUBLINGS: u32 = 14;

/// Share of a player's clock for the first move, and the longest time.
const OF_CLOCK: u32 = 40;
const LONGEST: Duration = Duration::from_secs(2);

/// The swap rule of a game.
#[derive(Clone, Copy, Debug)]
pub struct PieRule<P: Position> {
    /// The move that takes over the first one.
    pub swap: P::Move,
    /// The same position without the right to swap.
    pub without: fn(&P) -> P,
}

impl<P: Position> PieRule<P> {
    /// The line of a first move whose best answer, when it is not swapped, is `best`. A proven result is
    /// reported as an estimate, because it does not hold after a swap.
    ///
    /// ```
    /// use game::Position;
    /// use search::{Line, PieRule, Score};
    /// let without = |position: &hex::Position| position.clone();
    /// let rule = PieRule::<hex::Position> { swap: hex::Move::Swap, without };
    /// let board: hex::Position = "
    ///    a b c
    ///  1 . . .
    ///   2 . . .
    ///    3 . . .
    /// r swap=on".parse().unwrap();
    /// let [corner, answer] = ["a1", "b2"].map(|text| board.read_move(text).unwrap());
    /// let worth = rule.line(corner, &Line::new(vec![answer], Score::Chance(800)));
    /// assert_eq!(worth.score, Score::Chance(200), "a move that leaves the other 80 % is not swapped");
    /// assert_eq!(worth.moves, [corner, answer]);
    /// ```
    pub fn line(&self, first: P::Move, best: &Line<P::Move>) -> Line<P::Move> {
        let other = match best.score {
            Score::Chance(share) => share.min(1000),
            Score::WinIn(_) => 1000,
            Score::LossIn(_) => 0,
            Score::Estimate(_) | Score::Draw => 500,
        };
        // After a swap the expected continuation is unknown.
        let rest: &[P::Move] = if other < 500 { &[self.swap] } else { &best.moves };
        let moves = std::iter::once(first).chain(rest.iter().copied()).collect();
        Line { visits: best.visits, ..Line::new(moves, Score::Chance(other.min(1000 - other))) }
    }
}

/// The score of the swap if the best other move has the score `best`: the stone then counts for the side
/// that placed it.
///
/// ```
/// use search::Score;
/// use search::opening::swapped_score;
/// assert_eq!(swapped_score(Score::WinIn(3)), Score::LossIn(4));
/// assert_eq!(swapped_score(Score::Estimate(120)), Score::Estimate(-120));
/// ```
pub fn swapped_score(best: Score) -> Score {
    match best {
        Score::WinIn(plies) => Score::LossIn(plies + 1),
        Score::LossIn(plies) => Score::WinIn(plies + 1),
        other => other.negated(),
    }
}

/// The search of first moves.
pub struct OpeningSearch<P: Position> {
    position: P,
    rule: PieRule<P>,
    /// The first moves, each with the best line known after it; a guess until it is searched.
    candidates: Vec<Line<P::Move>>,
    /// How many lines are reported.
    lines: usize,
    /// Simulations for each candidate in the first round.
    first_nodes: u64,
    /// Nodes searched so far.
    nodes: u64,
    timer: Timer,
}

impl<P: Position> OpeningSearch<P> {
    /// A search from the start of a game for the best `lines` first moves, without initial estimates; each
    /// candidate gets `first_nodes` simulations in the first round. Its time starts now.
    pub fn start(position: &P, rule: PieRule<P>, lines: usize, first_nodes: u64) -> Self {
        let (position, timer) = (position.clone(), Timer::start(&Limits::default()));
        Self { position, rule, candidates: Vec::new(), lines, first_nodes, nodes: 0, timer }
    }

    /// The same search of these first moves, each with a line that may be a guess; `nodes` were needed to
    /// rate them.
    ///
    /// ```
    /// use search::opening::{OpeningSearch, PieRule};
    /// use search::{Line, Score};
    /// let board: hex::Position = "3/3/3 r swap=on".parse().unwrap();
    /// let rule = PieRule { swap: hex::Move::Swap, without: hex::Position::clone };
    /// let guess = |text: &str, share| Line::new(vec![text.parse().unwrap()], Score::Chance(share));
    /// let candidates = vec![guess("a1", 350), guess("a3", 480), guess("b2", 100)];
    /// let search = OpeningSearch::start(&board, rule, 2, 50).with_candidates(candidates, 0);
    /// let report = search.report();
    /// let best: Vec<String> = report.lines.iter().map(|line| line.moves[0].to_string()).collect();
    /// assert_eq!(best, ["a3", "a1"], "the most even first moves");
    /// ```
    pub fn with_candidates(self, candidates: Vec<Line<P::Move>>, nodes: u64) -> Self {
        Self { candidates, nodes, ..self }
    }

    /// Rounds until a limit is reached; calls `progress` after each.
    ///
    /// ```
    /// use search::opening::{OpeningSearch, PieRule};
    /// use search::{Limits, Line, Mcts, Score, mcts};
    /// let board: hex::Position = "3/3/3 r swap=on".parse().unwrap();
    /// let without = |_: &hex::Position| "3/3/3 r swap=off".parse().unwrap();
    /// let rule = PieRule { swap: hex::Move::Swap, without };
    /// let guess = |text: &str| Line::new(vec![text.parse().unwrap()], Score::Chance(500));
    /// let candidates = vec![guess("a1"), guess("b2")];
    /// let mut search = OpeningSearch::start(&board, rule, 2, 100).with_candidates(candidates, 0);
    /// let mut player = Mcts::<hex::Position>::plain(mcts::MctsSettings::default());
    /// let mut rounds = 0;
    /// let report = search.run(&mut player, &Limits::nodes(600), &mut |_| rounds += 1);
    /// assert!(rounds > 0 && report.nodes >= 600);
    /// let fair = |line: &Line<_>| matches!(line.score, Score::Chance(share) if share <= 500);
    /// assert!(report.lines.len() == 2 && report.lines.iter().all(fair), "the better side is swapped");
    /// ```
    pub fn run(
        &mut self,
        search: &mut dyn Search<P>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let limits = &without_clock(limits);
        for round in 0.. {
            let nodes = self.first_nodes << round.min(MOST_DOUBLINGS);
            if !self.search_all(search, limits, nodes) {
                break;
            }
            self.candidates.sort_by_key(|line| Reverse(line.score));
            progress(&self.report());
            let half = self.candidates.len().div_ceil(2);
            self.candidates.truncate(half.max(self.lines + SPARE));
            if limits.depth.is_some_and(|most| self.report().depth >= most) {
                break;
            }
        }
        self.report()
    }

    /// Searches every candidate; whether no limit was reached.
    fn search_all(&mut self, search: &mut dyn Search<P>, limits: &Limits, nodes: u64) -> bool {
        for line in &mut self.candidates {
            let left = limits.remaining(self.nodes, self.timer.elapsed());
            if is_reached(&left) {
                return false;
            }
            let nodes = left.nodes.map_or(nodes, |left| left.min(nodes));
            let first = line.moves[0];
            let after = Record::from_position((self.rule.without)(&self.position.after(first)));
            let limits = Limits { nodes: Some(nodes), depth: None, ..left };
            let report = search.search(&after, &limits, &mut |_| ());
            self.nodes += report.nodes.max(1);
            if let Some(best) = report.lines.first() {
                *line = self.rule.line(first, best);
            }
        }
        true
    }

    /// The report so far.
    pub fn report(&self) -> Report<P::Move> {
        let mut lines = self.candidates.clone();
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(self.lines);
        let depth = lines.first().map_or(0, |line| line.moves.len());
        let (nodes, elapsed) = (self.nodes, self.timer.elapsed());
        Report { lines, depth, seldepth: depth, nodes, elapsed, table_fill: 0 }
    }
}

/// The limits with a share of the clock as time.
fn without_clock(limits: &Limits) -> Limits {
    let of_clock = limits.clock.map(|clock| (clock.left / OF_CLOCK).min(LONGEST));
    let time = [limits.time, of_clock].into_iter().flatten().min();
    Limits { time, clock: None, ..limits.clone() }
}

/// Whether a limit is used up.
fn is_reached(left: &Limits) -> bool {
    left.is_stopped() || left.nodes == Some(0) || left.time == Some(Duration::ZERO)
}
