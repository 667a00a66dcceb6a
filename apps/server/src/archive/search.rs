//! Searching finished games by player, game, result and date, a page at a time.
//!
//! Pages are numbered, or begin after the last game of the page before (key-set paging): what a page
//! costs does not depend on how many games there are, and by cursor not on how deep it lies either.

use crate::store::{Arg, COLUMNS, GameRow, Store, StoreError};
use protocol::GameId;
use sqlx::AssertSqlSafe;
use std::fmt;
use std::str::FromStr;

/// How many games a page holds.
pub const PAGE: usize = 50;

/// Numbered pages go no further; cursors do.
const LAST_PAGE: usize = 199;

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
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

/// A place between two games of a list: after the one that ended then and has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    ended: u64,
    id: GameId,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended, self.id)
    }
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (ended, id) = text.split_once('-').ok_or(BAD_CURSOR)?;
        let ended = ended.parse().map_err(|_| BAD_CURSOR)?;
        Ok(Self { ended, id: id.parse().map_err(|_| BAD_CURSOR)? })
    }
}

const BAD_CURSOR: &str = "`after` is what the page before has as `next`";

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
    pub result: Option<ResultFilter>,
    /// Whether it was rated.
    pub rated: Option<bool>,
    /// Ended at this moment or later, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Ended before this moment.
    pub to: Option<u64>,
    /// Which page, from 0.
    pub page: usize,
    /// Where the page before has ended; then pages are not numbered.
    pub after: Option<Cursor>,
}

/// A page of games, latest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResults {
    /// The games.
    pub games: Vec<GameRow>,
    /// Whether there is another page of the next number.
    pub more: bool,
    /// Where the next page begins, if there are more games.
    pub next: Option<Cursor>,
}

/// Conditions and their values, in the order of their numbers. `{own}` is the player's seat, `first`
/// or `second`, and `{other}` the opponent's.
struct Conditions {
    sql: String,
    values: Vec<Arg>,
}

impl Conditions {
    /// Adds a condition, in which each `?` is the next value.
    fn add<const N: usize>(&mut self, condition: &str, values: [Arg; N]) {
        self.sql.push_str(" AND ");
        let mut parts = condition.split('?');
        self.sql.push_str(parts.next().unwrap_or_default());
        for (part, value) in parts.zip(values) {
            self.values.push(value);
            self.sql.push('$');
            self.sql.push_str(&self.values.len().to_string());
            self.sql.push_str(part);
        }
    }

    fn text(&mut self, condition: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.add(condition, [Arg::text(value)]);
        }
    }

    fn number(&mut self, condition: &str, value: Option<u64>) {
        if let Some(value) = value {
            self.add(condition, [Arg::int(value)]);
        }
    }
}

impl Search {
    /// The one whose games are searched, and against whom: an opponent alone is a player as well.
    fn people(&self) -> (Option<&String>, Option<&String>) {
        match (&self.player, &self.opponent) {
            (None, opponent) => (opponent.as_ref(), None),
            (player, opponent) => (player.as_ref(), opponent.as_ref()),
        }
    }

    fn conditions(&self) -> Conditions {
        let sql = String::from("state = 'over' AND why <> 'aborted'");
        let mut all = Conditions { sql, values: Vec::new() };
        let (player, opponent) = self.people();
        all.text("{own} = ?", player);
        all.text("{other} = ?", opponent);
        all.text("game = ?", self.game.as_ref());
        all.number("rated = ?", self.rated.map(u64::from));
        all.number("ended >= ?", self.from);
        all.number("ended < ?", self.to);
        if let Some(Cursor { ended, id }) = &self.after {
            all.add("(ended, id) < (?, ?)", [Arg::int(*ended), Arg::text(id.as_str())]);
        }
        match self.result {
            Some(ResultFilter::First) => all.add("winner = 'first'", []),
            Some(ResultFilter::Second) => all.add("winner = 'second'", []),
            Some(ResultFilter::Draw) => all.add("winner IS NULL", []),
            Some(ResultFilter::Won) if player.is_some() => all.add("winner = '{own}'", []),
            Some(ResultFilter::Lost) if player.is_some() => all.add("winner = '{other}'", []),
            Some(ResultFilter::Won | ResultFilter::Lost) | None => {}
        }
        all
    }

