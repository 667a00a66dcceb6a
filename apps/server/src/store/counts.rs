//! Counters of the finished games of each person, and of the results against each opponent: updated in the
//! transaction that ends a game, so that a profile needs no count over all games.

use super::events::GameEnd;
use super::writer::{Arg, WriterConnection};
use super::{Statement, Store, StoreError, statement};
use protocol::{EndReason, GameId};
use sqlx::Row;

const ADD_SCORES: &str = "INSERT INTO scores (person, opponent, won, lost, drawn, games) \
    SELECT first, second, CASE WHEN winner = 'first' THEN 1 ELSE 0 END, \
    CASE WHEN winner = 'second' THEN 1 ELSE 0 END, \
    CASE WHEN winner IS NULL THEN 1 ELSE 0 END, 1 FROM games WHERE id = $1 \
    UNION ALL SELECT second, first, CASE WHEN winner = 'second' THEN 1 ELSE 0 END, \
    CASE WHEN winner = 'first' THEN 1 ELSE 0 END, \
    CASE WHEN winner IS NULL THEN 1 ELSE 0 END, 1 FROM games WHERE id = $1 \
    ON CONFLICT (person, opponent) DO UPDATE SET won = scores.won + excluded.won, \
    lost = scores.lost + excluded.lost, drawn = scores.drawn + excluded.drawn, \
    games = scores.games + excluded.games";

const ADD_COUNTS: &str = "INSERT INTO game_counts (person, games) \
    SELECT first, 1 FROM games WHERE id = $1 UNION ALL SELECT second, 1 FROM games WHERE id = $1 \
    ON CONFLICT (person) DO UPDATE SET games = game_counts.games + excluded.games";

/// Counts a game that has just ended; one that was aborted was none.
pub(super) async fn add(
    game: &GameId,
    game_end: &GameEnd,
    db: &mut WriterConnection,
) -> Result<(), StoreError> {
    if game_end.result.why == EndReason::Aborted {
        return Ok(());
    }
    for sql in [ADD_SCORES, ADD_COUNTS] {
        db.run(statement(sql, [Arg::text(game.as_str())])).await?;
    }
    Ok(())
}

/// Statements that delete the counters of a deleted person.
pub(super) fn forgetting(person: &str) -> [Statement; 2] {
    [
        statement("DELETE FROM scores WHERE person = $1", [Arg::text(person)]),
        statement("DELETE FROM game_counts WHERE person = $1", [Arg::text(person)]),
    ]
}

impl Store {
    /// The number of finished games of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished(&self, person: &str) -> Result<u64, StoreError> {
        let sql = "SELECT games FROM game_counts WHERE person = $1";
        let row = self.row(sql, [Arg::text(person)]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get::<i64, _>("games"))? as u64)
    }
}
