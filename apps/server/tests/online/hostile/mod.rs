//! Hostile clients over real sockets, and databases and disks that fail: whatever one visitor sends,
//! the others play on. Each finding that once did harm is a test here.
//!
//! One file a topic. `raw` is a TCP client that may break every rule of HTTP and WebSocket;
//! `honest` plays whole games meanwhile. Clients connect from several loopback addresses
//! (`127.0.0.0/8`), as visitors from several networks do.

mod accounts;
mod batches;
mod budgets;
mod challenges;
mod chat;
#[cfg(target_os = "linux")]
mod disk;
mod faults;
mod finished;
mod frames;
mod games;
mod honest;
mod idle;
mod import;
mod lobby;
mod messages;
mod offers;
pub(crate) mod raw;
mod requests;
mod rights;
mod rooms;
mod secrecy;
mod sign_in;
mod stored_games;
mod time;
mod unread;

use std::net::{IpAddr, Ipv4Addr};

/// The loopback address of a visitor: 127.9.0.0/16 is for hostile clients, one address a number.
pub(crate) fn loopback(number: u16) -> IpAddr {
    let [high, low] = number.to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, 9, high, low))
}

/// Pseudo-random numbers (xorshift64, Marsaglia 2003) from a fixed seed: a failure can be repeated.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}
