//! The server under test, and plain HTTP requests to it.

use crate::process::Process;
use server::limits::Limits;
use server::store::{DatabaseLocation, OPERATOR, Store};
use server::{AppState, RoomTimeouts, ServerConfig};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The built app, served on a free port.
pub struct Site {
    port: u16,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
    pub(crate) store: Store,
    /// What it keeps goes away with it.
    folder: TempDir,
}

impl Site {
    /// Opens the site.
    ///
    /// # Panics
    /// If this machine has no free port.
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        Self::serve(listener, TempDir::new().expect("a folder"), RoomTimeouts::default()).await
    }

    /// The same site after its server was stopped and started again, on the same port.
    ///
    /// # Panics
    /// If it does not stop, or the port was taken meanwhile.
    pub async fn restarted(self) -> Self {
        self.restarted_with(RoomTimeouts::default()).await
    }

    /// The same site, where the opponent of a player who left can claim the win after a second.
    ///
    /// # Panics
    /// If it does not stop, or the port was taken meanwhile.
    pub async fn impatient(self) -> Self {
        let timeouts =
            RoomTimeouts { claim_after: clock::Span::seconds(1), ..RoomTimeouts::default() };
        self.restarted_with(timeouts).await
    }

    async fn restarted_with(self, timeouts: RoomTimeouts) -> Self {
        let (port, folder) = self.stopped().await;
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the same port");
        Self::serve(listener, folder, timeouts).await
    }

    /// The same site, served by a process of its own, which can be killed.
    ///
    /// # Panics
    /// If this one does not stop.
    pub async fn apart(self) -> Process {
        let (port, folder) = self.stopped().await;
        Process::start(port, folder).await
    }

    async fn stopped(self) -> (u16, TempDir) {
        let Self { port, stop, serving, folder, store } = self;
        drop(store);
        let _ = stop.send(());
        serving.await.expect("the server ends");
        (port, folder)
    }

    async fn serve(listener: TcpListener, folder: TempDir, timeouts: RoomTimeouts) -> Self {
        let port = listener.local_addr().expect("it is bound").port();
        let place = DatabaseLocation::Folder(folder.path().to_owned());
        let store = Store::open(&place).await.expect("a database");
        let limits = Limits::new(1_000);
        let config = ServerConfig { limits, timeouts, ..ServerConfig::default() };
        let state = AppState::open(store.clone(), config).await.expect("the state opens");
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(async move {
            let until = async { drop(stopped.await) };
            server::serve(listener, state, until).await;
        });
        Self { port, stop, serving, store, folder }
    }

    /// Gives an account the moderator right, as an operator does.
    ///
    /// # Panics
    /// If there is no such account.
    pub async fn make_moderator(&self, name: &str) {
        let person = self.store.named(name).await.expect("the database answers");
        let person = person.expect("a known name");
        let given = self.store.set_moderator(&person.id, true, OPERATOR, server::time::now()).await;
        given.expect("the right is stored");
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    /// Stops the server; the port is closed.
    ///
    /// # Panics
    /// If it could not be closed.
    pub async fn close(self) {
        let _ = self.stop.send(());
        self.serving.await.expect("the server ends");
        let gone = TcpStream::connect(("127.0.0.1", self.port)).await.is_err();
        assert!(gone, "nothing listens on port {}", self.port);
    }

    /// GET request without a browser; `headers` are whole lines.
    ///
    /// # Panics
    /// If it does not answer.
    pub async fn ask(&self, path: &str, headers: &[&str]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("it listens");
        let more: String = headers.iter().flat_map(|line| [line, "\r\n"]).collect();
        let ask = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(ask.as_bytes()).await.expect("it reads");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("it answers");
        Answer::new(&bytes)
    }
}

/// A response to a request without a browser.
#[derive(Debug)]
pub struct Answer {
    /// Such as 200.
    pub status: u16,
    /// The lines of the head, in lower case.
    head: Vec<String>,
    /// What was sent.
    pub body: Vec<u8>,
}

impl Answer {
    fn new(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        let head = head.lines().skip(1).map(str::to_owned).collect();
        Self { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// A header, by its name in lower case; empty if it was not sent.
    pub fn header(&self, name: &str) -> &str {
        let found = self.head.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        found.unwrap_or_default()
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
