//! Random seeds, from the operating system.

/// An unpredictable seed.
///
/// # Panics
/// If the machine gives no random numbers.
pub(crate) fn seed() -> u64 {
    getrandom::u64().expect("the machine gives random numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_seeds_are_the_same() {
        let seeds: std::collections::HashSet<u64> = (0..100).map(|_| seed()).collect();
        assert_eq!(seeds.len(), 100);
    }
}
