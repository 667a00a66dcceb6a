//! A database that fails in the middle of a game: nothing is said to be true that is not stored.

use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use protocol::{Close, Event, Refusal, ToServer};
use server::RoomTimeouts;
use server::store::{
    Answer, Append, Arg, Database, DatabaseLocation, Sql, Statement, Store, StoreError,
};
use sqlx::any::AnyRow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// A database on a disk that may be full.
struct Breakable {
    inner: Sql,
    full: AtomicBool,
}

impl Breakable {
    fn broken<T: Send + 'static>(&self) -> Option<Answer<'_, T>> {
        let error = StoreError::Broken("the disk is full".into());
        self.full.load(Ordering::SeqCst).then(|| Box::pin(async { Err(error) }) as Answer<'_, T>)
    }
}

impl Database for Breakable {
    fn read<'a>(&'a self, sql: &'a str, args: Vec<Arg>) -> Answer<'a, Vec<AnyRow>> {
        self.inner.read(sql, args)
    }

    fn write(&self, statements: Vec<Statement>) -> Answer<'_, ()> {
        self.broken().unwrap_or_else(|| self.inner.write(statements))
    }

    fn append(&self, append: Append) -> Answer<'_, Option<(i32, i32)>> {
        self.broken().unwrap_or_else(|| self.inner.append(append))
    }

    fn maintain(&self) -> Answer<'_, ()> {
        self.inner.maintain()
    }

    fn last_commit_age(&self) -> Duration {
        let full = self.full.load(Ordering::SeqCst);
        if full { Duration::from_mins(1) } else { self.inner.last_commit_age() }
    }
}

#[tokio::test]
async fn a_move_that_cannot_be_kept_is_told_to_nobody_and_can_be_sent_again() {
    let folder = Arc::new(TempDir::new().unwrap());
    let inner = Sql::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
    let disk = Arc::new(Breakable { inner, full: AtomicBool::new(false) });
    let store = Store::over(Arc::clone(&disk) as Arc<dyn Database>);
    let site = Site::over(store, folder, RoomTimeouts::default()).await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hex", "size=5 swap=off", "none")).await;
    a.play(&game, 0, "a1").await.unwrap();
    b.event(|event| matches!(event, Event::Played { ply: 0, .. })).await;
    disk.full.store(true, Ordering::SeqCst);
    let id = b.id();
    let play = ToServer::Play { game: game.clone(), ply: 1, mv: "b2".into(), id: id.clone() };
    b.say(&play).await;
    for client in [&mut a, &mut b] {
        assert_eq!(client.closed().await, Close::Restart.code());
        let told = client.wire.concat();
        assert!(!told.contains(r#""mv":"b2""#), "{told}");
    }
    let mut c = Client::back(site.at, &a.cookie).await;
    let (seek, opponent) = ("another".parse().unwrap(), protocol::Opponent::Link);
    let terms = terms("hex", "size=5 swap=off", "none");
    let message = ToServer::Challenge { terms, opponent, id: protocol::ClientId::clone(&seek) };
    c.say(&message).await;
    assert_eq!(c.done(&seek).await, Err(Refusal::Busy), "and the lobby says so too");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(site.asker("").ask("GET", path, None).await.status, 503, "{path}");
    }
    disk.full.store(false, Ordering::SeqCst);
    assert_eq!(site.asker("").ask("GET", "/healthz", None).await.status, 200);
    let (mut a, mut b) =
        (Client::back(site.at, &a.cookie).await, Client::back(site.at, &b.cookie).await);
    a.say(&ToServer::Watch { game: game.clone(), since: Some(1) }).await;
    b.say(&play).await;
    b.say(&play).await;
    assert_eq!(b.done(&id).await, Ok(Some(2)));
    assert_eq!(b.done(&id).await, Ok(Some(2)));
    assert_eq!(a.event(|event| matches!(event, Event::Played { .. })).await.0, 2);
    assert_eq!(site.state.store.events(&game).await.unwrap().len(), 2);
}
