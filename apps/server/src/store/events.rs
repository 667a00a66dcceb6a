//! The log: what happened in a game, numbered, each number once and each client's message once.

use super::writer::{Arg, statement};
use super::{Store, StoreError, ratings};
use crate::deed::Deed;
use clock::{Moment, Speed};
use protocol::{GameId, Result as GameResult, Seat};
use sqlx::{AnyConnection, Row};

/// An event as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// When.
    pub at: Moment,
    /// What, the whole truth.
    pub deed: Deed,
    /// Whose message it was, if it was one: the person, and their name for it.
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
    pub events: Vec<Kept>,
    /// How many moves stand afterwards.
    pub plies: usize,
    /// When something happens unless somebody moves.
    pub deadline: Option<Moment>,
    /// How it ended, if one of the events ends it.
    pub closing: Option<Closing>,
}

/// The end of a game, and whose ratings change.
#[derive(Clone, Debug)]
pub struct Closing {
    /// How.
    pub result: GameResult,
    /// The people of both seats with game and speed, if it was rated.
    pub rated: Option<(String, String, String, Speed)>,
}

pub(super) async fn append(
    append: Append,
    line: &mut AnyConnection,
) -> Result<Option<(i32, i32)>, StoreError> {
    let at = append.events.last().map_or(Moment(0), |kept| kept.at);
    let change = match &append.closing {
        None => None,
        Some(closing) => {
            close(&append.game, closing, at, line).await?;
            ratings::apply(&append.game, closing, at, line).await?
        }
    };
    let game = append.game.as_str();
    for (n, kept) in (append.n..).zip(append.events) {
        let deed = kept.deed.with_change(change);
        let body = serde_json::to_string(&deed).unwrap_or_default();
        let sql = "INSERT INTO events (game, n, client, at, body) VALUES ($1, $2, $3, $4, $5)";
        let client = Arg::maybe_text(kept.client);
        let args = [Arg::text(game), Arg::int(n), client, Arg::int(kept.at.0), Arg::Text(body)];
        statement(sql, args).run(line).await?;
    }
    let sql = "UPDATE games SET plies = $1, deadline = $2 WHERE id = $3";
    let deadline = Arg::maybe_int(append.deadline.map(|at| at.0 as i64));
    let args = [Arg::int(append.plies as u64), deadline, Arg::text(game)];
    statement(sql, args).run(line).await?;
    Ok(change)
}

/// Ends a game that is not over; another end finds nothing to change.
async fn close(
    game: &GameId,
    closing: &Closing,
    at: Moment,
    line: &mut AnyConnection,
) -> Result<(), StoreError> {
    let sql = "UPDATE games SET state = 'over', winner = $1, why = $2, ended = $3 \
        WHERE id = $4 AND state = 'live'";
    let winner = closing.result.winner.map(|seat| match seat {
        Seat::First => "first",
        Seat::Second => "second",
    });
    let why = Arg::text(closing.result.why.text());
    let args = [Arg::maybe_text(winner), why, Arg::int(at.0), Arg::text(game.as_str())];
    let done = statement(sql, args).run(line).await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Gone) }
}

impl Store {
    /// Everything that happened in a game, in order.
    ///
    /// # Errors
    /// If the database fails or holds what cannot be read.
    pub async fn events(&self, game: &GameId) -> Result<Vec<Kept>, StoreError> {
        let sql = "SELECT n, client, at, body FROM events WHERE game = $1 ORDER BY n";
        let rows = sqlx::query(sql).bind(game.as_str()).fetch_all(self.pool()).await?;
        let read = rows.iter().enumerate().map(|(i, row)| {
            let (n, at): (i64, i64) = (row.try_get("n")?, row.try_get("at")?);
            let body: String = row.try_get("body")?;
            let deed = serde_json::from_str(&body);
            match deed {
                Ok(deed) if n == i as i64 + 1 => {
                    Ok(Kept { at: Moment(at as u64), deed, client: row.try_get("client")? })
                }
                _ => Err(StoreError::nonsense(&format!("event {n} of game {game}"))),
            }
        });
        read.collect()
    }
}
