//! Whether ratings agree with their history: as many entries as games, the last entry is the rating, and each
//! entry differs from the one before by the change that its game tells.

use super::CheckReport;
use crate::store::StoreError;
use crate::store::bulk::BulkConnection;
use sqlx::Row;
use sqlx::any::AnyRow;

/// The rating of a new account.
const START: f64 = 1500.0;

/// An entry of the history, and what the game of it says.
struct RatingStep {
    key: (String, String, String),
    played: String,
    at: i64,
    rating: f64,
    /// The change that the game tells; none if there is no such game or it was not rated.
    change: Option<i64>,
}

impl RatingStep {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            key: (row.try_get("person")?, row.try_get("game")?, row.try_get("speed")?),
            played: row.try_get("played")?,
            at: row.try_get("at")?,
            rating: row.try_get("rating")?,
            change: row.try_get("change")?,
        })
    }
}

const HISTORY: &str = "SELECT h.person, h.game, h.speed, h.played, h.at, h.rating, \
    CASE WHEN games.first = h.person THEN first_change ELSE second_change END AS change \
    FROM rating_history AS h LEFT JOIN games ON games.id = h.played AND games.rated = 1 \
    AND games.state = 'over' ORDER BY h.person, h.game, h.speed, h.at";

const RATINGS: &str = "SELECT r.person || ' ' || r.game || ' ' || r.speed AS place \
    FROM ratings AS r LEFT JOIN (SELECT person, game, speed, COUNT(*) AS entries, MAX(at) AS last_at \
    FROM rating_history GROUP BY person, game, speed) AS h \
    ON h.person = r.person AND h.game = r.game AND h.speed = r.speed \
    WHERE r.games <> COALESCE(h.entries, 0) OR r.updated <> COALESCE(h.last_at, -1) \
    OR NOT EXISTS (SELECT 1 FROM rating_history AS l WHERE l.person = r.person AND l.game = r.game \
    AND l.speed = r.speed AND l.at = r.updated AND l.rating = r.rating)";

const MISSING: &str = "SELECT games.id AS place FROM games WHERE first_change IS NOT NULL AND ((\
    EXISTS (SELECT 1 FROM people WHERE people.id = games.first) AND NOT EXISTS \
    (SELECT 1 FROM rating_history WHERE person = games.first AND played = games.id)) OR (\
    EXISTS (SELECT 1 FROM people WHERE people.id = games.second) AND NOT EXISTS \
    (SELECT 1 FROM rating_history WHERE person = games.second AND played = games.id)))";

pub(super) async fn check(
    db: &mut BulkConnection,
    report: &mut CheckReport,
) -> Result<(), StoreError> {
    let told = [
        ("a rating is not the last of its history", RATINGS),
        ("a rated game is not in the history of its players", MISSING),
    ];
    for (what, sql) in told {
        for row in db.rows(sql, Vec::new()).await? {
            report.problem(format!("{what}: {}", row.try_get::<String, _>("place")?));
        }
    }
    let mut last: Option<RatingStep> = None;
    db.for_each(HISTORY.to_owned(), async |row| {
        let entry = RatingStep::read(&row)?;
        let before = last.take().filter(|last| last.key == entry.key);
        report.ratings += u64::from(before.is_none());
        if !follows(before.as_ref(), &entry) {
            let (person, game, _) = &entry.key;
            report.problem(format!(
                "the rating of {person} at {game} after game {} does not follow from the one before",
                entry.played
            ));
        }
        last = Some(entry);
        Ok(())
    })
    .await
}

/// Whether an entry differs from the one before by the change of its game. Of two games that ended in the same
/// millisecond their order is unknown.
fn follows(before: Option<&RatingStep>, entry: &RatingStep) -> bool {
    let rating = before.map_or(START, |before| before.rating);
    let tied = before.is_some_and(|before| before.at == entry.at);
    let change = entry.rating.round() as i64 - rating.round() as i64;
    tied || entry.change == Some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(at: i64, rating: f64, change: Option<i64>) -> RatingStep {
        let key = ("ann".to_owned(), "hex".to_owned(), "blitz".to_owned());
        RatingStep { key, played: "g".into(), at, rating, change }
    }

    #[test]
    fn an_entry_follows_by_the_change_of_its_game() {
        assert!(follows(None, &entry(1, 1662.3, Some(162))));
        assert!(!follows(None, &entry(1, 1662.3, Some(161))));
        assert!(!follows(None, &entry(1, 1662.3, None)), "a game that does not exist");
        let before = entry(1, 1662.3, Some(162));
        assert!(follows(Some(&before), &entry(2, 1600.6, Some(-61))));
        assert!(!follows(Some(&before), &entry(2, 1600.6, Some(101))));
        assert!(follows(Some(&before), &entry(1, 1600.6, Some(7))), "in the same millisecond");
    }
}
