//! Bans, mutes, the moderator right, and what else an operator or a moderator does to an account.

use super::actions::{ActionKind, NewAction};
use super::closing::renamed;
use super::writer::{Arg, Statement, statement};
use super::{AccountKind, PersonRow, Store, StoreError, ending_sessions};
use crate::people::name::skeleton;
use clock::Moment;
use protocol::Name;
use sqlx::Row;
use sqlx::any::AnyRow;

/// The end of a ban or a mute that has none.
pub const FOREVER: Moment = Moment(i64::MAX as u64);

/// What holds for an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sanctions {
    /// Until when it may not sign in.
    pub banned: Option<Moment>,
    /// Until when it may not chat.
    pub muted: Option<Moment>,
    /// Whether it may moderate.
    pub moderator: bool,
}

impl Sanctions {
    /// Reads the columns `banned, muted, moderator`.
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let moment = |column: &str| row.try_get::<Option<i64>, _>(column);
        Ok(Self {
            banned: moment("banned")?.map(|at| Moment(at as u64)),
            muted: moment("muted")?.map(|at| Moment(at as u64)),
            moderator: moment("moderator")?.is_some_and(|right| right != 0),
        })
    }

    /// The same without what is over.
    #[must_use]
    pub fn at(self, now: Moment) -> Self {
        let holds = |until: Option<Moment>| until.filter(|until| *until > now);
        Self { banned: holds(self.banned), muted: holds(self.muted), ..self }
    }
}

/// Somebody as an operator sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedPerson {
    /// Who.
    pub person: PersonRow,
    /// When they came.
    pub created: Moment,
    /// What holds for them.
    pub sanctions: Sanctions,
    /// How many games they have finished.
    pub games: u64,
    /// When a session of theirs was last used, to the day.
    pub seen: Option<Moment>,
}

impl ListedPerson {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let moment = |at: i64| Moment(at as u64);
        Ok(Self {
            person: PersonRow::read(row)?,
            created: moment(row.try_get("created")?),
            sanctions: Sanctions::read(row)?,
            games: row.try_get::<Option<i64>, _>("games")?.unwrap_or(0) as u64,
            seen: row.try_get::<Option<i64>, _>("seen")?.map(moment),
        })
    }
}

/// A condition of a query on `people`: not banned at the moment of the parameter of this number.
pub(crate) const NOT_BANNED: &str = "(people.banned IS NULL OR people.banned <= $2)";

fn set(column: &'static str, person: &str, until: Option<Moment>) -> Statement {
    let until = Arg::maybe_int(until.map(|at| at.0 as i64));
    // The bots of a banned account are banned with it.
    let sql = match column {
        "banned" => "UPDATE people SET banned = $2 WHERE id = $1 OR owner = $1",
        "muted" => "UPDATE people SET muted = $2 WHERE id = $1",
        _ => "UPDATE people SET moderator = $2 WHERE id = $1",
    };
    statement(sql, [Arg::text(person), until])
}

