//! Counters, gauges and histograms, in the `OpenMetrics` text format that Prometheus reads.
//!
//! They are values of [`AppState`](crate::AppState) and not of the process: tests run many servers in one
//! process and read what each has counted. So `prometheus-client` and not `metrics`, whose recorder is one
//! for the whole process.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};
use std::time::{Duration, Instant};

/// The media type of [`Metrics::text`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Upper bounds of the buckets of a duration, in seconds: from a commit on a fast disk to the longest answer.
const BUCKETS: [f64; 13] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// What a request was, in few words: every combination is a time series of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct RequestLabels {
    /// The method; `other` unless it is one that we answer.
    pub method: &'static str,
    /// The route with its parameters by name, such as `/api/games/{id}`; `page` where none matched.
    pub route: String,
    /// The status of the answer.
    pub status: u16,
}

/// Which queue something waited in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct QueueLabels {
    /// `games` or `searches`.
    pub queue: &'static str,
}

/// Everything that is counted.
#[derive(Debug)]
pub struct Metrics {
    /// Connections by WebSocket that are open.
    pub connections: Gauge,
    /// Rooms that are loaded.
    pub rooms: Gauge,
    /// Sessions of this node's connections on other nodes.
    pub sessions_elsewhere: Gauge,
    /// Sessions of other nodes' connections here.
    pub sessions_of_others: Gauge,
    /// Moves made.
    pub moves: Counter,
    /// Games begun.
    pub games: Counter,
    /// Messages that came.
    pub messages: Counter,
    /// Messages that were refused.
    pub refusals: Counter,
    /// Connections that the server closed.
    pub connections_closed: Counter,
    /// Connections that resumed because something was lost between nodes.
    pub resumed: Counter,
    /// How often the lease of this node has ended.
    pub leases_lost: Counter,
    /// Events that the database has refused because another node owned the game.
    pub fenced: Counter,
    /// Moves that the computer players have searched.
    pub computer_moves: Counter,
    /// Those of them that a worker on the bus has searched.
    pub searched_elsewhere: Counter,
    /// How long requests took, to the head of the answer.
    pub requests: Family<RequestLabels, Histogram, fn() -> Histogram>,
    /// How long moves took to be committed.
    pub commits: Histogram,
    /// How long moves took from their arrival to their acknowledgement.
    pub move_latency: Histogram,
    /// How long requests waited for a worker, by queue.
    pub queue_wait: Family<QueueLabels, Histogram, fn() -> Histogram>,
    /// How long moves of the computer players waited for a worker.
    pub engine_wait: Histogram,
    registry: Registry,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("sixfold");
        let requests = Family::new_with_constructor(durations as fn() -> Histogram);
        let requests = register(&mut registry, "request_duration_seconds", REQUESTS, requests);
        let commits = register(&mut registry, "commit_duration_seconds", COMMITS, durations());
        let move_latency = register(&mut registry, "move_latency_seconds", MOVES, durations());
        let queue_wait = Family::new_with_constructor(durations as fn() -> Histogram);
        let queue_wait = register(&mut registry, "queue_wait_seconds", QUEUES, queue_wait);
        let engine_wait = register(&mut registry, "engine_wait_seconds", ENGINE, durations());
        let mut gauge = |name, help| register(&mut registry, name, help, Gauge::default());
        let (connections, rooms) =
            (gauge("connections", "Open connections"), gauge("rooms", "Loaded rooms"));
        let sessions_elsewhere = gauge("sessions_elsewhere", "Sessions on other nodes");
        let sessions_of_others = gauge("sessions_of_others", "Sessions of other nodes here");
        // The encoder adds `_total` to the name of a counter.
        let mut counter = |name, help| register(&mut registry, name, help, Counter::default());
        Self {
            connections,
            rooms,
            sessions_elsewhere,
            sessions_of_others,
            moves: counter("moves", "Moves made"),
            games: counter("games", "Games begun"),
            messages: counter("messages", "Messages received"),
            refusals: counter("refusals", "Messages refused"),
            connections_closed: counter("connections_closed", "Connections closed by the server"),
            resumed: counter("resumed", "Connections resumed after a loss between nodes"),
            leases_lost: counter("leases_lost", "Leases of this node that have ended"),
            fenced: counter("fenced", "Appends refused under a stale epoch"),
            searched_elsewhere: counter("searched_elsewhere", "Moves that workers have searched"),
            computer_moves: counter("computer_moves", "Moves of computer players"),
            requests,
            commits,
            move_latency,
            queue_wait,
            engine_wait,
            registry,
        }
    }
}

const REQUESTS: &str = "Time from a request to the head of its answer";
const MOVES: &str = "Time from the arrival of a move to its acknowledgement";
const QUEUES: &str = "Time that work of requests waited for a worker";
const ENGINE: &str = "Time that moves of the computer players waited for a worker";
const COMMITS: &str = "Time from a legal move to its commit";

fn durations() -> Histogram {
    Histogram::new(BUCKETS)
}

fn register<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

impl Metrics {
    /// All of them, as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    /// Takes note of how long something waited in a queue.
    pub(crate) fn waited(&self, queue: &'static str, since: Instant) {
        let labels = QueueLabels { queue };
        self.queue_wait.get_or_create(&labels).observe(since.elapsed().as_secs_f64());
    }

    /// Takes note of an answered request.
    pub(crate) fn request(&self, labels: &RequestLabels, took: Duration) {
        self.requests.get_or_create(labels).observe(took.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_keep_their_names_and_histograms_have_buckets_sums_and_counts() {
        let metrics = Metrics::default();
        metrics.connections.inc();
        metrics.moves.inc();
        metrics.commits.observe(0.003);
        let labels = RequestLabels { method: "GET", route: "/api/games".into(), status: 200 };
        metrics.request(&labels, Duration::from_millis(30));
        metrics.waited("games", Instant::now());
        metrics.move_latency.observe(0.02);
        metrics.engine_wait.observe(0.2);
        let text = metrics.text();
        let gauges = ["sixfold_connections 1", "sixfold_rooms 0"];
        let counters =
            ["moves", "games", "messages", "refusals", "connections_closed", "computer_moves"];
        let counters = counters.map(|name| (name, u8::from(name == "moves")));
        let counters = counters.map(|(name, n)| format!("sixfold_{name}_total {n}"));
        let histograms = [
            "# TYPE sixfold_commit_duration_seconds histogram",
            "sixfold_commit_duration_seconds_bucket{le=\"0.0025\"} 0",
            "sixfold_commit_duration_seconds_bucket{le=\"0.005\"} 1",
            "sixfold_commit_duration_seconds_bucket{le=\"+Inf\"} 1",
            "sixfold_commit_duration_seconds_sum 0.003",
            "sixfold_request_duration_seconds_count{method=\"GET\",route=\"/api/games\",status=\"200\"} 1",
            "sixfold_move_latency_seconds_count 1",
            "sixfold_engine_wait_seconds_sum 0.2",
            "sixfold_queue_wait_seconds_count{queue=\"games\"} 1",
            "# EOF",
        ];
        let all = gauges.into_iter().chain(counters.iter().map(String::as_str)).chain(histograms);
        for line in all {
            assert!(text.lines().any(|told| told == line), "{line} in {text}");
        }
    }
}
