//! Exponential backoff with jitter (Metcalfe and Boggs 1976; Brooker 2015) for reconnecting, keep-alive pings,
//! and the offset of the server clock estimated from round-trip times (Cristian 1989).

use clock::Moment;
use protocol::Close;

/// Backoff before each attempt to reconnect, in milliseconds.
const BACKOFF: [u64; 6] = [400, 1_000, 2_000, 4_000, 8_000, 15_000];

/// How often the server is asked whether it is there, in milliseconds.
const PING_EVERY: u64 = 5_000;

/// How long it may be silent. It says something every ten seconds by itself, and answers pings.
const RECEIVE_TIMEOUT: u64 = 13_000;

/// How long a connection may take to be opened.
const CONNECT_TIMEOUT: u64 = 15_000;

/// State of the connection. Moments are milliseconds of the page's own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionState {
    /// No connection was asked for.
    Idle,
    /// Being opened, since then.
    Connecting(u64),
    /// Established.
    Connected,
    /// Lost, and tried again at that moment.
    Lost(u64),
    /// Closed for a reason that waiting does not mend.
    Closed(Close),
}

/// A connection and what is known of it.
#[derive(Clone, Debug)]
pub struct Connection {
    state: ConnectionState,
    tries: usize,
    /// Jitter added to every backoff, so that clients do not reconnect all at once.
    jitter: u64,
    last_received: u64,
    /// When the last ping left, and its number; no time once it is answered.
    ping: (u64, Option<u64>),
    /// When to ask next.
    ping_at: u64,
    lag: Option<u64>,
    /// What to add to the page's time to have the server's, and how sure that is.
    offset: Option<(i64, u64)>,
}

/// The action that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DueAction {
    Nothing,
    Connect,
    Disconnect,
    Ping(u64),
}

impl Connection {
    pub(crate) fn new(jitter: u64) -> Self {
        Self {
            state: ConnectionState::Idle,
            tries: 0,
            jitter: jitter % 1_000,
            last_received: 0,
            ping: (0, None),
            ping_at: 0,
            lag: None,
            offset: None,
        }
    }

    /// Its state.
    pub fn state(&self) -> ConnectionState {
        self.state
    }

    /// How long a message takes there and back, in milliseconds.
    pub fn lag(&self) -> Option<u64> {
        self.lag
    }

    /// The server's time when the page's is `now`.
    pub fn server_time(&self, now: u64) -> Moment {
        let offset = self.offset.map_or(0, |(offset, _)| offset);
        Moment(now.saturating_add_signed(offset))
    }

    /// Asks for a connection.
    pub(crate) fn want(&mut self) {
        if self.state == ConnectionState::Idle {
            self.state = ConnectionState::Lost(0);
        }
    }

    /// Tries at once, whatever was planned.
    pub(crate) fn retry_now(&mut self) {
        if matches!(self.state, ConnectionState::Lost(_) | ConnectionState::Closed(_)) {
            self.state = ConnectionState::Lost(0);
        }
    }

    /// Drops what stands, and tries at once.
    pub(crate) fn reconnect(&mut self) {
        if self.state != ConnectionState::Idle {
            self.state = ConnectionState::Lost(0);
        }
    }

    /// The server has welcomed us.
    pub(crate) fn welcomed(&mut self, server: Moment, now: u64) {
        self.state = ConnectionState::Connected;
        self.tries = 0;
        self.ping = (self.ping.0, None);
        self.ping_at = now;
        if self.offset.is_none() {
            self.offset = Some((server.0 as i64 - now as i64, u64::MAX));
        }
    }

    /// Something came.
    pub(crate) fn received(&mut self, now: u64) {
        self.last_received = now;
    }

    /// The answer to a ping: the server read its clock half way.
    pub(crate) fn pong(&mut self, nonce: u64, server: Moment, now: u64) {
        let (expected, Some(sent)) = self.ping else { return };
        if nonce != expected {
            return;
        }
        self.ping = (expected, None);
        let lag = now.saturating_sub(sent);
        self.lag = Some(lag);
        let offset = server.0 as i64 - (now.saturating_sub(lag / 2)) as i64;
        // The quickest answer knows best; clocks drift, so that it is not believed for ever.
        let best = self.offset.map_or(u64::MAX, |(_, best)| best.saturating_add(2));
        if lag <= best {
            self.offset = Some((offset, lag));
        } else if let Some((_, best)) = &mut self.offset {
            *best = best.saturating_add(2);
        }
    }

