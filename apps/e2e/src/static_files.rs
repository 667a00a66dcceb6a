//! Files of a folder over HTTP, for tests of what is served by others than our server.

use std::path::{Path, PathBuf};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server of files; it ends with the test.
pub struct StaticFiles {
    port: u16,
}

impl StaticFiles {
    /// Serves a folder.
    ///
    /// # Panics
    /// If this machine has no free port.
    pub async fn serve(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let folder = folder.to_owned();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, folder.clone()));
            }
        });
        Self { port }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://localhost:{}", self.port)
    }
}

/// Answers one request: the browser asks again on a new connection.
async fn answer(mut stream: TcpStream, folder: PathBuf) -> Option<()> {
    let mut request = vec![0; 8_192];
    let read = stream.read(&mut request).await.ok()?;
    let request = String::from_utf8_lossy(&request[..read]).into_owned();
    let path = request.split_whitespace().nth(1)?.trim_start_matches('/').to_owned();
    let name = if path.is_empty() { "index.html".to_owned() } else { path };
    let kind = match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html",
        "js" => "text/javascript",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    };
    let file =
        if name.contains("..") { None } else { tokio::fs::read(folder.join(&name)).await.ok() };
    let (status, body) = file.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(&body).await.ok()
}
