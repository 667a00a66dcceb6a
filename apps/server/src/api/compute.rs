//! CPU work of requests (reading, replaying and writing games), off the threads that serve connections: in
//! a fair queue, so that whoever asks for much waits for themselves.

use super::caller::Caller;
use super::error::ApiError;
use crate::limits::Who;
use crate::limits::fair_queue::FairQueue;
use std::time::Duration;

/// What a piece of work takes: texts have at most 100 kB, pages few games, and the work is linear.
const EXPECTED: Duration = Duration::from_millis(10);

/// The place of one caller in the queue.
#[derive(Clone, Debug)]
pub(super) struct Compute {
    queue: FairQueue,
    who: Who,
}

impl Compute {
    /// Does work that takes CPU time on a thread for blocking work.
    ///
    /// # Errors
    /// With 503 and `Retry-After`, if too much waits already.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        Ok(self.queue.run(self.who.clone(), EXPECTED, work).await?)
    }
}

impl Caller {
    /// The caller's place in the queue: the person's, or the network's if nobody is known.
    pub(super) fn compute(&self) -> Compute {
        let payer = self.payer();
        let who = match (&payer.person, payer.networks().next()) {
            (Some(person), _) => Who::Person(person.clone()),
            (None, Some(network)) => Who::Network(network),
            (None, None) => Who::Server,
        };
        Compute { queue: self.state.queues.games.clone(), who }
    }
}
