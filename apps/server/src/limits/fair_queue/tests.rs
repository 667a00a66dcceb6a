//! The schedule driven by hand, without any clock, and the queue over real tasks.

use super::*;

const LONG: Duration = Duration::from_secs(3);
const SHORT: Duration = Duration::from_millis(20);

fn person(name: &str) -> Who {
    Who::Person(name.into())
}

fn size(workers: usize) -> QueueSize {
    QueueSize { workers, running: workers, each: 100, all: 1_000 }
}

/// Runs jobs one after the other on one worker, and tells whose they were.
fn drain(schedule: &mut Schedule<&'static str>, most: usize) -> Vec<&'static str> {
    let mut order = Vec::new();
    while order.len() < most
        && let Some((who, _, name)) = schedule.start_next()
    {
        order.push(name);
        schedule.finish(&who);
    }
    order
}

fn push_many(
    schedule: &mut Schedule<&'static str>,
    name: &'static str,
    jobs: usize,
    each: Duration,
) {
    for _ in 0..jobs {
        schedule.push(&person(name), each, name).unwrap();
    }
}

#[test]
fn one_flow_alone_leaves_a_worker_free() {
    let mut schedule = Schedule::new(QueueSize { running: 1, ..size(2) });
    push_many(&mut schedule, "eve", 2, LONG);
    assert!(schedule.start_next().is_some() && schedule.start_next().is_none());
    push_many(&mut schedule, "ann", 1, LONG);
    assert_eq!(schedule.start_next().map(|next| next.2), Some("ann"));
    schedule.finish(&person("eve"));
    assert_eq!(schedule.start_next().map(|next| next.2), Some("eve"));
}

#[test]
fn ninety_long_jobs_delay_a_short_one_by_the_job_under_way_only() {
    for workers in [1, 2, 4] {
        let mut schedule = Schedule::new(size(workers));
        push_many(&mut schedule, "attacker", 90, LONG);
        for _ in 0..workers {
            assert_eq!(schedule.start_next().unwrap().2, "attacker");
        }
        assert!(schedule.start_next().is_none(), "all workers are busy");
        push_many(&mut schedule, "guest", 1, SHORT);
        schedule.finish(&person("attacker"));
        assert_eq!(schedule.start_next().unwrap().2, "guest", "with {workers} workers");
    }
}

#[test]
fn a_job_as_long_as_the_others_waits_for_the_job_under_way_only() {
    let mut schedule = Schedule::new(size(1));
    push_many(&mut schedule, "attacker", 90, LONG);
    schedule.start_next().unwrap();
    push_many(&mut schedule, "guest", 1, LONG);
    schedule.finish(&person("attacker"));
    assert_eq!(schedule.start_next().unwrap().2, "guest");
}

#[test]
fn whoever_plays_on_is_served_each_time_before_the_next_long_job() {
    let mut schedule = Schedule::new(size(1));
    push_many(&mut schedule, "attacker", 90, LONG);
    for _ in 0..20 {
        let (who, ..) = schedule.start_next().unwrap();
        push_many(&mut schedule, "guest", 1, SHORT);
        schedule.finish(&who);
        assert_eq!(schedule.start_next().unwrap().2, "guest");
        schedule.finish(&person("guest"));
    }
}

#[test]
fn equals_take_turns_and_the_shorter_job_is_first() {
    let mut schedule = Schedule::new(size(1));
    push_many(&mut schedule, "a", 3, LONG);
    push_many(&mut schedule, "b", 3, LONG);
    push_many(&mut schedule, "c", 1, SHORT);
    assert_eq!(drain(&mut schedule, 9), ["c", "a", "b", "a", "b", "a", "b"]);
    schedule.push(&person("d"), LONG, "long").unwrap();
    schedule.push(&person("d"), SHORT, "short").unwrap();
    assert_eq!(drain(&mut schedule, 9), ["short", "long"]);
}

#[test]
fn newcomers_without_end_starve_nobody() {
    let mut schedule = Schedule::new(size(1));
    push_many(&mut schedule, "old", 2, LONG);
    let mut rounds = 0;
    let mut served = 0;
    while served < 2 {
        rounds += 1;
        assert!(rounds < 2_000, "the second long job starves");
        let newcomer = person(&format!("newcomer {rounds}"));
        schedule.push(&newcomer, SHORT, "newcomer").unwrap();
        let (who, _, name) = schedule.start_next().unwrap();
        served += usize::from(name == "old");
        schedule.finish(&who);
    }
}

#[test]
fn queues_are_bounded_and_say_when_to_come_back() {
    let mut schedule = Schedule::new(QueueSize { workers: 1, running: 1, each: 2, all: 3 });
    push_many(&mut schedule, "a", 2, LONG);
    assert_eq!(schedule.push(&person("a"), SHORT, "a"), Err(LONG * 2), "two each");
    push_many(&mut schedule, "b", 1, LONG);
    assert_eq!(schedule.push(&person("c"), SHORT, "c"), Err(LONG * 3), "three in all");
    let (who, ..) = schedule.start_next().unwrap();
    schedule.push(&person("c"), SHORT, "c").unwrap();
    schedule.finish(&who);
    assert_eq!(drain(&mut schedule, 9), ["c", "b", "a"]);
    assert!(schedule.flows.is_empty(), "nothing is remembered of a queue that was empty");
}

#[tokio::test]
async fn whoever_goes_away_gives_up_their_place() {
    let queue = FairQueue::new(QueueSize { workers: 1, running: 1, each: 1, all: 10 });
    let busy = queue.acquire(person("a"), LONG).await.unwrap();
    let waiting = tokio::spawn({
        let queue = queue.clone();
        async move { queue.acquire(person("b"), LONG).await }
    });
    while queue.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    assert!(matches!(queue.acquire(person("b"), LONG).await, Err(QueueError::Full(_))));
    waiting.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    assert_eq!(queue.waiting(), 0);
    let next = tokio::spawn({
        let queue = queue.clone();
        async move { queue.acquire(person("b"), LONG).await }
    });
    drop(busy);
    drop(next.await.unwrap().unwrap());
    assert!(queue.acquire(person("c"), LONG).await.is_ok());
}

#[tokio::test]
async fn a_panic_gives_the_worker_back() {
    let queue = FairQueue::new(QueueSize { workers: 1, running: 1, each: 1, all: 1 });
    let panicked = queue.run(person("a"), SHORT, || panic!("on purpose")).await;
    assert_eq!(panicked, Err::<(), _>(QueueError::Panicked));
    assert_eq!(queue.run(person("a"), SHORT, || 7).await, Ok(7));
}
