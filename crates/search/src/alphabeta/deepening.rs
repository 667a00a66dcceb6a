//! Iterative deepening (Slate and Atkin 1977) one iteration at a time: for searches that compare
//! several positions, such as the members of an information set, and deepen them in turn.

use super::history::History;
use super::root::{MAX_DEPTH, Root, RootMove, initial_order};
use super::worker::{SharedState, Worker};
use super::{AlphaBeta, StopHelpersOnDrop};
use crate::{Budget, Evaluator, Line, Report};
use game::{Position, Record};
use std::sync::atomic::AtomicBool;

/// Below this depth an iteration takes less time than starting a thread.
const HELPED_DEPTH: usize = 5;

/// Iterative deepening of one position, paused between two iterations.
pub struct Deepening<P: Position> {
    record: Record<P>,
    /// Root moves, best first, with the results of the last iteration.
    moves: Vec<RootMove<P>>,
    /// History scores of the main thread; absent before the first iteration.
    history: Option<History>,
}

impl<P: Position> Deepening<P> {
    /// Maximum depth.
    pub const MAX_DEPTH: usize = MAX_DEPTH;

    /// Number of legal moves.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The move that is `rank`-th best so far; before the first iteration by move ordering, with
    /// the static evaluation of the position.
    ///
    /// ```
    /// use game::Record;
    /// use search::{AlphaBeta, AlphaBetaSettings, Budget, Evaluator, Limits};
    /// #[derive(Clone)]
    /// struct Even;
    /// impl Evaluator<hex::Position> for Even {
    ///     fn evaluate(&mut self, _: &hex::Position) -> i32 {
    ///         0
    ///     }
    /// }
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let settings = AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() };
    /// let mut engine = AlphaBeta::new(Even, settings);
    /// let mut deepening = engine.deepening(&Record::from_position(position));
    /// assert_eq!(deepening.moves(), 5);
    /// assert!(!deepening.is_decided(1, 1));
    /// engine.deepen(&mut deepening, 1, 0, &Budget::start(&Limits::depth(1))).unwrap();
    /// assert_eq!(deepening.line(0).unwrap().moves[0].to_string(), "b3");
    /// assert!(deepening.is_decided(1, 1), "b3 wins");
    /// ```
    pub fn line(&self, rank: usize) -> Option<Line<P::Move>> {
        self.moves.get(rank).map(RootMove::line)
    }

    /// Whether the best moves, this many, are proven within `depth`.
    pub fn is_decided(&self, lines: usize, depth: usize) -> bool {
        self.moves.iter().take(lines).all(|root| root.is_decided(depth))
    }
}

impl<P: Position, E: Evaluator<P> + Clone + Send> AlphaBeta<P, E> {
    /// Begins a new generation of the transposition table. One search may deepen several positions.
    pub fn begin(&mut self) {
        self.tt.new_generation();
    }

    /// A position to be deepened.
    pub fn deepening(&mut self, record: &Record<P>) -> Deepening<P> {
        let moves = initial_order(&mut self.evaluator, record.position());
        Deepening { record: record.clone(), moves, history: None }
    }

