//! TCP proxy between one browser and the site, for tests of lost connections.

use crate::Site;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Forwards both ways while it is connected.
pub struct TcpProxy {
    port: u16,
    connected: watch::Sender<bool>,
}

impl TcpProxy {
    /// A proxy to the site, connected.
    ///
    /// # Panics
    /// If this machine has no free port.
    pub async fn start(site: &Site) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let (connected, there) = watch::channel(true);
        let far = site.port();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, far, there.clone()));
            }
        });
        Self { port, connected }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    /// Ends all connections and refuses new ones.
    pub fn disconnect(&self) {
        self.connected.send_replace(false);
    }

    /// Accepts connections again.
    pub fn connect(&self) {
        self.connected.send_replace(true);
    }
}

async fn carry(mut near: TcpStream, far: u16, mut there: watch::Receiver<bool>) {
    if !*there.borrow_and_update() {
        return;
    }
    let Ok(mut far) = TcpStream::connect(("127.0.0.1", far)).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut near, &mut far) => {}
        _ = there.changed() => {}
    }
}
