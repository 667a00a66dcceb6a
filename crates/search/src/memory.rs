//! Large allocations: zeroed by the system on first access, and checked before use, so that a caller can
//! report the error instead of aborting.

use std::hint::black_box;
use std::sync::atomic::AtomicU64;

/// Whether this number of MiB can be allocated now. A failed allocation aborts the process, as in all Rust
/// programs: check sizes that a user chose before allocating.
///
/// ```
/// assert!(search::can_allocate(16));
/// assert!(!search::can_allocate(usize::MAX));
/// ```
pub fn can_allocate(mebibytes: usize) -> bool {
    let words = mebibytes.checked_mul((1 << 20) / size_of::<AtomicU64>());
    // The optimiser removes an unused allocation, which would then always succeed.
    let allocate = |words| black_box(bytemuck::try_zeroed_slice_box::<AtomicU64>(words));
    words.is_some_and(|words| allocate(words).is_ok())
}

/// This number of zero words.
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
