//! What the server counts, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that goes up, or up and down.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// One more.
    pub fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// One less.
    pub fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// How many.
    pub fn read(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Lines that are open.
    pub connections: Count,
    /// Rooms that are awake.
    pub rooms: Count,
    /// Moves made.
    pub moves: Count,
    /// Games begun.
    pub games: Count,
    /// Messages that came.
    pub messages: Count,
    /// Messages that were refused.
    pub refusals: Count,
    /// Lines that were cut off.
    pub kicked: Count,
    /// Moves that the house has thought of.
    pub thoughts: Count,
}

impl Metrics {
    /// All of them, as text.
    pub fn text(&self) -> String {
        let all = [
            ("sixfold_lines", "gauge", "Open connections", &self.connections),
            ("sixfold_rooms", "gauge", "Rooms awake", &self.rooms),
            ("sixfold_moves_total", "counter", "Moves made", &self.moves),
            ("sixfold_games_total", "counter", "Games begun", &self.games),
            ("sixfold_messages_total", "counter", "Messages received", &self.messages),
            ("sixfold_refusals_total", "counter", "Messages refused", &self.refusals),
            ("sixfold_kicked_total", "counter", "Connections cut off", &self.kicked),
            ("sixfold_thoughts_total", "counter", "Moves of the house", &self.thoughts),
        ];
        let mut text = String::new();
        for (name, kind, what, count) in all {
            let value = count.read();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# HELP {name} {what}.\n# TYPE {name} {kind}\n{name} {value}");
        }
        text
    }
}
