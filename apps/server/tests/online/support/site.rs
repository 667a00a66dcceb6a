//! A server of the test's own.

use crate::desk::Asker;
use server::api::{Desk, Site as Reached};
use server::limits::Limits;
use server::store::{Kind, PersonRow, Place, Store};
use server::{Hall, Patience};
use std::net::SocketAddr;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server in this process, with a database in a folder that stays when it stops.
pub(crate) struct Site {
    pub(crate) folder: Arc<TempDir>,
    pub(crate) hall: Arc<Hall>,
    pub(crate) at: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Site {
    pub(crate) async fn open() -> Self {
        Self::open_with(Patience::default()).await
    }

    pub(crate) async fn open_with(patience: Patience) -> Self {
        Self::open_in(Arc::new(TempDir::new().unwrap()), patience).await
    }

    async fn open_in(folder: Arc<TempDir>, patience: Patience) -> Self {
        let store = Store::open(&Place::Folder(folder.path().to_owned())).await.unwrap();
        Self::over(store, folder, patience).await
    }

    /// A server over a database that is open.
    pub(crate) async fn over(store: Store, folder: Arc<TempDir>, patience: Patience) -> Self {
        let desk = Desk::new(store, Limits::new(1_000), Reached::default()).unwrap();
        let hall = Hall::open_with(Arc::new(desk), patience).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = Arc::clone(&hall);
        let serving = tokio::spawn(async move {
            let until = async { drop(stopped.await) };
            server::serve(listener, served, until).await.unwrap();
        });
        Self { folder, hall, at, stop, serving }
    }

    /// Stops it in peace and starts another on the same database.
    pub(crate) async fn restart(self) -> Self {
        let folder = Arc::clone(&self.folder);
        let _ = self.stop.send(());
        self.serving.await.unwrap();
        Self::open_in(folder, Patience::default()).await
    }

    /// Asks over HTTP, as somebody with this cookie.
    pub(crate) fn asker(&self, cookie: &str) -> Asker {
        let server = server::app(Arc::clone(&self.hall));
        Asker { cookie: Some(cookie.to_owned()), ..Asker::new(&server) }
    }

    /// The cookie of a new person with an account.
    pub(crate) async fn account(&self, name: &str) -> String {
        let now = server::time::now();
        let person =
            PersonRow { id: name.to_owned(), name: name.parse().unwrap(), kind: Kind::Account };
        self.hall.store.add_person(&person, now).await.unwrap();
        let secret = self.hall.store.begin_session(name, now).await.unwrap();
        format!("sixfold={secret}")
    }
}
