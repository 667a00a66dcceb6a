//! What ratings say: of one person, over time, and of all against each other.

use crate::store::{Arg, GROWTH, PersonRow, Rating, Store, StoreError, UNCERTAIN};
use clock::{Moment, Speed};
use protocol::GameId;
use sqlx::Row;
use sqlx::any::AnyRow;

/// So many lead a board.
const LEADERS: i64 = 100;

/// So many points make a graph.
const POINTS: i64 = 500;

/// The largest number of opponents in an answer.
const OPPONENTS: i64 = 50;

/// What leaders are read of. A deviation grows with time: what is too large now may not have been then, but never
/// the other way round, so that the index of certain ratings ([`UNCERTAIN`] is 110) has all of them.
macro_rules! leaders {
    ($tables:literal, $kinds:literal) => {
        concat!(
            "SELECT id, name, kind, rating, deviation, volatility, games, updated FROM ",
            $tables,
            " WHERE people.id = ratings.person AND kind IN (",
            $kinds,
            ") AND game = $1 AND speed = $2 AND deviation <= 110 AND deviation * deviation + \
             $3 * volatility * volatility * CAST($4 - updated AS DOUBLE PRECISION) <= $5 \
             ORDER BY rating DESC, person LIMIT $6"
        )
    };
}

/// Nearly all ratings are people's: they are read from the best on. SQLite takes the tables of a cross join in
/// their order.
const LEADING_PEOPLE: &str = leaders!("ratings CROSS JOIN people", "'account'");

/// Programs are few: the rating of each is looked up.
const LEADING_PROGRAMS: &str = leaders!("people CROSS JOIN ratings", "'bot', 'house'");

/// The rating of a person in a game at a speed.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The game.
    pub game: String,
    /// The speed.
    pub speed: String,
    /// The rating.
    pub rating: Rating,
    /// After how many games.
    pub games: u64,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// When the game ended.
    pub at: Moment,
    /// The game.
    pub played: GameId,
    /// The rating afterwards.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
}

/// A leaderboard entry.
#[derive(Clone, PartialEq, Debug)]
pub struct Leader {
    /// The person.
    pub person: PersonRow,
    /// The rating.
    pub rating: Rating,
    /// After how many games.
    pub games: u64,
}

/// Head-to-head results against an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Against {
    /// The opponent's name.
    pub name: String,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

impl Store {
    /// All ratings of a person, as they are now.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn standings(&self, person: &str, now: Moment) -> Result<Vec<Standing>, StoreError> {
        let sql = "SELECT game, speed, rating, deviation, volatility, games, updated FROM ratings \
            WHERE person = $1 ORDER BY game, speed";
        let rows = self.rows(sql, [Arg::text(person)]).await?;
        let standing = |row: &AnyRow| {
            Ok(Standing {
                game: row.try_get("game")?,
                speed: row.try_get("speed")?,
                rating: Rating::read(row, now)?,
                games: row.try_get::<i64, _>("games")? as u64,
            })
        };
        rows.iter().map(standing).collect()
    }

    /// The last points of a person's rating, in the order of time.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn graph(
        &self,
        person: &str,
        game: &str,
        speed: Speed,
    ) -> Result<Vec<Point>, StoreError> {
        let sql = "SELECT at, played, rating, deviation FROM rating_history \
            WHERE person = $1 AND game = $2 AND speed = $3 ORDER BY at DESC, played LIMIT $4";
        let speed = Arg::text(speed.text());
        let args = [Arg::text(person), Arg::text(game), speed, Arg::Int(POINTS)];
        let rows = self.rows(sql, args).await?;
        rows.iter().rev().map(point).collect()
    }

    /// The strongest in a game at a speed: people, or programs. Ratings that are provisional now
    /// are on no board.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leaders(
        &self,
        game: &str,
        speed: Speed,
        programs: bool,
        now: Moment,
    ) -> Result<Vec<Leader>, StoreError> {
        let sql = if programs { LEADING_PROGRAMS } else { LEADING_PEOPLE };
        let (game, speed) = (Arg::text(game), Arg::text(speed.text()));
        let (growth, most) = (Arg::Real(GROWTH), Arg::Real(UNCERTAIN * UNCERTAIN));
        let args = [game, speed, growth, Arg::int(now.0), most, Arg::Int(LEADERS)];
        let leader = |row: &AnyRow| {
            let games = row.try_get::<i64, _>("games")? as u64;
            Ok(Leader { person: PersonRow::read(row)?, rating: Rating::read(row, now)?, games })
        };
        self.rows(sql, args).await?.iter().map(leader).collect()
    }

    /// Head-to-head results of a person against the most frequent opponents.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn opponents(&self, person: &str) -> Result<Vec<Against>, StoreError> {
        // An opponent who has left is still named by the games that they played.
        let sql = "SELECT won, lost, drawn, COALESCE(people.name, \
            (SELECT first_name FROM games WHERE first = best.opponent LIMIT 1), \
            (SELECT second_name FROM games WHERE second = best.opponent LIMIT 1)) AS name \
            FROM (SELECT opponent, won, lost, drawn, games FROM scores WHERE person = $1 \
            ORDER BY games DESC, opponent LIMIT $2) AS best \
            LEFT JOIN people ON people.id = best.opponent ORDER BY games DESC, opponent";
        let rows = self.rows(sql, [Arg::text(person), Arg::Int(OPPONENTS)]).await?;
        let count =
            |row: &AnyRow, column: &str| row.try_get::<i64, _>(column).map(|count| count as u64);
        let against = |row: &AnyRow| {
            Ok(Against {
                name: row.try_get("name")?,
                won: count(row, "won")?,
                lost: count(row, "lost")?,
                drawn: count(row, "drawn")?,
            })
        };
        rows.iter().map(against).collect()
    }
}

fn point(row: &AnyRow) -> Result<Point, StoreError> {
    let played: String = row.try_get("played")?;
    Ok(Point {
        at: Moment(row.try_get::<i64, _>("at")? as u64),
        played: played.parse().map_err(|_| StoreError::nonsense("a game's name"))?,
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::AccountKind;

    #[test]
    fn boards_hold_the_kinds_and_the_ratings_that_they_should() {
        let quoted = |kind: AccountKind| format!("'{}'", kind.text());
        for sql in [LEADING_PEOPLE, LEADING_PROGRAMS] {
            assert!(sql.contains(&format!("deviation <= {UNCERTAIN} ")), "{sql}");
        }
        assert!(LEADING_PEOPLE.contains(&quoted(AccountKind::Person)));
        let programs = [AccountKind::Bot, AccountKind::Computer].map(quoted);
        assert!(programs.iter().all(|kind| LEADING_PROGRAMS.contains(kind)));
    }
}
