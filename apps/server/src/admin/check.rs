//! Consistency check of everything that is stored, in one snapshot, while servers are running.
//!
//! | what | how |
//! |---|---|
//! | file | SQLite's own check of pages, indexes and foreign keys |
//! | event log | numbers from 1 without gaps |
//! | games | each log is replayed by the rules; plies, state, winner, reason and end agree with the row |
//! | ratings | as many as games, the last of the history, and a chain of the changes that games tell |
//! | counts | games and scores of each person are those of the finished games |
//! | references | rows refer to people and games that exist |

use super::{AdminError, backup, rating_chain, replay};
use crate::store::bulk::BulkConnection;
use crate::store::{DatabaseLocation, StoreError};
use sqlx::Row;
use sqlx::any::AnyRow;

/// The largest number of contradictions of a kind that is reported.
const MOST_REPORTED: usize = 20;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// Contradictions, a line each.
    pub problems: Vec<String>,
    /// Games that were replayed.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Ratings that were compared with their history.
    pub ratings: u64,
}

impl CheckReport {
    /// Reports a contradiction.
    pub(super) fn problem(&mut self, what: String) {
        self.problems.push(what);
    }

    /// Tells the rows of a query as problems; the first column says where.
    fn found(&mut self, what: &str, rows: &[AnyRow]) -> Result<(), StoreError> {
        for row in rows.iter().take(MOST_REPORTED) {
            let place: String = row.try_get(0)?;
            self.problem(format!("{what}: {place}"));
        }
        if rows.len() > MOST_REPORTED {
            self.problem(format!("{what}: and {} more", rows.len() - MOST_REPORTED));
        }
        Ok(())
    }
}

/// Queries that find nothing in a consistent store: what is wrong, and where.
const CONTRADICTIONS: &[(&str, &str)] = &[
    (
        "event numbers have a gap in game",
        "SELECT game FROM events GROUP BY game HAVING MIN(n) <> 1 OR MAX(n) <> COUNT(*)",
    ),
    (
        "events of a game that does not exist",
        "SELECT DISTINCT game FROM events WHERE NOT EXISTS \
         (SELECT 1 FROM games WHERE games.id = events.game)",
    ),
    (
        "a session of no account",
        "SELECT SUBSTR(hash, 1, 16) FROM sessions \
         WHERE NOT EXISTS (SELECT 1 FROM people WHERE people.id = sessions.person)",
    ),
    (
        "a token of no account",
        "SELECT id FROM tokens WHERE NOT EXISTS (SELECT 1 FROM people WHERE people.id = tokens.person)",
    ),
    (
        "a rating of no account",
        "SELECT person FROM ratings \
         WHERE NOT EXISTS (SELECT 1 FROM people WHERE people.id = ratings.person)",
    ),
    (
        "a challenge of no account",
        "SELECT id FROM challenges \
         WHERE NOT EXISTS (SELECT 1 FROM people WHERE people.id = challenges.person)",
    ),
    (
        "a bot whose owner does not exist",
        "SELECT bot.id FROM people AS bot WHERE bot.kind = 'bot' \
         AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = bot.owner)",
    ),
    (
        "a game that is on and whose player does not exist",
        "SELECT id FROM games WHERE state = 'live' AND (NOT EXISTS \
         (SELECT 1 FROM people WHERE people.id = games.first) OR NOT EXISTS \
         (SELECT 1 FROM people WHERE people.id = games.second))",
    ),
    (
        "a finished game without its end",
        "SELECT id FROM games WHERE state = 'over' AND (ended IS NULL OR why IS NULL)",
    ),
    (
        "a game that is neither on nor over",
        "SELECT id FROM games WHERE state NOT IN ('live', 'over')",
    ),
    (
        "a rematch of a game that does not exist",
        "SELECT id FROM games WHERE came_from IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM games AS earlier WHERE earlier.id = games.came_from)",
    ),
    (
        "the number of finished games is wrong for",
        "SELECT people.name FROM people LEFT JOIN game_counts ON game_counts.person = people.id \
         LEFT JOIN (SELECT person, COUNT(*) AS games FROM (\
         SELECT first AS person FROM games WHERE state = 'over' AND why <> 'aborted' UNION ALL \
         SELECT second FROM games WHERE state = 'over' AND why <> 'aborted') AS seats \
         GROUP BY person) AS counted ON counted.person = people.id \
         WHERE COALESCE(game_counts.games, 0) <> COALESCE(counted.games, 0)",
    ),
    (
        "scores do not add up to the finished games of",
        "SELECT people.name FROM people LEFT JOIN game_counts ON game_counts.person = people.id \
         LEFT JOIN (SELECT person, SUM(games) AS games, SUM(won + lost + drawn) AS results \
         FROM scores GROUP BY person) AS added ON added.person = people.id \
         WHERE COALESCE(game_counts.games, 0) <> COALESCE(added.games, 0) \
         OR COALESCE(added.games, 0) <> COALESCE(added.results, 0)",
    ),
    (
        "administrative actions are not numbered without gaps",
        "SELECT 'admin_actions' FROM (SELECT MIN(n) AS low, MAX(n) AS high, COUNT(*) AS count \
         FROM admin_actions) AS numbers WHERE count > 0 AND (low <> 1 OR high <> count)",
    ),
];

