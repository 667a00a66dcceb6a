//! A real nginx of the test's own, with a folder that goes away with it.

use super::limit::{Limit, POLL};
use super::port::free_address;
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A running proxy.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) at: SocketAddr,
    _folder: TempDir,
}

impl Nginx {
    /// Starts one that passes everything on, by the example of deploy/. What it does not say is as nginx does it
    /// by itself: the `Host` becomes the address that it passes things on to.
    pub(crate) fn before(server: SocketAddr) -> Self {
        let (folder, at) = (TempDir::new().unwrap(), free_address());
        let place = folder.path().display();
        let site = shipped(server, at);
        let text = format!(
            "daemon off; master_process off; pid {place}/pid; error_log {place}/log;
             events {{ worker_connections 64; }}
             http {{
               access_log off;
               client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
               fastcgi_temp_path {place}/f; uwsgi_temp_path {place}/u; scgi_temp_path {place}/s;
               {site}
             }}"
        );
        let config = folder.path().join("nginx.conf");
        std::fs::write(&config, text).unwrap();
        let mut command = Command::new("/usr/sbin/nginx");
        command.arg("-e").arg(folder.path().join("log")).arg("-c").arg(&config);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.expect("nginx is missing: `cargo xtask setup`");
        let mut nginx = Self { child, at, _folder: folder };
        nginx.wait_until_it_listens();
        nginx
    }

    fn wait_until_it_listens(&mut self) {
        let limit = Limit::start();
        while TcpStream::connect(self.at).is_err() {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "nginx ended: {ended:?}");
            limit.check("nginx listens");
            std::thread::sleep(POLL);
        }
    }
}

/// The example of deploy/, but for its addresses and certificate.
fn shipped(server: SocketAddr, at: SocketAddr) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/nginx.conf");
    let text = std::fs::read_to_string(path).unwrap();
    let changes = [
        ("listen 443 ssl;", format!("listen {at};")),
        ("http://127.0.0.1:6060;", format!("http://{server};")),
    ];
    let text = changes.iter().fold(text, |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    });
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("ssl_certificate"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
