//! A server of the test's own.

use super::nats::Nats;
use super::postgres::Cluster;
use crate::http::Asker;
use server::limits::Limits;
use server::store::{AccountKind, DatabaseLocation, PersonRow, Store};
use server::time::TimeSource;
use server::{AppState, NetworkLimits, RoomTimeouts, ServerConfig};
use std::net::SocketAddr;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server in this process, with a database in a folder that stays when it stops.
pub(crate) struct Site {
    pub(crate) folder: Arc<TempDir>,
    pub(crate) state: Arc<AppState>,
    pub(crate) at: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Site {
    pub(crate) async fn open() -> Self {
        Self::open_with(RoomTimeouts::default()).await
    }

    pub(crate) async fn open_with(timeouts: RoomTimeouts) -> Self {
        Self::open_in(Arc::new(TempDir::new().unwrap()), timeouts).await
    }

    async fn open_in(folder: Arc<TempDir>, timeouts: RoomTimeouts) -> Self {
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        Self::over(store, folder, timeouts).await
    }

    /// A server with the limits that everybody has, behind a proxy: `X-Forwarded-For` is believed.
    pub(crate) async fn strict() -> Self {
        Self::reached(server::api::Site { trusted_proxies: 1, ..Default::default() }).await
    }

    /// A server that is reached in this way, with the limits that everybody has.
    pub(crate) async fn reached(site: server::api::Site) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        let limits = Limits::default().frozen();
        let config = ServerConfig { site, limits, ..ServerConfig::default() };
        Self::with_config(store, folder, config).await
    }

    /// A server over a database that is open.
    pub(crate) async fn over(store: Store, folder: Arc<TempDir>, timeouts: RoomTimeouts) -> Self {
        let limits = Limits::new(1_000);
        let config = ServerConfig { limits, timeouts, ..ServerConfig::default() };
        Self::with_config(store, folder, config).await
    }

    /// A node on a database and a bus that it shares with others.
    pub(crate) async fn node(database: &Cluster, bus: &Nats) -> Self {
        Self::node_with(database, bus, Limits::new(1_000)).await
    }

    /// The same with these limits.
    pub(crate) async fn node_with(database: &Cluster, bus: &Nats, limits: Limits) -> Self {
        let store = Store::open(&database.location()).await.unwrap();
        let (bus, time) = (Some(bus.url()), TimeSource::aligned());
        let config = ServerConfig { limits, bus, time, ..ServerConfig::default() };
        Self::with_config(store, Arc::new(TempDir::new().unwrap()), config).await
    }

    /// A server with limits of connections of its own.
    pub(crate) async fn with_network(limits: Limits, network: NetworkLimits) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        let config = ServerConfig { limits, network, ..ServerConfig::default() };
        Self::with_config(store, folder, config).await
    }

    /// A server whose time the test sets, and whose rooms are unloaded soon.
    pub(crate) async fn open_at(time: &TimeSource) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        let (time, limits) = (time.clone(), Limits::new(1_000));
        let unload_after = std::time::Duration::from_millis(150);
        let timeouts = RoomTimeouts { unload_after, ..RoomTimeouts::default() };
        let config = ServerConfig { time, limits, timeouts, ..ServerConfig::default() };
        Self::with_config(store, folder, config).await
    }

    async fn with_config(store: Store, folder: Arc<TempDir>, config: ServerConfig) -> Self {
        let state = AppState::open(store, config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = Arc::clone(&state);
        let serving = tokio::spawn(async move {
            let until = async { drop(stopped.await) };
            server::serve(listener, served, until).await;
        });
        Self { folder, state, at, stop, serving }
    }

    /// Stops it in peace and starts another on the same database.
    pub(crate) async fn restart(self) -> Self {
        let folder = Arc::clone(&self.folder);
        let _ = self.stop.send(());
        self.serving.await.unwrap();
        Self::open_in(folder, RoomTimeouts::default()).await
    }

    /// Stops it in peace.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.serving.await.unwrap();
    }

    /// Asks over HTTP, as somebody with this cookie.
    pub(crate) fn asker(&self, cookie: &str) -> Asker {
        let server = server::app(Arc::clone(&self.state));
        Asker { cookie: Some(cookie.to_owned()), ..Asker::new(&server) }
    }

    /// The cookie of a new person with an account.
    pub(crate) async fn account(&self, name: &str) -> String {
        let now = server::time::now();
        let person = PersonRow {
            id: name.to_owned(),
            name: name.parse().unwrap(),
            kind: AccountKind::Person,
        };
        self.state.store.add_person(&person, now).await.unwrap();
        let secret = self.state.store.begin_session(name, None, now).await.unwrap();
        format!("sixfold={secret}")
    }
}
