//! A cable between one browser and the site, which can be pulled.

use crate::Site;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Carries everything both ways, as long as it is plugged in.
pub struct Cable {
    port: u16,
    plugged: watch::Sender<bool>,
}

impl Cable {
    /// A cable to the site, plugged in.
    ///
    /// # Panics
    /// If this machine has no free port.
    pub async fn lay(site: &Site) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let (plugged, there) = watch::channel(true);
        let far = site.port();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, far, there.clone()));
            }
        });
        Self { port, plugged }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    /// Pulls it: what stands breaks, and nothing new comes through.
    pub fn pull(&self) {
        self.plugged.send_replace(false);
    }

    /// Plugs it in again.
    pub fn plug(&self) {
        self.plugged.send_replace(true);
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
