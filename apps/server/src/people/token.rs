//! Personal tokens: what a program bears instead of a cookie. Scoped, shown once, revocable.

use super::secret::Secret;
use crate::random;
use crate::store::{Arg, NOT_BANNED, PersonRow, Store, StoreError, statement};
use clock::Moment;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use utoipa::ToSchema;

/// The largest number of tokens of an account.
pub const MOST_TOKENS: usize = 50;

/// The longest label, in characters.
pub const LONGEST_LABEL: usize = 60;

/// What a token allows its bearer to do.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To read what only the person may read.
    Read,
    /// To challenge, and to answer challenges.
    Challenge,
    /// To play as a bot.
    Play,
    /// To have positions thought about.
    Analyse,
}

impl Scope {
    const ALL: [Self; 4] = [Self::Read, Self::Challenge, Self::Play, Self::Analyse];

    /// As the database writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Challenge => "challenge",
            Self::Play => "play",
            Self::Analyse => "analyse",
        }
    }

    fn list(text: &str) -> Vec<Self> {
        let known = |word: &str| Self::ALL.into_iter().find(|scope| scope.text() == word);
        text.split(' ').filter_map(known).collect()
    }
}

/// A token as its owner sees it afterwards: without the secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Token {
    /// To revoke it by.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// The scopes of the token.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

impl Store {
    /// Makes a token; the secret is not stored.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn add_token(
        &self,
        person: &str,
        label: &str,
        scopes: &[Scope],
        now: Moment,
    ) -> Result<(Token, Secret), StoreError> {
        let (id, secret) = (random::alphanumeric(12), Secret::token());
        let words: Vec<&str> = scopes.iter().map(|scope| scope.text()).collect();
        let sql = "INSERT INTO tokens (hash, id, person, label, scopes, created) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let args = [
            Arg::Text(secret.fingerprint()),
            Arg::text(&id),
            Arg::text(person),
            Arg::text(label),
            Arg::Text(words.join(" ")),
            Arg::int(now.0),
        ];
        self.write(vec![statement(sql, args)]).await?;
        let (label, scopes) = (label.to_owned(), scopes.to_vec());
        Ok((Token { id, label, scopes, created: now.0 }, secret))
    }

    /// The tokens of a person, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tokens(&self, person: &str) -> Result<Vec<Token>, StoreError> {
        let sql = "SELECT id, label, scopes, created FROM tokens \
            WHERE person = $1 ORDER BY created, id";
        let rows = self.rows(sql, [Arg::text(person)]).await?;
        rows.iter().map(token).collect()
    }

    /// Whose token it is, its id, and what it allows; nothing if its person is banned.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn authenticate_token(
        &self,
        secret: &Secret,
        now: Moment,
    ) -> Result<Option<(PersonRow, String, Vec<Scope>)>, StoreError> {
        let sql = format!(
            "SELECT people.id, people.name, people.kind, tokens.id AS token, scopes FROM tokens \
             JOIN people ON people.id = tokens.person WHERE hash = $1 AND {NOT_BANNED}"
        );
        let args = [Arg::Text(secret.fingerprint()), Arg::int(now.0)];
        let row = self.row(AssertSqlSafe(sql), args).await?;
        let Some(row) = row else { return Ok(None) };
        let scopes: String = row.try_get("scopes")?;
        Ok(Some((PersonRow::read(&row)?, row.try_get("token")?, Scope::list(&scopes))))
    }

    /// Revokes a token of a person; whether there was one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn revoke(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let held = self.tokens(person).await?.iter().any(|token| token.id == id);
        if held {
            let sql = "DELETE FROM tokens WHERE id = $1 AND person = $2";
            self.write(vec![statement(sql, [Arg::text(id), Arg::text(person)])]).await?;
        }
        Ok(held)
    }
}

fn token(row: &AnyRow) -> Result<Token, StoreError> {
    let scopes: String = row.try_get("scopes")?;
    Ok(Token {
        id: row.try_get("id")?,
        label: row.try_get("label")?,
        scopes: Scope::list(&scopes),
        created: row.try_get::<i64, _>("created")? as u64,
    })
}
