//! Games written to a store without a room, and what was acknowledged of them.

use crate::support::limit::Limit;
use clock::{Moment, Span, Speed};
use protocol::{EndReason, GameId, GameResult, Seat, SeatWish, Terms};
use server::game_event::GameEvent;
use server::store::{Append, GameEnd, GameRow, Seated, Store, StoreError, StoredEvent};

/// Makes a rated game of two new guests; tried until it is stored.
pub(super) async fn new_game(store: &Store, name: &str) -> GameRow {
    let mut seated = Vec::new();
    let limit = Limit::start();
    while seated.len() < 2 {
        limit.check("two guests are stored");
        let Ok(person) = store.add_guest(Moment(1)).await else { continue };
        let player = protocol::Player { person: person.person(), rating: None, provisional: true };
        seated.push(Seated { person: person.id, kind: person.kind, player });
    }
    let (second, first) = (seated.pop().unwrap(), seated.pop().unwrap());
    let terms = Terms {
        game: "hex".into(),
        options: "size=5 swap=on".into(),
        time: "60+1".parse().unwrap(),
        rated: true,
        seat: SeatWish::Any,
    };
    let (id, created): (GameId, _) = (name.parse().unwrap(), Moment(5));
    let row = GameRow { id, terms, first, second, created, came_from: None, finish: None };
    loop {
        match store.write(vec![row.insertion(None)]).await {
            Ok(()) | Err(StoreError::Taken) => return row,
            Err(_) => limit.check("a game is stored"),
        }
    }
}

/// A move of a game as event `n`.
pub(super) fn a_move(game: &GameId, n: u64) -> Append {
    let event = GameEvent::Played { mv: format!("m{n}"), delay: Span::ZERO };
    let stored = StoredEvent { at: Moment(10 + n), event, client: Some(format!("ann:{n}")) };
    let game = game.clone();
    let (events, plies) = (vec![stored], n as usize);
    Append { game, n, events, plies, deadline: None, game_end: None, epoch: 0 }
}

/// The end of a game as event `n`.
pub(super) fn the_end(row: &GameRow, n: u64) -> Append {
    let result = GameResult { winner: Some(Seat::First), why: EndReason::Resignation };
    let event = GameEvent::Over { result, change: None };
    let stored = StoredEvent { at: Moment(10 + n), event, client: None };
    let people = (row.first.person.clone(), row.second.person.clone());
    let rated = Some((people.0, people.1, "hex".to_owned(), Speed::Bullet));
    let game_end = Some(GameEnd { result, rated });
    Append { events: vec![stored], game_end, ..a_move(&row.id, n) }
}

/// Appends until it is there, as a room does that reads its log again after every failure.
pub(super) async fn insist(store: &Store, append: Append) {
    for _ in 0..3_000 {
        match store.append(append.clone()).await {
            Ok(_) => return,
            Err(StoreError::Unavailable | StoreError::Taken | StoreError::Gone) => {}
            Err(error) => panic!("{error}"),
        }
        let stored = store.events(&append.game).await.unwrap();
        if stored.len() as u64 >= append.n {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    panic!("the store does not recover");
}
