//! One WebSocket for the tab, opened when the first page wants it and kept from then on.

use ::live::{Act, Client, News, State};
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

/// The code of a line that broke without a word.
const BROKEN: u16 = 1006;

/// Where to go when a game has begun. Not a `Callback`: that would end with the page that made it.
type Going = Arc<dyn Fn(GameId) + Send + Sync>;

/// The tab's client and its socket.
#[derive(Clone, Copy)]
pub(super) struct Online {
    client: RwSignal<Client, LocalStorage>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    listeners: StoredValue<Vec<(u32, Callback<News>)>>,
    heard: StoredValue<u32>,
    /// What to do when we are paired while no page listens: somebody looks for an opponent and is
    /// elsewhere meanwhile.
    elsewhere: StoredValue<Option<Going>>,
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
            heard: StoredValue::new(0),
            elsewhere: StoredValue::new(None),
        };
        set_interval(move || online.tick(), TICK);
        window_event_listener(ev::online, move |_| online.act(Client::hurry));
        online
    }

    /// Looks at what the client holds, and again whenever it changes.
    pub(super) fn with<T>(self, look: impl FnOnce(&Client) -> T) -> T {
        self.client.with(look)
    }

    pub(super) fn with_untracked<T>(self, look: impl FnOnce(&Client) -> T) -> T {
        self.client.with_untracked(look)
    }

    /// Has the client do something.
    pub(super) fn act(self, deed: impl FnOnce(&mut Client)) {
        self.client.update(deed);
        self.tick();
    }

    /// Tells a page of news for as long as it is there.
    pub(super) fn on_news(self, listener: impl Fn(News) + Send + Sync + 'static) {
        self.heard.update_value(|heard| *heard += 1);
        let number = self.heard.get_value();
        self.listeners.update_value(|all| all.push((number, Callback::new(listener))));
        on_cleanup(move || self.listeners.update_value(|all| all.retain(|(n, _)| *n != number)));
    }

    /// Goes on looking for an opponent after the lobby is left; `go` is told of the game that comes of it.
    pub(super) fn seek_elsewhere(self, go: impl Fn(GameId) + Send + Sync + 'static) {
        self.elsewhere.set_value(Some(Arc::new(go)));
    }

    /// Whether we look for an opponent elsewhere.
    pub(super) fn is_elsewhere(self) -> bool {
        self.elsewhere.with_value(Option::is_some)
    }

    /// Looks for an opponent in the lobby only.
    pub(super) fn come_back(self) {
        self.elsewhere.set_value(None);
    }

    fn tell_elsewhere(self, news: &[News]) {
        let Some(go) = self.elsewhere.get_value() else { return };
        for news in news {
            if let News::Paired(game) = news {
                self.come_back();
                go(game.clone());
            }
        }
    }

    /// Lets time pass, and does what the client wants done with the socket.
    fn tick(self) {
        let before = self.state();
        let (acts, news) = self
            .client
            .try_update_untracked(|client| {
                client.tick(now());
                (client.acts(), client.news())
            })
            .unwrap_or_default();
        for act in acts {
            match act {
                Act::Dial => self.dial(),
                Act::HangUp => self.socket.set_value(None),
                Act::Send(text) => self.socket.with_value(|socket| {
                    if let Some(socket) = socket {
                        // What does not arrive is sent again once the line stands.
                        let _ = socket.line.send_with_str(&text);
                    }
                }),
            }
        }
        if before != self.state() {
            self.client.notify();
        }
        let listeners = self.listeners.get_value();
        if listeners.is_empty() {
            self.tell_elsewhere(&news);
        }
        for (news, (_, listener)) in
            news.iter().flat_map(|news| listeners.iter().map(move |listener| (news, listener)))
        {
            listener.run(news.clone());
        }
    }

    fn state(self) -> State {
        self.with_untracked(|client| client.connection().state())
    }

    fn dial(self) {
        let socket = Socket::open(
            move |text| self.act(|client| client.hear(&text, now())),
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
    window().performance().map_or(0.0, |performance| performance.now()) as u64
}

/// What tells this tab's messages from those of all others.
fn seed() -> String {
    let part = || format!("{:x}", (js_sys::Math::random() * 4e15) as u64);
    format!("{}{}", part(), part()).chars().take(20).collect()
}

/// A socket with its listeners.
struct Socket {
    line: WebSocket,
    _hears: Closure<dyn FnMut(MessageEvent)>,
    _closes: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    fn open(
        hear: impl Fn(String) + 'static,
        closed: impl Fn(u16, String) + 'static,
    ) -> Option<Self> {
        let location = window().location();
        let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
        let scheme = if secure { "wss" } else { "ws" };
        let line =
            WebSocket::new(&format!("{scheme}://{}/api/socket", location.host().ok()?)).ok()?;
        let hears = Closure::new(move |message: MessageEvent| {
            if let Some(text) = message.data().as_string() {
                hear(text);
            }
        });
        let closes = Closure::new(move |event: CloseEvent| closed(event.code(), event.reason()));
        line.set_onmessage(Some(hears.as_ref().unchecked_ref()));
        line.set_onclose(Some(closes.as_ref().unchecked_ref()));
        Some(Self { line, _hears: hears, _closes: closes })
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.line.set_onmessage(None);
        self.line.set_onclose(None);
        // It may be closed already.
        let _ = self.line.close();
    }
}
