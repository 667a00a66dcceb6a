//! Searching finished games by player, game, result and date, a page at a time.
//!
//! Pages are numbered, or begin after the last game of the page before (key-set paging): what a page
//! costs does not depend on how many games there are, and by cursor not on how deep it lies either. Nor does it
//! depend on how rare a result is: every search reads ranges of an index that hold nothing else.

use crate::store::{Arg, COLUMNS, GameRow, Store, StoreError};
use protocol::GameId;
use sqlx::AssertSqlSafe;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// How many games a page holds.
pub const PAGE: usize = 50;

/// Numbered pages go no further; cursors do.
const LAST_PAGE: usize = 199;

/// A filter by the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// The side that moves first has won.
    First,
    /// The other has won.
    Second,
    /// A draw.
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
    /// The opponent: the id of a person.
    pub opponent: Option<String>,
    /// The game's name.
    pub game: Option<String>,
    /// The result.
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

/// The columns of the player's seat and of the opponent's.
type Seats = (&'static str, &'static str);

/// One range of an index: games of one seat, one outcome, rated or not. What is not searched for is every value
/// there is, so that each range is read in the order of the list, and what is rare is found without reading
/// what is not.
#[derive(Clone, Copy)]
struct IndexRange {
    seats: Seats,
    outcome: Option<&'static str>,
    rated: Option<u8>,
}

impl IndexRange {
    /// The games of this range on which the conditions hold. Values are bound as parameters, never part of the text.
    fn sql(self, conditions: &str) -> String {
        let (own, other) = self.seats;
        let mut sql =
            String::from("SELECT ended, id FROM games WHERE state = 'over' AND why <> 'aborted'");
        sql.push_str(&conditions.replace("{own}", own).replace("{other}", other));
        // Writing to a string cannot fail.
        if let Some(outcome) = self.outcome {
            let _ = write!(sql, " AND COALESCE(winner, 'draw') = '{outcome}'");
        }
        if let Some(rated) = self.rated {
            let _ = write!(sql, " AND rated = {rated}");
        }
        sql
    }
}

/// Latest first.
const ORDER: &str = "ORDER BY ended DESC, id DESC";

impl Search {
    /// The player whose games are searched, and the opponent: an opponent alone is a player as well.
    fn people(&self) -> (Option<&String>, Option<&String>) {
        match (&self.player, &self.opponent) {
            (None, opponent) => (opponent.as_ref(), None),
            (player, opponent) => (player.as_ref(), opponent.as_ref()),
        }
    }

    fn conditions(&self) -> Conditions {
        let mut all = Conditions { sql: String::new(), values: Vec::new() };
        let (player, opponent) = self.people();
        all.text("{own} = ?", player);
        all.text("{other} = ?", opponent);
        all.text("game = ?", self.game.as_ref());
        all.number("ended >= ?", self.from);
        all.number("ended < ?", self.to);
        if let Some(Cursor { ended, id }) = &self.after {
            all.add("(ended, id) < (?, ?)", [Arg::int(*ended), Arg::text(id.as_str())]);
        }
        all
    }

    /// The outcomes that a seat may have.
    fn outcomes(&self, (own, other): Seats) -> Vec<&'static str> {
        match self.result {
            Some(ResultFilter::First) => vec!["first"],
            Some(ResultFilter::Second) => vec!["second"],
            Some(ResultFilter::Draw) => vec!["draw"],
            Some(ResultFilter::Won) if self.people().0.is_some() => vec![own],
            Some(ResultFilter::Lost) if self.people().0.is_some() => vec![other],
            Some(ResultFilter::Won | ResultFilter::Lost) | None => vec!["first", "second", "draw"],
        }
    }

    /// The ranges that hold what is searched for, of the index that begins with what is given of player and game.
    fn ranges(&self) -> Vec<IndexRange> {
        let seats: &[Seats] = match self.people().0 {
            Some(_) => &[("first", "second"), ("second", "first")],
            None => &[("first", "second")],
        };
        let rated: &[u8] = match self.rated {
            Some(false) => &[0],
            Some(true) => &[1],
            None => &[0, 1],
        };
        let range = |seats, outcome, rated| IndexRange {
            seats,
            outcome: Some(outcome),
            rated: Some(rated),
        };
        let of_seats = |&seats: &Seats| {
            let outcomes = self.outcomes(seats).into_iter();
            outcomes.flat_map(move |outcome| {
                rated.iter().map(move |&rated| range(seats, outcome, rated))
            })
        };
        if self.people().1.is_none() {
            return seats.iter().flat_map(of_seats).collect();
        }
        // The games of two people are few: one range for each seat, in which the rest is looked at.
        let one = |values: &[&'static str]| values.first().copied().filter(|_| values.len() == 1);
        let whole = |&seats: &Seats| IndexRange {
            seats,
            outcome: one(&self.outcomes(seats)),
            rated: self.rated.map(u8::from),
        };
        seats.iter().map(whole).collect()
    }

    /// The page's number, as far as pages are numbered.
    fn numbered(&self) -> usize {
        if self.after.is_some() { 0 } else { self.page.min(LAST_PAGE) }
    }

    /// The query and its values. Each range is limited by itself: so PostgreSQL knows that few of its games are
    /// needed, and reads them in order. Only names are read of the games that are skipped.
    fn query(&self) -> (String, Vec<Arg>) {
        let Conditions { sql, values } = self.conditions();
        let (skip, most) = (self.numbered() * PAGE, PAGE + 1);
        let range = |range: IndexRange| {
            let games = range.sql(&sql);
            format!("SELECT ended, id FROM ({games} {ORDER} LIMIT {}) AS part", skip + most)
        };
        let ranges: Vec<String> = self.ranges().into_iter().map(range).collect();
        let ranges = ranges.join(" UNION ALL ");
        let page = format!("SELECT id FROM ({ranges} {ORDER} LIMIT {most} OFFSET {skip}) AS page");
        (format!("SELECT {COLUMNS} FROM games WHERE id IN ({page}) {ORDER}"), values)
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
        let of_game = if game.is_some() { " AND game = $1" } else { "" };
        let sql = format!(
            "SELECT {COLUMNS} FROM games WHERE state = 'live'{of_game} \
             ORDER BY created DESC, id DESC LIMIT {PAGE}"
        );
        let game: Vec<Arg> = game.map(Arg::text).into_iter().collect();
        let rows = self.rows(AssertSqlSafe(sql), game).await?;
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
        assert_eq!(values.len(), 7);
        assert!(sql.contains("$7") && !sql.contains("$8"));
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
