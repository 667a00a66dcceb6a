//! Measuring an attack: games that run all the time, a quiet phase, the attack in a process of its
//! own, and the figures of both.

use super::probe::Waits;
use super::target::Target;
use super::{Attack, named};
use crate::failure::{Done, Failure};
use crate::tools::json_output::write_result;
use crate::tools::load::client::ClientError;
use crate::tools::load::server::{Server, ServerOptions};
use crate::tools::load::servers::Servers;
use crate::tools::load::tally::{Sample, Tally};
use crate::tools::load::{GamesRun, start_games};
use serde_json::{Value, json};
use std::fmt;
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long the games run before anything is measured.
const SETTLE: Duration = Duration::from_secs(2);

/// The files that a server needs besides its connections.
const OTHER_FILES: usize = 1_024;

/// A measurement that is planned.
pub(in crate::tools::load) struct Plan<'a> {
    /// One attack's name, or `all`.
    pub(in crate::tools::load) name: &'a str,
    /// How many games run all the time.
    pub(in crate::tools::load) games: usize,
    /// How long the quiet phase and the attack last, each.
    pub(in crate::tools::load) phase: Duration,
    /// The server to start; the address of one that runs already goes first.
    pub(in crate::tools::load) server: Option<&'a str>,
    pub(in crate::tools::load) options: ServerOptions<'a>,
    /// Whether figures are written as JSON, an object a line.
    pub(in crate::tools::load) json: bool,
}

/// The figures of one attack.
struct Figures {
    attack: &'static Attack,
    games: usize,
    quiet: Tally,
    attacked: Tally,
    /// Games that ended before they should, and why the first of them did.
    failed: Vec<ClientError>,
    /// What came of the attack's requests, as its process tells.
    counts: Value,
    /// The server's memory before and at most during the attack, in MB, where the system tells.
    memory: Option<(u64, u64)>,
    waits: [Waits; 2],
}

