//! Deleting an account or a bot. Its running games end in the same transaction, so that no game is
//! left whose player does not exist.

use super::events::{self, Append, GameEnd, StoredEvent};
use super::games::{COLUMNS, GameRow};
use super::writer::{Arg, Statement, WriterConnection, statement};
use super::{AccountKind, Store, StoreError, counts};
use crate::game_event::{FIRST_MOVES, GameEvent};
use crate::random;
use clock::Moment;
use protocol::{EndReason, GameId, GameResult, Seat};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// Persons who are deleted together: an account with its bots.
#[derive(Clone, Debug)]
pub struct Closing {
    /// Their ids.
    pub people: Vec<String>,
    /// When they are deleted.
    pub at: Moment,
}

/// Ends the running games of these people, then deletes them. It runs inside the writer's transaction,
/// where no move can come between.
pub(super) async fn close(closing: &Closing, db: &mut WriterConnection) -> Result<(), StoreError> {
    for person in &closing.people {
        while let Some(forfeit) = next_forfeit(person, closing.at, db).await? {
            events::append(forfeit, db).await?;
        }
    }
    for person in &closing.people {
        for step in deletion(person) {
            db.run(step).await?;
        }
    }
    Ok(())
}

/// A running game of this person, lost or aborted. Ended, it is not found again.
async fn next_forfeit(
    person: &str,
    at: Moment,
    db: &mut WriterConnection,
) -> Result<Option<Append>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS}, plies, epoch, \
         (SELECT COALESCE(MAX(events.n), 0) FROM events WHERE events.game = games.id) AS latest, \
         (SELECT COALESCE(MAX(events.at), 0) FROM events WHERE events.game = games.id) AS last_at \
         FROM games WHERE state = 'live' AND (first = $1 OR second = $1) LIMIT 1"
    );
    let row = db.row(AssertSqlSafe(sql), vec![Arg::text(person)]).await?;
    row.map(|row| forfeit(&row, person, at)).transpose()
}

/// The end of a game that this person leaves: aborted in its first moves, lost later.
fn forfeit(row: &AnyRow, person: &str, at: Moment) -> Result<Append, StoreError> {
    let game = GameRow::read(row)?;
    let (plies, latest): (i64, i64) = (row.try_get("plies")?, row.try_get("latest")?);
    let (plies, last_at) = (plies as usize, Moment(row.try_get::<i64, _>("last_at")? as u64));
    let opponent = if game.first.person == person { Seat::Second } else { Seat::First };
    let result = if plies < FIRST_MOVES {
        GameResult { winner: None, why: EndReason::Aborted }
    } else {
        GameResult { winner: Some(opponent), why: EndReason::Resignation }
    };
    let event = GameEvent::Over { result, change: None };
    Ok(Append {
        n: latest as u64 + 1,
        events: vec![StoredEvent { at: at.max(last_at), event, client: None }],
        plies,
        deadline: None,
        game_end: Some(GameEnd::of(&game, result, plies)),
        epoch: row.try_get::<i64, _>("epoch")? as u64,
        game: game.id,
    })
}

/// What puts another name on the games of a person.
pub(crate) fn renamed(person: &str, name: &str, kind: AccountKind) -> [Statement; 2] {
    let args = || [Arg::text(person), Arg::text(name), Arg::text(kind.text())];
    [
        statement("UPDATE games SET first_name = $2, first_kind = $3 WHERE first = $1", args()),
        statement("UPDATE games SET second_name = $2, second_kind = $3 WHERE second = $1", args()),
    ]
}

/// What deletes a person. What refers to them is deleted by the database; games stay, under a name
/// that says nothing.
fn deletion(person: &str) -> Vec<Statement> {
    let name = format!("gone-{}", random::alphanumeric(8));
    let mut all = vec![statement("DELETE FROM people WHERE id = $1", [Arg::text(person)])];
    all.extend(renamed(person, &name, AccountKind::Guest));
    all.extend(counts::forgetting(person));
    all
}

impl Store {
    /// Deletes an account and its bots: names, password, ratings, sessions and tokens. Running games
    /// are aborted in their first moves and lost later; games stay, played by nobody in
    /// particular. Gives the people who are gone.
    ///
    /// # Errors
    /// If the database fails; nothing has changed then.
    pub async fn close_account(&self, person: &str, at: Moment) -> Result<Vec<String>, StoreError> {
        let bots = self.bots(person).await?;
        let mut people: Vec<String> = bots.into_iter().map(|bot| bot.id).collect();
        people.push(person.to_owned());
        self.database.close(Closing { people: people.clone(), at }).await?;
        Ok(people)
    }

    /// The games of a person that ended at this moment or later.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ended_since(&self, person: &str, at: Moment) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE first = $1 AND state = 'over' AND ended >= $2 \
            UNION ALL SELECT id FROM games WHERE second = $1 AND state = 'over' AND ended >= $2";
        self.ids(sql, [Arg::text(person), Arg::int(at.0)]).await
    }
}
