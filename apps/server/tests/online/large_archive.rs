//! Many finished games: every query of the archive is answered from an index, every page can be
//! reached, and a download holds all games. On both databases.
//!
//! `sixfold admin generate` and `sixfold load --archive` measure how long that takes with a million games.

use crate::http::{Asker, GENEROUS, at};
use crate::support::postgres::Cluster;
use clock::{Moment, Speed};
use server::archive::{PAGE, ResultFilter, Search};
use server::limits::Limits;
use server::store::{
    Answer, Append, Arg, Closing, Database, DatabaseLocation, Sql, Statement, Store, StoreError,
    statement,
};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, Row as _, SqlSafeStr as _, SqlStr};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A statement that the server has sent, and what is wrong with the plan of the database for it.
struct Planned {
    sql: String,
    plan: Vec<String>,
    faults: Vec<String>,
}

/// A database that notes how it means to answer each query that is sent to it.
struct Explaining {
    inner: Sql,
    is_postgres: bool,
    plans: Mutex<Vec<Planned>>,
}

impl Explaining {
    async fn open(place: &DatabaseLocation) -> (Arc<Self>, Store) {
        let inner = Sql::open(place).await.unwrap();
        let is_postgres = matches!(place, DatabaseLocation::Postgres(_));
        let database = Arc::new(Self { inner, is_postgres, plans: Mutex::default() });
        let store = Store::over(Arc::clone(&database) as Arc<dyn Database>);
        (database, store)
    }

    async fn explain(&self, sql: &str, args: Vec<Arg>) -> Planned {
        let explain = if self.is_postgres { ANALYZE } else { "EXPLAIN QUERY PLAN" };
        let explain = AssertSqlSafe(format!("{explain} {sql}")).into_sql_str();
        let rows = self.inner.read(explain, args).await.unwrap();
        // What is sorted after a limit inside is no more than a page; and programs that play are few.
        let is_limited = sql.find("LIMIT").is_some_and(|limit| sql[limit..].contains(')'))
            || sql.contains("FROM people CROSS JOIN ratings");
        let (plan, faults) =
            if self.is_postgres { postgres(&rows) } else { sqlite(&rows, is_limited) };
        Planned { sql: sql.to_owned(), plan, faults }
    }
}

/// Tables that grow with what is played.
const LARGE: [&str; 7] =
    ["games", "scores", "game_counts", "rating_history", "ratings", "people", "events"];

/// PostgreSQL does what it explains, and counts rows.
const ANALYZE: &str = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)";

/// Whole tables that are read, and sorting of what is read from one of them, unless that is a page.
fn sqlite(rows: &[AnyRow], is_limited: bool) -> (Vec<String>, Vec<String>) {
    let steps: Vec<(i64, String)> =
        rows.iter().map(|row| (row.get("parent"), row.get("detail"))).collect();
    let reads = |step: &str, how: &str| {
        let words: Vec<&str> = step.split(' ').take(2).collect();
        LARGE.iter().any(|table| words == [how, table])
    };
    let is_fault = |(parent, step): &&(i64, String)| {
        let of_page = *parent == 0 && is_limited;
        let beside = |other: &(i64, String)| other.0 == *parent && reads(&other.1, "SEARCH");
        // Several equal ones behind the first: `FOR LAST TERM`, `FOR RIGHT PART`.
        let sorts = step == "USE TEMP B-TREE FOR ORDER BY" && steps.iter().any(beside);
        sorts && !of_page || reads(step, "SCAN")
    };
    let faults = steps.iter().filter(is_fault).map(|(_, step)| step.clone()).collect();
    (steps.iter().map(|(_, step)| step.clone()).collect(), faults)
}

/// Whole tables that PostgreSQL has read, and steps that have read or thrown away more rows than a page needs.
fn postgres(rows: &[AnyRow]) -> (Vec<String>, Vec<String>) {
    let number = |step: &str, before: &str| -> u64 {
        let rest = step.split(before).nth(1).unwrap_or_default();
        rest.split([' ', ')']).next().and_then(|number| number.parse().ok()).unwrap_or_default()
    };
    let plan: Vec<String> = rows.iter().map(|row| row.get("QUERY PLAN")).collect();
    let is_fault = |step: &&String| {
        let read = number(step, "actual rows=").max(number(step, "Rows Removed by Filter: "));
        step.contains("Seq Scan on ") || read > MOST_READ
    };
    (plan.clone(), plan.iter().filter(is_fault).cloned().collect())
}

/// The games of the eleventh page and those before it; and the points of a graph, which are fewer.
const MOST_READ: u64 = 551;

