//! Fair queueing (Demers, Keshav and Shenker 1989) for CPU work, over a bounded number of workers.
//!
//! Every person (or network, where no person is known) is a flow. Each flow has a virtual time: the work it
//! was given so far. The job that would be finished first if every flow were given the same share is next:
//! one flow with many long jobs does not keep another from its short one, and short jobs come first. Among
//! equals it is the flow that was served longest ago. No flow starves: the virtual time at which newcomers
//! join goes on with the work that is done.
//!
//! Every kind of work has a queue of its own, so that no kind keeps another from its workers.

use super::Who;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

/// How many flows are remembered that have nothing to do.
const MOST_IDLE_FLOWS: usize = 1_024;

/// The niceness of threads for CPU work: threads that serve connections come first wherever they have
/// anything to do.
#[cfg(target_os = "linux")]
const NICE: i32 = 19;

/// How large a queue is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueSize {
    /// How many jobs are worked on at once.
    pub workers: usize,
    /// How many jobs of one flow are worked on at once: where that is fewer, one flow alone leaves a
    /// worker free for others, who need not wait for its long job.
    pub running: usize,
    /// How many jobs of one flow may wait.
    pub each: usize,
    /// How many jobs may wait in all.
    pub all: usize,
}

/// Why a job was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueueError {
    /// Too much waits already; there may be room after this time.
    Full(Duration),
    /// The job panicked.
    Panicked,
}

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(_) => f.write_str("too much waits already; try again"),
            Self::Panicked => f.write_str("the work could not be finished"),
        }
    }
}

impl std::error::Error for QueueError {}

/// A queue and its workers.
#[derive(Clone)]
pub struct FairQueue {
    schedule: Arc<Mutex<Schedule<PermitSender>>>,
}

type PermitSender = oneshot::Sender<WorkPermit>;

fn lock(schedule: &Mutex<Schedule<PermitSender>>) -> MutexGuard<'_, Schedule<PermitSender>> {
    schedule.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FairQueue {
    /// An empty queue.
    pub fn new(size: QueueSize) -> Self {
        Self { schedule: Arc::new(Mutex::new(Schedule::new(size))) }
    }

    /// Does work on a thread for blocking work, when it is this flow's turn. A caller that stops waiting before
    /// that gives up their place; work that has begun is finished.
    ///
    /// # Errors
    /// If too much waits already, or the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        who: Who,
        expected: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueError> {
        self.acquire(who, expected).await?.run(work).await
    }

    /// Waits for this flow's turn. `expected` is how long the work will take.
    ///
    /// # Errors
    /// If too much waits already.
    pub async fn acquire(&self, who: Who, expected: Duration) -> Result<WorkPermit, QueueError> {
        let (grant, granted) = oneshot::channel();
        let number = lock(&self.schedule).push(&who, expected, grant).map_err(QueueError::Full)?;
        let _place = Place { schedule: Arc::clone(&self.schedule), who, number };
        dispatch(&self.schedule);
        granted.await.map_err(|_| QueueError::Panicked)
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        lock(&self.schedule).waiting
    }
}

impl fmt::Debug for FairQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FairQueue").field("waiting", &self.waiting()).finish()
    }
}

/// Gives free workers to those who are next.
fn dispatch(schedule: &Arc<Mutex<Schedule<PermitSender>>>) {
    loop {
        let next = lock(schedule).start_next();
        let Some((who, expected, grant)) = next else { return };
        let permit = WorkPermit { schedule: Some(Arc::clone(schedule)), who };
        if let Err(mut permit) = grant.send(permit) {
            // They have gone in this very moment. Giving the permit back must not call this function.
            permit.schedule = None;
            lock(schedule).give_back(&permit.who, expected);
        }
    }
}

/// A worker, until it is dropped.
pub struct WorkPermit {
    schedule: Option<Arc<Mutex<Schedule<PermitSender>>>>,
    who: Who,
}

impl WorkPermit {
    /// Does work on a thread for blocking work.
    ///
    /// # Errors
    /// If the work panics.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueError> {
        // The permit goes with the work, also when the work panics or its caller has gone.
        let working = spawn_blocking(move || {
            let _permit = self;
            lower_priority();
            work()
        });
        working.await.map_err(|_| QueueError::Panicked)
    }
}

/// Lets the threads that serve connections go first: this one is for CPU work from now on, as all threads
/// for blocking work are.
#[cfg(target_os = "linux")]
fn lower_priority() {
    use std::cell::Cell;
    thread_local!(static LOWERED: Cell<bool> = const { Cell::new(false) });
    if !LOWERED.replace(true) {
        // On Linux a priority is a thread's; where it cannot be lowered, the work is done all the same.
        let _ = rustix::process::setpriority_process(None, NICE);
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

impl fmt::Debug for WorkPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkPermit").field("who", &self.who).finish_non_exhaustive()
    }
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        let Some(schedule) = self.schedule.take() else { return };
        lock(&schedule).finish(&self.who);
        dispatch(&schedule);
    }
}

