//! Pseudo-random numbers that a seed repeats, by `game::splitmix64`. Not `game::Dice`, which mixes its seed first: the
//! databases that a seed made before stay reproducible.

use game::splitmix64;

/// A sequence of numbers.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    state: u64,
}

impl Chance {
    pub(super) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(super) fn number(&mut self) -> u64 {
        splitmix64::next(&mut self.state)
    }

    /// From 0 to 1, without 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Below a bound, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.unit() * bound as f64) as usize
    }

    /// One of these.
    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// True in so many hundredths of all cases.
    pub(super) fn percent(&mut self, hundredths: usize) -> bool {
        self.below(100) < hundredths
    }
}

/// How many names of so many letters there are.
const NAMES: u128 = 62_u128.pow(8);

/// Has no factor in common with 62: every number below [`NAMES`] comes once.
const STRIDE: u128 = 0x9e37_79b9_7f4b;

/// The name of number `index` in a sequence that a seed chooses: eight letters and digits, no two the same, and
/// in no order, as names of real games are.
pub(super) fn scattered_name(index: u64, seed: u64) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let start = u128::from(Chance::new(seed).number());
    let mut number = (u128::from(index) * STRIDE + start) % NAMES;
    let mut name = String::with_capacity(8);
    for _ in 0..8 {
        name.push(LETTERS[(number % 62) as usize] as char);
        number /= 62;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_seed_repeats_its_numbers() {
        let numbers = |seed| {
            let mut chance = Chance::new(seed);
            (0..10).map(|_| chance.below(1_000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
        assert!(numbers(3).iter().all(|&number| number < 1_000));
    }

    #[test]
    fn no_two_names_are_the_same() {
        let names: HashSet<String> = (0..100_000).map(|i| scattered_name(i, 1)).collect();
        assert_eq!(names.len(), 100_000);
        assert!(names.iter().all(|name| name.len() == 8));
        assert!(STRIDE % 2 == 1 && !STRIDE.is_multiple_of(31));
    }
}
