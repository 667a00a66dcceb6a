//! The connection to the server: whether it stands, when to try again, and what time it is over there.

use clock::Moment;
use protocol::Close;

/// How long to wait before trying again, in milliseconds: longer each time.
const WAITS: [u64; 6] = [400, 1_000, 2_000, 4_000, 8_000, 15_000];

/// How often the server is asked whether it is there, in milliseconds.
const PING_EVERY: u64 = 5_000;

/// How long it may be silent. It says something every ten seconds by itself, and answers pings.
const SILENCE: u64 = 13_000;

/// How long a connection may take to be opened.
const OPENING: u64 = 15_000;

/// How the connection stands. Moments are milliseconds of the page's own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nobody has asked for one.
    Idle,
    /// On the way, since then.
    Connecting(u64),
    /// It stands.
    Here,
    /// Lost, and tried again at that moment.
    Lost(u64),
    /// Closed for a reason that waiting does not mend.
    Closed(Close),
}

/// A connection and what is known of it.
#[derive(Clone, Debug)]
pub struct Connection {
    state: State,
    tries: usize,
    /// Added to every wait, so that not all who were cut off come back at once.
    stray: u64,
    heard: u64,
    /// When the last ping left, and its number; no time once it is answered.
    ping: (u64, Option<u64>),
    /// When to ask next.
    ping_at: u64,
    lag: Option<u64>,
    /// What to add to the page's time to have the server's, and how sure that is.
    offset: Option<(i64, u64)>,
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    Nothing,
    Dial,
    HangUp,
    Ping(u64),
}

impl Connection {
    pub(crate) fn new(stray: u64) -> Self {
        Self {
            state: State::Idle,
            tries: 0,
            stray: stray % 1_000,
            heard: 0,
            ping: (0, None),
            ping_at: 0,
            lag: None,
            offset: None,
        }
    }

    /// How it stands.
    pub fn state(&self) -> State {
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

    /// Somebody wants a connection.
    pub(crate) fn want(&mut self) {
        if self.state == State::Idle {
            self.state = State::Lost(0);
        }
    }

    /// Tries at once, whatever was planned.
    pub(crate) fn hurry(&mut self) {
        if matches!(self.state, State::Lost(_) | State::Closed(_)) {
            self.state = State::Lost(0);
        }
    }

    /// Drops what stands, and tries at once.
    pub(crate) fn again(&mut self) {
        if self.state != State::Idle {
            self.state = State::Lost(0);
        }
    }

    /// The server has welcomed us.
    pub(crate) fn welcomed(&mut self, server: Moment, now: u64) {
        self.state = State::Here;
        self.tries = 0;
        self.ping = (self.ping.0, None);
        self.ping_at = now;
        if self.offset.is_none() {
            self.offset = Some((server.0 as i64 - now as i64, u64::MAX));
        }
    }

    /// Something came.
    pub(crate) fn heard(&mut self, now: u64) {
        self.heard = now;
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
        if matches!(self.state, State::Idle | State::Lost(_)) {
            return;
        }
        let why = Close::from_code(code);
        let hint = why.and_then(|why| Close::retry_in(words).or(why.retry_seconds()));
        let lasting = matches!(why, Some(Close::SignedOut | Close::TooLarge | Close::NotText));
        self.state = match why {
            Some(close) if lasting => State::Closed(close),
            _ => {
                let wait = WAITS[self.tries.min(WAITS.len() - 1)];
                let hint = hint.map_or(0, |seconds| u64::from(seconds) * 1_000);
                State::Lost(now + wait.max(hint) + self.stray)
            }
        };
        self.tries += 1;
        self.lag = None;
    }

    /// What is due now.
    pub(crate) fn due(&mut self, now: u64) -> Due {
        match self.state {
            State::Lost(at) if now >= at => {
                self.state = State::Connecting(now);
                self.heard = now;
                Due::Dial
            }
            State::Connecting(since) if now >= since + OPENING => {
                self.closed(0, "", now);
                Due::HangUp
            }
            State::Here if now >= self.heard + SILENCE => {
                self.closed(0, "", now);
                Due::HangUp
            }
            State::Here if now >= self.ping_at && self.ping.1.is_none() => {
                self.ping_at = now + PING_EVERY;
                self.ping = (self.ping.0 + 1, Some(now));
                Due::Ping(self.ping.0)
            }
            _ => Due::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> Connection {
        let mut connection = Connection::new(0);
        connection.want();
        assert_eq!(connection.due(0), Due::Dial);
        connection.welcomed(Moment(1_000_000), 100);
        connection.heard(100);
        connection
    }

    #[test]
    fn waits_grow_and_are_forgotten_once_it_stands() {
        let mut connection = here();
        let mut now = 1_000;
        for wait in [400, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000] {
            connection.closed(1006, "", now);
            assert_eq!(connection.state(), State::Lost(now + wait));
            assert_eq!(connection.due(now + wait - 1), Due::Nothing);
            now += wait;
            assert_eq!(connection.due(now), Due::Dial);
        }
        connection.welcomed(Moment(0), now);
        connection.closed(1006, "", now);
        assert_eq!(connection.state(), State::Lost(now + 400));
    }

    #[test]
    fn the_server_says_when_to_come_back_and_when_not_at_all() {
        let mut connection = here();
        connection.closed(Close::Restart.code(), "", 1_000);
        assert_eq!(connection.state(), State::Lost(3_000));
        let mut connection = here();
        connection.closed(Close::Restart.code(), &Close::Restart.words_with_retry(5), 1_000);
        assert_eq!(connection.state(), State::Lost(6_000), "to each client another time");
        let mut connection = here();
        connection.closed(Close::SignedOut.code(), "signed out", 1_000);
        assert_eq!(connection.state(), State::Closed(Close::SignedOut));
        assert_eq!(connection.due(1_000_000), Due::Nothing);
        connection.hurry();
        assert_eq!(connection.due(1_000_000), Due::Dial);
    }

    #[test]
    fn a_silent_server_is_taken_for_lost() {
        let mut connection = here();
        assert_eq!(connection.due(200), Due::Ping(1));
        assert_eq!(connection.due(10_000), Due::Nothing, "one question at a time");
        assert_eq!(connection.due(100 + SILENCE), Due::HangUp);
        assert!(matches!(connection.state(), State::Lost(_)));
    }

    #[test]
    fn the_server_s_time_is_read_from_the_quickest_answer() {
        let mut connection = here();
        assert_eq!(connection.server_time(200), Moment(1_000_100));
        assert_eq!(connection.due(200), Due::Ping(1));
        connection.pong(1, Moment(1_000_150), 260);
        assert_eq!(connection.lag(), Some(60));
        assert_eq!(connection.server_time(260), Moment(1_000_180));
        connection.heard(5_200);
        assert_eq!(connection.due(5_200), Due::Ping(2));
        connection.pong(2, Moment(1_009_999), 6_200);
        assert_eq!(connection.lag(), Some(1_000));
        assert_eq!(connection.server_time(260), Moment(1_000_180), "a slow answer knows less");
        connection.pong(9, Moment(0), 6_300);
        assert_eq!(connection.lag(), Some(1_000), "nobody asked for that");
    }
}
