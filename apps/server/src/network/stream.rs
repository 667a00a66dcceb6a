//! A TCP connection that is closed when the other end does not read, and that does not buffer much in the
//! kernel for it.

use super::listener::ConnectionPermit;
use socket2::SockRef;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// What the kernel may hold of what is sent, for files and for messages. It takes twice as much memory.
const SEND_BUFFER: usize = 128 * 1024;
const SOCKET_SEND_BUFFER: usize = 32 * 1024;

/// What a WebSocket may send without completing a message, in bytes: the largest message with as much
/// again for its frames. Empty continuation frames would otherwise cost nothing and never end.
const UNDELIVERED: usize = 128 * 1024;

/// Flags shared by a connection's stream and its handler.
#[derive(Debug, Default)]
pub(crate) struct StreamControl {
    upgraded: AtomicBool,
    undelivered: AtomicUsize,
    flooded: AtomicBool,
}

impl StreamControl {
    /// The connection is a WebSocket from now on.
    pub(crate) fn upgrade(&self) {
        self.upgraded.store(true, Ordering::Release);
    }

    /// A message has arrived.
    pub(crate) fn delivered(&self) {
        self.undelivered.store(0, Ordering::Release);
    }

    /// Whether it was cut off because bytes came, and no messages.
    pub(crate) fn is_flooded(&self) -> bool {
        self.flooded.load(Ordering::Acquire)
    }

    /// Charges bytes that were read.
    fn charge(&self, bytes: usize) -> io::Result<()> {
        if !self.upgraded.load(Ordering::Acquire) {
            return Ok(());
        }
        if self.undelivered.fetch_add(bytes, Ordering::AcqRel) + bytes > UNDELIVERED {
            self.flooded.store(true, Ordering::Release);
            return Err(io::Error::new(ErrorKind::InvalidData, "bytes without a message"));
        }
        Ok(())
    }
}

/// A connection with its permit, for as long as it is open.
pub(super) struct GuardedStream {
    stream: TcpStream,
    control: Arc<StreamControl>,
    /// A write that makes no progress for this long fails.
    send_timeout: Duration,
    /// Runs while a write waits.
    stalled: Option<Pin<Box<Sleep>>>,
    shrunk: bool,
    _permit: ConnectionPermit,
}

impl GuardedStream {
    pub(super) fn new(
        stream: TcpStream,
        control: &Arc<StreamControl>,
        send_timeout: Duration,
        permit: ConnectionPermit,
    ) -> Self {
        // Where the system does not have these, the connection serves all the same.
        let _ = stream.set_nodelay(true);
        let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        let control = Arc::clone(control);
        Self { stream, control, send_timeout, stalled: None, shrunk: false, _permit: permit }
    }

    fn shrink_once(&mut self) {
        if !self.shrunk && self.control.upgraded.load(Ordering::Acquire) {
            self.shrunk = true;
            let _ = SockRef::from(&self.stream).set_send_buffer_size(SOCKET_SEND_BUFFER);
        }
    }

    /// The outcome of a write, or that it has waited too long.
    fn check_write<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let timeout = self.send_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(stalled.as_mut().poll(cx));
        // A client that writes again finds it expired still.
        stalled.as_mut().reset(Instant::now());
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for GuardedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        Poll::Ready(self.control.charge(buffer.filled().len() - before))
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.shrink_once();
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.check_write(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.shrink_once();
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.check_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_charged_to_web_sockets_until_a_message_arrives() {
        let control = StreamControl::default();
        control.charge(UNDELIVERED * 2).unwrap();
        control.upgrade();
        for _ in 0..3 {
            control.charge(UNDELIVERED).unwrap();
            control.delivered();
        }
        control.charge(UNDELIVERED).unwrap();
        assert!(!control.is_flooded());
        assert!(control.charge(1).is_err() && control.is_flooded());
    }
}
