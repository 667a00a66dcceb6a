//! A real nginx of the test's own, with a folder that goes away with it.

use super::process::free_address;
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A running proxy.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) at: SocketAddr,
    _folder: TempDir,
}

impl Nginx {
    /// Starts one that passes everything on, as docs/security.md says it is to be set up. What it does
    /// not say is as nginx does it by itself: the `Host` becomes the address that it passes things on to.
    pub(crate) fn before(server: SocketAddr) -> Self {
        let (folder, at) = (TempDir::new().unwrap(), free_address());
        let place = folder.path().display();
        let text = format!(
            "daemon off; master_process off; pid {place}/pid; error_log {place}/log;
             events {{ worker_connections 64; }}
             http {{
               access_log off;
               client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
               fastcgi_temp_path {place}/f; uwsgi_temp_path {place}/u; scgi_temp_path {place}/s;
               map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
               server {{
                 listen {at};
                 location / {{
                   proxy_pass http://{server};
                   proxy_http_version 1.1;
                   proxy_set_header Upgrade $http_upgrade;
                   proxy_set_header Connection $connection_upgrade;
                   proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                 }}
               }}
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
        while TcpStream::connect(self.at).is_err() {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "nginx ended: {ended:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
