//! Ctrl-C: the first asks for an end, the second is one.

use crate::failure::Failure;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// The exit code of a program that Ctrl-C ended, as shells have it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// The flag that Ctrl-C sets; a process has one.
pub(super) fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::clone(STOP.get_or_init(Arc::default));
    let handled = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if handled.swap(true, Relaxed) {
            process::exit(INTERRUPTED);
        }
        eprintln!("finishing the games under way; Ctrl-C again ends at once");
    })
    .map_err(|error| Failure::request(format!("Ctrl-C cannot be handled: {error}")))?;
    Ok(stop)
}
