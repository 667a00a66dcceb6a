//! The evaluator of Eclipse: static evaluation, wins in one, threats and move ordering.

use crate::bitboard::BoardTables;
use crate::survey::SurveyCache;
use crate::threat_moves::ThreatMoves;
use crate::threats::ThreatGenerator;
use crate::weight_tables::WeightTables;
use crate::weights::Weights;
use eclipse::{Move, Options, Position};
use game::{Outcome, Position as _, Side};
use search::{Evaluator, Rank};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

/// Linear evaluation of Eclipse: features times weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Arc<WeightTables>,
    tables: Arc<BoardTables>,
    surveys: RefCell<SurveyCache>,
    threat_moves: RefCell<ThreatMoves>,
}

impl Evaluation {
    /// The evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        Self::with(Arc::new(WeightTables::new(weights)))
    }

    fn with(weights: Arc<WeightTables>) -> Self {
        static TABLES: LazyLock<Arc<BoardTables>> = LazyLock::new(|| Arc::from(BoardTables::new()));
        Self {
            weights,
            tables: Arc::clone(&TABLES),
            surveys: RefCell::new(SurveyCache::none()),
            threat_moves: RefCell::new(ThreatMoves::none()),
        }
    }

    /// Whether a position is quiet: neither side can confine a comet at once.
    pub fn is_quiet(&self, position: &Position) -> bool {
        self.win_in_one(position).is_none() && !self.is_forced(position)
    }
}

/// With the default weights.
impl Default for Evaluation {
    fn default() -> Self {
        static DEFAULT: LazyLock<Arc<WeightTables>> =
            LazyLock::new(|| Arc::new(WeightTables::new(&Weights::default())));
        Self::with(Arc::clone(&DEFAULT))
    }
}

impl Evaluator<Position> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.weights.of(position, self.surveys.get_mut().update(&self.tables, position))
    }

    fn rank(&self, position: &Position, mv: Move) -> Rank {
        self.ranking(position)(mv)
    }

    #[inline]
    fn ranking(&self, position: &Position) -> impl Fn(Move) -> Rank {
        let mut threat_moves = self.threat_moves.borrow_mut();
        threat_moves.update(position);
        move |mv| if threat_moves.has(mv) { Rank::Noisy(0) } else { Rank::Quiet(0) }
    }

    /// Standard: the other side threatens to confine our comet. Tabletop: it is confined, and this
    /// is the turn to free it.
    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        let mut surveys = self.surveys.borrow_mut();
        let SurveyCache { own, other, .. } = surveys.update(&self.tables, position);
        match position.options() {
            Options::Standard => {
                let by = position.side_to_move().other();
                other.might_confine(own) && can_confine(position, by)
            }
            Options::Tabletop => own.exits == 0,
        }
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        let passed = position.passed();
        passed.outcome().is_none().then_some(passed)
    }

    /// Exact: `None` means that no move wins at once.
    ///
    #[inline]
    fn win_in_one(&self, position: &Position) -> Option<Move> {
        let mut surveys = self.surveys.borrow_mut();
        let SurveyCache { own, other, .. } = surveys.update(&self.tables, position);
        if !own.might_confine(other) {
            return None;
        }
        let side = position.side_to_move();
        ThreatGenerator::new(position, side, 0)?.find(|mv| match position.options() {
            Options::Standard => true,
            Options::Tabletop => position.after(mv).outcome() == Some(Outcome::Win(side)),
        })
    }
}

/// Whether a move of `by` would confine the other comet (leave it without exits).
fn can_confine(position: &Position, by: Side) -> bool {
    ThreatGenerator::new(position, by, 0)
        .is_some_and(|generator| generator.find(|_| true).is_some())
}
