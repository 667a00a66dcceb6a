//! A way to a PostgreSQL cluster that can be shut: what is sent is held back, and arrives when it is opened again.

use super::postgres::Cluster;
use server::store::DatabaseLocation;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The way, which is open at first.
pub(crate) struct GatedDatabase {
    at: SocketAddr,
    is_open: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl GatedDatabase {
    pub(crate) async fn start(cluster: &Cluster) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (is_open, gate) = watch::channel(true);
        let socket = cluster.socket();
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = UnixStream::connect(&socket).await else { continue };
                let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                    (client.into_split(), server.into_split());
                let mut gate = gate.clone();
                tokio::spawn(async move {
                    let mut bytes = vec![0; 16_384];
                    while let Ok(count @ 1..) = from_client.read(&mut bytes).await {
                        let opened = gate.wait_for(|open| *open).await.is_ok();
                        if !opened || to_server.write_all(&bytes[..count]).await.is_err() {
                            return;
                        }
                    }
                });
                tokio::spawn(async move { copy(&mut from_server, &mut to_client).await });
            }
        });
        Self { at, is_open, task }
    }

    /// Where a server finds the database.
    pub(crate) fn location(&self) -> DatabaseLocation {
        DatabaseLocation::Postgres(format!(
            "postgres://postgres@{}/postgres?sslmode=disable",
            self.at
        ))
    }

    pub(crate) fn shut(&self) {
        self.is_open.send_replace(false);
    }

    pub(crate) fn open(&self) {
        self.is_open.send_replace(true);
    }
}

impl Drop for GatedDatabase {
    fn drop(&mut self) {
        self.task.abort();
    }
}
