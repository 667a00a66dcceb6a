//! The server from outside: over sockets and HTTP, on real databases, as a process that is killed.
//! One program, so that all of it is linked once.

mod answers;
mod archive;
mod attacks;
mod bots;
mod broken;
mod fuzzed_api;
mod hostile;
mod http;
mod kill;
mod lag;
mod large_archive;
mod live;
mod openapi;
mod opening;
mod pairing;
mod people;
mod play;
mod process;
mod proxy;
mod recovery;
mod rooms;
mod rules;
mod secrets;
mod store;
mod support;

/// The server of those tests that run one as a process: this very program, started again.
#[test]
fn server_of_the_test() {
    support::process::serve_if_asked();
}
