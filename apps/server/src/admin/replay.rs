//! Replays every stored game by the rules and compares it with its row. One connection reads; the games of each
//! batch are replayed on a thread of their own, as many batches at a time as there are cores.

use super::CheckReport;
use crate::room::Game;
use crate::store::bulk::BulkConnection;
use crate::store::{Arg, COLUMNS, GameRow, StoreError, StoredEvent, read_event};
use protocol::{GameId, Seat};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::{HashMap, VecDeque};
use tokio::task::{JoinHandle, spawn_blocking};

/// How many games are read at once.
const GAMES: usize = 200;

/// What the replay of a batch has found.
#[derive(Default)]
struct BatchReport {
    problems: Vec<String>,
    games: u64,
    events: u64,
}

/// Replays every game and compares it with its row. `progress` is called with the number of games replayed.
pub(super) async fn check_games(
    db: &mut BulkConnection,
    report: &mut CheckReport,
    progress: impl Fn(u64),
) -> Result<(), StoreError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut under_way: VecDeque<JoinHandle<Result<BatchReport, StoreError>>> = VecDeque::new();
    let mut after = String::new();
    loop {
        let sql =
            format!("SELECT {COLUMNS}, plies FROM games WHERE id > $1 ORDER BY id LIMIT {GAMES}");
        let rows = db.rows(AssertSqlSafe(sql), vec![Arg::text(&after)]).await?;
        let Some(last) = rows.last() else { break };
        let first: String = rows[0].try_get("id")?;
        after = last.try_get("id")?;
        let sql = "SELECT game, n, client, at, body FROM events WHERE game >= $1 AND game <= $2 \
            ORDER BY game, n";
        let events = db.rows(sql, vec![Arg::text(&first), Arg::text(&after)]).await?;
        under_way.push_back(spawn_blocking(move || check_batch(&rows, &events)));
        if under_way.len() > cores {
            add_oldest(&mut under_way, report).await?;
            progress(report.games);
        }
    }
    while !under_way.is_empty() {
        add_oldest(&mut under_way, report).await?;
        progress(report.games);
    }
    Ok(())
}

/// Waits for the batch that was begun first.
async fn add_oldest(
    under_way: &mut VecDeque<JoinHandle<Result<BatchReport, StoreError>>>,
    report: &mut CheckReport,
) -> Result<(), StoreError> {
    let Some(batch) = under_way.pop_front() else { return Ok(()) };
    let batch = batch.await.map_err(|error| StoreError::Broken(format!("a replay: {error}")))??;
    report.games += batch.games;
    report.events += batch.events;
    for problem in batch.problems {
        report.problem(problem);
    }
    Ok(())
}

fn check_batch(rows: &[AnyRow], events: &[AnyRow]) -> Result<BatchReport, StoreError> {
    let mut logs = logs(events)?;
    let mut report = BatchReport::default();
    for row in rows {
        let id: String = row.try_get("id")?;
        let log = logs.remove(&id).unwrap_or_else(|| Ok(Vec::new()));
        report.games += 1;
        let events = log.as_ref().map_or(0, Vec::len);
        report.events += events as u64;
        if let Err(what) = log.and_then(|log| check_game(row, log)) {
            report.problems.push(format!("game {id}: {what}"));
        }
    }
    Ok(report)
}

type Logs = HashMap<String, Result<Vec<StoredEvent>, StoreError>>;

/// The logs of games from their events, which are in order.
fn logs(events: &[AnyRow]) -> Result<Logs, StoreError> {
    let mut logs = Logs::new();
    for row in events {
        let id: String = row.try_get("game")?;
        let game: Result<GameId, _> = id.parse();
        let event = game.map_err(|_| StoreError::nonsense("a game's name"));
        let event = event.and_then(|game| read_event(row, &game)).map(|(_, event)| event);
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
