//! The log: what happened in a game, numbered, each number once and each client's message once.

use super::writer::{Arg, WriterConnection, statement};
use super::{GameRow, Store, StoreError, counts, ratings};
use crate::game_event::GameEvent;
use clock::{Moment, Speed};
use protocol::{EndReason, GameId, GameResult, Seat};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// An event as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// When it happened.
    pub at: Moment,
    /// The event, with what is hidden from players.
    pub event: GameEvent,
    /// The client message that it came from, if it did: the person and the id of the message.
    pub client: Option<String>,
}

/// Events to be appended in one transaction, and what they make of the game.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which game.
    pub game: GameId,
    /// The number of the first of them.
    pub n: u64,
    /// The events.
    pub events: Vec<StoredEvent>,
    /// The number of plies of the game afterwards.
    pub plies: usize,
    /// When the game ends unless a move is played.
    pub deadline: Option<Moment>,
    /// How it ended, if one of the events ends it.
    pub game_end: Option<GameEnd>,
    /// The fencing token of the lease under which it is appended: the one that the game has, or nothing is
    /// appended. 0 where there is one server only.
    pub epoch: u64,
}

/// How many plies a rated game has at least, unless the rules have ended it.
const LEAST_RATED_PLIES: usize = 4;

/// The end of a game, and whose ratings change.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// How.
    pub result: GameResult,
    /// The people of both seats with game and speed, if it was rated.
    pub rated: Option<(String, String, String, Speed)>,
}

impl GameEnd {
    /// The end of this game after so many plies. A rated game that was given up before each side has made
    /// two moves changes no ratings.
    pub(crate) fn of(row: &GameRow, result: GameResult, plies: usize) -> Self {
        let counts = plies >= LEAST_RATED_PLIES || result.why == EndReason::Rules;
        let rated = (row.terms.rated && counts).then(|| {
            let (first, second) = (row.first.person.clone(), row.second.person.clone());
            (first, second, row.terms.game.clone(), row.terms.time.speed())
        });
        Self { result, rated }
    }
}

/// Appends to a game what may end it; the writer holds the lock of ratings then.
pub(super) async fn append(
    append: Append,
    db: &mut WriterConnection,
) -> Result<Option<(i32, i32)>, StoreError> {
    let at = append.events.last().map_or(Moment(0), |stored| stored.at);
    let change = match &append.game_end {
        None => None,
        Some(game_end) => {
            close(&append, game_end, at, db).await?;
            counts::add(&append.game, game_end, db).await?;
            ratings::apply(&append.game, game_end, at, db).await?
        }
    };
    append_many(&[&append], change, db).await?;
    Ok(change)
}

/// Appends to many games what ends none of them, in as few statements as that takes. No game may
/// be among them twice.
pub(super) async fn append_many(
    appends: &[&Append],
    change: Option<(i32, i32)>,
    db: &mut WriterConnection,
) -> Result<(), StoreError> {
    let events = appends.iter().flat_map(|append| {
        let numbered = (append.n..).zip(&append.events);
        numbered.map(|(n, stored)| event_row(&append.game, n, stored, change))
    });
    in_powers(events.collect(), db, |rows| {
        format!("INSERT INTO events (game, n, client, at, body) VALUES {rows}")
    })
    .await?;
    update_games(appends, db).await
}

/// Updates the rows of games after appends. A game with another epoch is owned by another node by now and is not
/// changed: then the whole group is refused.
async fn update_games(appends: &[&Append], db: &mut WriterConnection) -> Result<(), StoreError> {
    let games = appends.iter().map(|append| {
        let deadline = Arg::maybe_int(append.deadline.map(|at| at.0 as i64));
        let (plies, epoch) = (Arg::int(append.plies as u64), Arg::int(append.epoch));
        vec![Arg::text(append.game.as_str()), plies, deadline, epoch]
    });
    // Both databases call the columns of such a list so.
    let changed = in_powers(games.collect(), db, |rows| {
        format!(
            "UPDATE games SET plies = column2, deadline = CAST(column3 AS BIGINT) \
             FROM (VALUES {rows}) AS fresh \
             WHERE games.id = fresh.column1 AND games.epoch = column4"
        )
    })
    .await?;
    if changed == appends.len() as u64 { Ok(()) } else { Err(StoreError::Fenced) }
}

fn event_row(game: &GameId, n: u64, stored: &StoredEvent, change: Option<(i32, i32)>) -> Vec<Arg> {
    let event = stored.event.clone().with_change(change);
    let body = serde_json::to_string(&event).unwrap_or_default();
    let client = Arg::maybe_text(stored.client.as_deref());
    vec![Arg::text(game.as_str()), Arg::int(n), client, Arg::int(stored.at.0), Arg::Text(body)]
}