    /// Searches the line of this rank to a depth; those of lower rank must have been searched to it.
    /// `None` if there is no such line, or if the budget is spent before.
    ///
    /// The report has this line alone, and nodes and time of the whole budget.
    ///
    /// ```
    /// use game::Record;
    /// use search::{AlphaBeta, AlphaBetaSettings, Budget, Evaluator, Limits, Score};
    /// #[derive(Clone)]
    /// struct Even;
    /// impl Evaluator<hex::Position> for Even {
    ///     fn evaluate(&mut self, _: &hex::Position) -> i32 {
    ///         0
    ///     }
    /// }
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut engine = AlphaBeta::new(Even, AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() });
    /// let mut deepening = engine.deepening(&Record::from_position(position));
    /// let budget = Budget::start(&Limits::depth(2));
    /// let report = engine.deepen(&mut deepening, 1, 0, &budget).unwrap();
    /// assert_eq!(report.score(), Some(Score::WinIn(1)));
    /// assert_eq!(deepening.line(0).unwrap().moves[0].to_string(), "b3");
    /// ```
    pub fn deepen(
        &mut self,
        position: &mut Deepening<P>,
        depth: usize,
        rank: usize,
        budget: &Budget,
    ) -> Option<Report<P::Move>> {
        if rank >= position.moves.len() {
            return None;
        }
        self.run(position, depth, budget, |root, depth| {
            let completed = root.search_lines(depth, rank..rank + 1);
            completed.then(|| root.report_of(rank..rank + 1, depth))
        })
    }

    /// The exact score of one move at a depth, with its principal variation. `None` if the budget
    /// is spent before, or if it is no legal move.
    ///
    /// ```
    /// use game::Record;
    /// use search::{AlphaBeta, AlphaBetaSettings, Budget, Evaluator, Limits, Score};
    /// #[derive(Clone)]
    /// struct Even;
    /// impl Evaluator<hex::Position> for Even {
    ///     fn evaluate(&mut self, _: &hex::Position) -> i32 {
    ///         0
    ///     }
    /// }
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let settings = AlphaBetaSettings { table_mib: 1, ..AlphaBetaSettings::default() };
    /// let mut engine = AlphaBeta::new(Even, settings);
    /// let mut deepening = engine.deepening(&Record::from_position(position));
    /// let budget = Budget::start(&Limits::default());
    /// let line = engine.score_move(&mut deepening, 2, "a1".parse().unwrap(), &budget).unwrap();
    /// assert_eq!(line.moves[0].to_string(), "a1");
    /// assert!(engine.score_move(&mut deepening, 2, "b2".parse().unwrap(), &budget).is_none(), "taken");
    /// ```
    pub fn score_move(
        &mut self,
        position: &mut Deepening<P>,
        depth: usize,
        mv: P::Move,
        budget: &Budget,
    ) -> Option<Line<P::Move>> {
        self.run(position, depth, budget, |root, depth| root.search_only(depth, mv))
    }

    /// Runs `search` at the root of `position`, with helper threads (lazy SMP) if it takes long.
    fn run<T>(
        &mut self,
        position: &mut Deepening<P>,
        depth: usize,
        budget: &Budget,
        search: impl Fn(&mut Root<'_, '_, P, E>, usize) -> Option<T> + Sync,
    ) -> Option<T> {
        let helpers = if depth < HELPED_DEPTH { 0 } else { self.helpers() };
        let helpers: Vec<E> = (0..helpers).map(|_| self.evaluator.clone()).collect();
        let techniques = self.settings.techniques;
        let (shared_table, done) = (self.shared_table, AtomicBool::new(false));
        let shared = SharedState { tt: &self.tt, shared_table, budget, done };
        let (record, shared, search) = (&position.record, &shared, &search);
        let moves = std::mem::take(&mut position.moves);
        let history = position.history.take().unwrap_or_else(History::new);
        std::thread::scope(|scope| {
            for (i, mut evaluator) in helpers.into_iter().enumerate() {
                let moves = moves.clone();
                scope.spawn(move || {
                    let history = History::new();
                    let mut worker =
                        Worker::new(shared, techniques, &mut evaluator, record, history);
                    let mut root = Root::resume(&mut worker, record, moves, 1);
                    search(&mut root, depth + (i + 1) % 2).is_some()
                });
            }
            let _stop_helpers = StopHelpersOnDrop(&shared.done);
            let mut worker = Worker::new(shared, techniques, &mut self.evaluator, record, history);
            let mut root = Root::resume(&mut worker, record, moves, 1);
            let found = search(&mut root, depth);
            position.moves = root.into_moves();
            worker.publish_nodes();
            position.history = Some(worker.history);
            found
        })
    }
}
