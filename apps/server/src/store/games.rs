//! Games: what they are played by, who sits there, how they stand.

use super::writer::{Arg, Statement, statement};
use super::{AccountKind, Store, StoreError};
use clock::{Control, Moment};
use protocol::{GameId, Name, Person, Player, Terms};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// Somebody at a board, with what was known when the game began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// Who: the id of a person.
    pub person: String,
    /// What they were.
    pub kind: AccountKind,
    /// As everyone may see them.
    pub player: Player,
}

/// A game's fixed part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its name.
    pub id: GameId,
    /// What it is played by.
    pub terms: Terms,
    /// Who moves first.
    pub first: Seated,
    /// Who moves second.
    pub second: Seated,
    /// When it began.
    pub created: Moment,
    /// The game it is the rematch of; there is one at most.
    pub came_from: Option<GameId>,
    /// How it ended, if it did.
    pub finish: Option<Finish>,
}

/// The end of a game as the list of games has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// `first`, `second` or nobody.
    pub winner: Option<String>,
    /// By what.
    pub why: String,
    /// When.
    pub at: Moment,
}

/// The columns that [`GameRow`] is read from.
pub(crate) const COLUMNS: &str = "id, game, options, time, rated, first, second, first_name, \
    second_name, first_kind, second_kind, first_rating, second_rating, first_provisional, \
    second_provisional, created, state, winner, why, ended, came_from";

impl GameRow {
    /// What makes it, with the deadline for its first move.
    pub fn insertion(&self, deadline: Option<Moment>) -> Statement {
        let sql = "INSERT INTO games (id, game, options, time, speed, rated, first, second, \
            first_name, second_name, first_kind, second_kind, first_rating, second_rating, \
            first_provisional, second_provisional, created, plies, deadline, state, came_from) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
            0, $18, 'live', $19)";
        let rating = |seated: &Seated| Arg::maybe_int(seated.player.rating.map(i64::from));
        let provisional = |seated: &Seated| Arg::Int(seated.player.provisional.into());
        let kind = |seated: &Seated| Arg::text(seated.kind.text());
        let name = |seated: &Seated| Arg::text(seated.player.person.name.as_str());
        statement(
            sql,
            [
                Arg::text(self.id.as_str()),
                Arg::text(&self.terms.game),
                Arg::text(&self.terms.options),
                Arg::text(self.terms.time.to_string()),
                Arg::text(self.terms.time.speed().text()),
                Arg::Int(self.terms.rated.into()),
                Arg::text(&self.first.person),
                Arg::text(&self.second.person),
                name(&self.first),
                name(&self.second),
                kind(&self.first),
                kind(&self.second),
                rating(&self.first),
                rating(&self.second),
                provisional(&self.first),
                provisional(&self.second),
                Arg::int(self.created.0),
                Arg::maybe_int(deadline.map(|at| at.0 as i64)),
                Arg::maybe_text(self.came_from.as_ref().map(GameId::as_str)),
            ],
        )
    }

    /// Reads a row of [`COLUMNS`].
    pub(crate) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let text = |column: &str| row.try_get::<String, _>(column).map_err(StoreError::from);
        let maybe = |column: &str| row.try_get::<Option<String>, _>(column);
        let nonsense = |what: &str| StoreError::nonsense(what);
        let id: GameId = text("id")?.parse().map_err(|_| nonsense("a game's name"))?;
        let time: Control = text("time")?.parse().map_err(|_| nonsense("a time control"))?;
        let terms = Terms {
            game: text("game")?,
            options: text("options")?,
            time,
            rated: row.try_get::<i64, _>("rated")? != 0,
            seat: protocol::SeatWish::Any,
        };
        let finish = match text("state")?.as_str() {
            "over" => Some(Finish {
                winner: maybe("winner")?,
                why: maybe("why")?.unwrap_or_default(),
                at: Moment(row.try_get::<Option<i64>, _>("ended")?.unwrap_or(0) as u64),
            }),
            _ => None,
        };
        Ok(Self {
            id,
            terms,
            first: seated(
                row,
                ["first", "first_name", "first_kind", "first_rating", "first_provisional"],
            )?,
            second: seated(
                row,
                ["second", "second_name", "second_kind", "second_rating", "second_provisional"],
            )?,
            created: Moment(row.try_get::<i64, _>("created")? as u64),
            came_from: maybe("came_from")?.and_then(|id| id.parse().ok()),
            finish,
        })
    }
}

fn seated(row: &AnyRow, columns: [&str; 5]) -> Result<Seated, StoreError> {
    let [person, name, kind, rating, provisional] = columns;
    let name: String = row.try_get(name)?;
    let name: Name = name.parse().map_err(|_| StoreError::nonsense("a person's name"))?;
    let kind = AccountKind::from_text(&row.try_get::<String, _>(kind)?);
    let (guest, bot) = (kind == AccountKind::Guest, kind.is_program());
    Ok(Seated {
        person: row.try_get(person)?,
        kind,
        player: Player {
            person: Person { name, guest, bot },
            rating: row.try_get::<Option<i64>, _>(rating)?.map(|rating| rating as i32),
            provisional: row.try_get::<i64, _>(provisional)? != 0,
        },
    })
}

impl Store {
    /// A game, if there is one of that name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn game(&self, id: &GameId) -> Result<Option<GameRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = $1");
        let row = self.row(AssertSqlSafe(sql), [Arg::text(id.as_str())]).await?;
        row.as_ref().map(GameRow::read).transpose()
    }

    /// The game that followed this one, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rematch_of(&self, game: &GameId) -> Result<Option<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE came_from = $1";
        let ids = self.ids(sql, [Arg::text(game.as_str())]);
        Ok(ids.await?.pop())
    }

    /// The games that are on and in which something is due by `by`, the oldest first, not all at once.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due(&self, by: Moment) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE state = 'live' AND deadline <= $1 \
            ORDER BY deadline LIMIT 500";
        self.ids(sql, [Arg::int(by.0)]).await
    }

    /// The games that are on and at which this person sits, latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn playing(&self, person: &str) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id, created FROM games WHERE first = $1 AND state = 'live' \
            UNION ALL SELECT id, created FROM games WHERE second = $1 AND state = 'live' \
            ORDER BY created DESC LIMIT 50";
        self.ids(sql, [Arg::text(person)]).await
    }

    pub(super) async fn ids(
        &self,
        sql: &'static str,
        args: impl Into<Vec<Arg>> + Send,
    ) -> Result<Vec<GameId>, StoreError> {
        let rows = self.rows(sql, args).await?;
        let ids: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get("id")).collect();
        Ok(ids?.iter().filter_map(|id| id.parse().ok()).collect())
    }
}