    /// The connection is gone; `code` is why, and `words` may say when to come back.
    pub(crate) fn closed(&mut self, code: u16, words: &str, now: u64) {
        if matches!(self.state, ConnectionState::Idle | ConnectionState::Lost(_)) {
            return;
        }
        let why = Close::from_code(code);
        let hint = why.and_then(|why| Close::retry_in(words).or(why.retry_seconds()));
        let lasting = matches!(why, Some(Close::SignedOut | Close::TooLarge | Close::NotText));
        self.state = match why {
            Some(close) if lasting => ConnectionState::Closed(close),
            _ => {
                let wait = BACKOFF[self.tries.min(BACKOFF.len() - 1)];
                let hint = hint.map_or(0, |seconds| u64::from(seconds) * 1_000);
                ConnectionState::Lost(now + wait.max(hint) + self.jitter)
            }
        };
        self.tries += 1;
        self.lag = None;
    }

    /// What is due now.
    pub(crate) fn due(&mut self, now: u64) -> DueAction {
        match self.state {
            ConnectionState::Lost(at) if now >= at => {
                self.state = ConnectionState::Connecting(now);
                self.last_received = now;
                DueAction::Connect
            }
            ConnectionState::Connecting(since) if now >= since + CONNECT_TIMEOUT => {
                self.closed(0, "", now);
                DueAction::Disconnect
            }
            ConnectionState::Connected if now >= self.last_received + RECEIVE_TIMEOUT => {
                self.closed(0, "", now);
                DueAction::Disconnect
            }
            ConnectionState::Connected if now >= self.ping_at && self.ping.1.is_none() => {
                self.ping_at = now + PING_EVERY;
                self.ping = (self.ping.0 + 1, Some(now));
                DueAction::Ping(self.ping.0)
            }
            _ => DueAction::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> Connection {
        let mut connection = Connection::new(0);
        connection.want();
        assert_eq!(connection.due(0), DueAction::Connect);
        connection.welcomed(Moment(1_000_000), 100);
        connection.received(100);
        connection
    }

    #[test]
    fn waits_grow_and_are_forgotten_once_it_stands() {
        let mut connection = here();
        let mut now = 1_000;
        for wait in [400, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000] {
            connection.closed(1006, "", now);
            assert_eq!(connection.state(), ConnectionState::Lost(now + wait));
            assert_eq!(connection.due(now + wait - 1), DueAction::Nothing);
            now += wait;
            assert_eq!(connection.due(now), DueAction::Connect);
        }
        connection.welcomed(Moment(0), now);
        connection.closed(1006, "", now);
        assert_eq!(connection.state(), ConnectionState::Lost(now + 400));
    }

    #[test]
    fn the_server_says_when_to_come_back_and_when_not_at_all() {
        let mut connection = here();
        connection.closed(Close::Restart.code(), "", 1_000);
        assert_eq!(connection.state(), ConnectionState::Lost(3_000));
        let mut connection = here();
        connection.closed(Close::Restart.code(), &Close::Restart.words_with_retry(5), 1_000);
        assert_eq!(connection.state(), ConnectionState::Lost(6_000), "to each client another time");
        let mut connection = here();
        connection.closed(Close::SignedOut.code(), "signed out", 1_000);
        assert_eq!(connection.state(), ConnectionState::Closed(Close::SignedOut));
        assert_eq!(connection.due(1_000_000), DueAction::Nothing);
        connection.retry_now();
        assert_eq!(connection.due(1_000_000), DueAction::Connect);
    }

    #[test]
    fn a_silent_server_is_taken_for_lost() {
        let mut connection = here();
        assert_eq!(connection.due(200), DueAction::Ping(1));
        assert_eq!(connection.due(10_000), DueAction::Nothing, "one question at a time");
        assert_eq!(connection.due(100 + RECEIVE_TIMEOUT), DueAction::Disconnect);
        assert!(matches!(connection.state(), ConnectionState::Lost(_)));
    }

    #[test]
    fn the_server_s_time_is_read_from_the_quickest_answer() {
        let mut connection = here();
        assert_eq!(connection.server_time(200), Moment(1_000_100));
        assert_eq!(connection.due(200), DueAction::Ping(1));
        connection.pong(1, Moment(1_000_150), 260);
        assert_eq!(connection.lag(), Some(60));
        assert_eq!(connection.server_time(260), Moment(1_000_180));
        connection.received(5_200);
        assert_eq!(connection.due(5_200), DueAction::Ping(2));
        connection.pong(2, Moment(1_009_999), 6_200);
        assert_eq!(connection.lag(), Some(1_000));
        assert_eq!(connection.server_time(260), Moment(1_000_180), "a slow answer knows less");
        connection.pong(9, Moment(0), 6_300);
        assert_eq!(connection.lag(), Some(1_000), "nobody asked for that");
    }
}
