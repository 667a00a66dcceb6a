//! The body of a request, which must have arrived by a deadline.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use http_body::{Frame, SizeHint};
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Sleep, sleep};

/// A body that fails when it has not arrived in time.
struct DeadlineBody {
    body: Body,
    timeout: Duration,
    deadline: Pin<Box<Sleep>>,
}

/// The body took too long.
#[derive(Debug)]
struct BodyTooSlow(Duration);

impl fmt::Display for BodyTooSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it must arrive within {:?}; send it faster or in parts", self.0)
    }
}

impl std::error::Error for BodyTooSlow {}

/// The same request, whose body must arrive within `timeout`.
pub(crate) fn with_deadline(request: Request, timeout: Duration) -> Request {
    request.map(|body| {
        if body.is_end_stream() {
            return body;
        }
        Body::new(DeadlineBody { body, timeout, deadline: Box::pin(sleep(timeout)) })
    })
}

impl HttpBody for DeadlineBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let late = self.deadline.as_mut().poll(cx);
        late.map(|()| Some(Err(BodyTooSlow(self.timeout).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
