//! Who pays for a message or a request: a person, and the networks that the address belongs to.

use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// The payer of a request: its account, if one is authenticated, and its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payer {
    /// The person's id, where one is known.
    pub person: Option<Arc<str>>,
    /// The address at the other end.
    pub address: IpAddr,
}

impl Payer {
    /// A person at an address.
    pub fn new(person: &str, address: IpAddr) -> Self {
        Self { person: Some(person.into()), address }
    }

    /// An address without an account.
    pub fn address(address: IpAddr) -> Self {
        Self { person: None, address }
    }

    /// The networks of the address, the narrowest first.
    pub fn networks(&self) -> impl Iterator<Item = Network> + use<> {
        networks(self.address)
    }
}

/// A block of addresses that one customer may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

/// Prefix lengths for IPv4, and how many times the budget of a single address such a network has.
const IPV4: [(u8, u32); 2] = [(32, 1), (24, 8)];

/// The same for IPv6, where one customer has a /64 at least, often a /56, sometimes a /48.
const IPV6: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];

impl Network {
    /// The narrowest network of an address: an IPv4 address, or the first half of an IPv6 address.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(_) => Self::cut(address, IPV4[0].0),
            IpAddr::V6(_) => Self::cut(address, IPV6[0].0),
        }
    }

    fn cut(address: IpAddr, bits: u8) -> Self {
        let first = match address.to_canonical() {
            IpAddr::V4(v4) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(v4.to_bits() & mask))
            }
            IpAddr::V6(v6) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
                IpAddr::V6((v6.to_bits() & mask).into())
            }
        };
        Self { first, bits }
    }

    /// How many times the budget of a single address it has.
    pub fn multiple(self) -> u32 {
        let sizes: &[(u8, u32)] = if self.first.is_ipv4() { &IPV4 } else { &IPV6 };
        sizes.iter().find(|(bits, _)| *bits == self.bits).map_or(1, |(_, multiple)| *multiple)
    }
}

fn networks(address: IpAddr) -> impl Iterator<Item = Network> + use<> {
    let sizes: &[(u8, u32)] = if address.to_canonical().is_ipv4() { &IPV4 } else { &IPV6 };
    sizes.iter().map(move |(bits, _)| Network::cut(address, *bits))
}

/// An entry of `X-Forwarded-For`, as proxies write it: with or without a port, IPv6 with or without
/// brackets.
pub fn forwarded(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim().trim_matches('"');
    let bare = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || entry.parse::<SocketAddr>().ok().map(|at| at.ip());
    entry.parse().ok().or_else(with_port).or_else(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(address: &str) -> Vec<(String, u8, u32)> {
        let told = |network: Network| (network.first.to_string(), network.bits, network.multiple());
        networks(address.parse().unwrap()).map(told).collect()
    }

    #[test]
    fn an_address_belongs_to_networks_of_growing_size() {
        let v4 = [("203.0.113.77".to_owned(), 32, 1), ("203.0.113.0".to_owned(), 24, 8)];
        assert_eq!(list("203.0.113.77"), v4);
        assert_eq!(list("::ffff:203.0.113.77"), v4, "IPv4 written as IPv6 is IPv4");
        let v6 = [
            ("2001:db8:1:2ff::".to_owned(), 64, 1),
            ("2001:db8:1:200::".to_owned(), 56, 4),
            ("2001:db8:1::".to_owned(), 48, 16),
        ];
        assert_eq!(list("2001:db8:1:2ff:a:b:c:d"), v6);
        assert_eq!(Network::of("2001:db8::1".parse().unwrap()).bits, 64);
    }

    #[test]
    fn entries_of_proxies_are_read_with_ports_and_brackets() {
        for (entry, address) in [
            ("1.2.3.4", "1.2.3.4"),
            (" 1.2.3.4:5678 ", "1.2.3.4"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("\"[2001:db8::1]:443\"", "2001:db8::1"),
        ] {
            assert_eq!(forwarded(entry), Some(address.parse().unwrap()), "{entry}");
        }
        for entry in ["", "unknown", "_hidden", "1.2.3", "1.2.3.4:x", "[1.2.3.4", "::1]:4"] {
            assert_eq!(forwarded(entry), None, "{entry}");
        }
    }
}