impl Database for Explaining {
    fn read(&self, sql: SqlStr, args: Vec<Arg>) -> Answer<'_, Vec<AnyRow>> {
        Box::pin(async move {
            let planned = self.explain(sql.as_str(), args.clone()).await;
            self.plans.lock().unwrap().push(planned);
            self.inner.read(sql, args).await
        })
    }

    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()> {
        self.inner.write(statements)
    }

    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>> {
        self.inner.append(append)
    }

    fn append_with(&self, append: Append, with: Vec<Statement>) -> Answer<'_, Option<(i32, i32)>> {
        self.inner.append_with(append, with)
    }

    fn close(&self, closing: Closing) -> Answer<'_, ()> {
        self.inner.close(closing)
    }

    fn maintain(&self) -> Answer<'_, ()> {
        self.inner.maintain()
    }

    fn last_commit_age(&self) -> Duration {
        self.inner.last_commit_age()
    }
}

/// So many people, of whom the first plays in every fourth game.
const PEOPLE: u64 = 100;

const GAMES: &str = "INSERT INTO games (id, game, options, time, speed, rated, first, second, \
    first_name, second_name, first_kind, second_kind, first_provisional, second_provisional, \
    created, plies, state, winner, why, ended) \
    WITH RECURSIVE numbers (i) AS (SELECT CAST($1 AS BIGINT) \
    UNION ALL SELECT i + 1 FROM numbers WHERE i < $2), \
    seats (i, a, b) AS (SELECT i, CASE WHEN i % 4 = 0 THEN 0 ELSE i * 7 % $3 END, \
    (i * 7 + 1 + i / 4 % 30) % $3 FROM numbers) \
    SELECT 'g' || i, CASE WHEN i % 7 = 0 THEN 'havannah' ELSE 'hex' END, \
    CASE WHEN i % 7 = 0 THEN 'size=4 swap=off' ELSE 'size=3 swap=off' END, \
    '300+3', 'blitz', CASE WHEN i % 5 = 0 THEN 0 ELSE 1 END, 'p' || a, 'p' || b, \
    'Person-' || a, 'Person-' || b, 'account', 'account', 0, 0, i, 0, 'over', \
    CASE WHEN i % 3 = 0 THEN 'first' WHEN i % 3 = 1 THEN 'second' END, 'resignation', i / 3 \
    FROM seats WHERE a <> b";

const SCORES: &str = "INSERT INTO scores (person, opponent, won, lost, drawn, games) \
    SELECT person, opponent, COUNT(*), 0, 0, COUNT(*) FROM (SELECT first AS person, \
    second AS opponent FROM games UNION ALL SELECT second, first FROM games) AS all_games \
    GROUP BY person, opponent";

const COUNTS: &str = "INSERT INTO game_counts (person, games) \
    SELECT person, SUM(games) FROM scores GROUP BY person";

const HISTORY: &str = "INSERT INTO rating_history \
    (person, played, game, speed, at, rating, deviation) \
    SELECT first, id, game, speed, ended, 1500, 60 FROM games WHERE created BETWEEN $1 AND $2";

const RATINGS: &str = "INSERT INTO ratings \
    (person, game, speed, rating, deviation, volatility, games, updated) \
    SELECT id, 'hex', 'blitz', 1500, 60, 0.06, 1, 1 FROM people";

const LIVE: &str = "INSERT INTO games (id, game, options, time, speed, rated, first, second, \
    first_name, second_name, first_kind, second_kind, first_provisional, second_provisional, \
    created, plies, state) \
    SELECT 'l' || id, game, options, time, speed, rated, first, second, first_name, second_name, \
    first_kind, second_kind, 0, 0, created, 0, 'live' FROM games LIMIT 500";

async fn fill(store: &Store, games: u64) {
    for i in 0..PEOPLE {
        let sql = "INSERT INTO people (id, name, name_key, kind, created) \
            VALUES ($1, $2, $3, 'account', 1)";
        let (id, name) = (Arg::text(format!("p{i}")), format!("Person-{i}"));
        let key = Arg::text(name.to_lowercase());
        store.write(vec![statement(sql, [id, Arg::text(name), key])]).await.unwrap();
    }
    // A transaction of a server is given up after ten seconds, which machines may be slow for.
    for from in (1..=games).step_by(2_000) {
        let to = games.min(from + 1_999);
        let args = [Arg::int(from), Arg::int(to), Arg::int(PEOPLE)];
        store.write(vec![statement(GAMES, args)]).await.unwrap();
        let history = statement(HISTORY, [Arg::int(from), Arg::int(to)]);
        store.write(vec![history]).await.unwrap();
    }
    for sql in [SCORES, COUNTS, RATINGS] {
        store.write(vec![statement(sql, [])]).await.unwrap();
    }
}

