//! Sixfold in a real browser.
//!
//! [`visit`] serves the built app, starts a fresh Chromium and hands a [`Page`] to a test. If the
//! test fails, what the browser showed is kept in `target/screenshots`.

#![warn(missing_docs)]

mod driver;
pub mod engine;
mod finished_games;
mod page;
mod process;
mod site;
mod static_files;
mod tcp_proxy;

pub use finished_games::{FinishedGame, HEX};
pub use page::{Page, Screen};
pub use process::{Process, serve_if_asked};
pub use site::{Answer, Site};
pub use static_files::StaticFiles;
pub use tcp_proxy::TcpProxy;

use driver::Driver;
use std::panic::resume_unwind;
use tokio::sync::Mutex;
use tokio::task::{LocalSet, spawn_local};

/// Held by the test that has the browser: several at once would starve each other of memory and cores.
static BROWSER: Mutex<()> = Mutex::const_new(());

/// Runs a test in a fresh browser on a fresh site.
///
/// # Panics
/// If the test does, or if there is no browser.
pub async fn visit<T>(name: &str, screen: Screen, test: T)
where
    T: AsyncFnOnce(Page, Site) + 'static,
{
    let one = async move |mut pages: Vec<Page>, site| {
        test(pages.pop().expect("one page was asked for"), site).await;
    };
    meet(name, &[screen], one).await;
}

/// Runs a test in several fresh browsers, each with its own session, on a fresh site.
///
/// # Panics
/// If the test does, or if there is no browser.
pub async fn meet<T>(name: &str, screens: &[Screen], test: T)
where
    T: AsyncFnOnce(Vec<Page>, Site) + 'static,
{
    let _browser = BROWSER.lock().await;
    let site = Site::open().await;
    let (mut drivers, mut pages) = (Vec::new(), Vec::new());
    for screen in screens {
        let driver = Driver::start().await;
        pages.push(Page::start(&driver, site.address(), *screen).await);
        drivers.push(driver);
    }
    let shown = pages.clone();
    // In a task of its own a failing test can be looked at before it fails this one.
    let local = LocalSet::new();
    let done = local.run_until(async { spawn_local(test(shown, site)).await }).await;
    for (number, page) in pages.into_iter().enumerate() {
        if done.is_err() {
            let number = if number == 0 { String::new() } else { format!("-{}", number + 1) };
            page.picture(&format!("failed-{name}{number}")).await;
        }
        page.close().await;
    }
    if let Err(failure) = done {
        resume_unwind(failure.into_panic());
    }
}
