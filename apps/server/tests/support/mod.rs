//! What several tests need.
#![allow(dead_code)]

pub(crate) mod postgres;
