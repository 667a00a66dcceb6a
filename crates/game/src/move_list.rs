//! A reusable list of moves.

use std::ops::Deref;

/// A list of moves to be filled by a position, kept and filled again without new memory.
#[derive(Clone, Debug)]
pub struct MoveList<M>(Vec<M>);

impl<M> MoveList<M> {
    /// An empty list with room for the moves of most positions.
    pub fn new() -> Self {
        Self(Vec::with_capacity(128))
    }

    /// Puts a move at the end.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The moves, to be put into another order.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut moves = position.moves();
    /// moves.as_mut_slice().reverse();
    /// assert_eq!(moves[0].to_string(), "b3");
    /// ```
    pub fn as_mut_slice(&mut self) -> &mut [M] {
        &mut self.0
    }

    /// Keeps only the moves that `keep` wants, in their order.
    ///
    /// ```
    /// use game::Position;
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// // Moves in column c.
    /// let mut moves = position.moves();
    /// moves.retain(|mv| mv.to_string().starts_with('c'));
    /// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["c1", "c2"]);
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(&M) -> bool) {
        self.0.retain(keep);
    }

    /// The moves as a plain vector.
    pub fn into_vec(self) -> Vec<M> {
        self.0
    }
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];
    #[inline]
    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> Extend<M> for MoveList<M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}
