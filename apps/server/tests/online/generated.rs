//! Synthetic finished games: consistent by the store's own check, the same for a seed, and never among real ones
//! unasked. On both databases.

use crate::http::{Asker, GENEROUS, at};
use crate::support::postgres::Cluster;
use clock::Moment;
use server::admin::{
    AdminError, GeneratePlan, GenerateReport, SampledPerson, check_with, generate, people_by_games,
};
use server::archive::Search;
use server::limits::Limits;
use server::store::{DatabaseLocation, GameRow, Store};
use std::cell::RefCell;

const GAMES: u64 = 400;

fn plan(seed: u16) -> GeneratePlan {
    let end = Moment(1_800_000_000_000);
    GeneratePlan { games: GAMES, people: 60, seed, most_plies: 12, end, among_others: false }
}

async fn made(place: &DatabaseLocation, plan: &GeneratePlan) -> Result<GenerateReport, AdminError> {
    let mut told = Vec::new();
    let report = generate(place, plan, |games| told.push(games)).await?;
    assert_eq!(told.last(), Some(&report.games), "progress is told up to the end");
    Ok(report)
}

async fn is_consistent(place: &DatabaseLocation, games: u64, events: u64) {
    let told = RefCell::new(Vec::new());
    let report = check_with(place, |progress| told.borrow_mut().push(progress)).await.unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
    assert_eq!((report.games, report.events), (games, events));
    assert!(report.ratings > 20, "{}", report.ratings);
    let told = told.into_inner();
    assert!(told.len() as u64 > games / 200 && told.is_sorted_by_key(|now| now.games), "{told:?}");
    let last = told.last().unwrap();
    assert_eq!((last.stage, last.games, last.all_games), ("ratings", games, games));
}

async fn latest(place: &DatabaseLocation) -> (Vec<GameRow>, Vec<SampledPerson>) {
    let store = Store::open(place).await.unwrap();
    let games = store.search(&Search::default()).await.unwrap().games;
    (games, people_by_games(&store).await.unwrap())
}

async fn consistent_and_refused_among_others(place: &DatabaseLocation) {
    let first = made(place, &plan(1)).await.unwrap();
    assert_eq!(first.games, GAMES);
    assert!(first.events > 5 * GAMES, "{}", first.events);
    is_consistent(place, GAMES, first.events).await;
    let refused = made(place, &plan(2)).await.unwrap_err().to_string();
    assert!(refused.contains("--among-others"), "{refused}");
    let again = GeneratePlan { among_others: true, ..plan(1) };
    let refused = made(place, &again).await.unwrap_err().to_string();
    assert!(refused.contains("--seed"), "{refused}");
    let more = GeneratePlan { among_others: true, ..plan(2) };
    let second = made(place, &more).await.unwrap();
    is_consistent(place, 2 * GAMES, first.events + second.events).await;
}

#[tokio::test]
async fn games_are_consistent_and_not_made_among_others_unasked() {
    let folder = tempfile::tempdir().unwrap();
    consistent_and_refused_among_others(&DatabaseLocation::Folder(folder.path().into())).await;
}

#[tokio::test]
async fn games_are_consistent_on_postgres() {
    let cluster = Cluster::start();
    consistent_and_refused_among_others(&cluster.location()).await;
}

#[tokio::test]
async fn a_seed_makes_the_same_games_and_they_are_told() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [one, other] =
        folders.each_ref().map(|folder| DatabaseLocation::Folder(folder.path().into()));
    for place in [&one, &other] {
        made(place, &plan(7)).await.unwrap();
    }
    let (games, people) = latest(&one).await;
    assert_eq!((games.clone(), people.clone()), latest(&other).await);
    let server = at(Store::open(&one).await.unwrap(), Limits::new(GENEROUS)).await;
    let asker = Asker::new(&server);
    for game in games.iter().take(20) {
        let told = asker.get(&format!("/api/games/{}", game.id)).await.json();
        assert!(!told["moves"].as_array().unwrap().is_empty(), "{}", game.id);
    }
    let profile = asker.get(&format!("/api/people/{}", people[0].name)).await.json();
    assert_eq!(profile["games"], people[0].games);
}
