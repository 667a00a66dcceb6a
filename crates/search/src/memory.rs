//! Large allocations: zeroed by the system when they are first touched, and refused instead of
//! aborting where there is a caller that can be told.

use std::hint::black_box;
use std::sync::atomic::AtomicU64;

/// Whether so many MiB can be allocated now. Engines abort if they cannot be, as all Rust programs
/// do: ask before one of a size that a user chose is made.
///
/// ```
/// assert!(search::can_allocate(16));
/// assert!(!search::can_allocate(usize::MAX));
/// ```
pub fn can_allocate(mebibytes: usize) -> bool {
    let words = mebibytes.checked_mul((1 << 20) / size_of::<AtomicU64>());
    // An allocation that nobody looks at is optimised away, and then always succeeds.
    let allocate = |words| black_box(bytemuck::try_zeroed_slice_box::<AtomicU64>(words));
    words.is_some_and(|words| allocate(words).is_ok())
}

/// So many words of zeros.
pub(crate) fn zeroed_words(count: usize) -> Box<[AtomicU64]> {
    bytemuck::zeroed_slice_box(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused() {
        assert!(can_allocate(0) && can_allocate(1) && can_allocate(64));
        for mebibytes in [1 << 40, usize::MAX] {
            assert!(!can_allocate(mebibytes));
        }
    }
}