/// Every game of a search, by cursors; each once, and in order.
async fn walk(store: &Store, mut search: Search) -> usize {
    let (mut seen, mut last) = (HashSet::new(), (u64::MAX, String::from("~")));
    loop {
        let found = store.search(&search).await.unwrap();
        for game in &found.games {
            let place = (game.finish.as_ref().unwrap().at.0, game.id.to_string());
            assert!(place < last, "{place:?} after {last:?}");
            last = place;
            assert!(seen.insert(game.id.clone()));
        }
        let Some(next) = found.next else { return seen.len() };
        assert_eq!(found.games.len(), PAGE);
        search.after = Some(next);
    }
}

fn of(player: &str) -> Search {
    Search { player: Some(player.to_owned()), ..Search::default() }
}

/// Every combination of what can be searched for, first pages and such behind a cursor.
fn every_search() -> Vec<Search> {
    let results = [ResultFilter::First, ResultFilter::Draw, ResultFilter::Won, ResultFilter::Lost];
    let mut all = Vec::new();
    for filters in 0..64_u32 {
        let has = |bit: u32| filters & 1 << bit != 0;
        let search = Search {
            player: has(0).then(|| "p0".into()),
            opponent: has(1).then(|| "p1".into()),
            game: has(2).then(|| "hex".into()),
            rated: has(3).then_some(filters % 3 == 0),
            from: has(4).then_some(100),
            to: has(4).then_some(5_000),
            after: has(5).then(|| "4000-g12000".parse().unwrap()),
            ..Search::default()
        };
        all.extend(results.map(|result| Search { result: Some(result), ..search.clone() }));
        all.push(search);
    }
    all
}

/// Asks for everything that is listed of the archive.
async fn list_everything(store: &Store) -> Result<(), StoreError> {
    for search in every_search() {
        store.search(&search).await?;
    }
    store.search(&Search { page: 10, ..of("p0") }).await?;
    store.search(&Search { page: 10, ..Search::default() }).await?;
    store.live(None).await?;
    store.live(Some("havannah")).await?;
    store.finished("p0").await?;
    store.opponents("p0").await?;
    store.standings("p0", Moment(1)).await?;
    store.graph("p0", "hex", Speed::Blitz).await?;
    store.leaders("hex", Speed::Blitz, false, Moment(1)).await?;
    store.leaders("hex", Speed::Blitz, true, Moment(1)).await?;
    store.named("Person-1").await?;
    store.game(&"g1".parse().unwrap()).await?;
    store.events(&"g1".parse().unwrap()).await?;
    store.logs(&[&"g1".parse().unwrap(), &"g2".parse().unwrap()]).await?;
    store.ended_since("p0", Moment(3_300)).await?;
    Ok(())
}

const INDEXES: [&str; 12] = [
    "finished",
    "finished_of_game",
    "finished_of_first",
    "finished_of_second",
    "finished_of_first_game",
    "finished_of_second_game",
    "finished_of_pair",
    "games_live",
    "games_live_of_game",
    "scores_order",
    "ratings_board",
    "rating_history_order",
];

/// What autovacuum does before long: statistics, and which pages an index may answer for alone.
async fn vacuum(place: &DatabaseLocation) {
    let DatabaseLocation::Postgres(url) = place else { return };
    let mut db = sqlx::AnyConnection::connect(url).await.unwrap();
    db.execute(sqlx::raw_sql("VACUUM ANALYZE")).await.unwrap();
    db.close().await.unwrap();
}

async fn every_listing_reads_an_index(place: &DatabaseLocation, games: u64) {
    let (database, store) = Explaining::open(place).await;
    fill(&store, games).await;
    store.write(vec![statement(LIVE, [])]).await.unwrap();
    if database.is_postgres {
        // Tables of a test are small enough to be read whole; is there another way?
        let off = "ALTER DATABASE postgres SET enable_seqscan = off";
        store.write(vec![statement(off, [])]).await.unwrap();
        vacuum(place).await;
    }
    drop((database, store));
    let (database, store) = Explaining::open(place).await;
    list_everything(&store).await.unwrap();
    let plans = std::mem::take(&mut *database.plans.lock().unwrap());
    for Planned { sql, plan, faults } in &plans {
        assert!(faults.is_empty(), "{faults:?}\n{sql}\n{}", plan.join("\n"));
    }
    for index in INDEXES {
        let used = |step: &String| step.split([' ', '(']).any(|word| word == index);
        assert!(plans.iter().any(|planned| planned.plan.iter().any(used)), "{index} is not used");
    }
}

