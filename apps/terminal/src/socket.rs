//! The WebSocket to the server, on a thread of its own. A connection that was given up says no more.

use crate::message::SocketEvent;
use crate::online::OnlineSettings;
use crate::screen::WORKER;
use futures_util::{SinkExt, StreamExt};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::{Request, Response};
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The code of a connection that broke without a word (RFC 6455, section 7.4.1).
const BROKEN: u16 = 1006;

type EventCallback = Arc<dyn Fn(SocketEvent) + Send + Sync>;

/// Connections to one server, one at a time.
pub(crate) struct Socket {
    settings: OnlineSettings,
    tell: EventCallback,
    /// The session of a guest, kept over reconnections.
    session: Arc<Mutex<Option<String>>>,
    /// The number of the connection that may speak.
    current: Arc<AtomicU64>,
    outgoing: Option<UnboundedSender<String>>,
}

impl Socket {
    pub(crate) fn new(
        settings: OnlineSettings,
        tell: impl Fn(SocketEvent) + Send + Sync + 'static,
    ) -> Self {
        let (session, current) = (Arc::default(), Arc::default());
        Self { settings, tell: Arc::new(tell), session, current, outgoing: None }
    }

    /// Opens a connection in place of the one before.
    pub(crate) fn connect(&mut self) {
        let number = self.current.fetch_add(1, Ordering::SeqCst) + 1;
        let (send, outgoing) = unbounded_channel();
        self.outgoing = Some(send);
        let request = request(&self.settings, self.session().as_deref());
        let (session, current, tell) =
            (Arc::clone(&self.session), Arc::clone(&self.current), Arc::clone(&self.tell));
        let speak = move |event| {
            if current.load(Ordering::SeqCst) == number {
                tell(event);
            }
        };
        let connection = move || {
            let (code, words) = run(request, outgoing, &session, &speak);
            speak(SocketEvent::Closed(code, words));
        };
        // Without a thread there is no connection, and it is tried again.
        let _ = thread::Builder::new().name(WORKER.to_owned()).spawn(connection);
    }

    fn session(&self) -> Option<String> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn send(&self, text: String) {
        if let Some(outgoing) = &self.outgoing {
            // Messages that matter are sent again after a reconnection.
            let _ = outgoing.send(text);
        }
    }

    pub(crate) fn disconnect(&mut self) {
        self.current.fetch_add(1, Ordering::SeqCst);
        self.outgoing = None;
    }
}

/// Why a server cannot be asked for a connection.
#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error("a server's address begins with http")]
    Scheme,
    #[error(transparent)]
    Address(Box<Error>),
    #[error("the token has characters that no token has")]
    Token,
}

/// `http` becomes `ws`, and `https` becomes `wss`.
fn request(settings: &OnlineSettings, session: Option<&str>) -> Result<Request, RequestError> {
    let base = settings.url.trim_end_matches('/');
    let rest = base.strip_prefix("http").ok_or(RequestError::Scheme)?;
    let mut request = format!("ws{rest}/api/socket")
        .into_client_request()
        .map_err(|error| RequestError::Address(Box::new(error)))?;
    let mut header = |name, value: String| {
        let value = value.parse().map_err(|_| RequestError::Token)?;
        request.headers_mut().insert(name, value);
        Ok::<(), RequestError>(())
    };
    match (&settings.token, session) {
        (Some(token), _) => header(AUTHORIZATION, format!("Bearer {token}"))?,
        (None, Some(session)) => header(COOKIE, session.to_owned())?,
        (None, None) => {}
    }
    Ok(request)
}

/// Runs a connection to its end: the code and the words of its close.
fn run(
    request: Result<Request, RequestError>,
    outgoing: UnboundedReceiver<String>,
    session: &Mutex<Option<String>>,
    speak: &dyn Fn(SocketEvent),
) -> (u16, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match (runtime, request) {
        (Ok(runtime), Ok(request)) => {
            runtime.block_on(run_session(request, outgoing, session, speak))
        }
        (Err(error), _) => (BROKEN, error.to_string()),
        (_, Err(error)) => (BROKEN, error.to_string()),
    }
}

async fn run_session(
    request: Request,
    mut outgoing: UnboundedReceiver<String>,
    session: &Mutex<Option<String>>,
    speak: &dyn Fn(SocketEvent),
) -> (u16, String) {
    let (mut stream, response) = match connect_async(request).await {
        Ok(opened) => opened,
        Err(error) => return refused(&error),
    };
    if let Some(cookie) = cookie(&response) {
        *session.lock().unwrap_or_else(PoisonError::into_inner) = Some(cookie);
    }
    loop {
        tokio::select! {
            text = outgoing.recv() => {
                let Some(text) = text else {
                    let _ = stream.close(None).await;
                    return (BROKEN, String::new());
                };
                if stream.send(Message::text(text)).await.is_err() {
                    return (BROKEN, String::new());
                }
            }
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => speak(SocketEvent::Text(text.to_string())),
                Some(Ok(Message::Close(frame))) => {
                    let close = frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                    return close.unwrap_or((BROKEN, String::new()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return (BROKEN, String::new()),
            },
        }
    }
}

/// A handshake that the server refuses for good is reported as being signed out.
fn refused(error: &Error) -> (u16, String) {
    let refused = matches!(error, Error::Http(response) if response.status().is_client_error());
    let code = if refused { protocol::Close::SignedOut.code() } else { BROKEN };
    (code, error.to_string())
}

fn cookie(response: &Response) -> Option<String> {
    let cookie = response.headers().get(SET_COOKIE)?.to_str().ok()?;
    cookie.split(';').next().map(str::to_owned)
}
