//! CPU work of requests (reading, replaying and writing games), off the threads that serve connections: in
//! a fair queue, so that a caller with many requests waits for their own.

use super::caller::Caller;
use super::error::ApiError;
use crate::limits::fair_queue::WorkPermit;
use crate::limits::{Action, Who};
use crate::state::AppState;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a piece of work takes: texts have at most 100 kB, pages few games, and the work is linear.
const EXPECTED: Duration = Duration::from_millis(10);

/// What a search of the archive takes: its queries are answered from indexes.
const SEARCH_TIME: Duration = Duration::from_millis(5);

/// The place of one caller in the queue.
#[derive(Clone)]
pub(crate) struct Compute {
    state: Arc<AppState>,
    who: Who,
}

impl Compute {
    /// Does work that takes CPU time on a thread for blocking work.
    ///
    /// # Errors
    /// With 503 and `Retry-After`, if too much waits already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let start = Instant::now();
        let permit = self.state.queues.games.acquire(self.who.clone(), EXPECTED).await?;
        self.state.metrics.waited("games", start);
        Ok(permit.run(work).await?)
    }
}

impl Caller {
    /// The caller's place in the queue: the account's, or the network's if the caller is not signed in.
    pub(crate) fn compute(&self) -> Compute {
        Compute { state: Arc::clone(&self.state), who: self.flow() }
    }

    /// Pays for a search of the archive and waits for its turn; the turn ends when it is dropped.
    pub(super) async fn search_turn(&self) -> Result<WorkPermit, ApiError> {
        self.limit(Action::Search)?;
        let start = Instant::now();
        let permit = self.state.queues.searches.acquire(self.flow(), SEARCH_TIME).await?;
        self.state.metrics.waited("searches", start);
        Ok(permit)
    }

    /// Whose work it is, where work is shared out.
    pub(super) fn flow(&self) -> Who {
        let payer = self.payer();
        match (&payer.person, payer.networks().next()) {
            (Some(person), _) => Who::Person(person.clone()),
            (None, Some(network)) => Who::Network(network),
            (None, None) => Who::Server,
        }
    }
}
