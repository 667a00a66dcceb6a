//! Sixfold in a real browser.
//!
//! [`visit`] serves the built app, starts a fresh Chromium and hands a [`Page`] to a test. If the
//! test fails, what the browser showed is kept in `target/screenshots`.

#![warn(missing_docs)]

mod driver;
pub mod engine;
mod page;
mod past;
mod site;

pub use page::{Page, Screen};
pub use past::{HEX, Past};
pub use site::{Answer, Site};

use driver::Driver;
use std::panic::resume_unwind;
use tokio::task::{LocalSet, spawn_local};

/// Runs a test in a fresh browser on a fresh site.
///
/// # Panics
/// If the test does, or if there is no browser.
pub async fn visit<T>(name: &str, screen: Screen, test: T)
where
    T: AsyncFnOnce(Page, Site) + 'static,
{
    let site = Site::open().await;
    let driver = Driver::start().await;
    let page = Page::start(&driver, site.address(), screen).await;
    let shown = page.clone();
    // In a task of its own a failing test can be looked at before it fails this one.
    let local = LocalSet::new();
    let done = local.run_until(async { spawn_local(test(shown, site)).await }).await;
    if done.is_err() {
        page.picture(&format!("failed-{name}")).await;
    }
    page.close().await;
    if let Err(failure) = done {
        resume_unwind(failure.into_panic());
    }
}
