//! What several tests need.
#![allow(dead_code)]

pub(crate) mod client;
pub(crate) mod postgres;
pub(crate) mod site;
