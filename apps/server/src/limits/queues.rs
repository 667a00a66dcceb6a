//! The queues for CPU work: one for each kind, so that no kind of work keeps another from its workers.

use super::fair_queue::{FairQueue, QueueSize};

/// All queues.
#[derive(Clone, Debug)]
pub struct WorkQueues {
    /// Moves of computer players that take long.
    pub engine: FairQueue,
    /// Moves of computer players that take moments: they do not wait for long ones.
    pub short_thoughts: FairQueue,
    /// `/api/analyse`.
    pub analysis: FairQueue,
    /// `/api/rules/{game}/best`: it needs no account, so it must not delay analyses of those who have one.
    pub best_moves: FairQueue,
    /// Reading, replaying and writing games for requests.
    pub games: FairQueue,
    /// Searches of the archive.
    pub searches: FairQueue,
}

impl Default for WorkQueues {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let half = (cores / 2).max(1);
        // Workers have a low priority: more of them than cores slow one another down, and nothing else.
        let queue =
            |workers, running, each, all| FairQueue::new(QueueSize { workers, running, each, all });
        Self {
            // Every room asks for one move at a time, and asks again when the queue is full.
            engine: queue(cores.max(2), half, 16, 4_096),
            short_thoughts: queue(half, half, 16, 4_096),
            analysis: queue(2, 1, 2, 64),
            best_moves: queue(2, 1, 2, 64),
            games: queue(2, 1, 4, 64),
            searches: queue(half, half, 8, 256),
        }
    }
}
