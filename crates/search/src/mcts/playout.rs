//! Playout policies (Coulom 2006): how games are played out from the leaves of the tree, and the
//! reward of a finished game.

use game::{Dice, MoveList, Outcome, Position, Side};

/// Reward of a playout: the first side's share of the point, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reward(f32);

impl Reward {
    /// A draw.
    pub const HALF: Self = Self(0.5);

    /// The first side's reward, clamped to 0..=1.
    pub fn of_first(reward: f32) -> Self {
        Self(reward.clamp(0.0, 1.0))
    }

    /// The reward of `side`.
    #[inline]
    ///
    /// ```
    /// use game::{Outcome, Side};
    /// use search::mcts::Reward;
    /// assert_eq!(Reward::from(Outcome::Win(Side::First)).of(Side::Second), 0.0);
    /// assert_eq!(Reward::of_first(0.75).of(Side::Second), 0.25);
    /// ```
    pub fn of(self, side: Side) -> f32 {
        match side {
            Side::First => self.0,
            Side::Second => 1.0 - self.0,
        }
    }
}

impl From<Outcome> for Reward {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::First) => Self(1.0),
            Outcome::Win(Side::Second) => Self(0.0),
            Outcome::Draw => Self::HALF,
        }
    }
}

/// A playout policy.
pub trait Playout<P: Position> {
    /// Plays a game that is not over, whose last move is `last`, to its end, and returns its reward. Every
    /// move is pushed to `played` (given empty), for RAVE.
    fn play_out(
        &mut self,
        position: &P,
        last: Option<P::Move>,
        dice: &mut Dice,
        played: &mut Vec<(Side, P::Move)>,
    ) -> Reward;
}

/// Uniformly random moves, except that a win in one is taken. A game longer than `most_plies` is a
/// draw.
#[derive(Clone, Debug)]
pub struct RandomPlayout<P: Position> {
    /// The most plies of a playout.
    pub most_plies: usize,
    /// Lists longer than this are not searched for a win in one, which copies the position for each
    /// move.
    pub most_looked_at: usize,
    list: MoveList<P::Move>,
}

impl<P: Position> RandomPlayout<P> {
    /// Playouts of at most this many plies.
    pub fn new(most_plies: usize) -> Self {
        Self { most_plies, most_looked_at: 64, list: MoveList::new() }
    }
}

impl<P: Position> Default for RandomPlayout<P> {
    fn default() -> Self {
        Self::new(300)
    }
}

impl<P: Position> Playout<P> for RandomPlayout<P> {
    fn play_out(
        &mut self,
        position: &P,
        _last: Option<P::Move>,
        dice: &mut Dice,
        played: &mut Vec<(Side, P::Move)>,
    ) -> Reward {
        let mut position = position.clone();
        for _ in 0..self.most_plies {
            self.list.clear();
            position.legal_moves(&mut self.list);
            let side = position.side_to_move();
            if self.list.len() <= self.most_looked_at && wins(&position, &self.list).is_some() {
                return Outcome::Win(side).into();
            }
            let Some(mv) = dice.choose(&self.list) else { break };
            played.push((side, mv));
            position.play_unchecked(mv);
            if let Some(outcome) = position.outcome() {
                return outcome.into();
            }
        }
        Reward::HALF
    }
}

/// The first of `moves` that wins at once for the side that makes it.
pub(super) fn wins<P: Position>(position: &P, moves: &[P::Move]) -> Option<P::Move> {
    let won = Some(Outcome::Win(position.side_to_move()));
    moves.iter().copied().find(|&mv| position.after(mv).outcome() == won)
}
