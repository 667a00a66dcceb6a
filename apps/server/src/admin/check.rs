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

use super::rating_chain;
use super::{AdminError, backup};
use crate::room::Game;
use crate::store::bulk::BulkConnection;
use crate::store::{Arg, COLUMNS, DatabaseLocation, GameRow, StoreError, StoredEvent, read_event};
use protocol::{GameId, Seat};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// The largest number of contradictions of a kind that is reported.
const MOST_REPORTED: usize = 20;

/// How many games are read at once.
const GAMES: usize = 200;

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

/// Checks everything that is stored.
///
/// # Errors
/// If the database fails or is of a newer version; contradictions are no errors but reported.
pub async fn check(place: &DatabaseLocation) -> Result<CheckReport, AdminError> {
    let mut db = BulkConnection::open(place).await?;
    backup::known_steps(&mut db).await?;
    let mut report = CheckReport::default();
    db.begin_snapshot().await?;
    if db.is_sqlite() {
        check_file(&mut db, &mut report).await?;
    }
    for (what, sql) in CONTRADICTIONS {
        let rows = db.rows(*sql, Vec::new()).await?;
        report.found(what, &rows)?;
    }
    check_games(&mut db, &mut report).await?;
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

/// Replays every game and compares it with its row.
async fn check_games(db: &mut BulkConnection, report: &mut CheckReport) -> Result<(), StoreError> {
    let mut after = String::new();
    loop {
        let sql =
            format!("SELECT {COLUMNS}, plies FROM games WHERE id > $1 ORDER BY id LIMIT {GAMES}");
        let rows = db.rows(AssertSqlSafe(sql), vec![Arg::text(&after)]).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        let first: String = rows[0].try_get("id")?;
        after = last.try_get("id")?;
        let mut logs = logs(db, &first, &after).await?;
        for row in &rows {
            let id: String = row.try_get("id")?;
            let log = logs.remove(&id).unwrap_or_else(|| Ok(Vec::new()));
            report.games += 1;
            let events = log.as_ref().map_or(0, Vec::len);
            report.events += events as u64;
            if let Err(what) = log.and_then(|log| check_game(row, log)) {
                report.problem(format!("game {id}: {what}"));
            }
        }
    }
}

type Logs = HashMap<String, Result<Vec<StoredEvent>, StoreError>>;

/// The logs of the games from one to another.
async fn logs(db: &mut BulkConnection, from: &str, to: &str) -> Result<Logs, StoreError> {
    let sql = "SELECT game, n, client, at, body FROM events WHERE game >= $1 AND game <= $2 \
        ORDER BY game, n";
    let mut logs = Logs::new();
    for row in db.rows(sql, vec![Arg::text(from), Arg::text(to)]).await? {
        let id: String = row.try_get("game")?;
        let game: Result<GameId, _> = id.parse();
        let event = game.map_err(|_| StoreError::nonsense("a game's name"));
        let event = event.and_then(|game| read_event(&row, &game)).map(|(_, event)| event);
        let log = logs.entry(id).or_insert_with(|| Ok(Vec::new()));
        match (log.as_mut(), event) {
            (Ok(log), Ok(event)) => log.push(event),
            (Ok(_), Err(error)) => *log = Err(error),
            (Err(_), _) => {}
        }
    }
    Ok(logs)
}

fn check_game(row: &AnyRow, log: Vec<StoredEvent>) -> Result<(), StoreError> {
    let differs =
        |what: &str| Err(StoreError::Broken(format!("its row and its log differ: {what}")));
    let stored = GameRow::read(row)?;
    let plies: i64 = row.try_get("plies")?;
    let game = Game::from_log(stored.clone(), log)?;
    if game.board.ply() as i64 != plies {
        return differs("plies");
    }
    match (game.result, &stored.finish) {
        (None, None) => Ok(()),
        (Some(_), None) => differs("the log has ended, the row has not"),
        (None, Some(_)) => differs("the row has ended, the log has not"),
        (Some(result), Some(finish)) => {
            let winner = result.winner.map(|seat| match seat {
                Seat::First => "first",
                Seat::Second => "second",
            });
            if winner != finish.winner.as_deref() || result.why.text() != finish.why {
                return differs("the result");
            }
            if game.ended == Some(finish.at) { Ok(()) } else { differs("when it ended") }
        }
    }
}
