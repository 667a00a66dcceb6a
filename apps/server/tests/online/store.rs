//! The store on both databases: what is written is read, numbers and messages are taken once, and
//! a game ends once.

use clock::{Moment, Span, Speed};
use protocol::{EndReason, GameId, GameResult, Seat, SeatWish, Terms};
use server::game_event::GameEvent;
use server::store::{
    AccountKind, Append, GameEnd, GameRow, IDLE_GUESTS, Seated, Store, StoreError, StoredEvent,
};

fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

async fn new_game(store: &Store, name: &str) -> GameRow {
    let mut seated = Vec::new();
    for _ in 0..2 {
        let person = store.add_guest(Moment(1)).await.unwrap();
        let player = protocol::Player { person: person.person(), rating: None, provisional: true };
        seated.push(Seated { person: person.id, kind: person.kind, player });
    }
    let (second, first) = (seated.pop().unwrap(), seated.pop().unwrap());
    let time = "60+1".parse().unwrap();
    let (game, options) = ("hex".into(), "size=5 swap=on".into());
    let terms = Terms { game, options, time, rated: true, seat: SeatWish::Any };
    let created = Moment(5);
    let row =
        GameRow { id: id(name), terms, first, second, created, came_from: None, finish: None };
    store.write(vec![row.insertion(Some(Moment(99)))]).await.unwrap();
    row
}

fn stored_move(mv: &str, client: Option<&str>) -> StoredEvent {
    let event = GameEvent::Played { mv: mv.into(), delay: Span::ZERO };
    StoredEvent { at: Moment(7), event, client: client.map(str::to_owned) }
}

fn appending(game: &str, n: u64, events: Vec<StoredEvent>) -> Append {
    let deadline = Some(Moment(500));
    Append { game: id(game), n, events, plies: 1, deadline, game_end: None, epoch: 0 }
}

async fn games_and_events(store: &Store) {
    let row = new_game(store, "one").await;
    assert_eq!(store.game(&id("one")).await.unwrap(), Some(row.clone()));
    assert_eq!(store.game(&id("none")).await.unwrap(), None);
    let first = stored_move("c2", Some("ann:1"));
    store.append(appending("one", 1, vec![first.clone()])).await.unwrap();
    let taken = store.append(appending("one", 1, vec![stored_move("c3", None)])).await;
    assert_eq!(taken, Err(StoreError::Taken), "a number is taken once");
    let taken = store.append(appending("one", 2, vec![stored_move("c3", Some("ann:1"))])).await;
    assert_eq!(taken, Err(StoreError::Taken), "a message is done once");
    store
        .append(appending("one", 2, vec![stored_move("c3", None), stored_move("d4", None)]))
        .await
        .unwrap();
    let events = store.events(&id("one")).await.unwrap();
    assert_eq!(events, [first, stored_move("c3", None), stored_move("d4", None)]);
    assert_eq!(store.due(Moment(499)).await.unwrap(), []);
    assert_eq!(store.due(Moment(500)).await.unwrap(), [id("one")]);
    assert_eq!(store.playing(&row.second.person).await.unwrap(), [id("one")]);
}

async fn a_batch_with_a_bad_one_does_the_others(store: &Store) {
    new_game(store, "two").await;
    store.append(appending("two", 1, vec![stored_move("c2", None)])).await.unwrap();
    let bad = store.append(appending("two", 1, vec![stored_move("c2", None)]));
    let good = store.append(appending("two", 2, vec![stored_move("c3", None)]));
    let (bad, good) = tokio::join!(bad, good);
    assert_eq!((bad, good), (Err(StoreError::Taken), Ok(None)));
}

async fn it_can_be_looked_after(store: &Store) {
    store.maintain().await.unwrap();
    assert_eq!(store.events(&id("two")).await.unwrap().len(), 2, "nothing is lost by that");
}

