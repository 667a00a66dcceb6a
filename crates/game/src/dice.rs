//! `SplitMix64` (Steele, Lea and Flood 2014): a seeded pseudo-random number generator for tests,
//! playouts and bots.

use crate::key::mix;
use crate::splitmix64;

/// A small, fast, seeded source of numbers. Not for secrets.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall as this seed says.
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The next 64 bits.
    ///
    /// ```
    /// use game::Dice;
    /// let (mut one, mut same, mut other) = (Dice::new(7), Dice::new(7), Dice::new(8));
    /// let first = one.roll();
    /// assert!(first == same.roll() && first != other.roll() && first != one.roll());
    /// ```
    #[inline]
    pub fn roll(&mut self) -> u64 {
        splitmix64::next(&mut self.0)
    }

    /// A number below `count`.
    ///
    /// ```
    /// use game::Dice;
    /// let (mut one, mut other) = (Dice::new(7), Dice::new(7));
    /// for _ in 0..100 {
    ///     let number = one.below(6);
    ///     assert!(number < 6 && number == other.below(6), "the same seed, the same numbers");
    /// }
    /// ```
    ///
    /// # Panics
    /// If `count` is 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        assert!(count > 0, "nothing to choose from");
        ((u128::from(self.roll()) * count as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    ///
    /// ```
    /// let mut dice = game::Dice::new(1);
    /// let mean = (0..1_000).map(|_| dice.fraction()).sum::<f64>() / 1_000.0;
    /// assert!((0.4..0.6).contains(&mean));
    /// ```
    pub fn fraction(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of these, or `None` of none.
    ///
    /// ```
    /// use game::{Dice, Position};
    /// let position: hex::Position = "
    ///    a b c
    ///  1 . r .
    ///   2 . r .
    ///    3 b . b
    /// r swap=off".parse().unwrap();
    /// let mut dice = Dice::new(1);
    /// let mv = dice.choose(&position.moves()).unwrap();
    /// assert!(position.is_legal(mv));
    /// assert_eq!(dice.choose::<u8>(&[]), None);
    /// ```
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }
}
