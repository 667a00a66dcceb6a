//! The queues for CPU work: one for each kind, so that no kind of work keeps another from its workers.

use super::fair_queue::{FairQueue, QueueSize};

/// All queues.
#[derive(Clone, Debug)]
pub struct WorkQueues {
    /// Moves of the house that take long.
    pub engine: FairQueue,
    /// Moves of the house that take moments: nobody waits for another's long one.
    pub short_thoughts: FairQueue,
    /// `/api/analyse`.
    pub analysis: FairQueue,
    /// Reading, replaying and writing games for requests.
    pub games: FairQueue,
    /// Searches of the archive.
    pub searches: FairQueue,
}

impl Default for WorkQueues {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = |workers, each, all| FairQueue::new(QueueSize { workers, each, all });
        Self {
            // Every room asks for one move at a time, and asks again when the queue is full.
            engine: queue((cores / 2).max(1), 16, 4_096),
            short_thoughts: queue((cores / 2).max(1), 16, 4_096),
            analysis: queue(1, 2, 64),
            games: queue(1, 4, 64),
            searches: queue((cores / 2).max(1), 8, 256),
        }
    }
}
