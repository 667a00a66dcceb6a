//! Recovery codes: each lets the owner of an account choose a new password, once. They are the only way
//! back for a person who has forgotten it, because no mail address is known. The store holds fingerprints.

use super::secret::Secret;
use crate::random;
use crate::store::{
    ActionKind, Arg, NewAction, Statement, Store, StoreError, ending_sessions, statement,
};
use clock::Moment;
use sqlx::Row;

/// How many codes there are at a time.
pub const CODES: usize = 8;

/// Letters and digits that are not taken for each other.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";

/// How many letters a code has: 80 bits.
const LETTERS: usize = 16;

/// How many letters stand together when a code is written.
const GROUP: usize = 4;

/// A new code, as it is shown: `k7wq-3hxa-mm2c-e9rt`.
pub(crate) fn new_code() -> String {
    let letters: Vec<char> = random::symbols(ALPHABET, LETTERS).chars().collect();
    let groups = letters.chunks(GROUP).map(|group| group.iter().collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}

/// The typed text, if it can be a code: groups may be written in any way, and letters in any case.
pub fn read(text: &str) -> Option<Secret> {
    // Longer texts are not looked at to their end.
    let typed = text.chars().take(4 * LETTERS + 1);
    let letters: String =
        typed.filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_lowercase()).collect();
    let plain = letters.bytes().all(|byte| ALPHABET.contains(&byte));
    (letters.len() == LETTERS && plain).then(|| Secret::made(letters))
}

fn fingerprint(code: &str) -> String {
    random::fingerprint(&code.replace('-', ""))
}

/// The codes that an account has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodesLeft {
    /// How many have not been used.
    pub left: usize,
    /// When they were made, if there are any.
    pub made: Option<Moment>,
}

impl Store {
    /// Makes new codes for a person in the place of all others; they are stored nowhere as they are.
    ///
    /// # Errors
    /// If the database fails; the old ones stay then.
    pub async fn make_recovery_codes(
        &self,
        person: &str,
        now: Moment,
    ) -> Result<Vec<String>, StoreError> {
        let codes: Vec<String> = (0..CODES).map(|_| new_code()).collect();
        let add = "INSERT INTO recovery_codes (hash, person, created) VALUES ($1, $2, $3)";
        let added = |code: &String| -> Statement {
            statement(add, [Arg::Text(fingerprint(code)), Arg::text(person), Arg::int(now.0)])
        };
        let old = statement("DELETE FROM recovery_codes WHERE person = $1", [Arg::text(person)]);
        self.write(std::iter::once(old).chain(codes.iter().map(added)).collect()).await?;
        Ok(codes)
    }

    /// Makes one more code for a person, on behalf of an operator; the others stay.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn add_recovery_code(
        &self,
        person: &str,
        actor: &str,
        now: Moment,
    ) -> Result<String, StoreError> {
        let code = new_code();
        let sql = "INSERT INTO recovery_codes (hash, person, created) VALUES ($1, $2, $3)";
        let args = [Arg::Text(fingerprint(&code)), Arg::text(person), Arg::int(now.0)];
        let action = NewAction::new(actor, ActionKind::ResetPassword).on(person);
        self.act(&action, vec![statement(sql, args)], now).await?;
        Ok(code)
    }

    /// How many codes a person has left.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recovery_codes(&self, person: &str) -> Result<CodesLeft, StoreError> {
        let sql = "SELECT created FROM recovery_codes WHERE person = $1";
        let rows = self.rows(sql, [Arg::text(person)]).await?;
        let made = rows.first().map(|row| row.try_get::<i64, _>("created")).transpose()?;
        Ok(CodesLeft { left: rows.len(), made: made.map(|at| Moment(at as u64)) })
    }

    /// Whether a code is one of this person's.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn knows_recovery_code(
        &self,
        person: &str,
        code: &Secret,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT hash FROM recovery_codes WHERE hash = $1 AND person = $2";
        let row = self.row(sql, [Arg::Text(code.fingerprint()), Arg::text(person)]).await?;
        Ok(row.is_some())
    }

    /// Uses a code up and gives the account another password; sessions and known devices end with it, and
    /// tokens if asked to.
    ///
    /// # Errors
    /// [`StoreError::Gone`] if the code has been used meanwhile; nothing has changed then.
    pub async fn recover(
        &self,
        person: &str,
        code: &Secret,
        hash: &str,
        revoke_tokens: bool,
    ) -> Result<(), StoreError> {
        let who = || Arg::text(person);
        let used = "DELETE FROM recovery_codes WHERE hash = $1 AND person = $2";
        let set = "UPDATE people SET password = $2 WHERE id = $1 AND kind = 'account'";
        let mut all = vec![
            statement(used, [Arg::Text(code.fingerprint()), who()]).once(),
            statement(set, [who(), Arg::text(hash)]).once(),
            ending_sessions(person),
            statement("DELETE FROM devices WHERE person = $1", [who()]),
        ];
        if revoke_tokens {
            all.push(statement("DELETE FROM tokens WHERE person = $1", [who()]));
        }
        self.write(all).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_are_read_however_they_are_typed() {
        let code = new_code();
        assert_ne!(code, new_code());
        assert_eq!((code.len(), code.matches('-').count()), (19, 3), "{code}");
        let typed = code.to_uppercase().replace('-', " ");
        for text in [&code, &typed, &format!(" {} ", code.replace('-', ""))] {
            assert_eq!(read(text).unwrap().fingerprint(), fingerprint(&code), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_a_code_is_not_looked_up() {
        let long = "a".repeat(100_000);
        for text in ["", "abcd", "iiii-iiii-iiii-iiii", "k7wq-3hxa-mm2c-e9rt-a", &long, "ü"] {
            assert_eq!(read(text), None, "{text:.20}");
        }
    }
}