/// A place in the queue, given up when it is dropped.
struct Place {
    schedule: Arc<Mutex<Schedule<PermitSender>>>,
    who: Who,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.schedule).remove(&self.who, self.number);
    }
}

/// A job that waits.
struct Job<G> {
    number: u64,
    expected: Duration,
    grant: G,
}

/// The jobs of one person or network.
struct FlowState<G> {
    /// Virtual time at which all the work that it was given would be done.
    finish: Duration,
    running: usize,
    /// When it was served last, as a number that grows.
    served: u64,
    jobs: Vec<Job<G>>,
}

impl<G> FlowState<G> {
    fn is_idle(&self) -> bool {
        self.jobs.is_empty() && self.running == 0
    }

    /// The shortest job, the oldest among equals.
    fn head(&self) -> Option<usize> {
        let jobs = self.jobs.iter().enumerate();
        jobs.min_by_key(|(_, job)| (job.expected, job.number)).map(|(at, _)| at)
    }
}

/// Which job is next. It waits for nothing and knows no time of day.
struct Schedule<G> {
    size: QueueSize,
    free: usize,
    waiting: usize,
    next_number: u64,
    virtual_time: Duration,
    flows: HashMap<Who, FlowState<G>>,
}

impl<G> Schedule<G> {
    fn new(size: QueueSize) -> Self {
        Self {
            size,
            free: size.workers.max(1),
            waiting: 0,
            next_number: 1,
            virtual_time: Duration::ZERO,
            flows: HashMap::new(),
        }
    }

    /// Adds a job; the time after which there may be room, if there is none.
    fn push(&mut self, who: &Who, expected: Duration, grant: G) -> Result<u64, Duration> {
        let own = self.flows.get(who).map_or(0, |flow| flow.jobs.len());
        if own >= self.size.each || self.waiting >= self.size.all {
            return Err(self.expected_wait(who));
        }
        let number = self.next_number;
        self.next_number += 1;
        let joined = self.virtual_time;
        let flow = self.flows.entry(who.clone()).or_insert_with(|| FlowState {
            finish: joined,
            running: 0,
            served: 0,
            jobs: Vec::new(),
        });
        if flow.is_idle() {
            flow.finish = flow.finish.max(joined);
        }
        flow.jobs.push(Job { number, expected, grant });
        self.waiting += 1;
        Ok(number)
    }

    /// How long one worker takes for the jobs of a flow, or for its share of all jobs.
    fn expected_wait(&self, who: &Who) -> Duration {
        let sum = |flow: &FlowState<G>| flow.jobs.iter().map(|job| job.expected).sum::<Duration>();
        let all: Duration = self.flows.values().map(sum).sum();
        let share = all / self.size.workers.max(1) as u32;
        self.flows
            .get(who)
            .map(sum)
            .filter(|own| !own.is_zero())
            .map_or(share, |own| own.min(share))
    }

    /// Takes out the job that is next, if a worker is free.
    fn start_next(&mut self) -> Option<(Who, Duration, G)> {
        if self.free == 0 {
            return None;
        }
        let running = self.size.running.max(1);
        let may_run = self.flows.iter().filter(|(_, flow)| flow.running < running);
        let heads = may_run.filter_map(|(who, flow)| {
            let job = &flow.jobs[flow.head()?];
            Some(((flow.finish + job.expected, flow.served, job.number), who))
        });
        let who = heads.min_by_key(|(order, _)| *order)?.1.clone();
        let active = self.flows.values().filter(|flow| !flow.is_idle()).count();
        let flow = self.flows.get_mut(&who)?;
        let job = flow.jobs.swap_remove(flow.head()?);
        flow.finish += job.expected;
        flow.running += 1;
        flow.served = self.next_number;
        self.next_number += 1;
        self.virtual_time += job.expected / active.max(1) as u32;
        self.free -= 1;
        self.waiting -= 1;
        Some((who, job.expected, job.grant))
    }

    /// Takes note that a worker is free again.
    fn finish(&mut self, who: &Who) {
        self.free += 1;
        if let Some(flow) = self.flows.get_mut(who) {
            flow.running -= 1;
        }
        self.forget_idle();
    }

    /// Takes note that a worker was not needed after all.
    fn give_back(&mut self, who: &Who, expected: Duration) {
        if let Some(flow) = self.flows.get_mut(who) {
            flow.finish = flow.finish.saturating_sub(expected);
        }
        self.finish(who);
    }

    /// Forgets a job, if it still waits.
    fn remove(&mut self, who: &Who, number: u64) {
        let Some(flow) = self.flows.get_mut(who) else { return };
        let before = flow.jobs.len();
        flow.jobs.retain(|job| job.number != number);
        self.waiting -= before - flow.jobs.len();
        self.forget_idle();
    }

    /// Forgets flows that have nothing to do and no more than their share.
    fn forget_idle(&mut self) {
        if self.waiting == 0 && self.free >= self.size.workers {
            self.flows.clear();
        } else if self.flows.len() > MOST_IDLE_FLOWS {
            let now = self.virtual_time;
            self.flows.retain(|_, flow| !flow.is_idle() || flow.finish > now);
        }
    }
}

#[cfg(test)]
mod tests;
