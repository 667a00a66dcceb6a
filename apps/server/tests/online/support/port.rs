//! Ports for processes that are killed and started again at the same address.
//!
//! They are below the range from which the system gives ports to whoever asks for none, so that nobody takes one
//! while its server is away. A lock on a file holds each for the life of the test program, so that test
//! programs that run at the same time do not share one.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Mutex, PoisonError};

/// Below the ephemeral range of Linux, which begins at 32,768, and above what usual services listen on.
const PORTS: std::ops::Range<u16> = 14_000..32_000;

/// Where the locks are.
const FOLDER: &str = "sixfold-test-ports";

/// The locks of this program, and where the search for the next port begins.
static HELD: Mutex<(Vec<File>, u16)> = Mutex::new((Vec::new(), PORTS.start));

/// An address that nobody listens on, for as long as this program runs.
pub(crate) fn free_address() -> SocketAddr {
    let folder = std::env::temp_dir().join(FOLDER);
    // Another program may have made it just now.
    let _ = std::fs::create_dir(&folder);
    let (locks, next) = &mut *HELD.lock().unwrap_or_else(PoisonError::into_inner);
    for port in *next..PORTS.end {
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        // Files of another user cannot be opened: the port is theirs.
        let Ok(file) = File::create(folder.join(port.to_string())) else { continue };
        if file.try_lock().is_ok() && TcpListener::bind(at).is_ok() {
            locks.push(file);
            *next = port + 1;
            return at;
        }
    }
    panic!("no port is free in {PORTS:?}");
}
