//! Reports: what players tell the moderators of others, and what became of it. Closing one is an action of
//! the log.

use super::actions::{ActionKind, NewAction};
use super::writer::{Arg, statement};
use super::{PersonRow, Store, StoreError};
use crate::random;
use clock::Moment;
use protocol::GameId;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The longest text of a report, in characters.
pub const LONGEST_REPORT: usize = 500;

/// How many open reports one person can have made.
pub const MOST_OPEN_REPORTS: u64 = 20;

/// How many reports of one person a moderator is shown with them.
const MOST_ABOUT: i64 = 20;

/// The reason of a report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults, threats or spam in the chat.
    Chat,
    /// Help of an engine or of somebody else, or games lost on purpose.
    Cheating,
    /// Leaving games, or letting the clock run.
    Stalling,
    /// A name that offends, or that passes for somebody else.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    /// Every reason.
    pub const ALL: [Self; 5] =
        [Self::Chat, Self::Cheating, Self::Stalling, Self::Name, Self::Other];

    /// As it is stored.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Cheating => "cheating",
            Self::Stalling => "stalling",
            Self::Name => "name",
            Self::Other => "other",
        }
    }

    fn from_text(text: &str) -> Self {
        Self::ALL.into_iter().find(|reason| reason.text() == text).unwrap_or(Self::Other)
    }
}

/// A report that is to be stored.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    /// Who reports: the id of a person.
    pub reporter: &'a str,
    /// Whom: the id of a person.
    pub person: &'a str,
    /// Why.
    pub reason: ReportReason,
    /// In the reporter's own words.
    pub words: &'a str,
    /// In which game it happened, if in one.
    pub game: Option<&'a GameId>,
}

/// A report as moderators read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its id.
    pub id: String,
    /// When it was made.
    pub at: Moment,
    /// The name of whoever reports, unless they are gone.
    pub reporter: Option<String>,
    /// Who is reported.
    pub person: PersonRow,
    /// Why.
    pub reason: ReportReason,
    /// In the reporter's own words.
    pub words: String,
    /// In which game it happened.
    pub game: Option<GameId>,
    /// When it was closed, if it was.
    pub closed: Option<Moment>,
    /// The name of the moderator who closed it.
    pub closed_by: Option<String>,
    /// What the moderator noted.
    pub note: Option<String>,
}

impl Report {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let game: Option<String> = row.try_get("game")?;
        let reason: String = row.try_get("reason")?;
        Ok(Self {
            id: row.try_get("report")?,
            at: Moment(row.try_get::<i64, _>("at")? as u64),
            reporter: row.try_get("reporter_name")?,
            person: PersonRow::read(row)?,
            reason: ReportReason::from_text(&reason),
            words: row.try_get("words")?,
            game: game.and_then(|id| id.parse().ok()),
            closed: row.try_get::<Option<i64>, _>("closed")?.map(|at| Moment(at as u64)),
            closed_by: row.try_get("closer_name")?,
            note: row.try_get("note")?,
        })
    }
}

/// The columns of a [`Report`], before the conditions.
macro_rules! reports {
    ($rest:literal) => {
        concat!(
            "SELECT reports.id AS report, reports.at, reason, words, game, closed, note, \
             people.id, people.name, people.kind, reporters.name AS reporter_name, \
             closers.name AS closer_name FROM reports \
             JOIN people ON people.id = reports.person \
             LEFT JOIN people AS reporters ON reporters.id = reports.reporter \
             LEFT JOIN people AS closers ON closers.id = reports.closed_by ",
            $rest
        )
    };
}

fn page(reader: &str, most: usize, skip: usize) -> [Arg; 3] {
    [Arg::text(reader), Arg::Int(most as i64), Arg::Int(skip as i64)]
}

