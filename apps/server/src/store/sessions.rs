//! Sessions: who a cookie stands for. The database holds fingerprints of cookies, never cookies.

use super::writer::{Arg, statement};
use super::{PersonRow, Store, StoreError};
use crate::random;
use clock::{Moment, Span};

/// How long a cookie's secret is: about 190 bits.
pub const SESSION_LETTERS: usize = 32;

/// How long somebody stays signed in without coming back.
const LASTS: Span = Span::days(180);

impl Store {
    /// Begins a session for a person; gives the secret, which is told once and stored nowhere.
    ///
    /// # Errors
    /// If there is no such person.
    pub async fn begin_session(&self, person: &str, now: Moment) -> Result<String, StoreError> {
        let secret = random::alphanumeric(SESSION_LETTERS);
        let sql = "INSERT INTO sessions (hash, person, created, seen, expires) \
            VALUES ($1, $2, $3, $3, $4)";
        let hash = Arg::text(random::fingerprint(&secret));
        let until = Arg::int((now + LASTS).0);
        self.write(vec![statement(sql, [hash, Arg::text(person), Arg::int(now.0), until])]).await?;
        Ok(secret)
    }

    /// Whose secret this is, if it is one and has not expired.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn session(
        &self,
        secret: &str,
        now: Moment,
    ) -> Result<Option<PersonRow>, StoreError> {
        if secret.len() != SESSION_LETTERS {
            return Ok(None);
        }
        let sql = "SELECT people.id, people.name, people.kind FROM sessions \
            JOIN people ON people.id = sessions.person WHERE hash = $1 AND expires > $2";
        let hash = Arg::Text(random::fingerprint(secret));
        let row = self.row(sql, [hash, Arg::int(now.0)]).await?;
        row.as_ref().map(PersonRow::read).transpose()
    }
}