impl Store {
    /// What holds for an account.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sanctions(&self, person: &str) -> Result<Sanctions, StoreError> {
        let sql = "SELECT banned, muted, moderator FROM people WHERE id = $1";
        let row = self.row(sql, [Arg::text(person)]).await?;
        row.as_ref().map_or(Ok(Sanctions::default()), Sanctions::read)
    }

    /// Bans an account and its bots until a moment, or no longer.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ban(
        &self,
        person: &str,
        until: Option<Moment>,
        (actor, why): (&str, &str),
        now: Moment,
    ) -> Result<(), StoreError> {
        let kind = if until.is_some() { ActionKind::Ban } else { ActionKind::Unban };
        let action = NewAction::new(actor, kind).on(person).saying(why);
        self.act(&action, vec![set("banned", person, until)], now).await
    }

    /// Mutes a person until a moment, or no longer.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn mute(
        &self,
        person: &str,
        until: Option<Moment>,
        (actor, why): (&str, &str),
        now: Moment,
    ) -> Result<(), StoreError> {
        let kind = if until.is_some() { ActionKind::Mute } else { ActionKind::Unmute };
        let action = NewAction::new(actor, kind).on(person).saying(why);
        self.act(&action, vec![set("muted", person, until)], now).await
    }

    /// Gives or takes the moderator right.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn set_moderator(
        &self,
        person: &str,
        right: bool,
        actor: &str,
        now: Moment,
    ) -> Result<(), StoreError> {
        let kind = if right { ActionKind::GrantModerator } else { ActionKind::RevokeModerator };
        let value = right.then_some(Moment(1));
        let action = NewAction::new(actor, kind).on(person);
        self.act(&action, vec![set("moderator", person, value)], now).await
    }

    /// Gives an account another name; its games bear it too.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the name or one that looks like it is taken.
    pub async fn rename(
        &self,
        person: &PersonRow,
        name: &Name,
        actor: &str,
        now: Moment,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE people SET name = $2, name_key = $3 WHERE id = $1";
        let (id, new) = (Arg::text(&person.id), Arg::text(name.as_str()));
        let change = statement(sql, [id, new, Arg::Text(skeleton(name.as_str()))]).once();
        let mut all = vec![change];
        all.extend(renamed(&person.id, name.as_str(), person.kind));
        let detail = format!("{} is {name}", person.name);
        let action = NewAction::new(actor, ActionKind::Rename).on(&person.id).saying(detail);
        self.act(&action, all, now).await
    }

    /// Ends one session of a person, by its fingerprint, or all of them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_sessions_of(
        &self,
        person: &str,
        session: Option<&str>,
        actor: &str,
        now: Moment,
    ) -> Result<(), StoreError> {
        let action = |kind| NewAction::new(actor, kind).on(person);
        if let Some(hash) = session {
            let sql = "DELETE FROM sessions WHERE hash = $1 AND person = $2";
            let end = statement(sql, [Arg::text(hash), Arg::text(person)]);
            self.act(&action(ActionKind::EndSession).saying(hash), vec![end], now).await
        } else {
            let devices = "DELETE FROM devices WHERE person = $1";
            let devices = statement(devices, [Arg::text(person)]);
            let all = vec![ending_sessions(person), devices];
            self.act(&action(ActionKind::EndSessions), all, now).await
        }
    }

    /// Whose bot this is, if it is one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn owner(&self, bot: &str) -> Result<Option<PersonRow>, StoreError> {
        let sql = "SELECT owners.id, owners.name, owners.kind FROM people \
            JOIN people AS owners ON owners.id = people.owner WHERE people.id = $1";
        let row = self.row(sql, [Arg::text(bot)]).await?;
        row.as_ref().map(PersonRow::read).transpose()
    }

    /// Everybody who may not chat, and until when.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn all_muted(&self, now: Moment) -> Result<Vec<(String, Moment)>, StoreError> {
        let sql = "SELECT id, muted FROM people WHERE muted > $1";
        let rows = self.rows(sql, [Arg::int(now.0)]).await?;
        let read =
            |row: &AnyRow| Ok((row.try_get("id")?, Moment(row.try_get::<i64, _>("muted")? as u64)));
        rows.iter().map(read).collect()
    }

    /// People of a kind whose name has this text in it, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list_people(
        &self,
        kind: Option<AccountKind>,
        part: &str,
        most: u32,
    ) -> Result<Vec<ListedPerson>, StoreError> {
        let sql = "SELECT people.id, people.name, people.kind, people.created, banned, muted, \
            moderator, game_counts.games, \
            (SELECT MAX(sessions.seen) FROM sessions WHERE sessions.person = people.id) AS seen \
            FROM people LEFT JOIN game_counts ON game_counts.person = people.id \
            WHERE ($1 = '' OR people.kind = $1) AND LOWER(people.name) LIKE $2 ESCAPE '!' \
            ORDER BY people.created DESC, people.id LIMIT $3";
        let pattern = part.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let kind = Arg::text(kind.map_or("", AccountKind::text));
        let args = [kind, Arg::text(format!("%{pattern}%")), Arg::Int(most.into())];
        self.rows(sql, args).await?.iter().map(ListedPerson::read).collect()
    }
}
