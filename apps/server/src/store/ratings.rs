//! Glicko-2 ratings (Glickman 2013), for each person, game and speed; changed in the transaction that ends a game.
//!
//! Every game is a rating period of its own. Between games the deviation grows with time, as the
//! method has it for periods without any (Glickman, “Example of the Glicko-2 system”, step 6).

use super::events::GameEnd;
use super::writer::{Arg, WriterConnection, statement};
use super::{Store, StoreError};
use clock::{Moment, Span, Speed};
use protocol::{EndReason, GameId, Seat};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use sqlx::Row;
use sqlx::any::AnyRow;

/// Above this deviation a rating is provisional.
pub(crate) const UNCERTAIN: f64 = 110.0;

/// The least deviation: a rating can always move a little.
const SURE: f64 = 45.0;

/// The deviation of a person who has never played: the largest.
const UNKNOWN: f64 = 350.0;

/// Ratings are this many times the numbers that Glicko-2 reckons with.
const SCALE: f64 = 173.7178;

/// A period in which nothing was played. With this length even the surest rating is provisional
/// again after a little more than a year.
const PERIOD: Span = Span::days(4);

/// What a millisecond adds to the square of a deviation, for each unit of volatility's square.
pub(crate) const GROWTH: f64 = SCALE * SCALE / PERIOD.0 as f64;

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The number.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: UNKNOWN, volatility: 0.06 }
    }
}

impl Rating {
    /// As people see it.
    pub fn shown(self) -> i32 {
        self.rating.round() as i32
    }

    /// Whether it is still uncertain.
    pub fn is_provisional(self) -> bool {
        self.deviation > UNCERTAIN
    }

    /// The same after a time in which nothing was played: less certain.
    #[must_use]
    pub fn after_idling(self, idle: Span) -> Self {
        let growth = self.volatility * (GROWTH * idle.0 as f64).sqrt();
        Self { deviation: self.deviation.hypot(growth).min(UNKNOWN), ..self }
    }

    fn inner(self) -> Glicko2Rating {
        let Self { rating, deviation, volatility } = self;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn outer(rating: Glicko2Rating) -> Self {
        let Glicko2Rating { rating, deviation, volatility } = rating;
        Self { rating, deviation: deviation.max(SURE), volatility }
    }
}

/// Somebody's rating with what is known of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatingRow {
    /// The rating.
    pub rating: Rating,
    /// After how many games.
    pub games: u64,
}

