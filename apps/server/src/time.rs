//! The time of day: read here, and an argument everywhere else.

use clock::Moment;
use std::time::{SystemTime, UNIX_EPOCH};

/// What time it is.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
