//! The server from outside: over sockets and HTTP, on real databases, as a process that is killed.
//! One program, so that all of it is linked once.

mod admin;
mod answers;
mod archive;
mod attacks;
mod backup;
mod between_nodes;
mod bots;
mod broken;
mod cluster;
mod cluster_outage;
mod deploy;
mod fencing;
mod fuzzed_api;
mod generated;
mod handover;
mod hostile;
mod http;
mod kill;
mod lag;
mod large_archive;
mod leases;
mod live;
mod lobby_requests;
mod moderation;
mod openapi;
mod opening;
mod operating;
mod pairing;
mod people;
mod play;
mod process;
mod proxy;
mod recovery;
mod request_ids;
mod rooms;
mod rules;
mod secrets;
mod store;
mod support;
mod workers;

/// The server of those tests that run one as a process: this very program, started again.
#[test]
fn server_of_the_test() {
    support::process::serve_if_asked();
}
