//! A TCP client that may break every rule of HTTP and WebSocket (RFC 6455), from any loopback
//! address. Attacks need it where a library would refuse to send what they send.

use super::target::Target;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// How long an attacker waits for anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The first byte of frames: the bit FIN and the opcode.
pub(super) const TEXT: u8 = 0x81;
pub(super) const TEXT_FRAGMENT: u8 = 0x01;
pub(super) const CONTINUATION: u8 = 0x00;
pub(super) const PING: u8 = 0x89;
const CLOSE: u8 = 0x88;

/// A response: its status, the cookie that it sets, its body.
#[derive(Clone, Default, Debug)]
pub(super) struct RawResponse {
    pub(super) status: u16,
    pub(super) cookie: Option<String>,
    pub(super) body: String,
}

/// What a WebSocket brings.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Received {
    /// A text message.
    Text(String),
    /// The close frame's code; 0 if the connection just ended.
    Closed(u16),
}

/// A TCP connection of an attacker.
pub(super) struct Wire {
    stream: TcpStream,
    unread: Vec<u8>,
    /// How many bytes came in all.
    pub(super) bytes_read: u64,
}

impl Wire {
    pub(super) async fn connect(at: SocketAddr, from: IpAddr) -> io::Result<Self> {
        Self::connect_with(at, from, None).await
    }

    /// Connects with a receive buffer of so many bytes, if any are named.
    pub(super) async fn connect_with(
        at: SocketAddr,
        from: IpAddr,
        receive_buffer: Option<u32>,
    ) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = receive_buffer {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind(SocketAddr::new(from, 0))?;
        let stream = timeout(PATIENCE, socket.connect(at)).await??;
        Ok(Self { stream, unread: Vec::new(), bytes_read: 0 })
    }

    pub(super) async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        timeout(PATIENCE, self.stream.write_all(bytes)).await?
    }

    async fn fill(&mut self) -> io::Result<()> {
        self.unread.reserve(16_384);
        let count = timeout(PATIENCE, self.stream.read_buf(&mut self.unread)).await??;
        self.bytes_read += count as u64;
        if count == 0 { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// The next response, with a body of the length that it names.
    pub(super) async fn response(&mut self) -> io::Result<RawResponse> {
        let end = loop {
            match self.unread.windows(4).position(|four| four == b"\r\n\r\n") {
                Some(at) => break at + 4,
                None => self.fill().await?,
            }
        };
        let head: Vec<u8> = self.unread.drain(..end).collect();
        let head = String::from_utf8_lossy(&head).into_owned();
        let length = header(&head, "content-length").and_then(|text| text.parse().ok());
        let length: usize = length.unwrap_or(0);
        while self.unread.len() < length {
            self.fill().await?;
        }
        let body: Vec<u8> = self.unread.drain(..length).collect();
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
        let cookie = header(&head, "set-cookie");
        let cookie = cookie.and_then(|text| text.split(';').next()).map(str::to_owned);
        Ok(RawResponse { status, cookie, body: String::from_utf8_lossy(&body).into_owned() })
    }

    /// Sends a request and waits for the answer.
    pub(super) async fn request(&mut self, head: &str, body: &str) -> io::Result<RawResponse> {
        self.write(format!("{head}\r\n{body}").as_bytes()).await?;
        self.response().await
    }

    /// Sends a frame with a mask of zeros.
    pub(super) async fn frame(&mut self, first: u8, payload: &[u8]) -> io::Result<()> {
        self.write(&frame(first, payload)).await
    }

    pub(super) async fn say(&mut self, message: &str) -> io::Result<()> {
        self.frame(TEXT, message.as_bytes()).await
    }

    /// The next text, or how the connection ends.
    pub(super) async fn receive(&mut self) -> Received {
        loop {
            if let Some((head, length)) = frame_size(&self.unread)
                && self.unread.len() >= head + length
            {
                let bytes: Vec<u8> = self.unread.drain(..head + length).collect();
                let payload = &bytes[head..];
                match bytes[0] {
                    TEXT => return Received::Text(String::from_utf8_lossy(payload).into_owned()),
                    CLOSE => {
                        let code = payload.first_chunk().map_or(0, |two| u16::from_be_bytes(*two));
                        return Received::Closed(code);
                    }
                    _ => continue,
                }
            }
            if self.fill().await.is_err() {
                return Received::Closed(0);
            }
        }
    }

    /// The next text that holds one of these words, answering pings; nothing if the connection ends.
    pub(super) async fn until(&mut self, words: &[&str]) -> Option<String> {
        loop {
            let Received::Text(text) = self.receive().await else { return None };
            if let Some(nonce) = text.strip_prefix(r#"{"t":"ping","nonce":"#) {
                self.say(&format!(r#"{{"t":"pong","nonce":{nonce}"#)).await.ok()?;
            } else if words.iter().any(|word| text.contains(word)) {
                return Some(text);
            }
        }
    }

    /// Reads and answers pings until the time is over or the connection ends; whether it ended.
    pub(super) async fn listen(&mut self, target: &Target) -> bool {
        let listening = self.until(&[]);
        tokio::time::timeout_at(target.until.into(), listening).await.is_ok()
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let mut found = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
    found.next().map(|(_, value)| value.trim())
}

/// The size of the head and of the payload of the server's frame that begins here.
fn frame_size(bytes: &[u8]) -> Option<(usize, usize)> {
    match bytes.get(1)? {
        126 => Some((4, u16::from_be_bytes(*bytes.get(2..)?.first_chunk()?).into())),
        127 => Some((10, u64::from_be_bytes(*bytes.get(2..)?.first_chunk()?) as usize)),
        short => Some((2, usize::from(*short))),
    }
}

/// A frame as clients send it, with a mask of zeros.
pub(super) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
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
    frame.extend([0; 4]);
    frame.extend_from_slice(payload);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_the_length_that_their_head_names() {
        for length in [0, 125, 126, 65_535, 65_536] {
            let bytes = frame(TEXT, &vec![b'x'; length]);
            let unmasked: Vec<u8> =
                bytes.iter().enumerate().map(|(i, b)| if i == 1 { b & 0x7f } else { *b }).collect();
            let (head, payload) = frame_size(&unmasked).unwrap();
            assert_eq!((head + 4 + payload, payload), (bytes.len(), length));
        }
    }

    #[test]
    fn headers_are_found_whatever_their_case() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nset-cookie: a=b; Path=/\r\n\r\n";
        assert_eq!(header(head, "content-length"), Some("12"));
        assert_eq!(header(head, "Set-Cookie"), Some("a=b; Path=/"));
        assert_eq!(header(head, "retry-after"), None);
    }
}
