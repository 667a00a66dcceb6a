//! A TCP client without manners: any bytes, any frames, from any loopback address.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// No answer takes this long, on any machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The WebSocket opcodes of RFC 6455 with the bit FIN.
pub(crate) const TEXT: u8 = 0x81;
pub(crate) const BINARY: u8 = 0x82;
pub(crate) const PING: u8 = 0x89;
pub(crate) const CLOSE: u8 = 0x88;
/// Without FIN: the first fragment of a text, and one in the middle.
pub(crate) const TEXT_FRAGMENT: u8 = 0x01;
pub(crate) const CONTINUATION: u8 = 0x00;
/// The last fragment.
pub(crate) const LAST_FRAGMENT: u8 = 0x80;

/// A response to a raw request.
#[derive(Debug)]
pub(crate) struct RawResponse {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// A TCP connection.
pub(crate) struct Raw {
    stream: TcpStream,
    /// What was read and not used yet.
    unread: Vec<u8>,
}

impl Raw {
    pub(crate) async fn connect(at: SocketAddr, from: IpAddr) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        Ok(Self { stream: socket.connect(at).await?, unread: Vec::new() })
    }

    /// A WebSocket as a guest, or as whoever holds the cookie; the status if it is refused.
    pub(crate) async fn socket(
        at: SocketAddr,
        from: IpAddr,
        cookie: Option<&str>,
    ) -> Result<Self, u16> {
        let mut raw = Self::connect(at, from).await.map_err(|_| 0_u16)?;
        let cookie = cookie.map_or(String::new(), |cookie| format!("cookie: {cookie}\r\n"));
        let head = format!(
            "GET /api/socket HTTP/1.1\r\nhost: {at}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{cookie}\r\n"
        );
        raw.write(head.as_bytes()).await.map_err(|_| 0_u16)?;
        let response = raw.response().await.ok_or(0_u16)?;
        if response.status == 101 { Ok(raw) } else { Err(response.status) }
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        timeout(PATIENCE, self.stream.write_all(bytes)).await?
    }

    /// Says that nothing more will be sent; the other direction stays open.
    pub(crate) async fn finish(&mut self) {
        // The server may have closed already.
        let _ = self.stream.shutdown().await;
    }

    /// Reads more; whether there was anything.
    async fn fill(&mut self) -> bool {
        let mut bytes = [0; 4_096];
        let read = timeout(PATIENCE, self.stream.read(&mut bytes)).await.expect("no silence");
        let count = read.unwrap_or(0);
        self.unread.extend_from_slice(&bytes[..count]);
        count > 0
    }

    /// The next HTTP response, with a body of the length that it names; nothing if the connection
    /// ends before.
    pub(crate) async fn response(&mut self) -> Option<RawResponse> {
        let end = loop {
            match self.unread.windows(4).position(|four| four == b"\r\n\r\n") {
                Some(at) => break at + 4,
                None if self.fill().await => {}
                None => return None,
            }
        };
        let head: Vec<u8> = self.unread.drain(..end).collect();
        let head = String::from_utf8_lossy(&head).to_lowercase();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let length = head.split("content-length: ").nth(1).and_then(|rest| {
            rest.split("\r\n").next().and_then(|number| number.parse::<usize>().ok())
        });
        let length = length.unwrap_or(0);
        while self.unread.len() < length && self.fill().await {}
        let length = length.min(self.unread.len());
        let body: Vec<u8> = self.unread.drain(..length).collect();
        Some(RawResponse { status, head, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// Sends a frame with a mask, as clients must; `first` holds FIN, reserved bits and opcode.
    pub(crate) async fn frame(&mut self, first: u8, payload: &[u8]) -> io::Result<()> {
        self.write(&masked_frame(first, payload)).await
    }

    /// The next frame's first byte and payload; nothing if the connection ends before.
    pub(crate) async fn next_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        loop {
            if let Some((head, length)) = frame_size(&self.unread)
                && self.unread.len() >= head + length
            {
                let frame: Vec<u8> = self.unread.drain(..head + length).collect();
                return Some((frame[0], frame[head..].to_vec()));
            }
            if !self.fill().await {
                return None;
            }
        }
    }

    /// The code in the close frame, after whatever comes before it; 0 if the connection just ends.
    pub(crate) async fn close_code(&mut self) -> u16 {
        while let Some((first, payload)) = self.next_frame().await {
            if first == CLOSE {
                return payload.first_chunk().map_or(0, |code| u16::from_be_bytes(*code));
            }
        }
        0
    }

    /// Whether a text with these words comes before the connection ends.
    pub(crate) async fn hears(&mut self, words: &str) -> bool {
        while let Some((_, payload)) = self.next_frame().await {
            if String::from_utf8_lossy(&payload).contains(words) {
                return true;
            }
        }
        false
    }
}

/// The size of the head and of the payload of the server's frame that begins here.
fn frame_size(bytes: &[u8]) -> Option<(usize, usize)> {
    match bytes.get(1)? {
        126 => Some((4, u16::from_be_bytes(*bytes.get(2..)?.first_chunk()?).into())),
        127 => Some((10, u64::from_be_bytes(*bytes.get(2..)?.first_chunk()?) as usize)),
        short => Some((2, usize::from(*short))),
    }
}

/// A frame as clients send it.
pub(crate) fn masked_frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x12, 0x34, 0x56, 0x78];
    let mut frame = vec![first];
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        middle @ 126..65_536 => {
            frame.push(0x80 | 0x7e);
            frame.extend((middle as u16).to_be_bytes());
        }
        long => {
            frame.push(0x80 | 0x7f);
            frame.extend((long as u64).to_be_bytes());
        }
    }
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}
