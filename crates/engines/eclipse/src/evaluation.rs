//! Everything the search asks: what a position is worth, what wins at once, what must be answered.

use crate::ground::Ground;
use crate::narrowing::Narrowing;
use crate::shut::Siege;
use crate::survey::Sight;
use crate::weights::Weights;
use crate::worth::Worth;
use eclipse::{Move, Options, Position};
use game::{Outcome, Position as _, Side};
use search::{Evaluator, Rank};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

/// An opinion of Eclipse positions: the features of a position, weighed.
#[derive(Clone, Debug)]
pub struct Evaluation {
    worth: Arc<Worth>,
    ground: Arc<Ground>,
    sight: RefCell<Sight>,
    narrowing: RefCell<Narrowing>,
}

impl Evaluation {
    /// The opinion that these weights make.
    pub fn new(weights: &Weights) -> Self {
        Self::with(Arc::new(Worth::new(weights)))
    }

    fn with(worth: Arc<Worth>) -> Self {
        static GROUND: LazyLock<Arc<Ground>> = LazyLock::new(|| Arc::from(Ground::new()));
        Self {
            worth,
            ground: Arc::clone(&GROUND),
            sight: RefCell::new(Sight::none()),
            narrowing: RefCell::new(Narrowing::none()),
        }
    }

    /// Whether a position can be taken at face value: nobody can shut a comet in at once.
    pub fn is_quiet(&self, position: &Position) -> bool {
        self.win_in_one(position).is_none() && !self.is_forced(position)
    }
}

/// With the weights that full strength plays with.
impl Default for Evaluation {
    fn default() -> Self {
        static OWN: LazyLock<Arc<Worth>> =
            LazyLock::new(|| Arc::new(Worth::new(&Weights::default())));
        Self::with(Arc::clone(&OWN))
    }
}

impl Evaluator<Position> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.worth.of(position, self.sight.get_mut().look(&self.ground, position))
    }

    fn rank(&self, position: &Position, mv: Move) -> Rank {
        self.ranking(position)(mv)
    }

    #[inline]
    fn ranking(&self, position: &Position) -> impl Fn(Move) -> Rank {
        let mut narrowing = self.narrowing.borrow_mut();
        narrowing.look(position);
        move |mv| if narrowing.has(mv) { Rank::Noisy(0) } else { Rank::Quiet(0) }
    }

    /// Standard: the other side threatens to shut our comet in. Tabletop: it has been shut in, and
    /// this is the turn to free it.
    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        let mut sight = self.sight.borrow_mut();
        let Sight { own, other, .. } = sight.look(&self.ground, position);
        match position.options() {
            Options::Standard => {
                let by = position.side_to_move().other();
                other.might_shut_in(own) && shuts_in(position, by)
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
    /// Every winning move shuts the other comet in. By the tabletop rules that is not enough: its
    /// owner must have no move at all, and our own comet must not be shut in either.
    #[inline]
    fn win_in_one(&self, position: &Position) -> Option<Move> {
        let mut sight = self.sight.borrow_mut();
        let Sight { own, other, .. } = sight.look(&self.ground, position);
        if !own.might_shut_in(other) {
            return None;
        }
        let side = position.side_to_move();
        Siege::new(position, side, 0)?.find(|mv| match position.options() {
            Options::Standard => true,
            Options::Tabletop => position.after(mv).outcome() == Some(Outcome::Win(side)),
        })
    }
}

/// Whether a move of `by` would shut the other comet in.
fn shuts_in(position: &Position, by: Side) -> bool {
    Siege::new(position, by, 0).is_some_and(|siege| siege.find(|_| true).is_some())
}