/// Measures every attack of the plan, each with a server and games of its own.
pub(in crate::tools::load) fn run(plan: &Plan<'_>, out: &mut impl Write) -> Done {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for attack in named(plan.name)? {
        let file_limit = attack.few_files.then_some(2 * plan.games + OTHER_FILES);
        let server = match plan.server {
            Some(url) => Server::running(url)?,
            None => Server::start(&ServerOptions { file_limit, ..plan.options })?,
        };
        let figures = threads.block_on(measured(&server.into(), attack, plan))?;
        if plan.json {
            write_result(out, None, None, &figures.json())?;
        } else {
            writeln!(out, "{figures}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// One attack from beginning to end.
async fn measured(
    servers: &Servers,
    attack: &'static Attack,
    plan: &Plan<'_>,
) -> Result<Figures, Failure> {
    let server = servers.first();
    let at: SocketAddr = server
        .address()
        .parse()
        .map_err(|_| Failure::Request("--attack takes an address like 127.0.0.1:6060".into()))?;
    for series in 0..2 {
        attack.probe.prepare(&Target::new(at, plan.phase), series).await;
    }
    let games = start_games(servers, plan.games, Duration::from_secs(1)).await;
    tokio::time::sleep(SETTLE).await;
    let quiet_from = Instant::now();
    let before = attack.probe.measure(&Target::new(at, plan.phase), 0).await;
    let attack_from = Instant::now();
    let memory_before = server.megabytes();
    let (during, counts, most) = tokio::join!(
        async { attack.probe.measure(&Target::new(at, plan.phase), 1).await },
        attacker(attack.name, at, plan.phase),
        most_memory(server, attack_from + plan.phase),
    );
    let attack_until = attack_from + plan.phase;
    let (samples, failed) = games.finish().await;
    let phase = |from: Instant, until: Instant| {
        let within = |sample: &&Sample| (from..until).contains(&sample.sent);
        Tally::of(samples.iter().filter(within).map(|sample| sample.milliseconds).collect())
    };
    Ok(Figures {
        attack,
        games: plan.games,
        quiet: phase(quiet_from, attack_from),
        attacked: phase(attack_from, attack_until),
        failed,
        counts: counts?,
        memory: memory_before.zip(most),
        waits: [before, during],
    })
}

/// The attack, in a process of its own with the lowest priority; what it says of its requests.
async fn attacker(name: &'static str, at: SocketAddr, time: Duration) -> Result<Value, Failure> {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(std::env::current_exe()?);
    command.args(["load", "--attacker", name, "--server", &format!("http://{at}")]);
    command.args(["--time", &format!("{}s", time.as_secs())]).stderr(Stdio::inherit());
    let ended = tokio::task::spawn_blocking(move || command.output()).await;
    let wrong = || Failure::File("the attacker's process did not end well".into());
    let output = ended.map_err(|_| wrong())??;
    serde_json::from_slice(&output.stdout).map_err(|_| wrong())
}

/// The most memory that the server holds until then.
async fn most_memory(server: &Server, until: Instant) -> Option<u64> {
    let mut most = None;
    while Instant::now() < until {
        most = most.max(server.megabytes());
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    most.max(server.megabytes())
}

impl Figures {
    /// How many times the quiet p99 the attacked one is.
    fn ratio(&self) -> f64 {
        self.attacked.share(99) / self.quiet.share(99)
    }

    fn json(&self) -> Value {
        let tally = |tally: &Tally| {
            json!({
                "moves": tally.count(), "p50": tally.share(50), "p99": tally.share(99),
                "max": tally.share(100),
            })
        };
        let waits = |waits: &Waits| {
            let (median, longest, missing) = waits.figures();
            json!({"median": median, "max": longest, "failed": missing})
        };
        json!({
            "attack": self.attack.name, "games": self.games, "quiet": tally(&self.quiet),
            "attacked": tally(&self.attacked), "ratio": self.ratio(),
            "games_failed": self.failed.len(), "requests": self.counts,
            "memory_mb": self.memory.map(|(before, most)| [before, most]),
            "probe": self.attack.probe.text(), "probe_quiet": waits(&self.waits[0]),
            "probe_attacked": waits(&self.waits[1]),
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.attack.name, self.attack.summary)?;
        writeln!(f, "  {} games, quiet:    {}", self.games, self.quiet)?;
        write!(f, "  {} games, attacked: {}", self.games, self.attacked)?;
        writeln!(f, "; p99 is {:.1} times the quiet one", self.ratio())?;
        if let Some(why) = self.failed.first() {
            writeln!(f, "  {} games failed, the first by {why:?}", self.failed.len())?;
        }
        let count = |name: &str| self.counts[name].as_u64().unwrap_or_default();
        write!(f, "  requests: {} accepted, ", count("accepted"))?;
        writeln!(f, "{} refused, {} closed", count("refused"), count("closed"))?;
        if count("bytes") > 0 {
            writeln!(f, "  received by the attackers: {} MB", count("bytes") / 1_000_000)?;
        }
        if let Some((before, most)) = self.memory {
            writeln!(f, "  server: {before} MB before, {most} MB at most")?;
        }
        write!(f, "  another visitor's {}:", self.attack.probe.text())?;
        for (waits, when) in self.waits.iter().zip(["quiet", "attacked"]) {
            let (median, longest, missing) = waits.figures();
            write!(f, " {when} median {median:.0} ms, max {longest:.0} ms, {missing} failed;")?;
        }
        Ok(())
    }
}

impl GamesRun {
    /// Ends all games and collects what was measured.
    async fn finish(self) -> (Vec<Sample>, Vec<ClientError>) {
        let (mut samples, mut failed) = (Vec::new(), Vec::new());
        for (own, gone) in self.stopped().await {
            samples.extend(own);
            failed.extend(gone);
        }
        (samples, failed)
    }
}
