//! What an operator has set for the whole site: the announcement, who may sign up, and invitations.

use super::actions::{ActionKind, NewAction, OPERATOR};
use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use crate::people::recovery::{self, new_code};
use crate::people::secret::Secret;
use clock::Moment;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;

/// The longest announcement, in characters: one line.
pub const LONGEST_ANNOUNCEMENT: usize = 200;

/// The longest note of an invitation, in characters.
pub const LONGEST_NOTE: usize = 60;

/// Who may make an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignUpMode {
    /// Everybody.
    #[default]
    Open,
    /// Nobody.
    Closed,
    /// Whoever has an invitation code.
    Invitation,
}

impl SignUpMode {
    /// As it is stored.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Invitation => "invitation",
        }
    }
}

impl fmt::Display for SignUpMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A text is none of the ways to sign up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSignUpMode;

impl fmt::Display for UnknownSignUpMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sign-up is open, closed or by invitation")
    }
}

impl std::error::Error for UnknownSignUpMode {}

impl FromStr for SignUpMode {
    type Err = UnknownSignUpMode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let all = [Self::Open, Self::Closed, Self::Invitation];
        all.into_iter().find(|mode| mode.text() == text).ok_or(UnknownSignUpMode)
    }
}

/// What is set for the whole site.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SiteSettings {
    /// A line that every page shows.
    pub announcement: Option<String>,
    /// Who may make an account.
    pub sign_up: SignUpMode,
}

/// An invitation, without its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// When it was made.
    pub created: Moment,
    /// Whom it is for, as the operator noted.
    pub note: Option<String>,
    /// When it was used, if it was.
    pub used: Option<Moment>,
    /// The name of the account that was made with it, if it still exists.
    pub account: Option<String>,
}

impl Invitation {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let used: Option<i64> = row.try_get("used")?;
        Ok(Self {
            created: Moment(row.try_get::<i64, _>("created")? as u64),
            note: row.try_get("note")?,
            used: used.map(|at| Moment(at as u64)),
            account: row.try_get("name")?,
        })
    }
}

fn setting(name: &str, value: Option<&str>) -> Vec<Statement> {
    let old = statement("DELETE FROM site_settings WHERE name = $1", [Arg::text(name)]);
    let sql = "INSERT INTO site_settings (name, value) VALUES ($1, $2)";
    let new = value.map(|value| statement(sql, [Arg::text(name), Arg::text(value)]));
    std::iter::once(old).chain(new).collect()
}

/// What uses an invitation up for a person; it changes one row or fails.
pub(crate) fn using_invitation(code: &Secret, person: &str, now: Moment) -> Statement {
    let sql = "UPDATE invitations SET used = $2, person = $3 WHERE hash = $1 AND used IS NULL";
    let args = [Arg::Text(code.fingerprint()), Arg::int(now.0), Arg::text(person)];
    statement(sql, args).once()
}

impl Store {
    /// What is set for the whole site.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn site_settings(&self) -> Result<SiteSettings, StoreError> {
        let mut settings = SiteSettings::default();
        for row in self.rows("SELECT name, value FROM site_settings", []).await? {
            let (name, value): (String, String) = (row.try_get("name")?, row.try_get("value")?);
            match name.as_str() {
                "announcement" => settings.announcement = Some(value),
                "sign_up" => settings.sign_up = value.parse().unwrap_or(SignUpMode::Closed),
                _ => {}
            }
        }
        Ok(settings)
    }

    /// Sets the line that every page shows, or takes it away.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn announce(&self, text: Option<&str>, now: Moment) -> Result<(), StoreError> {
        let action = NewAction::new(OPERATOR, ActionKind::Announce);
        let action = text.map_or(action.clone(), |text| action.saying(text));
        self.act(&action, setting("announcement", text), now).await
    }

    /// Sets who may make an account.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn set_sign_up(&self, mode: SignUpMode, now: Moment) -> Result<(), StoreError> {
        let action = NewAction::new(OPERATOR, ActionKind::SignUp).saying(mode.text());
        self.act(&action, setting("sign_up", Some(mode.text())), now).await
    }

    /// Makes an invitation; gives its code, which is stored nowhere.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invite(&self, note: Option<&str>, now: Moment) -> Result<String, StoreError> {
        let code = new_code();
        let hash = recovery::read(&code).map(|code| code.fingerprint()).unwrap_or_default();
        let sql = "INSERT INTO invitations (hash, created, note) VALUES ($1, $2, $3)";
        let made = statement(sql, [Arg::Text(hash), Arg::int(now.0), Arg::maybe_text(note)]);
        let action = NewAction::new(OPERATOR, ActionKind::Invite);
        let action = note.map_or(action.clone(), |note| action.saying(note));
        self.act(&action, vec![made], now).await?;
        Ok(code)
    }

    /// The invitations there ever were, latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invitations(&self) -> Result<Vec<Invitation>, StoreError> {
        let sql = "SELECT invitations.created, note, used, people.name FROM invitations \
            LEFT JOIN people ON people.id = invitations.person \
            ORDER BY invitations.created DESC, hash LIMIT 1000";
        self.rows(sql, []).await?.iter().map(Invitation::read).collect()
    }

    /// Whether an invitation of this code can be used.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn knows_invitation(&self, code: &Secret) -> Result<bool, StoreError> {
        let sql = "SELECT hash FROM invitations WHERE hash = $1 AND used IS NULL";
        Ok(self.row(sql, [Arg::Text(code.fingerprint())]).await?.is_some())
    }
}
