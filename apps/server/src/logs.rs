//! Logs: structured lines on the standard error. Secrets and what people say are never in them.

use std::io::{IsTerminal, stderr};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

/// Writes logs from now on, as the environment asks for.
pub fn write_logs() {
    let filter = EnvFilter::try_from_env("SIXFOLD_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = fmt().with_env_filter(filter).with_writer(stderr).with_target(false);
    // Colours only for a person who reads along, and not for one who has asked for none.
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let lines = lines.with_ansi(stderr().is_terminal() && !no_color);
    let json = std::env::var("SIXFOLD_LOG_FORMAT").is_ok_and(|format| format == "json");
    // A logger may be installed already; then it goes on.
    let _ = if json { lines.json().try_init() } else { lines.try_init() };
}
