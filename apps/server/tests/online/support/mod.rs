//! What several tests need.

pub(crate) mod client;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod site;
