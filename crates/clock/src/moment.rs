//! Points in time and stretches of it, in milliseconds.

use serde::{Deserialize, Serialize};
use std::ops::Add;

/// A point in time: milliseconds since 1970 began.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Moment(pub u64);

/// A stretch of time in milliseconds.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Span(pub u64);

impl Moment {
    /// How long ago `earlier` was; nothing, if it lies ahead.
    pub const fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Span> for Moment {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// A span of so many seconds.
    pub const fn seconds(count: u64) -> Self {
        Self(count.saturating_mul(1_000))
    }

    /// A span of so many days.
    pub const fn days(count: u64) -> Self {
        Self::seconds(count.saturating_mul(86_400))
    }

    /// What is left of it after `spent`; never less than nothing.
    pub const fn less(self, spent: Self) -> Self {
        Self(self.0.saturating_sub(spent.0))
    }

    /// This many times over.
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}
