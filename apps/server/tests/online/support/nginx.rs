//! A real nginx of the test's own, with a folder that goes away with it.

use super::limit::{Limit, POLL};
use super::port::free_address;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A running proxy.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) at: SocketAddr,
    folder: TempDir,
}

impl Nginx {
    /// Starts one that passes everything on, by the example of deploy/. What it does not say is as nginx does it
    /// by itself: the `Host` becomes the address that it passes things on to.
    pub(crate) fn before(server: SocketAddr) -> Self {
        Self::start(TempDir::new().unwrap(), |at, _| without_tls(&shipped(server), at))
    }

    /// The same with TLS, by the lines of the example, with a certificate for `play.example` of the test's own.
    pub(crate) fn encrypted_before(server: SocketAddr) -> Self {
        let folder = TempDir::new().unwrap();
        make_certificate(folder.path());
        Self::start(folder, |at, folder| with_tls(&shipped(server), at, folder))
    }

    fn start(folder: TempDir, site: impl FnOnce(SocketAddr, &Path) -> String) -> Self {
        let at = free_address();
        let place = folder.path().display();
        let site = site(at, folder.path());
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
        let mut nginx = Self { child, at, folder };
        nginx.wait_until_it_listens();
        nginx
    }

    /// Sends a request by TLS, and reads the answer if the certificate is the expected one.
    pub(crate) fn ask_by_tls(&self, request: &str) -> String {
        let mut command = Command::new("openssl");
        command.args(["s_client", "-quiet", "-verify_return_error", "-verify_hostname"]);
        command.args([NAME, "-servername", NAME, "-connect", &self.at.to_string(), "-CAfile"]);
        command.arg(self.folder.path().join("cert.pem"));
        let (stdin, stdout) = (Stdio::piped(), Stdio::piped());
        let asking = command.stdin(stdin).stdout(stdout).stderr(Stdio::piped()).spawn();
        let mut asking = asking.expect("openssl is missing: `cargo xtask setup`");
        // It is kept open: at its end the client would close the connection.
        let mut stdin = asking.stdin.take().unwrap();
        stdin.write_all(request.as_bytes()).unwrap();
        let output = asking.wait_with_output().unwrap();
        drop(stdin);
        let errors = String::from_utf8_lossy(&output.stderr);
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        assert!(
            answer.starts_with("HTTP/1.1 ") && !answer.contains(" 502 "),
            "{answer}{errors}{log}"
        );
        answer
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

/// The example of deploy/, but for the address of the server.
fn shipped(server: SocketAddr) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/nginx.conf");
    let text = std::fs::read_to_string(path).unwrap();
    change(&text, "http://127.0.0.1:6060;", &format!("http://{server};"))
}

fn change(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

fn without_tls(text: &str, at: SocketAddr) -> String {
    let text = change(text, "listen 443 ssl;", &format!("listen {at};"));
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("ssl_certificate"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn with_tls(text: &str, at: SocketAddr, folder: &Path) -> String {
    let text = change(text, "listen 443 ssl;", &format!("listen {at} ssl;"));
    let place = folder.display();
    let text = change(&text, &format!("{LIVE}/fullchain.pem"), &format!("{place}/cert.pem"));
    change(&text, &format!("{LIVE}/privkey.pem"), &format!("{place}/key.pem"))
}

/// The name in the example, and the folder of its certificate.
const NAME: &str = "play.example";
const LIVE: &str = "/etc/letsencrypt/live/play.example";

/// `cert.pem`, signed by itself, and `key.pem`.
fn make_certificate(folder: &Path) {
    let script = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -batch -days 2 \
        -subj /CN=play.example -addext subjectAltName=DNS:play.example -keyout key.pem -out cert.pem";
    let mut command = Command::new("sh");
    let made = command.args(["-c", script]).current_dir(folder).stderr(Stdio::null()).status();
    assert!(made.unwrap().success(), "openssl made no certificate: `cargo xtask setup`");
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
