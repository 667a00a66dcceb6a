//! Log of administrative actions, numbered without gaps. An action and its effect are one transaction, and
//! running servers read the log every second (`moderation.rs`), so that they follow what another process did.
//!
//! The next number is read and inserted in the same transaction: of two that take the same one, the second
//! fails by the primary key and is tried again. So numbers become visible in their order, and nobody who
//! reads on from the last number misses one.

use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use clock::Moment;
use protocol::GameId;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The actor of what no moderator did: an operator, who may write to the database.
pub const OPERATOR: &str = "operator";

/// How often a number that another process has taken is tried again.
const RETRIES: usize = 10;

/// How many actions are read at once.
const AT_ONCE: u32 = 200;

/// The kind of an action of the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// An account may not sign in.
    Ban,
    /// It may again.
    Unban,
    /// A person may not chat.
    Mute,
    /// They may again.
    Unmute,
    /// An account has another name.
    Rename,
    /// A recovery code was made for an account.
    ResetPassword,
    /// One session was ended.
    EndSession,
    /// All sessions of a person were ended.
    EndSessions,
    /// A game was aborted.
    AbortGame,
    /// The announcement was changed.
    Announce,
    /// Who may sign up was changed.
    SignUp,
    /// An invitation was made.
    Invite,
    /// A person was given the moderator right.
    GrantModerator,
    /// It was taken away.
    RevokeModerator,
    /// A report was closed.
    CloseReport,
}

impl ActionKind {
    const ALL: [Self; 15] = [
        Self::Ban,
        Self::Unban,
        Self::Mute,
        Self::Unmute,
        Self::Rename,
        Self::ResetPassword,
        Self::EndSession,
        Self::EndSessions,
        Self::AbortGame,
        Self::Announce,
        Self::SignUp,
        Self::Invite,
        Self::GrantModerator,
        Self::RevokeModerator,
        Self::CloseReport,
    ];

    /// As it is stored.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Ban => "ban",
            Self::Unban => "unban",
            Self::Mute => "mute",
            Self::Unmute => "unmute",
            Self::Rename => "rename",
            Self::ResetPassword => "reset_password",
            Self::EndSession => "end_session",
            Self::EndSessions => "end_sessions",
            Self::AbortGame => "abort_game",
            Self::Announce => "announce",
            Self::SignUp => "sign_up",
            Self::Invite => "invite",
            Self::GrantModerator => "grant_moderator",
            Self::RevokeModerator => "revoke_moderator",
            Self::CloseReport => "close_report",
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.text() == text)
    }
}

/// An action that is to be logged.
#[derive(Clone, Debug)]
pub struct NewAction {
    /// The id of a moderator, or [`OPERATOR`].
    pub actor: String,
    /// The kind of the action.
    pub kind: ActionKind,
    /// The id of the person concerned.
    pub person: Option<String>,
    /// The game concerned.
    pub game: Option<GameId>,
    /// Why, until when, or what to.
    pub detail: Option<String>,
}

impl NewAction {
    /// An action without a person or game that it concerns.
    pub fn new(actor: &str, kind: ActionKind) -> Self {
        Self { actor: actor.to_owned(), kind, person: None, game: None, detail: None }
    }

    /// The same, concerning a person.
    #[must_use]
    pub fn on(self, person: &str) -> Self {
        Self { person: Some(person.to_owned()), ..self }
    }

    /// The same, concerning a game.
    #[must_use]
    pub fn in_game(self, game: &GameId) -> Self {
        Self { game: Some(game.clone()), ..self }
    }

    /// The same with what else there is to say.
    #[must_use]
    pub fn saying(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    /// The statement that logs it under the next number.
    pub(super) fn insertion(&self, now: Moment) -> Statement {
        let sql = "INSERT INTO admin_actions (n, at, actor, kind, person, game, detail) \
            SELECT COALESCE(MAX(n), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS TEXT), \
            CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT) FROM admin_actions";
        let args = [
            Arg::int(now.0),
            Arg::text(&self.actor),
            Arg::text(self.kind.text()),
            Arg::maybe_text(self.person.as_deref()),
            Arg::maybe_text(self.game.as_ref().map(GameId::as_str)),
            Arg::maybe_text(self.detail.as_deref()),
        ];
        statement(sql, args)
    }
}

/// An action of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionRow {
    /// Its number, from 1.
    pub n: u64,
    /// When it was done.
    pub at: Moment,
    /// The id of a moderator, or [`OPERATOR`].
    pub actor: String,
    /// The kind of the action.
    pub kind: ActionKind,
    /// The id of the person concerned.
    pub person: Option<String>,
    /// The game concerned.
    pub game: Option<GameId>,
    /// Why, until when, or what to.
    pub detail: Option<String>,
}

