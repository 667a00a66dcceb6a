//! The commands of a server, one file each.

pub(crate) mod admin;
pub(crate) mod serve;
pub(crate) mod worker;
