//! `sixfold load --attack`: ordinary games are measured in quiet, then while one attack runs against
//! the same server.
//!
//! The server has its usual rate limits. Every ordinary player has a loopback address of its own
//! (`127.0.0.0/8`, which Linux gives to every program), so that budgets by address meet the attackers
//! alone. Attackers are another process with the lowest priority: what is measured is the server's
//! time, not theirs.

mod connections;
mod frames;
mod games;
mod lobby;
mod measure;
mod probe;
mod requests;
mod target;
mod wire;

pub(super) use measure::{Plan, run};

use crate::failure::{Done, Failure};
use futures_util::future::BoxFuture;
use probe::Probe;
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;
use target::Target;

/// An attack: what it is called, what it does, whose waiting is measured besides the games'.
pub(super) struct Attack {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    probe: Probe,
    /// Whether the server starts with a soft limit on open files that the attack can reach.
    few_files: bool,
    run: fn(Target) -> BoxFuture<'static, ()>,
}

const fn attack(
    name: &'static str,
    summary: &'static str,
    probe: Probe,
    run: fn(Target) -> BoxFuture<'static, ()>,
) -> Attack {
    Attack { name, summary, probe, few_files: false, run }
}

/// All attacks.
pub(super) const ATTACKS: &[Attack] = &[
    attack(
        "import-sgf",
        "one address imports SGF files with 17,500 property names, 30 at once",
        Probe::Page,
        |target| Box::pin(requests::import_sgf(target)),
    ),
    attack(
        "unseek-unknown",
        "one guest takes back a seek that does not exist, 24 times a second",
        Probe::Connection,
        |target| Box::pin(lobby::unseek_unknown(target)),
    ),
    attack(
        "level8-games",
        "one guest starts 90 games against the computer at level 8",
        Probe::ComputerMove,
        |target| Box::pin(games::level8_games(target)),
    ),
    attack(
        "many-games",
        "one guest makes games over 16 sockets as fast as it can",
        Probe::ComputerMove,
        |target| Box::pin(games::many_games(target)),
    ),
    attack(
        "analyse-hold",
        "one guest asks for analyses of five seconds, nine at once",
        Probe::Analysis,
        |target| Box::pin(requests::analyse_hold(target)),
    ),
    attack("password-hash", "48 addresses sign in under unknown names", Probe::SignIn, |target| {
        Box::pin(requests::password_hash(target))
    }),
    Attack {
        few_files: true,
        ..attack(
            "idle-tcp",
            "one address opens 1,016 connections and sends nothing",
            Probe::Connection,
            |target| Box::pin(connections::idle_tcp(target)),
        )
    },
    attack(
        "slow-headers",
        "one address sends 200 request heads a byte a second",
        Probe::Connection,
        |target| Box::pin(connections::slow_headers(target)),
    ),
    attack(
        "slow-body",
        "one address sends 200 request bodies a byte a second",
        Probe::Connection,
        |target| Box::pin(connections::slow_body(target)),
    ),
    attack(
        "lobby-unseek",
        "one guest takes back nothing while 300 connections see a lobby of 200 seeks",
        Probe::Connection,
        |target| Box::pin(lobby::lobby_unseek(target)),
    ),
    attack(
        "archive-scan",
        "20 addresses search the archive (give it games with --data)",
        Probe::Page,
        |target| Box::pin(requests::archive_scan(target)),
    ),
    attack(
        "never-read",
        "64 guests ask for answers and read nothing",
        Probe::Connection,
        |target| Box::pin(connections::never_read(target)),
    ),
    attack(
        "chat-finished",
        "40 strangers write into a game that is over",
        Probe::Connection,
        |target| Box::pin(games::chat_finished(target)),
    ),
    attack(
        "challenge-flood",
        "ten guests challenge the same victim as fast as they can",
        Probe::Connection,
        |target| Box::pin(lobby::challenge_flood(target)),
    ),
    attack("watch-finished", "40 guests watch 100 finished games", Probe::Connection, |target| {
        Box::pin(games::watch_finished(target))
    }),
    attack(
        "empty-continuation-frames",
        "four sockets send empty fragments without end",
        Probe::Connection,
        |target| Box::pin(frames::empty_continuation_frames(target)),
    ),
    attack(
        "ping-flood",
        "four sockets send WebSocket pings without end",
        Probe::Connection,
        |target| Box::pin(frames::ping_flood(target)),
    ),
    attack(
        "guest-flood",
        "64 addresses become guests as fast as they can",
        Probe::Connection,
        |target| Box::pin(requests::guest_flood(target)),
    ),
    attack(
        "bad-frames",
        "four sockets send frames that the RFC forbids",
        Probe::Connection,
        |target| Box::pin(frames::bad_frames(target)),
    ),
    attack(
        "big-messages",
        "four sockets send messages of 60,000 bytes",
        Probe::Connection,
        |target| Box::pin(frames::big_messages(target)),
    ),
];

/// The attacks that a name stands for: one, or `all`.
pub(super) fn named(name: &str) -> Result<Vec<&'static Attack>, Failure> {
    let found: Vec<_> =
        ATTACKS.iter().filter(|attack| name == "all" || attack.name == name).collect();
    if found.is_empty() {
        let what = format!("there is no attack '{name}'; --attack list names them");
        return Err(Failure::Request(what));
    }
    Ok(found)
}

/// Writes the names of all attacks, one a line, with what they do.
pub(super) fn list(out: &mut impl Write) -> Done {
    for attack in ATTACKS {
        writeln!(out, "{:27}{}", attack.name, attack.summary)?;
    }
    Ok(())
}

/// Runs one attack in this process and writes what came of it as JSON: the attacker's process.
pub(super) fn run_attack(name: &str, at: SocketAddr, time: Duration, out: &mut impl Write) -> Done {
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    for attack in named(name)? {
        let target = Target::new(at, time);
        let counts = target.counts.clone();
        // An attack that waits for an answer which never comes is cut off.
        let bounded = time + Duration::from_secs(5);
        let struck =
            threads.block_on(async { tokio::time::timeout(bounded, (attack.run)(target)).await });
        let mut figures = counts.json();
        figures["cut_off"] = struck.is_err().into();
        writeln!(out, "{figures}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_found_by_name() {
        assert_eq!(named("all").unwrap().len(), ATTACKS.len());
        for attack in ATTACKS {
            assert_eq!(named(attack.name).unwrap().len(), 1, "{}", attack.name);
        }
        assert!(named("nonsense").is_err());
        let mut listed = Vec::new();
        list(&mut listed).unwrap();
        assert_eq!(String::from_utf8(listed).unwrap().lines().count(), ATTACKS.len());
    }
}