impl ActionRow {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let kind: String = row.try_get("kind")?;
        let nonsense = || StoreError::nonsense("the kind of an administrative action");
        let game: Option<String> = row.try_get("game")?;
        Ok(Self {
            n: row.try_get::<i64, _>("n")? as u64,
            at: Moment(row.try_get::<i64, _>("at")? as u64),
            actor: row.try_get("actor")?,
            kind: ActionKind::from_text(&kind).ok_or_else(nonsense)?,
            person: row.try_get("person")?,
            game: game.and_then(|id| id.parse().ok()),
            detail: row.try_get("detail")?,
        })
    }
}

/// An action of the log with the names of those it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedAction {
    /// The action.
    pub action: ActionRow,
    /// The name of the moderator; none if it was an operator, or an account that is deleted.
    pub actor: Option<String>,
    /// The name of the person to whom it was done, unless they are gone.
    pub person: Option<String>,
}

impl NamedAction {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let action = ActionRow::read(row)?;
        Ok(Self { action, actor: row.try_get("actor_name")?, person: row.try_get("person_name")? })
    }
}

/// The columns of a [`NamedAction`], before the conditions.
macro_rules! named_actions {
    ($rest:literal) => {
        concat!(
            "SELECT n, at, actor, admin_actions.kind, person, game, detail, \
             actors.name AS actor_name, people.name AS person_name FROM admin_actions \
             LEFT JOIN people AS actors ON actors.id = admin_actions.actor \
             LEFT JOIN people ON people.id = admin_actions.person ",
            $rest
        )
    };
}

impl Store {
    /// Does these statements and logs them as an action, in one transaction.
    ///
    /// # Errors
    /// If one of them fails; nothing has changed then.
    pub async fn act(
        &self,
        action: &NewAction,
        effects: Vec<Statement>,
        now: Moment,
    ) -> Result<(), StoreError> {
        let mut all = effects;
        all.push(action.insertion(now));
        for _ in 0..RETRIES {
            match self.write(all.clone()).await {
                Err(StoreError::Taken) => {}
                done => return done,
            }
        }
        Err(StoreError::Taken)
    }

    /// The number of the last action.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn latest_action(&self) -> Result<u64, StoreError> {
        let row = self.row("SELECT COALESCE(MAX(n), 0) AS n FROM admin_actions", []).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get::<i64, _>("n"))? as u64)
    }

    /// Actions after the one of this number, oldest first, not all at once.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn actions_after(&self, n: u64) -> Result<Vec<ActionRow>, StoreError> {
        let sql = "SELECT n, at, actor, kind, person, game, detail FROM admin_actions \
            WHERE n > $1 ORDER BY n LIMIT $2";
        let rows = self.rows(sql, [Arg::int(n), Arg::Int(AT_ONCE.into())]).await?;
        rows.iter().map(ActionRow::read).collect()
    }

    /// The last actions before the one of this number, latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn actions_before(&self, n: u64, most: u32) -> Result<Vec<ActionRow>, StoreError> {
        let sql = "SELECT n, at, actor, kind, person, game, detail FROM admin_actions \
            WHERE n < $1 ORDER BY n DESC LIMIT $2";
        let rows = self.rows(sql, [Arg::int(n), Arg::Int(most.min(AT_ONCE).into())]).await?;
        rows.iter().map(ActionRow::read).collect()
    }

    /// The same with names.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn named_actions_before(
        &self,
        n: u64,
        most: u32,
    ) -> Result<Vec<NamedAction>, StoreError> {
        let sql = named_actions!("WHERE n < $1 ORDER BY n DESC LIMIT $2");
        let rows = self.rows(sql, [Arg::int(n), Arg::Int(most.min(AT_ONCE).into())]).await?;
        rows.iter().map(NamedAction::read).collect()
    }

    /// The last actions that concern a person, latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn named_actions_on(
        &self,
        person: &str,
        most: u32,
    ) -> Result<Vec<NamedAction>, StoreError> {
        let sql = named_actions!("WHERE person = $1 ORDER BY n DESC LIMIT $2");
        let args = [Arg::text(person), Arg::Int(most.min(AT_ONCE).into())];
        self.rows(sql, args).await?.iter().map(NamedAction::read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for kind in ActionKind::ALL {
            assert_eq!(ActionKind::from_text(kind.text()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.text());
        }
        assert_eq!(ActionKind::from_text("other"), None);
    }
}
