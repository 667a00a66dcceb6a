//! Leases of several nodes on one database: one owner at a time, and whoever has lost a game cannot write to it.

use crate::support::postgres::Cluster;
use clock::{Moment, Span, Speed};
use protocol::{EndReason, GameResult, Seat};
use server::game_event::GameEvent;
use server::store::{
    AccountKind, Append, Arg, Claim, GameEnd, GameRow, PersonRow, Seated, Store, StoreError,
    StoredEvent, statement,
};

async fn person(store: &Store, name: &str) -> Seated {
    let person =
        PersonRow { id: name.into(), name: name.parse().unwrap(), kind: AccountKind::Person };
    store.add_person(&person, Moment(1)).await.unwrap();
    let player = protocol::Player { person: person.person(), rating: None, provisional: true };
    Seated { person: name.into(), kind: person.kind, player }
}

async fn rated_game(store: &Store) -> GameRow {
    let (first, second) = (person(store, "Ann").await, person(store, "Bob").await);
    let mut terms = crate::support::client::terms("hex", "size=5 swap=off", "60+0");
    terms.rated = true;
    let (id, created) = ("leased".parse().unwrap(), Moment(2));
    let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
    store.write(vec![row.insertion(None)]).await.unwrap();
    row
}

fn a_move(row: &GameRow, n: u64, epoch: u64) -> Append {
    let event = GameEvent::Played { mv: format!("a{n}"), delay: Span::ZERO };
    let events = vec![StoredEvent { at: Moment(10 + n), event, client: None }];
    let game = row.id.clone();
    Append { game, n, events, plies: n as usize, deadline: None, game_end: None, epoch }
}

fn the_end(row: &GameRow, n: u64, epoch: u64) -> Append {
    let result = GameResult { winner: Some(Seat::First), why: EndReason::Resignation };
    let event = GameEvent::Over { result, change: None };
    let events = vec![StoredEvent { at: Moment(10 + n), event, client: None }];
    let rated = Some(("Ann".to_owned(), "Bob".to_owned(), "hex".to_owned(), Speed::Bullet));
    Append { events, game_end: Some(GameEnd { result, rated }), ..a_move(row, n, epoch) }
}

async fn expire(store: &Store, node: &str) {
    let sql = "UPDATE nodes SET expires = 1 WHERE id = $1";
    store.write(vec![statement(sql, [Arg::text(node)])]).await.unwrap();
}

#[tokio::test]
async fn a_node_that_has_lost_a_game_cannot_write_to_it() {
    let cluster = Cluster::start();
    let stores = (
        Store::open(&cluster.location()).await.unwrap(),
        Store::open(&cluster.location()).await.unwrap(),
    );
    let (one, other) = (&stores.0, &stores.1);
    let row = rated_game(one).await;
    one.register_node("one").await.unwrap();
    other.register_node("other").await.unwrap();
    assert_eq!(one.cluster_view().await.unwrap().nodes, ["one", "other"]);
    let mine = Claim::Mine { epoch: 1, unowned: None };
    assert_eq!(one.claim_game(&row.id, "one").await.unwrap(), mine);
    assert_eq!(other.claim_game(&row.id, "other").await.unwrap(), Claim::Other("one".into()));
    assert_eq!(other.append(a_move(&row, 1, 0)).await, Err(StoreError::Fenced), "never owned");
    one.append(a_move(&row, 1, 1)).await.unwrap();
    // The first node is stopped for longer than its lease; the second takes over.
    expire(one, "one").await;
    let taken = other.claim_game(&row.id, "other").await.unwrap();
    assert!(matches!(taken, Claim::Mine { epoch: 2, unowned: Some(_) }), "{taken:?}");
    other.append(a_move(&row, 2, 2)).await.unwrap();
    // It wakes and believes that it still owns the game.
    assert!(!one.renew_node("one").await.unwrap(), "an expired lease is not renewed");
    assert_eq!(one.append(a_move(&row, 3, 1)).await, Err(StoreError::Fenced));
    assert_eq!(one.append(the_end(&row, 3, 1)).await, Err(StoreError::Fenced));
    one.release_game(&row.id, "one", 1).await.unwrap();
    assert_eq!(one.events(&row.id).await.unwrap().len(), 2);
    assert!(other.append(the_end(&row, 3, 2)).await.unwrap().is_some(), "rated once");
    assert_eq!(one.append(the_end(&row, 4, 2)).await, Err(StoreError::Gone), "and no more");
    assert_eq!(one.claim_game(&"nowhere".parse().unwrap(), "one").await.unwrap(), Claim::Missing);
}

#[tokio::test]
async fn what_is_given_back_is_taken_at_once_and_the_lobby_has_one_leader() {
    let cluster = Cluster::start();
    let store = Store::open(&cluster.location()).await.unwrap();
    let row = rated_game(&store).await;
    store.register_node("one").await.unwrap();
    store.register_node("other").await.unwrap();
    store.claim_game(&row.id, "one").await.unwrap();
    store.release_game(&row.id, "one", 1).await.unwrap();
    let released = Claim::Mine { epoch: 2, unowned: None };
    assert_eq!(store.claim_game(&row.id, "other").await.unwrap(), released);
    assert!(store.claim_lobby("other", 0).await.unwrap());
    assert!(
        !store.claim_lobby("one", 0).await.unwrap() && !store.claim_lobby("one", 1).await.unwrap()
    );
    store.retire_node("other").await.unwrap();
    // Another node that joins forgets only what nobody wants to know any more.
    store.register_node("third").await.unwrap();
    store.retire_node("third").await.unwrap();
    let view = store.cluster_view().await.unwrap();
    assert_eq!((view.nodes, view.lobby.owner), (vec!["one".into()], Some("other".into())));
    assert!(store.claim_lobby("one", view.lobby.epoch).await.unwrap());
    let taken = store.claim_game(&row.id, "one").await.unwrap();
    assert!(matches!(taken, Claim::Mine { epoch: 3, unowned: Some(_) }), "{taken:?}");
}

/// Both end rated games of one person at the same time: no change of a rating is lost.
#[tokio::test(flavor = "multi_thread")]
async fn ratings_of_one_person_on_several_nodes_are_all_applied() {
    let cluster = Cluster::start();
    let stores = (
        Store::open(&cluster.location()).await.unwrap(),
        Store::open(&cluster.location()).await.unwrap(),
    );
    let row = rated_game(&stores.0).await;
    let games = (0..40).map(|i| GameRow { id: format!("game{i}").parse().unwrap(), ..row.clone() });
    let games: Vec<GameRow> = games.collect();
    stores.0.write(games.iter().map(|row| row.insertion(None)).collect()).await.unwrap();
    let ends = games.iter().enumerate().map(|(i, row)| {
        let store = if i % 2 == 0 { stores.0.clone() } else { stores.1.clone() };
        let end = the_end(row, 1, 0);
        tokio::spawn(async move { store.append(end).await })
    });
    let ends: Vec<_> = ends.collect();
    for end in ends {
        assert!(end.await.unwrap().unwrap().is_some());
    }
    let rating = stores.0.rating("Ann", "hex", Speed::Bullet, Moment(20)).await.unwrap();
    assert_eq!(rating.games, 40);
}
