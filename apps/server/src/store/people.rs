//! Accounts: guests, people, bots and computer players.

use super::writer::{Arg, statement};
use super::{Store, StoreError};
use crate::people::guest_name;
use crate::random;
use clock::Moment;
use protocol::{Name, Person};
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The kind of an account. The texts are those of the database and of the HTTP API.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// Without an account.
    Guest,
    /// With one.
    #[serde(rename = "account")]
    Person,
    /// A bot account: a program with an owner.
    Bot,
    /// A player of the server's own: one of the computer's levels.
    #[serde(rename = "house")]
    Computer,
}

impl AccountKind {
    /// As it is stored.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Person => "account",
            Self::Bot => "bot",
            Self::Computer => "house",
        }
    }

    pub(crate) fn from_text(text: &str) -> Self {
        match text {
            "account" => Self::Person,
            "bot" => Self::Bot,
            "house" => Self::Computer,
            _ => Self::Guest,
        }
    }

    /// Whether it is a program: a bot or a computer player of the server.
    pub(crate) const fn is_program(self) -> bool {
        matches!(self, Self::Bot | Self::Computer)
    }
}

/// Somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    /// Never changes.
    pub id: String,
    /// What they are called.
    pub name: Name,
    /// What they are.
    pub kind: AccountKind,
}

impl PersonRow {
    /// As everyone may see them.
    pub fn person(&self) -> Person {
        Person {
            name: self.name.clone(),
            guest: self.kind == AccountKind::Guest,
            bot: self.kind.is_program(),
        }
    }

    /// Reads the columns `id, name, kind`.
    pub(crate) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let name: String = row.try_get("name")?;
        let name = name.parse().map_err(|_| StoreError::nonsense("a person's name"))?;
        let kind: String = row.try_get("kind")?;
        Ok(Self { id: row.try_get("id")?, name, kind: AccountKind::from_text(&kind) })
    }
}

impl Store {
    /// Makes a person; the name is checked by whoever calls.
    ///
    /// # Errors
    /// If the name is taken.
    pub async fn add_person(&self, person: &PersonRow, now: Moment) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO people (id, name, name_key, kind, created) VALUES ($1, $2, $3, $4, $5)";
        let name = person.name.as_str();
        let args = [
            Arg::text(&person.id),
            Arg::text(name),
            Arg::text(name.to_ascii_lowercase()),
            Arg::text(person.kind.text()),
            Arg::int(now.0),
        ];
        self.write(vec![statement(sql, args)]).await
    }

    /// Creates a guest with an unused name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn add_guest(&self, now: Moment) -> Result<PersonRow, StoreError> {
        let mut attempts = 0;
        loop {
            let name = guest_name(attempts).parse();
            let name = name.map_err(|_| StoreError::nonsense("a guest's name"))?;
            let guest = PersonRow { id: random::alphanumeric(12), name, kind: AccountKind::Guest };
            match self.add_person(&guest, now).await {
                Err(StoreError::Taken) => attempts += 1,
                done => return done.map(|()| guest),
            }
        }
    }

    /// A person by id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>, StoreError> {
        let sql = "SELECT id, name, kind FROM people WHERE id = $1";
        let row = self.row(sql, [Arg::text(id)]).await?;
        row.as_ref().map(PersonRow::read).transpose()
    }
}