/// Does something with rows, so many at a time that there are few different statements: they are
/// prepared once. How many rows of the database that changed.
async fn in_powers(
    rows: Vec<Vec<Arg>>,
    db: &mut WriterConnection,
    sql: impl Fn(&str) -> String,
) -> Result<u64, StoreError> {
    const MOST: usize = 64;
    let (mut rows, mut changed) = (rows.as_slice(), 0);
    while let Some(width) = rows.first().map(Vec::len) {
        let count = (1 << rows.len().ilog2()).min(MOST);
        let (now, later) = rows.split_at(count);
        let text = sql(&places(count, width));
        changed += db.execute(AssertSqlSafe(text), now.concat()).await?;
        rows = later;
    }
    Ok(changed)
}

/// `($1, $2), ($3, $4)`: places for so many rows of so many values.
fn places(rows: usize, width: usize) -> String {
    let row = |i: usize| {
        let values: Vec<String> = (1..=width).map(|j| format!("${}", i * width + j)).collect();
        format!("({})", values.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Ends a game that is not over, under the epoch of whoever owns it; another end finds nothing to change.
async fn close(
    append: &Append,
    game_end: &GameEnd,
    at: Moment,
    db: &mut WriterConnection,
) -> Result<(), StoreError> {
    let sql = "UPDATE games SET state = 'over', winner = $1, why = $2, ended = $3 \
        WHERE id = $4 AND state = 'live' AND epoch = $5";
    let winner = game_end.result.winner.map(|seat| match seat {
        Seat::First => "first",
        Seat::Second => "second",
    });
    let why = Arg::text(game_end.result.why.text());
    let (game, epoch) = (Arg::text(append.game.as_str()), Arg::int(append.epoch));
    let args = [Arg::maybe_text(winner), why, Arg::int(at.0), game, epoch];
    match db.run(statement(sql, args).once()).await {
        Err(StoreError::Gone) if !has_epoch(append, db).await? => Err(StoreError::Fenced),
        done => done,
    }
}

/// Whether whoever appends owns the game.
async fn has_epoch(append: &Append, db: &mut WriterConnection) -> Result<bool, StoreError> {
    let sql = "UPDATE games SET epoch = epoch WHERE id = $1 AND epoch = $2";
    let args = vec![Arg::text(append.game.as_str()), Arg::int(append.epoch)];
    Ok(db.execute(sql, args).await? > 0)
}

pub(crate) fn read_event(row: &AnyRow, game: &GameId) -> Result<(i64, StoredEvent), StoreError> {
    let (n, at): (i64, i64) = (row.try_get("n")?, row.try_get("at")?);
    let body: String = row.try_get("body")?;
    let event = serde_json::from_str(&body)
        .map_err(|_| StoreError::nonsense(&format!("event {n} of game {game}")))?;
    Ok((n, StoredEvent { at: Moment(at as u64), event, client: row.try_get("client")? }))
}

impl Store {
    /// Everything that happened in a game, in order.
    ///
    /// # Errors
    /// If the database fails or holds what cannot be read.
    pub async fn events(&self, game: &GameId) -> Result<Vec<StoredEvent>, StoreError> {
        let sql = "SELECT n, client, at, body FROM events WHERE game = $1 ORDER BY n";
        let rows = self.rows(sql, [Arg::text(game.as_str())]).await?;
        let mut events = Vec::with_capacity(rows.len());
        for (row, expected) in rows.iter().zip(1..) {
            let (n, event) = read_event(row, game)?;
            if n != expected {
                return Err(StoreError::nonsense(&format!("event {n} of game {game}")));
            }
            events.push(event);
        }
        Ok(events)
    }

    /// What happened in a game without what was said in it, in order.
    ///
    /// # Errors
    /// If the database fails or holds what cannot be read.
    pub async fn events_but_chat(&self, game: &GameId) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(self.logs(&[game]).await?.remove(game).unwrap_or_default())
    }

    /// What happened in each of these games without what was said in it, by one query.
    ///
    /// # Errors
    /// If the database fails or holds what cannot be read.
    pub async fn logs(
        &self,
        games: &[&GameId],
    ) -> Result<HashMap<GameId, Vec<StoredEvent>>, StoreError> {
        let places = places(1, games.len());
        // Events are written with their kind first.
        let sql = format!(
            "SELECT game, n, client, at, body FROM events WHERE game IN {places} \
             AND body NOT LIKE '{{\"d\":\"said\"%' ORDER BY game, n"
        );
        let ids: Vec<Arg> = games.iter().map(|game| Arg::text(game.as_str())).collect();
        let mut logs: HashMap<GameId, Vec<StoredEvent>> = HashMap::with_capacity(games.len());
        for row in self.rows(AssertSqlSafe(sql), ids).await? {
            let game: String = row.try_get("game")?;
            let game = game.parse().map_err(|_| StoreError::nonsense("a game's name"))?;
            let (_, event) = read_event(&row, &game)?;
            logs.entry(game).or_default().push(event);
        }
        Ok(logs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_through() {
        assert_eq!(places(1, 3), "($1, $2, $3)");
        assert_eq!(places(3, 2), "($1, $2), ($3, $4), ($5, $6)");
    }
}
