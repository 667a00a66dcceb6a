//! `sixfold load --archive`: how soon a server answers questions about many finished games, asked one after the
//! other over HTTP.

mod questions;

use super::server::{Server, ServerOptions};
use super::tally::Tally;
use super::write_figure;
use crate::failure::{Done, Failure};
use questions::{Question, questions};
use serde_json::{Value, json};
use server::admin::{self, SampledPerson};
use server::store::{AccountKind, DatabaseLocation, Store};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use ureq::Agent;
use ureq::http::Response;

/// How often each question is asked, and for how long at most unless said otherwise.
const TIMES: usize = 200;
pub(super) const LONGEST: Duration = Duration::from_secs(10);

/// How often a download is measured.
const DOWNLOADS: usize = 5;

/// How often a server is started.
const STARTS: usize = 5;

/// The number of games whose download is timed: as many as a player has after some years.
const DOWNLOADED: u64 = 1_000;

/// Where figures are written to.
struct Report<'a, W> {
    out: &'a mut W,
    json: bool,
    /// How long a question is asked at most.
    longest: Duration,
    failed: usize,
}

impl<W: Write> Report<'_, W> {
    fn write(&mut self, what: &str, details: &str, times: &[Duration]) -> Done {
        let tally = Tally::of(times.iter().map(|time| time.as_secs_f64() * 1_000.0).collect());
        let [half, most, all] = [50, 99, 100].map(|share| tally.share(share));
        if self.json {
            let figures = json!({
                "details": details, "requests": tally.count(),
                "milliseconds": { "p50": half, "p99": most, "max": all },
            });
            return write_figure(self.out, what, &figures);
        }
        let count = tally.count();
        let times = format!("p50 {half:7.1} ms  p99 {most:7.1} ms  max {all:7.1} ms");
        Ok(writeln!(self.out, "{what:38} {times}  {count:4} times  {details}")?)
    }
}

/// A server that is asked.
struct ArchiveServer {
    agent: Agent,
    base: String,
}

impl ArchiveServer {
    fn new(server: &Server) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).build();
        Self { agent: config.into(), base: format!("http://{}", server.address()) }
    }

    fn response(&self, path: &str, session: Option<&str>) -> Result<Response<ureq::Body>, String> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        if let Some(session) = session {
            request = request.header("Cookie", format!("sixfold={session}"));
        }
        let response = request.call().map_err(|error| error.to_string())?;
        let status = response.status();
        if status.is_success() { Ok(response) } else { Err(format!("{path}: {status}")) }
    }

    fn text(&self, path: &str) -> Result<String, String> {
        let mut response = self.response(path, None)?;
        response.body_mut().read_to_string().map_err(|error| error.to_string())
    }

    fn json(&self, path: &str) -> Value {
        let text = self.text(path).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

/// Measures a database, which a server of ours serves meanwhile.
pub(super) fn run(
    data: Option<&Path>,
    options: &ServerOptions<'_>,
    database: Option<&str>,
    (json, longest): (bool, Duration),
    out: &mut impl Write,
) -> Done {
    let place = match (data, database) {
        (_, Some(url)) => DatabaseLocation::Postgres(url.to_owned()),
        (Some(folder), None) => DatabaseLocation::Folder(folder.to_owned()),
        (None, None) => {
            let what = "--archive needs --data DIR or --database URL with finished games";
            return Err(Failure::Request(what.into()));
        }
    };
    let options = ServerOptions { data: None, ..*options };
    let start = || match (&place, data) {
        (DatabaseLocation::Folder(folder), _) => Server::start_on(folder, &options),
        (DatabaseLocation::Postgres(_), _) => Server::start(&options),
    };
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let store = threads.block_on(admin::open(&place))?;
    let people = threads.block_on(admin::people_by_games(&store))?;
    let games: u64 = people.iter().map(|person| person.games).sum::<u64>() / 2;
    if people.len() < 2 {
        let what = "there are no finished games; `sixfold admin generate` makes some";
        return Err(Failure::Request(what.into()));
    }
    let mut report = Report { out, json, longest, failed: 0 };
    measure_start(&start, games, &mut report)?;
    let server = start()?;
    let site = ArchiveServer::new(&server);
    let opponents = threads.block_on(opponents_of(&store, &people))?;
    for question in questions(&site, &people, &opponents) {
        ask(&site, &question, &mut report)?;
    }
    let near = |person: &&SampledPerson| person.games.abs_diff(DOWNLOADED);
    let accounts = people.iter().filter(|person| person.kind != AccountKind::Computer);
    if let Some(person) = accounts.min_by_key(near) {
        let session = store.begin_session(&person.id, Some("a measurement"), server::time::now());
        let session = threads.block_on(session)?;
        measure_download(&site, person, &session, &mut report)?;
    }
    if report.failed > 0 { Err(Failure::Found) } else { Ok(()) }
}

/// The most frequent opponent of each of these people.
async fn opponents_of(store: &Store, people: &[SampledPerson]) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for person in questions::spread(people) {
        let all = store.opponents(&person.id).await?;
        names.push(all.into_iter().next().map_or_else(String::new, |one| one.name));
    }
    Ok(names)
}

/// From the start of the process until `/readyz` says yes.
fn measure_start<W: Write>(
    start: &impl Fn() -> Result<Server, Failure>,
    games: u64,
    report: &mut Report<'_, W>,
) -> Done {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let begun = Instant::now();
        let server = start()?;
        let site = ArchiveServer::new(&server);
        while site.text("/readyz").is_err() {
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push(begun.elapsed());
    }
    report.write("start until ready", &format!("{games} finished games"), &times)
}

/// Asks a question again and again.
fn ask<W: Write>(site: &ArchiveServer, question: &Question, report: &mut Report<'_, W>) -> Done {
    let mut times = Vec::new();
    let start = Instant::now();
    for path in question.paths.iter().cycle().take(TIMES) {
        if start.elapsed() > report.longest {
            break;
        }
        let begun = Instant::now();
        let answer = site.text(path);
        times.push(begun.elapsed());
        if let Err(why) = answer {
            report.failed += 1;
            eprintln!("{why}");
            break;
        }
    }
    report.write(question.what, &question.details, &times)
}

/// How soon the first byte and the last of all games of a person arrive.
fn measure_download<W: Write>(
    site: &ArchiveServer,
    person: &SampledPerson,
    session: &str,
    report: &mut Report<'_, W>,
) -> Done {
    let (mut first, mut whole, mut bytes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..DOWNLOADS {
        let begun = Instant::now();
        let response = site.response("/api/account/download", Some(session));
        let Ok(response) = response.inspect_err(|why| eprintln!("{why}")) else {
            report.failed += 1;
            return Ok(());
        };
        let mut body = response.into_body().into_reader();
        let mut byte = [0; 1];
        body.read_exact(&mut byte)?;
        first.push(begun.elapsed());
        bytes = 1 + std::io::copy(&mut body, &mut std::io::sink())?;
        whole.push(begun.elapsed());
    }
    let details = format!("{} games, {bytes} bytes", person.games);
    report.write("download of one's own, first byte", &details, &first)?;
    report.write("download of one's own, whole", &details, &whole)
}
