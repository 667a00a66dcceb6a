//! Connections that do nothing, or little: closed in time, and limited for each address.

use crate::support::limit::wait_until;
use crate::support::port::free_address;
use crate::support::process::Process;
use crate::support::site::Site;
use server::NetworkLimits;
use server::limits::Limits;
use server::store::DatabaseLocation;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

/// No server of ours takes this long to close a connection in these tests.
const PATIENCE: Duration = Duration::from_secs(20);

fn soon() -> NetworkLimits {
    NetworkLimits {
        header_timeout: Duration::from_millis(300),
        body_timeout: Duration::from_millis(300),
        send_timeout: Duration::from_millis(300),
        ..NetworkLimits::default()
    }
}

async fn connect(at: SocketAddr) -> TcpStream {
    TcpStream::connect(at).await.unwrap()
}

/// All that comes until the other end closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset is an end too.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("it is closed");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends a byte now and then until the other end does not take it any more.
async fn trickle(stream: &mut TcpStream, byte: u8) {
    let trickling = async {
        while stream.write_all(&[byte]).await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, trickling).await.expect("it is closed");
}

async fn is_well(at: SocketAddr, from: &str) -> bool {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let mut stream = socket.connect(at).await.unwrap();
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n");
    // One that is refused may be reset before it has asked.
    let _ = stream.write_all(request.as_bytes()).await;
    rest(&mut stream).await.starts_with("HTTP/1.1 200")
}

#[tokio::test]
async fn connections_that_ask_for_nothing_are_closed() {
    let site = Site::with_network(Limits::new(1_000), soon()).await;
    let mut silent = connect(site.at).await;
    assert_eq!(rest(&mut silent).await, "");
    // Kept alive after an answer, and idle.
    let mut kept = connect(site.at).await;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", site.at);
    kept.write_all(request.as_bytes()).await.unwrap();
    assert!(rest(&mut kept).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn headers_and_bodies_that_come_a_byte_at_a_time_are_cut_off() {
    let site = Site::with_network(Limits::new(1_000), soon()).await;
    let mut headers = connect(site.at).await;
    headers.write_all(b"GET / HTTP/1.1\r\nx: ").await.unwrap();
    trickle(&mut headers, b'x').await;
    let mut body = connect(site.at).await;
    let at = site.at;
    let request = format!(
        "POST /api/sign-in HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\n\
         content-type: application/json\r\ncontent-length: 100000\r\n\r\n"
    );
    body.write_all(request.as_bytes()).await.unwrap();
    trickle(&mut body, b' ').await;
    assert!(is_well(site.at, "127.0.0.1").await);
}

#[tokio::test]
async fn answers_that_nobody_reads_are_given_up() {
    const REQUESTS: usize = 200;
    let site = Site::with_network(Limits::new(1_000), soon()).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut deaf = socket.connect(site.at).await.unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", site.at);
    deaf.write_all(request.repeat(REQUESTS).as_bytes()).await.unwrap();
    // Nothing tells whoever does not read that the other end has given up, but a reset.
    let closed = async {
        while deaf.write_all(b"\r\n").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, closed).await.expect("it is closed");
}

#[tokio::test]
async fn an_address_at_its_limit_does_not_keep_others_out() {
    const EACH: usize = 256;
    let site = Site::with_network(Limits::default(), NetworkLimits::default()).await;
    let mut idle = Vec::new();
    for _ in 0..EACH {
        idle.push(connect(site.at).await);
    }
    let mut refused = connect(site.at).await;
    let told = rest(&mut refused).await;
    assert!(told.starts_with("HTTP/1.1 503") && told.contains("retry-after"), "{told}");
    assert!(is_well(site.at, "127.0.0.2").await);
    idle.pop();
    wait_until("it is let in again", async || is_well(site.at, "127.0.0.1").await).await;
}

#[tokio::test]
async fn more_connections_than_files_are_refused_and_the_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let location = DatabaseLocation::Folder(folder.path().to_owned());
    let server = Process::start_with_files(free_address(), &location, "-n 100");
    server.is_up().await;
    let mut idle = Vec::new();
    for _ in 0..150 {
        idle.push(connect(server.at).await);
    }
    let told = rest(idle.last_mut().unwrap()).await;
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
    drop(idle);
    wait_until("it is let in again", async || is_well(server.at, "127.0.0.1").await).await;
    server.kill();
}
