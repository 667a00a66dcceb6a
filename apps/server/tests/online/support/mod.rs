//! What several tests need.

pub(crate) mod client;
#[cfg(target_os = "linux")]
pub(crate) mod disk;
pub(crate) mod faulty;
pub(crate) mod gate;
pub(crate) mod limit;
pub(crate) mod nats;
pub(crate) mod nginx;
pub(crate) mod nodes;
pub(crate) mod players;
pub(crate) mod port;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod site;
pub(crate) mod texts;
