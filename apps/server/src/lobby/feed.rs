//! The open seeks as they are sent to subscribers: the whole list at first, then differences.
//!
//! Differences are collected and sent a few times a second at most, encoded once for all subscribers, and only
//! if there are any.

use crate::connection::{Connection, encode};
use axum::extract::ws::Utf8Bytes;
use protocol::{GameId, LobbyChanges, Seek, ToClient};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The least time between two messages to all subscribers.
const EVERY: Duration = Duration::from_millis(250);

/// The subscribers, and the list that they were sent last.
#[derive(Debug, Default)]
pub(super) struct SeekFeed {
    watchers: Vec<Arc<Connection>>,
    told: Vec<Seek>,
    /// Seeks that were sent to a new subscriber in the whole list, and to the others not yet.
    shown: HashSet<GameId>,
    /// Counts the differences that were sent.
    version: u64,
    /// All open seeks, encoded once as long as they do not change.
    all: Option<Utf8Bytes>,
    last_sent: Option<Instant>,
    is_scheduled: bool,
}

impl SeekFeed {
    /// Takes note of a change; when it is to be sent, unless that is scheduled already.
    pub(super) fn changed(&mut self, now: Instant) -> Option<Instant> {
        self.all = None;
        let waits = std::mem::replace(&mut self.is_scheduled, true);
        let due = self.last_sent.map_or(now, |last| now.max(last + EVERY));
        (!waits).then_some(due)
    }

    /// Sends what has changed since the last time.
    pub(super) fn send_changes(&mut self, open: Vec<Seek>, now: Instant) {
        self.is_scheduled = false;
        if let Some(changes) = self.changes(&open) {
            self.version = changes.version;
            self.told = open;
            self.all = None;
            self.last_sent = Some(now);
            let text = encode(&ToClient::LobbyChanges(changes));
            self.watchers.iter().for_each(|connection| connection.send_text(text.clone()));
        }
        self.shown.clear();
    }

    fn changes(&self, open: &[Seek]) -> Option<LobbyChanges> {
        let before: HashSet<&GameId> = self.told.iter().map(|seek| &seek.seek).collect();
        let now: HashSet<&GameId> = open.iter().map(|seek| &seek.seek).collect();
        let added: Vec<Seek> =
            open.iter().filter(|seek| !before.contains(&seek.seek)).cloned().collect();
        let known: HashSet<&GameId> = before.into_iter().chain(&self.shown).collect();
        let removed: Vec<GameId> = known.difference(&now).map(|seek| (*seek).clone()).collect();
        let changed = !added.is_empty() || !removed.is_empty();
        changed.then(|| LobbyChanges { version: self.version + 1, added, removed })
    }

    /// Subscribes a connection: sends it all open seeks, and differences from now on. A seek may be in both.
    pub(super) fn watch(&mut self, connection: &Arc<Connection>, open: impl FnOnce() -> Vec<Seek>) {
        if !self.watchers.iter().any(|other| other.id == connection.id) {
            self.watchers.push(Arc::clone(connection));
        }
        let all = self.all.get_or_insert_with(|| {
            let seeks = open();
            self.shown.extend(seeks.iter().map(|seek| seek.seek.clone()));
            encode(&ToClient::Lobby(protocol::Lobby { seeks, version: self.version }))
        });
        connection.send_text(all.clone());
    }

    pub(super) fn unwatch(&mut self, connection: &Connection) {
        self.watchers.retain(|other| other.id != connection.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seek(id: &str) -> Seek {
        let text = format!(
            r#"{{"seek":"{id}","player":{{"name":"Ann"}},"terms":{{"game":"hex","options":"","time":"none","rated":false,"seat":"any"}}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn only_differences_are_told() {
        let (mut feed, now) = (SeekFeed::default(), Instant::now());
        assert_eq!(feed.changes(&[]), None);
        let changes = feed.changes(&[seek("a"), seek("b")]).unwrap();
        assert_eq!((changes.version, changes.added.len(), changes.removed.len()), (1, 2, 0));
        feed.send_changes(vec![seek("a"), seek("b")], now);
        assert_eq!(feed.changes(&[seek("a"), seek("b")]), None);
        let changes = feed.changes(&[seek("b"), seek("c")]).unwrap();
        assert_eq!(changes.version, 2);
        assert_eq!((changes.added, changes.removed), (vec![seek("c")], vec![seek("a").seek]));
    }

    /// Somebody comes between a seek and its being told: they see it in the whole list.
    #[test]
    fn a_seek_that_was_shown_and_never_told_is_removed_all_the_same() {
        let mut feed = SeekFeed::default();
        feed.shown.insert(seek("a").seek);
        let changes = feed.changes(&[]).unwrap();
        assert_eq!(changes.removed, [seek("a").seek]);
        feed.send_changes(Vec::new(), Instant::now());
        assert_eq!(feed.changes(&[]), None);
    }

    #[test]
    fn a_burst_is_told_at_once_and_then_a_little_later() {
        let (mut feed, now) = (SeekFeed::default(), Instant::now());
        assert_eq!(feed.changed(now), Some(now), "the first one at once");
        assert_eq!(feed.changed(now), None, "it is awaited already");
        feed.send_changes(vec![seek("a")], now);
        assert_eq!(feed.changed(now), Some(now + EVERY));
        assert_eq!(feed.changed(now), None);
        feed.send_changes(vec![seek("a")], now + EVERY);
        assert_eq!(feed.changed(now + EVERY), Some(now + EVERY), "nothing was sent");
    }
}
