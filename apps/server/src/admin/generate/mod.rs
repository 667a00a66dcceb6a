//! Fills a database with finished games that look like years of play, for measurements: they replay by the rules,
//! and ratings, history, scores and counts follow from them, so that [`check`](super::check) finds nothing.
//!
//! A seed repeats who plays whom, when, what and how it ends. People and games carry the seed in their names.

mod batch;
mod chance;
mod population;
mod season;
mod templates;

use super::AdminError;
use crate::store::bulk::BulkConnection;
use crate::store::{DatabaseLocation, ServerLock, Sharing, Store, StoreError};
use batch::Batch;
use chance::Chance;
use clock::{Moment, Span};
use population::Population;
use season::Season;
use sqlx::Row;

/// How many games are written in one transaction.
const BATCH: u64 = 25_000;

/// How long the games took from the first to the last.
const YEARS: Span = Span::days(3 * 365);

/// The amount and the time span of generated games.
#[derive(Clone, Debug)]
pub struct GeneratePlan {
    /// Number of games.
    pub games: u64,
    /// How many people, of whom some are guests and bots; two at least.
    pub people: u32,
    /// What repeats the same people and games.
    pub seed: u16,
    /// How many moves a game has at most; random games of less than that end by the rules.
    pub most_plies: usize,
    /// When the last game ended.
    pub end: Moment,
    /// Whether the database may hold games or people already.
    pub among_others: bool,
}

/// Number of generated rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GenerateReport {
    /// Games.
    pub games: u64,
    /// Their events.
    pub events: u64,
}

/// Makes people and finished games, many in a transaction; `progress` is told how many games are written. No
/// server may be running on the database.
///
/// # Errors
/// If the database fails, a server uses it, it holds games that were not generated, or the same seed was used before.
pub async fn generate(
    place: &DatabaseLocation,
    plan: &GeneratePlan,
    mut progress: impl FnMut(u64),
) -> Result<GenerateReport, AdminError> {
    let _lock = ServerLock::acquire(place, Sharing::Alone).await?;
    let from = Moment(plan.end.0.saturating_sub(YEARS.0));
    // Brings the tables up to date, and makes the computer players.
    let store = Store::open(place).await?;
    let computers = store.computers(from).await?;
    drop(store);
    let mut db = BulkConnection::open(place).await?;
    if !plan.among_others && holds_people(&mut db).await? {
        return Err(AdminError::HoldsOthers);
    }
    let mut chance = Chance::new(plan.seed.into());
    let templates = templates::play(plan.games, plan.most_plies, &mut chance);
    let people = plan.people.max(2) as usize;
    let population = Population::new(people, plan.seed, &computers, &mut chance);
    let season = (plan.games, plan.seed);
    let mut season = Season::new(&population, &templates, season, (from, YEARS), chance);
    add_people(&mut db, &population, from).await.map_err(|error| match error {
        StoreError::Taken => AdminError::SeedUsed(plan.seed),
        other => other.into(),
    })?;
    batch::prepare(&mut db, &templates).await?;
    let mut report = GenerateReport::default();
    while report.games < plan.games {
        let mut batch = Batch::default();
        while batch.games < BATCH
            && let Some(game) = season.next_game()
        {
            batch.add(&game, &population.players);
        }
        report.games += batch.games;
        report.events += batch.write(&mut db, &season).await?;
        progress(report.games);
    }
    db.tidy().await?;
    db.close().await;
    Ok(report)
}

/// Whether there are games, or people besides computer players.
async fn holds_people(db: &mut BulkConnection) -> Result<bool, StoreError> {
    let sql = "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM games LIMIT 1) AS some_games) + \
        (SELECT COUNT(*) FROM (SELECT 1 FROM people WHERE kind <> 'house' LIMIT 1) AS some_people) \
        AS count";
    let rows = db.rows(sql, Vec::new()).await?;
    Ok(rows.first().map_or(Ok(0), |row| row.try_get::<i64, _>("count"))? > 0)
}

async fn add_people(
    db: &mut BulkConnection,
    population: &Population,
    from: Moment,
) -> Result<(), StoreError> {
    let created = Moment(from.0.saturating_sub(Span::days(1).0));
    db.begin_write().await?;
    db.insert(&Population::table(), &population.rows(created)).await?;
    db.commit().await
}
