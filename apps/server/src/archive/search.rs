//! Searching finished games by player, game, result and date, a page at a time.

use crate::store::{Arg, GameRow, Store, StoreError};
use sqlx::Row;

/// How many games a page holds.
pub const PAGE: usize = 50;

/// Pages beyond this are not searched for.
const LAST_PAGE: usize = 199;

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The side that moves first has won.
    First,
    /// The other has won.
    Second,
    /// Nobody has won.
    Draw,
    /// The player who is searched for has won.
    Won,
    /// The player who is searched for has lost.
    Lost,
}

/// What to search for; everything that is given must be so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Who played: the id of a person.
    pub player: Option<String>,
    /// Against whom: the id of a person.
    pub opponent: Option<String>,
    /// The game's name.
    pub game: Option<String>,
    /// How it ended.
    pub result: Option<Wanted>,
    /// Whether it was rated.
    pub rated: Option<bool>,
    /// Ended at this moment or later, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Ended before this moment.
    pub to: Option<u64>,
    /// Which page, from 0.
    pub page: usize,
}

/// A page of games, latest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The games.
    pub games: Vec<GameRow>,
    /// Whether there is another page.
    pub more: bool,
}

/// Conditions and their values, in the order of their numbers.
struct Conditions {
    sql: String,
    values: Vec<Arg>,
}

impl Conditions {
    /// Adds a condition, in which `?` is the value.
    fn add(&mut self, condition: &str, value: Arg) {
        self.values.push(value);
        let number = format!("${}", self.values.len());
        self.sql.push_str(" AND ");
        self.sql.push_str(&condition.replace('?', &number));
    }

    fn text(&mut self, condition: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.add(condition, Arg::text(value));
        }
    }

    fn number(&mut self, condition: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.add(condition, Arg::int(value));
        }
    }
}

impl Search {
    fn conditions(&self) -> Conditions {
        let sql = String::from("state = 'over' AND why <> 'aborted'");
        let mut all = Conditions { sql, values: Vec::new() };
        all.text("(first = ? OR second = ?)", self.player.as_ref());
        all.text("(first = ? OR second = ?)", self.opponent.as_ref());
        all.text("game = ?", self.game.as_ref());
        all.number("rated = ?", self.rated.map(u64::from));
        all.number("ended >= ?", self.from);
        all.number("ended < ?", self.to);
        match self.result {
            None => {}
            Some(Wanted::First) => all.sql.push_str(" AND winner = 'first'"),
            Some(Wanted::Second) => all.sql.push_str(" AND winner = 'second'"),
            Some(Wanted::Draw) => all.sql.push_str(" AND winner IS NULL"),
            Some(Wanted::Won) => all.text(WON, self.player.as_ref()),
            Some(Wanted::Lost) => all.text(LOST, self.player.as_ref()),
        }
        all
    }
}

const WON: &str = "((first = ? AND winner = 'first') OR (second = ? AND winner = 'second'))";
const LOST: &str = "((first = ? AND winner = 'second') OR (second = ? AND winner = 'first'))";

impl Store {
    /// Searches finished games.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn search(&self, search: &Search) -> Result<Found, StoreError> {
        let Conditions { sql, values } = search.conditions();
        let (page, most) = (search.page.min(LAST_PAGE), PAGE + 1);
        let columns = crate::store::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM games WHERE {sql} \
             ORDER BY ended DESC, id DESC LIMIT {most} OFFSET {}",
            page * PAGE
        );
        let rows = self.rows(&sql, values).await?;
        let games: Result<Vec<_>, _> = rows.iter().take(PAGE).map(GameRow::read).collect();
        Ok(Found { games: games?, more: rows.len() > PAGE && page < LAST_PAGE })
    }

    /// The games that are on, latest first: those of one game, or of all.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn live(&self, game: Option<&str>) -> Result<Vec<GameRow>, StoreError> {
        let columns = crate::store::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM games WHERE state = 'live' AND ($1 = '' OR game = $1) \
             ORDER BY created DESC, id LIMIT {PAGE}"
        );
        let rows = self.rows(&sql, [Arg::text(game.unwrap_or_default())]).await?;
        rows.iter().map(GameRow::read).collect()
    }

    /// How many games somebody has finished.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished(&self, person: &str) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) AS games FROM games \
            WHERE (first = $1 OR second = $1) AND state = 'over' AND why <> 'aborted'";
        let row = self.row(sql, [Arg::text(person)]).await?.ok_or(StoreError::Gone)?;
        Ok(row.try_get::<i64, _>("games")? as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_a_value_and_never_sql() {
        let nasty = "'; DROP TABLE games; --".to_owned();
        let search = Search {
            player: Some(nasty.clone()),
            opponent: Some(nasty.clone()),
            game: Some(nasty.clone()),
            result: Some(Wanted::Won),
            rated: Some(true),
            from: Some(1),
            to: Some(u64::MAX),
            page: 3,
        };
        let conditions = search.conditions();
        assert!(!conditions.sql.contains("DROP"), "{}", conditions.sql);
        assert_eq!(conditions.values.len(), 7);
        assert!(conditions.sql.contains("$7") && !conditions.sql.contains('?'));
    }
}