#[tokio::test]
async fn every_listing_reads_an_index_of_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let place = DatabaseLocation::Folder(folder.path().to_owned());
    // Without statistics, as servers have it: nothing runs ANALYZE there.
    every_listing_reads_an_index(&place, 2_000).await;
}

#[tokio::test]
async fn every_listing_reads_an_index_of_postgres() {
    let cluster = Cluster::start();
    every_listing_reads_an_index(&cluster.location(), 10_000).await;
}

/// The names of the games that a search should find, latest first.
async fn expected(store: &Store, search: &Search) -> Vec<String> {
    let sql = "SELECT id, game, first, second, rated, winner, ended FROM games \
        ORDER BY ended DESC, id DESC";
    let is = |wanted: &Option<String>, value: &str| wanted.as_ref().is_none_or(|own| own == value);
    let fits = |row: &AnyRow| {
        let text = |column: &str| row.get::<String, _>(column);
        let seats = [(text("first"), text("second")), (text("second"), text("first"))];
        let ended = row.get::<i64, _>("ended") as u64;
        let winner: Option<String> = row.get("winner");
        let own = |seat: usize| if seat == 0 { "first" } else { "second" };
        let result = |seat: usize| match search.result {
            None => true,
            Some(ResultFilter::First) => winner.as_deref() == Some("first"),
            Some(ResultFilter::Second) => winner.as_deref() == Some("second"),
            Some(ResultFilter::Draw) => winner.is_none(),
            Some(ResultFilter::Won) => winner.as_deref() == Some(own(seat)),
            Some(ResultFilter::Lost) => winner.as_deref() == Some(own(1 - seat)),
        };
        let seated = seats.iter().enumerate().any(|(seat, (own, other))| {
            is(&search.player, own) && is(&search.opponent, other) && result(seat)
        });
        seated
            && is(&search.game, &text("game"))
            && search.rated.is_none_or(|rated| rated == (row.get::<i64, _>("rated") == 1))
            && search.from.is_none_or(|from| ended >= from)
            && search.to.is_none_or(|to| ended < to)
    };
    let rows = store.rows(sql, []).await.unwrap();
    rows.iter().filter(|row| fits(row)).map(|row| row.get("id")).collect()
}

async fn searches_find_what_they_should(store: &Store) {
    for search in every_search() {
        let one_is_missing = search.player.is_none()
            && matches!(search.result, Some(ResultFilter::Won | ResultFilter::Lost));
        if one_is_missing || search.after.is_some() {
            continue;
        }
        let expected = expected(store, &search).await;
        let found = store.search(&search).await.unwrap();
        let ids: Vec<String> = found.games.iter().map(|game| game.id.to_string()).collect();
        assert_eq!(ids, expected[..expected.len().min(PAGE)], "{search:?}");
        assert_eq!(walk(store, search).await, expected.len());
    }
}

#[tokio::test]
async fn every_page_of_every_search_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let place = DatabaseLocation::Folder(folder.path().to_owned());
    let store = Store::open(&place).await.unwrap();
    fill(&store, 1_000).await;
    searches_find_what_they_should(&store).await;
}

#[tokio::test]
async fn every_page_of_every_search_is_reached_on_postgres() {
    let cluster = Cluster::start();
    let store = Store::open(&cluster.location()).await.unwrap();
    fill(&store, 1_000).await;
    searches_find_what_they_should(&store).await;
}

#[tokio::test]
async fn a_download_holds_every_game_and_a_page_begins_where_another_ends() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let store = Store::open(&location).await.unwrap();
    // The first person plays in every fourth and some more: over ten thousand.
    fill(&store, 40_400).await;
    let own = store.finished("p0").await.unwrap();
    assert!(own > 10_000, "{own}");
    let secret = store.begin_session("p0", None, server::time::now()).await.unwrap();
    let server = at(store, Limits::new(GENEROUS)).await;
    let asker = Asker { cookie: Some(format!("sixfold={secret}")), ..Asker::new(&server) };
    let download = asker.get("/api/account/download").await.json();
    assert_eq!(download["games"].as_array().unwrap().len() as u64, own);
    assert_eq!(download["account"]["name"], "Person-0");
    let first = asker.get("/api/games?player=Person-0").await.json();
    let next = first["next"].as_str().unwrap();
    let by_cursor = asker.get(&format!("/api/games?player=Person-0&after={next}")).await.json();
    let by_number = asker.get("/api/games?player=Person-0&page=1").await.json();
    assert_eq!(by_cursor, by_number);
    assert_eq!(asker.get("/api/games?after=nonsense").await.status, 400);
    let last = asker.get("/api/games?player=Person-0&page=199").await.json();
    assert_eq!((last["more"].clone(), last["next"].is_string()), (false.into(), true));
}