/// What a game does to the ratings of those who played it.
pub(crate) fn after(first: Rating, second: Rating, winner: Option<Seat>) -> (Rating, Rating) {
    let outcome = match winner {
        Some(Seat::First) => Outcomes::WIN,
        Some(Seat::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (a, b) = glicko2(&first.inner(), &second.inner(), &outcome, &Glicko2Config::default());
    (Rating::outer(a), Rating::outer(b))
}

/// Applies a game that has just ended, if it was rated; gives the change of both. Where one of the two
/// does not exist any more, nobody's rating changes.
pub(super) async fn apply(
    played: &GameId,
    game_end: &GameEnd,
    at: Moment,
    db: &mut WriterConnection,
) -> Result<Option<(i32, i32)>, StoreError> {
    let Some((first, second, game, speed)) = &game_end.rated else { return Ok(None) };
    if game_end.result.why == EndReason::Aborted {
        return Ok(None);
    }
    if !exist(first, second, db).await? {
        return Ok(None);
    }
    let before =
        (find(first, game, *speed, at, db).await?, find(second, game, *speed, at, db).await?);
    let (a, b) = after(before.0.rating, before.1.rating, game_end.result.winner);
    let change = (a.shown() - before.0.rating.shown(), b.shown() - before.1.rating.shown());
    for (person, rating, games) in [(first, a, before.0.games), (second, b, before.1.games)] {
        keep(person, game, *speed, RatingRow { rating, games: games + 1 }, at, db).await?;
        note(person, played, game, *speed, rating, at, db).await?;
    }
    let sql = "UPDATE games SET first_change = $1, second_change = $2 WHERE id = $3";
    let (x, y) = (Arg::Int(change.0.into()), Arg::Int(change.1.into()));
    db.run(statement(sql, [x, y, Arg::text(played.as_str())])).await?;
    Ok(Some(change))
}

async fn exist(first: &str, second: &str, db: &mut WriterConnection) -> Result<bool, StoreError> {
    let sql = "SELECT COUNT(*) AS count FROM people WHERE id IN ($1, $2)";
    let row = db.row(sql, vec![Arg::text(first), Arg::text(second)]).await?;
    let count: i64 = row.map_or(Ok(0), |row| row.try_get("count"))?;
    Ok(count == 2)
}

async fn keep(
    person: &str,
    game: &str,
    speed: Speed,
    row: RatingRow,
    at: Moment,
    db: &mut WriterConnection,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO ratings \
        (person, game, speed, rating, deviation, volatility, games, updated) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (person, game, speed) DO UPDATE SET \
        rating = excluded.rating, deviation = excluded.deviation, \
        volatility = excluded.volatility, games = excluded.games, updated = excluded.updated";
    let args = [
        Arg::text(person),
        Arg::text(game),
        Arg::text(speed.text()),
        Arg::Real(row.rating.rating),
        Arg::Real(row.rating.deviation),
        Arg::Real(row.rating.volatility),
        Arg::int(row.games),
        Arg::int(at.0),
    ];
    db.run(statement(sql, args)).await
}

async fn note(
    person: &str,
    played: &GameId,
    game: &str,
    speed: Speed,
    rating: Rating,
    at: Moment,
    db: &mut WriterConnection,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO rating_history (person, played, game, speed, at, rating, deviation) \
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let args = [
        Arg::text(person),
        Arg::text(played.as_str()),
        Arg::text(game),
        Arg::text(speed.text()),
        Arg::int(at.0),
        Arg::Real(rating.rating),
        Arg::Real(rating.deviation),
    ];
    db.run(statement(sql, args)).await
}

/// A rating as certain as it is at this moment.
async fn find(
    person: &str,
    game: &str,
    speed: Speed,
    at: Moment,
    db: &mut WriterConnection,
) -> Result<RatingRow, StoreError> {
    let args = vec![Arg::text(person), Arg::text(game), Arg::text(speed.text())];
    found(db.row(FIND, args).await?.as_ref(), at)
}

const FIND: &str = "SELECT rating, deviation, volatility, games, updated FROM ratings \
    WHERE person = $1 AND game = $2 AND speed = $3";

/// Whoever has no rating has the one that everybody begins with.
fn found(row: Option<&AnyRow>, at: Moment) -> Result<RatingRow, StoreError> {
    let Some(row) = row else { return Ok(RatingRow::default()) };
    Ok(RatingRow { rating: Rating::read(row, at)?, games: row.try_get::<i64, _>("games")? as u64 })
}

impl Rating {
    /// Reads the columns `rating, deviation, volatility, updated`: as certain as it is at `now`.
    pub(crate) fn read(row: &AnyRow, now: Moment) -> Result<Self, StoreError> {
        let stored = Self {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
        };
        let updated = Moment(row.try_get::<i64, _>("updated")? as u64);
        Ok(stored.after_idling(now.since(updated)))
    }
}

impl Store {
    /// Somebody's rating as it is now, or the one that everybody begins with.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rating(
        &self,
        person: &str,
        game: &str,
        speed: Speed,
        now: Moment,
    ) -> Result<RatingRow, StoreError> {
        let args = [Arg::text(person), Arg::text(game), Arg::text(speed.text())];
        found(self.row(FIND, args).await?.as_ref(), now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::glicko2::{decay_deviation, glicko2_rating_period};

    /// The example of the paper: one period with three games.
    #[test]
    fn glickmans_example() {
        let rating = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let after =
            glicko2_rating_period(&rating(1500.0, 200.0), &games, &Glicko2Config::default());
        assert!((after.rating - 1464.06).abs() < 0.01, "{}", after.rating);
        assert!((after.deviation - 151.52).abs() < 0.01, "{}", after.deviation);
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{}", after.volatility);
    }

    #[test]
    fn who_does_not_play_is_less_and_less_certain() {
        let sure = Rating { rating: 1700.0, deviation: SURE, volatility: 0.06 };
        let after = |days| sure.after_idling(Span::days(days));
        assert_eq!(after(0), sure);
        let period = decay_deviation(&sure.inner());
        assert!((after(4).deviation - period.deviation).abs() < 1e-9, "{}", after(4).deviation);
        assert!(!after(365).is_provisional() && after(380).is_provisional());
        assert!((after(1_000_000).deviation - UNKNOWN).abs() < 1e-9, "and no more than unknown");
        assert_eq!(after(1_000).shown(), 1700, "the number itself stays");
    }

    /// Known results of single games.
    #[test]
    fn golden_numbers() {
        let new = Rating::default();
        let (a, b) = after(new, new, Some(Seat::First));
        assert_eq!((a.shown(), b.shown()), (1662, 1338));
        assert!((a.deviation - 290.319).abs() < 0.001, "{}", a.deviation);
        let (a, b) = after(new, new, None);
        assert_eq!((a.shown(), b.shown()), (1500, 1500));
        let strong = Rating { rating: 1800.0, deviation: 60.0, volatility: 0.06 };
        let weak = Rating { rating: 1500.0, deviation: 60.0, volatility: 0.06 };
        let (a, b) = after(strong, weak, Some(Seat::First));
        assert!((0..5).contains(&(a.shown() - 1800)) && (-5..0).contains(&(b.shown() - 1500)));
        let (a, b) = after(strong, weak, Some(Seat::Second));
        assert!((-25..-12).contains(&(a.shown() - 1800)) && (12..25).contains(&(b.shown() - 1500)));
    }

    #[test]
    fn provisional_until_enough_is_known() {
        let mut a = Rating::default();
        let mut b = Rating::default();
        let mut games = 0;
        while a.is_provisional() {
            (a, b) = after(a, b, (games % 2 == 0).then_some(Seat::First).or(Some(Seat::Second)));
            games += 1;
        }
        assert!((5..30).contains(&games), "{games}");
        assert!(b.deviation >= SURE);
    }
}