impl Store {
    /// Stores a report, and gives its id.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the reporter has an open report of the same person in the same game.
    pub async fn add_report(
        &self,
        report: &NewReport<'_>,
        now: Moment,
    ) -> Result<String, StoreError> {
        let id = random::alphanumeric(12);
        let sql = "INSERT INTO reports (id, at, reporter, person, reason, words, game) \
            VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let args = [
            Arg::text(&id),
            Arg::int(now.0),
            Arg::text(report.reporter),
            Arg::text(report.person),
            Arg::text(report.reason.text()),
            Arg::text(report.words),
            Arg::maybe_text(report.game.map(GameId::as_str)),
        ];
        self.write(vec![statement(sql, args)]).await?;
        Ok(id)
    }

    /// The number of open reports that a person has made.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open_reports_by(&self, reporter: &str) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) AS count FROM reports WHERE reporter = $1 AND closed IS NULL";
        self.count(sql, [Arg::text(reporter)]).await
    }

    /// How many reports are open, without those about whoever reads them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn count_open_reports(&self, reader: &str) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) AS count FROM reports WHERE closed IS NULL AND person <> $1";
        self.count(sql, [Arg::text(reader)]).await
    }

    async fn count(
        &self,
        sql: &'static str,
        args: impl Into<Vec<Arg>> + Send,
    ) -> Result<u64, StoreError> {
        let row = self.row(sql, args).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get::<i64, _>("count"))? as u64)
    }

    /// Open reports, the oldest first, without those about whoever reads them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open_reports(
        &self,
        reader: &str,
        most: usize,
        skip: usize,
    ) -> Result<Vec<Report>, StoreError> {
        let sql = reports!(
            "WHERE closed IS NULL AND reports.person <> $1 \
             ORDER BY reports.at, reports.id LIMIT $2 OFFSET $3"
        );
        self.reports(sql, page(reader, most, skip)).await
    }

    /// Closed reports, the last closed first, without those about whoever reads them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn closed_reports(
        &self,
        reader: &str,
        most: usize,
        skip: usize,
    ) -> Result<Vec<Report>, StoreError> {
        let sql = reports!(
            "WHERE closed IS NOT NULL AND reports.person <> $1 \
             ORDER BY closed DESC, reports.id DESC LIMIT $2 OFFSET $3"
        );
        self.reports(sql, page(reader, most, skip)).await
    }

    /// The last reports about a person, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn reports_about(&self, person: &str) -> Result<Vec<Report>, StoreError> {
        let sql = reports!("WHERE reports.person = $1 ORDER BY reports.at DESC LIMIT $2");
        self.reports(sql, [Arg::text(person), Arg::Int(MOST_ABOUT)]).await
    }

    /// The reports that a person has made, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn reports_by(&self, reporter: &str) -> Result<Vec<Report>, StoreError> {
        let sql = reports!("WHERE reporter = $1 ORDER BY reports.at DESC LIMIT 1000");
        self.reports(sql, [Arg::text(reporter)]).await
    }

    /// A report by its id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        let found = self.reports(reports!("WHERE reports.id = $1"), [Arg::text(id)]).await?;
        Ok(found.into_iter().next())
    }

    async fn reports(
        &self,
        sql: &'static str,
        args: impl Into<Vec<Arg>> + Send,
    ) -> Result<Vec<Report>, StoreError> {
        self.rows(sql, args).await?.iter().map(Report::read).collect()
    }

    /// Closes a report with a note, for the log too.
    ///
    /// # Errors
    /// [`StoreError::Gone`] if it is closed already, or there is none.
    pub async fn close_report(
        &self,
        report: &Report,
        (actor, note): (&str, &str),
        now: Moment,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE reports SET closed = $2, closed_by = $3, note = $4 \
            WHERE id = $1 AND closed IS NULL";
        let args = [Arg::text(&report.id), Arg::int(now.0), Arg::text(actor), Arg::text(note)];
        let action = NewAction::new(actor, ActionKind::CloseReport).on(&report.person.id);
        let action = action.saying(note);
        let action = match &report.game {
            Some(game) => action.in_game(game),
            None => action,
        };
        self.act(&action, vec![statement(sql, args).once()], now).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_as_they_are_written() {
        for reason in ReportReason::ALL {
            assert_eq!(ReportReason::from_text(reason.text()), reason);
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.text());
        }
    }
}
