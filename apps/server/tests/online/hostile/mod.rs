//! Clients with bad intentions over real sockets, and databases and disks that fail: each test is
//! something that once did harm.

mod batches;
mod budgets;
#[cfg(target_os = "linux")]
mod disk;
mod faults;
mod rights;
mod stored_games;
