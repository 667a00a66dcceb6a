//! People who play rated games of Hex at full speed and never give up, whatever happens to the server:
//! they connect again, send again, and write down every move that was acknowledged.

mod computer;

pub(crate) use computer::verify_computer_games;

use super::limit::{LIMIT, Limit};
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientId, GameId, Opponent, Refusal, SeatWish, Terms, ToClient, ToServer};
use server::game_event::GameEvent;
use server::store::{AccountKind, Arg, PersonRow, Store, StoredEvent};
use sqlx::Row as _;
use std::cell::Cell;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// After this time it is told who has not made another move; the computer's games have the first numbers.
const SLOW: Duration = Duration::from_secs(15);

/// The connection is closed; connect again.
struct Broken;

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Somebody who never gives up.
struct Player {
    at: SocketAddr,
    cookie: String,
    stream: Option<Stream>,
    next: u64,
}

impl Player {
    /// A connection, with the games in progress from the welcome message.
    async fn connect(&mut self) -> Vec<GameId> {
        loop {
            let mut request = format!("ws://{}/api/socket", self.at).into_client_request().unwrap();
            request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
            if let Ok(Ok((stream, _))) =
                timeout(Duration::from_secs(5), connect_async(request)).await
            {
                self.stream = Some(stream);
                while let Ok(message) = self.receive().await {
                    if let ToClient::Welcome { playing, .. } = message {
                        return playing;
                    }
                }
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn receive(&mut self) -> Result<ToClient, Broken> {
        loop {
            let stream = self.stream.as_mut().ok_or(Broken)?;
            let next = timeout(Duration::from_secs(10), stream.next()).await;
            match next {
                Ok(Some(Ok(Message::Text(text)))) => {
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => {
                    self.stream = None;
                    return Err(Broken);
                }
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    async fn say(&mut self, message: &ToServer) -> Result<(), Broken> {
        let text = serde_json::to_string(message).unwrap();
        let stream = self.stream.as_mut().ok_or(Broken)?;
        stream.send(Message::text(text)).await.map_err(|_| Broken)
    }

    fn id(&mut self) -> ClientId {
        self.next += 1;
        format!("k{}", self.next).parse().unwrap()
    }

    /// Sends a message until it is answered, over as many lines as it takes.
    async fn insist(&mut self, message: &ToServer, id: &ClientId) -> Result<ToClient, Refusal> {
        loop {
            if self.stream.is_none() {
                self.connect().await;
            }
            if self.say(message).await.is_err() {
                self.stream = None;
                continue;
            }
            while let Ok(answer) = self.receive().await {
                match &answer {
                    ToClient::Done { id: done, .. } if done == id => return Ok(answer),
                    ToClient::Refused { id: Some(refused), why: Refusal::Busy, .. }
                        if refused == id =>
                    {
                        self.stream = None;
                        break;
                    }
                    ToClient::Refused { id: Some(refused), why, .. } if refused == id => {
                        return Err(*why);
                    }
                    // Something was lost between nodes: what is not answered is sent again.
                    ToClient::Welcome { .. } => break,
                    ToClient::Ping { nonce } => {
                        let nonce = *nonce;
                        let _ = self.say(&ToServer::Pong { nonce }).await;
                    }
                    _ => {}
                }
            }
        }
    }
}

fn terms() -> Terms {
    Terms {
        game: "hex".into(),
        options: "size=4 swap=off".into(),
        time: "600+5".parse().unwrap(),
        rated: true,
        seat: SeatWish::First,
    }
}

/// The moves of every game; the one who moves first wins with the last but a few.
fn cells() -> impl Iterator<Item = String> {
    (0..16).map(|i| format!("{}{}", char::from(b'a' + i % 4), i / 4 + 1))
}

/// A game between two, whatever happens to the server meanwhile.
async fn new_game(a: &mut Player, b: &mut Player) -> GameId {
    loop {
        let id = a.id();
        let challenge =
            ToServer::Challenge { terms: terms(), opponent: Opponent::Link, id: id.clone() };
        let Ok(ToClient::Done { seek: Some(seek), .. }) = a.insist(&challenge, &id).await else {
            continue;
        };
        let id = b.id();
        // An acceptance whose answer was lost is refused the second time: the game tells.
        let _ = b.insist(&ToServer::Accept { seek, id: id.clone() }, &id).await;
        if let Some(game) = b.connect().await.first() {
            return game.clone();
        }
    }
}

/// An acknowledged move: the game, the event's number, the move.
pub(crate) type AcknowledgedMove = (GameId, u64, String);

/// What those who play and the one who disturbs the server know of each other.
#[derive(Default)]
struct RunState {
    stop: AtomicBool,
    acknowledged: Mutex<Vec<AcknowledgedMove>>,
    /// The same of games against the computer.
    of_computers: Mutex<Vec<AcknowledgedMove>>,
    /// How many moves each pair, and each of those who play against the computer, has made.
    made: Vec<AtomicUsize>,
}

/// Games under way.
pub(crate) struct Games {
    run: Arc<RunState>,
    tasks: Vec<JoinHandle<()>>,
}

impl Games {
    /// Two people for each of `games` games, who begin as soon as there is a server.
    pub(crate) async fn begin(store: &Store, at: SocketAddr, games: usize) -> Self {
        Self::begin_with_computers(store, at, games, 0).await
    }

    /// The same, and so many games against the computer.
    pub(crate) async fn begin_with_computers(
        store: &Store,
        at: SocketAddr,
        games: usize,
        computers: usize,
    ) -> Self {
        let mut waiting = players(store, at, games * 2 + computers).await.into_iter();
        let made = (0..games + computers).map(|_| AtomicUsize::new(0)).collect();
        let run = Arc::new(RunState { made, ..RunState::default() });
        let mut tasks = Vec::new();
        for player in waiting.by_ref().take(computers) {
            tasks.push(tokio::spawn(computer::play_on(player, tasks.len(), Arc::clone(&run))));
        }
        while let (Some(a), Some(b)) = (waiting.next(), waiting.next()) {
            tasks.push(tokio::spawn(play_on(a, b, tasks.len(), Arc::clone(&run))));
        }
        Self { run, tasks }
    }

    /// Every move that was acknowledged so far.
    pub(crate) fn acknowledged(&self) -> Vec<AcknowledgedMove> {
        self.run.acknowledged.lock().unwrap().clone()
    }

    /// Waits until so many more moves are acknowledged.
    pub(crate) async fn more(&self, moves: usize) {
        let count = || self.run.acknowledged.lock().unwrap().len();
        let then = count() + moves;
        self.wait_until("more moves", || count() >= then).await;
    }

    /// Waits until every pair has made another move.
    pub(crate) async fn everybody_moves(&self) {
        let counts = || self.run.made.iter().map(|made| made.load(Ordering::Relaxed));
        let then: Vec<usize> = counts().collect();
        let late = || {
            let compared = counts().zip(&then).enumerate();
            compared.filter(|(_, (now, then))| now <= then).map(|(number, _)| number)
        };
        let (started, told) = (Instant::now(), Cell::new(false));
        let all_have = || {
            if !told.get() && started.elapsed() > SLOW {
                told.set(true);
                println!("after {SLOW:?} these have not moved: {:?}", late().collect::<Vec<_>>());
            }
            late().next().is_none()
        };
        self.wait_until("everybody moves", all_have).await;
    }

    async fn wait_until(&self, what: &str, done: impl Fn() -> bool) {
        let limit = Limit::start();
        while !done() {
            assert!(!self.tasks.iter().any(JoinHandle::is_finished), "somebody has given up");
            limit.check(what);
            sleep(Duration::from_millis(2)).await;
        }
    }

    /// Waits until every game under way has ended.
    pub(crate) async fn end(self) -> Vec<AcknowledgedMove> {
        self.end_with_computers().await.0
    }

    /// The same, with the acknowledged moves of games against the computer.
    pub(crate) async fn end_with_computers(self) -> (Vec<AcknowledgedMove>, Vec<AcknowledgedMove>) {
        self.run.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            timeout(LIMIT, task).await.expect("a game under way ends").unwrap();
        }
        let run = Arc::into_inner(self.run).unwrap();
        (run.acknowledged.into_inner().unwrap(), run.of_computers.into_inner().unwrap())
    }
}

async fn play_on(mut a: Player, mut b: Player, number: usize, run: Arc<RunState>) {
    while !run.stop.load(Ordering::Relaxed) {
        let game = new_game(&mut a, &mut b).await;
        for (ply, mv) in cells().enumerate() {
            let player = if ply % 2 == 0 { &mut a } else { &mut b };
            let id = player.id();
            let (game, ply) = (game.clone(), ply as u32);
            let play = ToServer::Play { game: game.clone(), ply, mv: mv.clone(), id: id.clone() };
            match player.insist(&play, &id).await {
                Ok(ToClient::Done { n: Some(n), .. }) => {
                    run.acknowledged.lock().unwrap().push((game, n, mv));
                    run.made[number].fetch_add(1, Ordering::Relaxed);
                }
                Err(Refusal::GameOver) => break,
                other => panic!("{mv} at ply {ply} of {game}: {other:?}"),
            }
        }
    }
}

async fn players(store: &Store, at: SocketAddr, count: usize) -> Vec<Player> {
    let mut players = Vec::new();
    for i in 0..count {
        let (id, now) = (format!("p{i}"), server::time::now());
        let name = format!("Player-{i}").parse().unwrap();
        let person = PersonRow { id: id.clone(), name, kind: AccountKind::Person };
        store.add_person(&person, now).await.unwrap();
        let cookie = format!("sixfold={}", store.begin_session(&id, None, now).await.unwrap());
        players.push(Player { at, cookie, stream: None, next: 0 });
    }
    players
}

/// Every acknowledged move is there once and in its location; numbers have no gaps, which the store
/// checks; every rated game that ended has changed two ratings.
pub(crate) async fn verify(store: &Store, mut acknowledged: Vec<AcknowledgedMove>) {
    acknowledged.sort();
    let games = games_of(&acknowledged);
    for game in &games {
        let own: Vec<_> = acknowledged.iter().filter(|(of, ..)| of == game).collect();
        verify_game(store, game, &own).await;
    }
    let over = count_of(
        store,
        "SELECT COUNT(*) FROM games WHERE rated = 1 AND state = 'over' AND why <> 'aborted'",
    )
    .await;
    let changes = count_of(store, "SELECT COUNT(*) FROM rating_history").await;
    assert_eq!(changes, over * 2, "each rated game changes two ratings once");
    let twice = "SELECT COUNT(*) FROM (SELECT played FROM rating_history GROUP BY played \
        HAVING COUNT(*) <> 2 OR COUNT(DISTINCT person) <> 2) AS wrong";
    assert_eq!(count_of(store, twice).await, 0, "of the two who played it");
    let rated = "SELECT CAST(SUM(games) AS BIGINT) FROM ratings";
    assert_eq!(count_of(store, rated).await, changes, "{rated}");
    let all = "SELECT 2 * COUNT(*) FROM games WHERE state = 'over' AND why <> 'aborted'";
    let all = count_of(store, all).await;
    for sql in [
        "SELECT CAST(SUM(games) AS BIGINT) FROM game_counts",
        "SELECT CAST(SUM(won + lost + drawn) AS BIGINT) FROM scores",
    ] {
        assert_eq!(count_of(store, sql).await, all, "{sql}");
    }
    println!("{over} rated games, nothing lost");
}

async fn count_of(store: &Store, sql: &'static str) -> i64 {
    store.rows(sql, []).await.unwrap()[0].try_get(0).unwrap()
}

async fn verify_game(store: &Store, game: &GameId, own: &[&AcknowledgedMove]) {
    let events = store.events(game).await.unwrap();
    are_stored(game, &events, own);
    let played = events.iter().filter_map(|stored| match &stored.event {
        GameEvent::Played { mv, .. } => Some(mv.clone()),
        _ => None,
    });
    let played: Vec<String> = played.collect();
    assert!(played.len() >= own.len(), "{game} has lost moves");
    assert_eq!(played, cells().take(played.len()).collect::<Vec<_>>(), "{game}: in order, once");
    let ends = events.iter().filter(|e| matches!(e.event, GameEvent::Over { .. })).count();
    assert_eq!(ends, 1, "{game} is played to its end, and ends once");
}

/// The acknowledged moves of a game are in its log, each at its number.
fn are_stored(game: &GameId, events: &[StoredEvent], own: &[&AcknowledgedMove]) {
    let mut last = 0;
    for (_, n, mv) in own {
        assert!(*n > last, "{game}: two messages became event {n}");
        last = *n;
        let event = &events[*n as usize - 1].event;
        assert!(
            matches!(event, GameEvent::Played { mv: stored, .. } if stored == mv),
            "{game} {n} {mv}"
        );
    }
}

/// The games of these moves, which are sorted.
fn games_of(acknowledged: &[AcknowledgedMove]) -> Vec<GameId> {
    let mut games: Vec<GameId> = acknowledged.iter().map(|(game, ..)| game.clone()).collect();
    games.dedup();
    games
}

/// How many of these moves the store does not have.
pub(crate) async fn missing(store: &Store, acknowledged: &[AcknowledgedMove]) -> usize {
    let mut missing = 0;
    for (game, n, mv) in acknowledged {
        let sql = "SELECT body FROM events WHERE game = $1 AND n = $2";
        let (game, n) = (Arg::text(game.as_str()), Arg::int(*n));
        let rows = store.rows(sql, [game, n]).await.unwrap();
        let body = rows.first().map(|row| row.get::<String, _>("body"));
        let event = body.map(|body| serde_json::from_str(&body).unwrap());
        let there = matches!(event, Some(GameEvent::Played { mv: stored, .. }) if stored == *mv);
        missing += usize::from(!there);
    }
    missing
}
