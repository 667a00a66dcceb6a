//! Logs: structured lines on the standard error. Secrets and what people say are never in them.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

/// Writes logs from now on, as the environment asks for.
pub fn write_logs() {
    let filter = EnvFilter::try_from_env("SIXFOLD_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let json = std::env::var("SIXFOLD_LOG_FORMAT").is_ok_and(|format| format == "json");
    // Somebody else may have begun to write them already; then they go on.
    let _ = if json { lines.json().try_init() } else { lines.try_init() };
}
