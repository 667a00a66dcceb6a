//! Everything the search asks: what a position is worth, what wins at once, what must be answered.

use crate::narrowing::Narrowing;
use crate::shut::Siege;
use crate::weights::Weights;
use crate::worth::Worth;
use eclipse::{Move, Options, Position};
use game::{Outcome, Position as _};
use search::{Evaluator, Rank};
use std::cell::RefCell;
use std::sync::Arc;

/// An opinion of Eclipse positions: the features of a position, weighed.
#[derive(Clone, Debug)]
pub struct Evaluation {
    worth: Arc<Worth>,
    narrowing: RefCell<Narrowing>,
}

impl Evaluation {
    /// The opinion that these weights make.
    pub fn new(weights: &Weights) -> Self {
        Self { worth: Arc::new(Worth::new(weights)), narrowing: RefCell::default() }
    }

    /// Whether a position can be taken at face value: nobody can shut a comet in at once.
    pub fn is_quiet(&self, position: &Position) -> bool {
        self.win_in_one(position).is_none() && !self.is_forced(position)
    }
}

/// With the weights that full strength plays with.
impl Default for Evaluation {
    fn default() -> Self {
        Self::new(&Weights::default())
    }
}

impl Evaluator<Position> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.worth.of(position)
    }

    #[inline]
    fn rank(&self, position: &Position, mv: Move) -> Rank {
        if self.narrowing.borrow_mut().has(position, mv) { Rank::Noisy(0) } else { Rank::Quiet(0) }
    }

    /// Standard: the other side threatens to shut our comet in. Tabletop: it has been shut in, and
    /// this is the turn to free it.
    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        let side = position.side_to_move();
        match position.options() {
            Options::Standard => {
                let siege = Siege::new(position, side.other(), 0);
                siege.is_some_and(|siege| siege.find(|_| true).is_some())
            }
            Options::Tabletop => position.comet_moves(side).is_empty(),
        }
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        let passed = position.passed();
        passed.outcome().is_none().then_some(passed)
    }

    /// Exact: `None` means that no move wins at once.
    ///
    /// Every winning move shuts the other comet in. By the tabletop rules that is not enough: its
    /// owner must have no move at all, and our own comet must not be shut in either.
    #[inline]
    fn win_in_one(&self, position: &Position) -> Option<Move> {
        let side = position.side_to_move();
        let siege = Siege::new(position, side, 0)?;
        siege.find(|mv| match position.options() {
            Options::Standard => true,
            Options::Tabletop => position.after(mv).outcome() == Some(Outcome::Win(side)),
        })
    }
}