    /// The page's number, as far as pages are numbered.
    fn numbered(&self) -> usize {
        if self.after.is_some() { 0 } else { self.page.min(LAST_PAGE) }
    }

    /// The query and its values. The games of a player are those of both seats: each is read in
    /// order from its index, where one condition with OR would read all of them. Only names are read
    /// of the games that are skipped.
    fn query(&self) -> (String, Vec<Arg>) {
        let Conditions { sql, values } = self.conditions();
        let order = "ORDER BY ended DESC, id DESC";
        let (skip, most) = (self.numbered() * PAGE, PAGE + 1);
        let names = |sql: &str, most: usize| {
            format!("SELECT ended, id FROM games WHERE {sql} {order} LIMIT {most}")
        };
        let half = |own: &str, other: &str| {
            let sql = sql.replace("{own}", own).replace("{other}", other);
            format!("SELECT ended, id FROM ({}) AS as_{own}", names(&sql, skip + most))
        };
        let page = if self.people().0.is_none() {
            format!("{} OFFSET {skip}", names(&sql, most))
        } else {
            let (first, second) = (half("first", "second"), half("second", "first"));
            format!("{first} UNION ALL {second} {order} LIMIT {most} OFFSET {skip}")
        };
        let page = format!("SELECT id FROM ({page}) AS page");
        (format!("SELECT {COLUMNS} FROM games WHERE id IN ({page}) {order}"), values)
    }
}

impl Store {
    /// Searches finished games.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn search(&self, search: &Search) -> Result<SearchResults, StoreError> {
        let (sql, values) = search.query();
        let rows = self.rows(AssertSqlSafe(sql), values).await?;
        let games: Result<Vec<_>, _> = rows.iter().take(PAGE).map(GameRow::read).collect();
        let games = games?;
        let more = rows.len() > PAGE;
        let next = games.last().filter(|_| more).map(|last| Cursor {
            ended: last.finish.as_ref().map_or(0, |finish| finish.at.0),
            id: last.id.clone(),
        });
        Ok(SearchResults { games, more: more && search.numbered() < LAST_PAGE, next })
    }

    /// The games that are on, latest first: those of one game, or of all.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn live(&self, game: Option<&str>) -> Result<Vec<GameRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM games WHERE state = 'live' AND ($1 = '' OR game = $1) \
             ORDER BY created DESC, id LIMIT {PAGE}"
        );
        let rows = self.rows(AssertSqlSafe(sql), [Arg::text(game.unwrap_or_default())]).await?;
        rows.iter().map(GameRow::read).collect()
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
            result: Some(ResultFilter::Won),
            rated: Some(true),
            from: Some(1),
            to: Some(u64::MAX),
            page: 3,
            after: Some("5-one".parse().unwrap()),
        };
        let (sql, values) = search.query();
        assert!(!sql.contains("DROP") && !sql.contains(['?', '{']), "{sql}");
        assert_eq!(values.len(), 8);
        assert!(sql.contains("$8") && !sql.contains("$9"));
    }

    #[test]
    fn cursors_are_read_as_they_are_written() {
        for text in ["0-a", "1763251199000-Ab3dEf9h", "7-a-b"] {
            assert_eq!(text.parse::<Cursor>().unwrap().to_string(), text);
        }
        for text in ["", "7", "-a", "x-a", "7-", "7-\0", "99999999999999999999-a"] {
            assert_eq!(text.parse::<Cursor>().unwrap_err(), BAD_CURSOR, "{text}");
        }
    }
}
