//! Many finished games: every query of the archive is answered from an index, every page can be
//! reached, and a download holds all games.
//!
//! `SIXFOLD_ARCHIVE=200000 cargo test -p server --test online large_archive -- --nocapture` makes so
//! many games and prints how long each query takes.

use crate::http::{Asker, GENEROUS, at};
use clock::{Moment, Speed};
use server::archive::{PAGE, ResultFilter, Search};
use server::limits::Limits;
use server::store::{
    Answer, Append, Arg, Closing, Database, DatabaseLocation, Sql, Statement, Store, StoreError,
    statement,
};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _, SqlSafeStr as _, SqlStr};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A database that notes how SQLite means to answer each query.
struct Explaining {
    inner: Sql,
    plans: Mutex<Vec<String>>,
}

impl Database for Explaining {
    fn read(&self, sql: SqlStr, args: Vec<Arg>) -> Answer<'_, Vec<AnyRow>> {
        Box::pin(async move {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", sql.as_str()));
            let plan = self.inner.read(explain.into_sql_str(), args.clone()).await?;
            let steps = plan.iter().map(|row| row.get::<String, _>("detail"));
            self.plans.lock().unwrap().extend(steps);
            self.inner.read(sql, args).await
        })
    }

    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()> {
        self.inner.write(statements)
    }

    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>> {
        self.inner.append(append)
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
    WITH RECURSIVE numbers (i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM numbers WHERE i < $2), \
    seats (i, a, b) AS (SELECT i, CASE WHEN i % 4 = 0 THEN 0 ELSE i * 7 % $3 END, \
    (i * 7 + 1 + i / 4 % 30) % $3 FROM numbers) \
    SELECT 'g' || i, 'hex', 'size=3 swap=off', '300+3', 'blitz', 1, 'p' || a, 'p' || b, \
    'Person-' || a, 'Person-' || b, 'account', 'account', 0, 0, i, 0, 'over', \
    CASE WHEN i % 3 = 0 THEN 'first' WHEN i % 3 = 1 THEN 'second' END, 'resignation', i / 3 \
    FROM seats WHERE a <> b";

const SCORES: &str = "INSERT INTO scores (person, opponent, won, lost, drawn, games) \
    SELECT person, opponent, COUNT(*), 0, 0, COUNT(*) FROM (SELECT first AS person, \
    second AS opponent FROM games UNION ALL SELECT second, first FROM games) AS all_games \
    GROUP BY person, opponent";

const COUNTS: &str = "INSERT INTO game_counts (person, games) \
    SELECT person, SUM(games) FROM scores GROUP BY person";

async fn fill(store: &Store, games: u64) {
    for i in 0..PEOPLE {
        let sql = "INSERT INTO people (id, name, name_key, kind, created) \
            VALUES ($1, $2, $3, 'account', 1)";
        let (id, name) = (Arg::text(format!("p{i}")), format!("Person-{i}"));
        let key = Arg::text(name.to_lowercase());
        store.write(vec![statement(sql, [id, Arg::text(name), key])]).await.unwrap();
    }
    for from in (1..=games).step_by(10_000) {
        let to = games.min(from + 9_999);
        let args = [Arg::int(from), Arg::int(to), Arg::int(PEOPLE)];
        store.write(vec![statement(GAMES, args)]).await.unwrap();
    }
    store.write(vec![statement(SCORES, []), statement(COUNTS, [])]).await.unwrap();
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

async fn count(store: &Store, sql: &'static str) -> usize {
    store.rows(sql, []).await.unwrap()[0].get::<i64, _>(0) as usize
}

/// How long the middle one of many takes.
async fn median<T>(what: &str, mut query: impl AsyncFnMut() -> Result<T, StoreError>) {
    let mut times = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        query().await.unwrap();
        times.push(start.elapsed());
    }
    times.sort();
    println!("{what}: {:.2} ms", times[10].as_secs_f64() * 1000.0);
}

fn of(player: &str) -> Search {
    Search { player: Some(player.to_owned()), ..Search::default() }
}

#[tokio::test]
async fn every_query_of_the_archive_has_an_index_and_every_page_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let inner = Sql::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
    let database = Arc::new(Explaining { inner, plans: Mutex::default() });
    let store = Store::over(Arc::clone(&database) as Arc<dyn Database>);
    let games = std::env::var("SIXFOLD_ARCHIVE").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    fill(&store, games).await;
    let all = count(&store, "SELECT COUNT(*) FROM games").await;
    let own = count(&store, "SELECT games FROM game_counts WHERE person = 'p0'").await;
    assert_eq!(walk(&store, Search::default()).await, all);
    assert_eq!(walk(&store, of("p0")).await, own);
    database.plans.lock().unwrap().clear();
    let rare =
        || Search { opponent: Some("p1".into()), result: Some(ResultFilter::Won), ..of("p0") };
    let deep = Search { page: 199, ..of("p0") };
    let eclipse = || Search { game: Some("eclipse".into()), ..Search::default() };
    median("player", async || store.search(&of("p0")).await).await;
    median("player, page 199", async || store.search(&deep).await).await;
    median("player, won against one", async || store.search(&rare()).await).await;
    median("all", async || store.search(&Search::default()).await).await;
    median("a game that nobody plays", async || store.search(&eclipse()).await).await;
    median("how many", async || store.finished("p0").await).await;
    median("opponents", async || store.opponents("p0").await).await;
    median("ratings", async || store.standings("p0", Moment(1)).await).await;
    median("graph", async || store.graph("p0", "hex", Speed::Blitz).await).await;
    median("games under way", async || store.playing("p0").await).await;
    let plans: HashSet<String> = database.plans.lock().unwrap().drain(..).collect();
    let scans = |step: &&String| {
        ["games", "scores", "game_counts", "rating_history", "ratings"]
            .iter()
            .any(|table| step.starts_with(&format!("SCAN {table}")))
    };
    assert_eq!(plans.iter().filter(scans).collect::<Vec<_>>(), Vec::<&String>::new());
    for index in [
        "games_of_first",
        "games_of_second",
        "games_of_pair",
        "games_of_game",
        "games_over",
        "scores_order",
    ] {
        assert!(plans.iter().any(|step| step.contains(index)), "{index} is not used: {plans:?}");
    }
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
