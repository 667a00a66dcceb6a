//! Sessions: who a cookie stands for. The database holds fingerprints of cookies, never cookies.

use super::writer::{Arg, Statement, statement};
use super::{NOT_BANNED, PersonRow, Store, StoreError};
use crate::credential::Credential;
use crate::random;
use clock::{Moment, Span};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashSet;

/// How long a cookie's secret is: about 190 bits.
pub const SESSION_LETTERS: usize = 32;

/// How long a session lasts without a visit.
pub const SESSION_LASTS: Span = Span::days(180);

/// A session is renewed when it was last written down this long ago: at most one write a day.
const RENEWED_AFTER: Span = Span::days(1);

/// How many letters of its fingerprint name a session to its owner.
const ID_LETTERS: usize = 16;

/// How many sessions and tokens are looked up by one query.
const LOOKED_UP_AT_ONCE: usize = 500;

/// A session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The fingerprint of its secret.
    pub fingerprint: String,
    /// When it began.
    pub created: Moment,
    /// When it was last used, to the day.
    pub seen: Moment,
    /// When it ends unless it is used.
    pub expires: Moment,
    /// The browser and the system it began in, as far as its owner will know them by.
    pub device: Option<String>,
}

impl SessionRow {
    /// What its owner calls it by, to end it. Nobody can use it for anything else.
    pub fn id(&self) -> &str {
        &self.fingerprint[..ID_LETTERS.min(self.fingerprint.len())]
    }

    /// Whether its use is to be written down.
    pub fn is_renewal_due(&self, now: Moment) -> bool {
        now.since(self.seen) >= RENEWED_AFTER
    }

    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let moment =
            |column: &str| Ok::<_, StoreError>(Moment(row.try_get::<i64, _>(column)? as u64));
        Ok(Self {
            fingerprint: row.try_get("hash")?,
            created: moment("began")?,
            seen: moment("seen")?,
            expires: moment("expires")?,
            device: row.try_get("device")?,
        })
    }
}

/// What ends all sessions of a person.
pub(crate) fn ending_sessions(person: &str) -> Statement {
    statement("DELETE FROM sessions WHERE person = $1", [Arg::text(person)])
}

impl Store {
    /// Begins a session for a person; returns the secret, which is stored nowhere.
    ///
    /// # Errors
    /// If there is no such person.
    pub async fn begin_session(
        &self,
        person: &str,
        device: Option<&str>,
        now: Moment,
    ) -> Result<String, StoreError> {
        let secret = random::alphanumeric(SESSION_LETTERS);
        let sql = "INSERT INTO sessions (hash, person, created, seen, expires, device) \
            VALUES ($1, $2, $3, $3, $4, $5)";
        let args = [
            Arg::text(random::fingerprint(&secret)),
            Arg::text(person),
            Arg::int(now.0),
            Arg::int((now + SESSION_LASTS).0),
            Arg::maybe_text(device),
        ];
        self.write(vec![statement(sql, args)]).await?;
        Ok(secret)
    }

    /// The person and session of a secret, unless the session has expired or the person is banned.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn session(
        &self,
        secret: &str,
        now: Moment,
    ) -> Result<Option<(PersonRow, SessionRow)>, StoreError> {
        if secret.len() != SESSION_LETTERS {
            return Ok(None);
        }
        let sql = format!(
            "SELECT people.id, people.name, people.kind, hash, sessions.created AS began, \
             seen, expires, device FROM sessions JOIN people ON people.id = sessions.person \
             WHERE hash = $1 AND expires > $2 AND {NOT_BANNED}"
        );
        let hash = Arg::Text(random::fingerprint(secret));
        let row = self.row(AssertSqlSafe(sql), [hash, Arg::int(now.0)]).await?;
        row.map(|row| Ok((PersonRow::read(&row)?, SessionRow::read(&row)?))).transpose()
    }

    /// The sessions of a person that have not expired, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn session_rows(
        &self,
        person: &str,
        now: Moment,
    ) -> Result<Vec<SessionRow>, StoreError> {
        let sql = "SELECT hash, created AS began, seen, expires, device FROM sessions \
            WHERE person = $1 AND expires > $2 ORDER BY created, hash";
        let rows = self.rows(sql, [Arg::text(person), Arg::int(now.0)]).await?;
        rows.iter().map(SessionRow::read).collect()
    }

    /// Writes down that a session is used: it lasts longer. When it ends then.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn renew_session(
        &self,
        fingerprint: &str,
        now: Moment,
    ) -> Result<Moment, StoreError> {
        let sql = "UPDATE sessions SET seen = $2, expires = $3 WHERE hash = $1";
        let until = now + SESSION_LASTS;
        let args = [Arg::text(fingerprint), Arg::int(now.0), Arg::int(until.0)];
        self.write(vec![statement(sql, args)]).await?;
        Ok(until)
    }

    /// Which of these sessions and tokens the database does not hold any more.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn ended_credentials(
        &self,
        used: &[&Credential],
    ) -> Result<Vec<Credential>, StoreError> {
        let mut ended = Vec::new();
        for some in used.chunks(LOOKED_UP_AT_ONCE) {
            let keys: Vec<&str> = some.iter().map(|credential| credential.key()).collect();
            let places: Vec<String> = (1..=keys.len()).map(|i| format!("${i}")).collect();
            let places = places.join(", ");
            let sql = format!(
                "SELECT hash AS id FROM sessions WHERE hash IN ({places}) \
                 UNION ALL SELECT id FROM tokens WHERE id IN ({places})"
            );
            let args: Vec<Arg> = keys.iter().map(|key| Arg::text(*key)).collect();
            let rows = self.rows(AssertSqlSafe(sql), args).await?;
            let held: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get("id")).collect();
            let held: HashSet<String> = held?.into_iter().collect();
            let gone = some.iter().filter(|credential| !held.contains(credential.key()));
            ended.extend(gone.map(|credential| (*credential).clone()));
        }
        Ok(ended)
    }

    /// Ends a session, by the fingerprint of its secret.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_session(&self, fingerprint: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE hash = $1";
        self.write(vec![statement(sql, [Arg::text(fingerprint)])]).await
    }

    /// Ends all sessions of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_sessions(&self, person: &str) -> Result<(), StoreError> {
        self.write(vec![ending_sessions(person)]).await
    }
}
