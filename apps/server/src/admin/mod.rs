//! What an operator does with a whole database: backup, restore, copy and check, which read one snapshot while
//! servers are running; and filling one for measurements. What changes accounts and games is in `store`.

mod backup;
mod check;
mod copy;
mod error;
mod generate;
mod rating_chain;
mod replay;
mod rows;
mod sample;

pub use backup::{backup, restore};
pub use check::{CheckProgress, CheckReport, check, check_with};
pub use copy::copy;
pub use error::AdminError;
pub use generate::{GeneratePlan, GenerateReport, generate};
pub use rows::TableTotals;
pub use sample::{SampledPerson, people_by_games};

use crate::store::bulk::holds_database;
use crate::store::{DatabaseLocation, Store, StoreError};

/// Opens a database that must exist already: a mistyped folder is an error, and not a new database.
///
/// # Errors
/// If there is none, or it cannot be opened.
pub async fn open(place: &DatabaseLocation) -> Result<Store, AdminError> {
    if let DatabaseLocation::Folder(folder) = place
        && !holds_database(folder)
    {
        return Err(AdminError::NoDatabase(folder.clone()));
    }
    let store: Result<Store, StoreError> = Store::open(place).await;
    Ok(store?)
}
