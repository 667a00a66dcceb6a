//! Waits that end: what does not come within the limit fails the test, which says what was waited for.

use std::time::{Duration, Instant};

/// No wait of a test takes this long, on any machine.
pub(crate) const LIMIT: Duration = Duration::from_mins(3);

/// How often a wait looks again.
pub(crate) const POLL: Duration = Duration::from_millis(10);

/// When a wait has lasted too long.
pub(crate) struct Limit {
    started: Instant,
}

impl Limit {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now() }
    }

    /// Fails after [`LIMIT`].
    pub(crate) fn check(&self, what: &str) {
        assert!(self.started.elapsed() < LIMIT, "waited in vain: {what}");
    }
}

/// Looks again and again until something is the case.
pub(crate) async fn wait_until(what: &str, mut done: impl AsyncFnMut() -> bool) {
    let limit = Limit::start();
    while !done().await {
        limit.check(what);
        tokio::time::sleep(POLL).await;
    }
}
