//! Sixfold in the browser.
//!
//! The page draws and is touched; rules come from `scene`, thinking from the engine's worker.

// The framework takes what a component is given by value, in a struct that it makes public.
#![allow(clippy::needless_pass_by_value, unreachable_pub)]

mod account;
mod app;
mod board;
mod brand;
mod browser;
mod engine;
mod games;
mod http;
mod lazy_pages;
mod online;
mod pages;
mod routes;
mod settings;
mod shell;
mod sound;
mod startup;
mod thinking;

fn main() {
    console_error_panic_hook::set_once();
    // Not in the task in which the module was instantiated.
    startup::enqueue(|| leptos::mount::mount_to_body(app::App));
}
