//! Copies everything from one database to another, of the same or of the other kind.

use super::rows::{Loader, TableTotals, every_row, line};
use super::{AdminError, backup};
use crate::store::DatabaseLocation;
use crate::store::bulk::BulkConnection;

/// Copies every row of one database to another, which must be empty; reads what was written again and compares
/// counts and checksums before it commits.
///
/// # Errors
/// If one of them fails, or the other is not empty; nothing is committed then.
pub async fn copy(
    from: &DatabaseLocation,
    to: &DatabaseLocation,
) -> Result<Vec<TableTotals>, AdminError> {
    let mut source = BulkConnection::open(from).await?;
    let steps = backup::known_steps(&mut source).await?;
    source.begin_snapshot().await?;
    let mut loader = Loader::begin(BulkConnection::open_or_make(to).await?, steps).await?;
    let mut all = Vec::new();
    for table in source.tables().await? {
        let mut totals = TableTotals::new(&table.name);
        every_row(&mut source, &table, async |row| {
            totals.add(&line(&row));
            loader.add(&table, row).await
        })
        .await?;
        loader.flush(&table).await?;
        all.push(totals);
    }
    loader.finish(&all).await?;
    source.close().await;
    Ok(all)
}