async fn a_game_ends_once(store: &Store) {
    let row = new_game(store, "three").await;
    let (first, second) = (row.first.person.clone(), row.second.person.clone());
    let result = GameResult { winner: Some(Seat::Second), why: EndReason::Time };
    let over = |n| Append {
        game_end: Some(GameEnd {
            result,
            rated: Some((first.clone(), second.clone(), "hex".into(), Speed::Bullet)),
        }),
        ..appending(
            "three",
            n,
            vec![StoredEvent {
                at: Moment(9),
                event: GameEvent::Over { result, change: None },
                client: None,
            }],
        )
    };
    assert_eq!(store.append(over(1)).await, Ok(Some((-162, 162))));
    assert_eq!(store.append(over(2)).await, Err(StoreError::Gone));
    let rating = async |at| store.rating(&second, "hex", Speed::Bullet, at).await.unwrap();
    let (then, later) = (rating(Moment(9)).await, rating(Moment(9) + Span::days(100)).await);
    assert_eq!((then.rating.shown(), then.games), (1662, 1));
    assert_eq!(later.rating.shown(), 1662);
    assert!(later.rating.deviation > then.rating.deviation, "nobody has seen them play since");
    let events = store.events(&id("three")).await.unwrap();
    assert_eq!(events[0].event, GameEvent::Over { result, change: Some((-162, 162)) });
    let finish = store.game(&id("three")).await.unwrap().unwrap().finish.unwrap();
    assert_eq!((finish.winner.as_deref(), finish.why.as_str()), (Some("second"), "time"));
    assert!(!store.due(Moment(u64::MAX)).await.unwrap().contains(&id("three")));
}

async fn sessions_and_hostile_texts(store: &Store) {
    let guest = store.add_guest(Moment(1)).await.unwrap();
    let secret = store.begin_session(&guest.id, None, Moment(1)).await.unwrap();
    let found = store.session(&secret, Moment(2)).await.unwrap();
    assert_eq!(found.map(|(person, _)| person), Some(guest));
    let late = Moment(1) + Span::days(181);
    assert_eq!(store.session(&secret, late).await.unwrap(), None);
    for bad in ["", "' OR 1=1 --", &"x".repeat(200_000), &"\0".repeat(32)] {
        assert_eq!(store.session(bad, Moment(2)).await.unwrap(), None);
        assert_eq!(store.person(bad.trim_matches('\0')).await.unwrap(), None);
    }
    let computers = store.computers(Moment(1)).await.unwrap();
    assert_eq!(
        computers.iter().map(|one| one.level.number()).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7, 8]
    );
    assert!(computers.iter().all(|one| one.person.kind == AccountKind::Computer));
    assert_eq!(store.computers(Moment(2)).await.unwrap(), computers);
    assert_eq!(store.last_heartbeat().await.unwrap(), None);
    store.heartbeat(Moment(77)).await.unwrap();
    assert_eq!(store.last_heartbeat().await.unwrap(), Some(Moment(77)));
}

async fn what_is_outdated_is_deleted(store: &Store) {
    let start = Moment(1_000);
    let idle = store.add_guest(start).await.unwrap();
    let visiting = store.add_guest(start).await.unwrap();
    let later = start + IDLE_GUESTS + Span::days(1);
    let idle_session = store.begin_session(&idle.id, None, start).await.unwrap();
    let visit = store.begin_session(&visiting.id, None, later).await.unwrap();
    let played = new_game(store, "old").await.first.person;
    store.delete_outdated(start + IDLE_GUESTS).await.unwrap();
    assert!(store.person(&idle.id).await.unwrap().is_some(), "not yet");
    store.delete_outdated(later).await.unwrap();
    assert_eq!(store.person(&idle.id).await.unwrap(), None);
    assert_eq!(store.session(&idle_session, start).await.unwrap(), None, "it went with its guest");
    assert_eq!(
        store.person(&visiting.id).await.unwrap(),
        Some(visiting),
        "who has come lately stays"
    );
    assert!(store.person(&played).await.unwrap().is_some(), "so does whoever has played");
    store.delete_outdated(later + Span::days(365)).await.unwrap();
    assert_eq!(store.session(&visit, later).await.unwrap(), None, "an expired session is gone");
}

async fn everything(store: &Store) {
    games_and_events(store).await;
    a_batch_with_a_bad_one_does_the_others(store).await;
    it_can_be_looked_after(store).await;
    a_game_ends_once(store).await;
    sessions_and_hostile_texts(store).await;
    what_is_outdated_is_deleted(store).await;
}

#[tokio::test]
async fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let place = server::store::DatabaseLocation::Folder(folder.path().join("new ? folder"));
    everything(&Store::open(&place).await.unwrap()).await;
    let again = Store::open(&place).await.unwrap();
    assert_eq!(again.events(&id("one")).await.unwrap().len(), 3, "it is there the next time");
}

#[tokio::test]
async fn on_postgres() {
    let cluster = crate::support::postgres::Cluster::start();
    everything(&Store::open(&cluster.location()).await.unwrap()).await;
}
