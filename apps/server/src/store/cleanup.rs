//! Retention: deletes what is not needed any more, so that visitors who never come back cost nothing.
//!
//! | what | deleted |
//! |---|---|
//! | sessions | when they have expired |
//! | guests without a game | a week after they were last seen |
//! | challenges and seeks for correspondence games | a month after they were made |
//! | reports | a year after they were closed |
//! | what lobby requests have created (idempotency keys) | two days after the request |

use super::writer::{Arg, statement};
use super::{Store, StoreError};
use clock::{Moment, Span};

/// How long a guest who has never played is remembered after the last visit.
pub const IDLE_GUESTS: Span = Span::days(7);

/// How long a challenge can be accepted.
pub const OLD_CHALLENGES: Span = Span::days(30);

/// How long a report that is closed can be read by moderators.
pub const OLD_REPORTS: Span = Span::days(365);

/// How long a request of the lobby that is sent again is answered with what it has created.
pub const OLD_LOBBY_REQUESTS: Span = Span::days(2);

/// Rows of a kind that are deleted at once: small transactions that delay others little.
const AT_ONCE: i64 = 500;

const EXPIRED_SESSIONS: &str = "DELETE FROM sessions WHERE hash IN \
    (SELECT hash FROM sessions WHERE expires < $1 LIMIT $2)";

const UNUSED_GUESTS: &str = "DELETE FROM people WHERE id IN (SELECT id FROM people \
    WHERE kind = 'guest' AND created < $1 \
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id AND seen >= $1) \
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.first = people.id) \
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.second = people.id) LIMIT $2)";

const STALE_CHALLENGES: &str = "DELETE FROM challenges WHERE id IN \
    (SELECT id FROM challenges WHERE created < $1 LIMIT $2)";

const STALE_REPORTS: &str = "DELETE FROM reports WHERE id IN \
    (SELECT id FROM reports WHERE closed < $1 LIMIT $2)";

const STALE_LOBBY_REQUESTS: &str = "DELETE FROM lobby_requests WHERE (person, client) IN \
    (SELECT person, client FROM lobby_requests WHERE at < $1 LIMIT $2)";

impl Store {
    /// Deletes some of what has outlived its time; called again and again.
    ///
    /// # Errors
    /// If the database fails; nothing is deleted then.
    pub async fn delete_outdated(&self, now: Moment) -> Result<(), StoreError> {
        let before = |age: Span| Moment(now.0.saturating_sub(age.0));
        let outdated = [
            (EXPIRED_SESSIONS, now),
            (UNUSED_GUESTS, before(IDLE_GUESTS)),
            (STALE_CHALLENGES, before(OLD_CHALLENGES)),
            (STALE_REPORTS, before(OLD_REPORTS)),
            (STALE_LOBBY_REQUESTS, before(OLD_LOBBY_REQUESTS)),
        ];
        let delete =
            |(sql, at): (&'static str, Moment)| statement(sql, [Arg::int(at.0), Arg::Int(AT_ONCE)]);
        self.write(outdated.map(delete).to_vec()).await
    }
}
