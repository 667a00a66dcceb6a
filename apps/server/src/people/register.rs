//! The register: accounts, bots and sessions in the store, beyond what a game needs to know.
//!
//! A guest who becomes an account stays the same person: games point at the person, and carry the
//! name only to be read.

use super::name::skeleton;
use super::secret::Secret;
use crate::random;
use crate::store::{
    AccountKind, Arg, PersonRow, Store, StoreError, ending_sessions, renamed, statement,
    using_invitation,
};
use clock::Moment;
use protocol::Name;
use sqlx::Row;
use sqlx::any::AnyRow;

type StoreResult<T> = Result<T, StoreError>;

impl Store {
    /// Makes an account.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the name, or one that looks like it, is in use.
    pub async fn add_account(
        &self,
        name: &Name,
        hash: &str,
        now: Moment,
    ) -> StoreResult<PersonRow> {
        self.add_invited_account(name, hash, None, now).await
    }

    /// Makes an account, and uses up the invitation if there is one.
    ///
    /// # Errors
    /// [`StoreError::Taken`] as above; [`StoreError::Gone`] if the invitation was used meanwhile.
    pub async fn add_invited_account(
        &self,
        name: &Name,
        hash: &str,
        invitation: Option<&Secret>,
        now: Moment,
    ) -> StoreResult<PersonRow> {
        self.add(AccountKind::Person, name, Arg::text(hash), Arg::NoText, invitation, now).await
    }

    /// Makes a bot account of a person.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the name, or one that looks like it, is in use.
    pub async fn add_bot(&self, name: &Name, owner: &str, now: Moment) -> StoreResult<PersonRow> {
        self.add(AccountKind::Bot, name, Arg::NoText, Arg::text(owner), None, now).await
    }

    async fn add(
        &self,
        kind: AccountKind,
        name: &Name,
        hash: Arg,
        owner: Arg,
        invitation: Option<&Secret>,
        now: Moment,
    ) -> StoreResult<PersonRow> {
        let person = PersonRow { id: random::alphanumeric(12), name: name.clone(), kind };
        let sql = "INSERT INTO people (id, name, name_key, kind, password, owner, created) \
            VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let args = [
            Arg::text(&person.id),
            Arg::text(name.as_str()),
            Arg::Text(skeleton(name.as_str())),
            Arg::text(kind.text()),
            hash,
            owner,
            Arg::int(now.0),
        ];
        let used = invitation.map(|code| using_invitation(code, &person.id, now));
        self.write(std::iter::once(statement(sql, args)).chain(used).collect()).await?;
        Ok(person)
    }

    /// Makes an account of a guest, who keeps everything but the sessions: other holders of the
    /// guest's cookie do not become the account.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the name, or one that looks like it, is in use; [`StoreError::Gone`] if
    /// the person is no guest any more or the invitation was used meanwhile.
    pub async fn settle(
        &self,
        guest: &PersonRow,
        name: &Name,
        hash: &str,
        invitation: Option<&Secret>,
        now: Moment,
    ) -> StoreResult<PersonRow> {
        let sql = "UPDATE people SET kind = 'account', name = $2, name_key = $3, password = $4 \
            WHERE id = $1 AND kind = 'guest'";
        let key = skeleton(name.as_str());
        let (id, new) = (Arg::text(&guest.id), Arg::text(name.as_str()));
        let settled = statement(sql, [id, new, Arg::Text(key), Arg::text(hash)]);
        let mut all = vec![settled.once(), ending_sessions(&guest.id)];
        all.extend(renamed(&guest.id, name.as_str(), AccountKind::Person));
        all.extend(invitation.map(|code| using_invitation(code, &guest.id, now)));
        self.write(all).await?;
        Ok(PersonRow { id: guest.id.clone(), name: name.clone(), kind: AccountKind::Person })
    }

    /// The person of a name, in whatever case it is written.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn named(&self, name: &str) -> StoreResult<Option<PersonRow>> {
        let sql = "SELECT id, name, kind FROM people WHERE name_key = $1 OR name_key = $2";
        let args = [Arg::Text(skeleton(name)), Arg::Text(name.to_ascii_lowercase())];
        for row in self.rows(sql, args).await? {
            let person = PersonRow::read(&row)?;
            // Looking like a name is not having it.
            if person.name.as_str().eq_ignore_ascii_case(name) {
                return Ok(Some(person));
            }
        }
        Ok(None)
    }

    /// The hash of an account's password.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn password(&self, person: &str) -> StoreResult<Option<String>> {
        let sql = "SELECT password FROM people WHERE id = $1 AND kind = 'account'";
        let row = self.row(sql, [Arg::text(person)]).await?;
        Ok(row.map(|row| row.try_get("password")).transpose()?.flatten())
    }

    /// Gives an account another password, and ends its sessions and, if asked to, its tokens.
    ///
    /// # Errors
    /// If the database fails; nothing has changed then.
    pub async fn set_password(
        &self,
        person: &str,
        hash: &str,
        revoke_tokens: bool,
    ) -> StoreResult<()> {
        let sql = "UPDATE people SET password = $2 WHERE id = $1 AND kind = 'account'";
        let changed = statement(sql, [Arg::text(person), Arg::text(hash)]);
        let mut all = vec![changed, ending_sessions(person)];
        if revoke_tokens {
            all.push(statement("DELETE FROM tokens WHERE person = $1", [Arg::text(person)]));
        }
        self.write(all).await
    }

    /// When an account was made.
    ///
    /// # Errors
    /// If the database fails or there is no such account.
    pub async fn came(&self, person: &str) -> StoreResult<Moment> {
        let sql = "SELECT created FROM people WHERE id = $1";
        let row = self.row(sql, [Arg::text(person)]).await?.ok_or(StoreError::Gone)?;
        Ok(Moment(row.try_get::<i64, _>("created")? as u64))
    }

    /// The bots of a person, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn bots(&self, owner: &str) -> StoreResult<Vec<PersonRow>> {
        let sql = "SELECT id, name, kind FROM people WHERE owner = $1 ORDER BY created, id";
        let rows = self.rows(sql, [Arg::text(owner)]).await?;
        rows.iter().map(PersonRow::read).collect()
    }

    /// When each session of a person began.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sessions(&self, person: &str) -> StoreResult<Vec<Moment>> {
        let sql = "SELECT created FROM sessions WHERE person = $1 ORDER BY created";
        let rows = self.rows(sql, [Arg::text(person)]).await?;
        let began = |row: &AnyRow| Ok(Moment(row.try_get::<i64, _>("created")? as u64));
        rows.iter().map(began).collect()
    }
}
