//! The WebSocket of the tab, opened when the first page needs it and kept from then on.

use crate::browser;
use ::live::{Client, ConnectionState, Notification, SocketCommand};
use leptos::ev;
use leptos::prelude::*;
use protocol::GameId;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// How often the client looks at the time.
const TICK: Duration = Duration::from_millis(250);

/// Close code of a connection that ended without a close frame (RFC 6455).
const BROKEN: u16 = 1006;

/// Where to go when a game has begun. Not a `Callback`: that would end with the page that made it.
type Navigate = Arc<dyn Fn(GameId) + Send + Sync>;

/// The tab's client and its socket.
#[derive(Clone, Copy)]
pub(super) struct Online {
    client: RwSignal<Client, LocalStorage>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    listeners: StoredValue<Vec<(u32, Callback<Notification>)>>,
    registered: StoredValue<u32>,
    /// What to do when we are paired while no page listens: the user looks for an opponent and is
    /// elsewhere meanwhile.
    background_seek: StoredValue<Option<Navigate>>,
}

impl Online {
    /// The tab's own, made when it is first asked for.
    pub(super) fn here() -> Self {
        thread_local! {
            static HERE: Cell<Option<Online>> = const { Cell::new(None) };
        }
        HERE.get().unwrap_or_else(|| {
            let online =
                outermost_owner().map_or_else(Self::start, |owner| owner.with(Self::start));
            HERE.set(Some(online));
            online
        })
    }

    fn start() -> Self {
        let online = Self {
            client: RwSignal::new_local(Client::new(&seed())),
            socket: StoredValue::new_local(None),
            listeners: StoredValue::new(Vec::new()),
            registered: StoredValue::new(0),
            background_seek: StoredValue::new(None),
        };
        set_interval(move || online.tick(), TICK);
        window_event_listener(ev::online, move |_| online.act(Client::retry_now));
        online
    }

    /// Looks at what the client holds, and again whenever it changes.
    pub(super) fn with<T>(self, look: impl FnOnce(&Client) -> T) -> T {
        self.client.with(look)
    }

    pub(super) fn with_untracked<T>(self, look: impl FnOnce(&Client) -> T) -> T {
        self.client.with_untracked(look)
    }

    /// Updates the client and executes its socket commands.
    pub(super) fn act(self, change: impl FnOnce(&mut Client)) {
        self.client.update(change);
        self.tick();
    }

    /// Calls a listener with notifications for as long as the page is there.
    pub(super) fn on_notification(self, listener: impl Fn(Notification) + Send + Sync + 'static) {
        self.registered.update_value(|registered| *registered += 1);
        let number = self.registered.get_value();
        self.listeners.update_value(|all| all.push((number, Callback::new(listener))));
        on_cleanup(move || self.listeners.update_value(|all| all.retain(|(n, _)| *n != number)));
    }

    /// Keeps the seek after the lobby is left; `go` gets the game when it starts.
    pub(super) fn seek_in_background(self, go: impl Fn(GameId) + Send + Sync + 'static) {
        self.background_seek.set_value(Some(Arc::new(go)));
    }

    /// Whether we look for an opponent elsewhere.
    pub(super) fn is_seeking_in_background(self) -> bool {
        self.background_seek.with_value(Option::is_some)
    }

    /// Looks for an opponent in the lobby only.
    pub(super) fn stop_background_seek(self) {
        self.background_seek.set_value(None);
    }

    fn notify_background_seek(self, notifications: &[Notification]) {
        let Some(go) = self.background_seek.get_value() else { return };
        for notification in notifications {
            if let Notification::Paired(game) = notification {
                self.stop_background_seek();
                go(game.clone());
            }
        }
    }

    /// Advances the time of the client and executes its socket commands.
    fn tick(self) {
        let before = self.state();
        let (commands, notifications) = self
            .client
            .try_update_untracked(|client| {
                client.tick(now());
                (client.socket_commands(), client.notifications())
            })
            .unwrap_or_default();
        for command in commands {
            match command {
                SocketCommand::Connect => self.connect(),
                SocketCommand::Disconnect => self.socket.set_value(None),
                SocketCommand::Send(text) => self.socket.with_value(|socket| {
                    if let Some(socket) = socket {
                        // What does not arrive is sent again once connected.
                        let _ = socket.inner.send_with_str(&text);
                    }
                }),
            }
        }
        if before != self.state() {
            self.client.notify();
        }
        let listeners = self.listeners.get_value();
        if listeners.is_empty() {
            self.notify_background_seek(&notifications);
        }
        for (notification, (_, listener)) in notifications
            .iter()
            .flat_map(|notification| listeners.iter().map(move |listener| (notification, listener)))
        {
            listener.run(notification.clone());
        }
    }

    fn state(self) -> ConnectionState {
        self.with_untracked(|client| client.connection().state())
    }

    fn connect(self) {
        let socket = Socket::open(
            move |text| self.act(|client| client.receive(&text, now())),
            move |code, words| self.act(|client| client.closed(code, &words, now())),
        );
        if socket.is_none() {
            self.client.update(|client| client.closed(BROKEN, "", now()));
        }
        self.socket.set_value(socket);
    }
}

fn outermost_owner() -> Option<Owner> {
    let mut owner = Owner::current()?;
    while let Some(parent) = owner.parent() {
        owner = parent;
    }
    Some(owner)
}

/// The page's time in milliseconds; it never runs backwards.
pub(super) fn now() -> u64 {
    browser::monotonic_ms() as u64
}

/// Identifies the messages of this tab.
fn seed() -> String {
    let part = || format!("{:x}", (js_sys::Math::random() * 4e15) as u64);
    format!("{}{}", part(), part()).chars().take(20).collect()
}

/// A socket with its listeners.
struct Socket {
    inner: WebSocket,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    fn open(
        received: impl Fn(String) + 'static,
        closed: impl Fn(u16, String) + 'static,
    ) -> Option<Self> {
        let location = window().location();
        let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
        let scheme = if secure { "wss" } else { "ws" };
        let socket =
            WebSocket::new(&format!("{scheme}://{}/api/socket", location.host().ok()?)).ok()?;
        let on_message = Closure::new(move |message: MessageEvent| {
            if let Some(text) = message.data().as_string() {
                received(text);
            }
        });
        let on_close = Closure::new(move |event: CloseEvent| closed(event.code(), event.reason()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Some(Self { inner: socket, _on_message: on_message, _on_close: on_close })
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.inner.set_onmessage(None);
        self.inner.set_onclose(None);
        // It may be closed already.
        let _ = self.inner.close();
    }
}
