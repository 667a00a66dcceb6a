//! Browsers that have signed in to an account before, by a long-lived cookie of their own. The store holds
//! its fingerprint. A known device opens nothing: it only is not kept waiting for what strangers try.

use super::secret::Secret;
use crate::random;
use crate::store::{Arg, SESSION_LETTERS, Store, StoreError, statement};
use clock::Moment;

/// How many devices of one account are kept; older ones go.
const MOST_DEVICES: i64 = 20;

impl Store {
    /// Whether this secret is that of a device from which this person has signed in.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn knows_device(&self, person: &str, secret: &Secret) -> Result<bool, StoreError> {
        let sql = "SELECT hash FROM devices WHERE hash = $1 AND person = $2";
        let row = self.row(sql, [Arg::Text(secret.fingerprint()), Arg::text(person)]).await?;
        Ok(row.is_some())
    }

    /// Remembers a device of a person; gives the secret, which is stored nowhere.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn add_device(&self, person: &str, now: Moment) -> Result<Secret, StoreError> {
        let secret = Secret::made(random::alphanumeric(SESSION_LETTERS));
        let (hash, who) = (Arg::Text(secret.fingerprint()), || Arg::text(person));
        let add = "INSERT INTO devices (hash, person, created) VALUES ($1, $2, $3)";
        let old = "DELETE FROM devices WHERE person = $1 AND hash NOT IN \
            (SELECT hash FROM devices WHERE person = $1 ORDER BY created DESC, hash LIMIT $2)";
        let added = statement(add, [hash, who(), Arg::int(now.0)]);
        self.write(vec![added, statement(old, [who(), Arg::Int(MOST_DEVICES)])]).await?;
        Ok(secret)
    }

    /// Forgets the devices of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forget_devices(&self, person: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM devices WHERE person = $1";
        self.write(vec![statement(sql, [Arg::text(person)])]).await
    }
}