/// How far a check has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckProgress {
    /// What is checked at the moment.
    pub stage: &'static str,
    /// How many games were replayed.
    pub games: u64,
    /// How many there are; 0 until they are counted.
    pub all_games: u64,
}

/// Checks everything that is stored.
///
/// # Errors
/// If the database fails or is of a newer version; contradictions are no errors but reported.
pub async fn check(place: &DatabaseLocation) -> Result<CheckReport, AdminError> {
    check_with(place, |_| ()).await
}

/// The same, and calls `progress` before each stage and while games are replayed.
///
/// # Errors
/// Those of [`check`].
pub async fn check_with(
    place: &DatabaseLocation,
    progress: impl Fn(CheckProgress),
) -> Result<CheckReport, AdminError> {
    let mut db = BulkConnection::open(place).await?;
    backup::known_steps(&mut db).await?;
    let (mut report, mut at) = (CheckReport::default(), CheckProgress::default());
    let enter = |stage: &'static str, at: &mut CheckProgress| {
        at.stage = stage;
        progress(*at);
    };
    db.begin_snapshot().await?;
    if db.is_sqlite() {
        enter("the file", &mut at);
        check_file(&mut db, &mut report).await?;
    }
    enter("tables", &mut at);
    for (what, sql) in CONTRADICTIONS {
        let rows = db.rows(*sql, Vec::new()).await?;
        report.found(what, &rows)?;
    }
    let counted = db.rows("SELECT COUNT(*) AS games FROM games", Vec::new()).await?;
    let counted = counted.first().map_or(Ok(0), |row| row.try_get::<i64, _>("games"));
    at.all_games = counted.map_err(StoreError::from)? as u64;
    enter("games", &mut at);
    let replayed = |games| progress(CheckProgress { games, ..at });
    replay::check_games(&mut db, &mut report, replayed).await?;
    at.games = report.games;
    enter("ratings", &mut at);
    rating_chain::check(&mut db, &mut report).await?;
    db.commit().await?;
    db.close().await;
    Ok(report)
}

async fn check_file(db: &mut BulkConnection, report: &mut CheckReport) -> Result<(), StoreError> {
    let pages = db.rows("PRAGMA integrity_check", Vec::new()).await?;
    let wrong: Vec<AnyRow> = pages
        .into_iter()
        .filter(|row| row.try_get::<String, _>(0).ok().as_deref() != Some("ok"))
        .collect();
    report.found("the file is damaged", &wrong)?;
    let keys = db.rows("PRAGMA foreign_key_check", Vec::new()).await?;
    report.found("a row refers to nothing, in table", &keys)
}
