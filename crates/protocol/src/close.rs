//! Why a connection is closed: the codes of the WebSocket close frame (RFC 6455, section 7.4).

/// A reason to close a connection, with the code and the words that the client gets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Close {
    /// The server stops and will be back: connect again after the seconds that the words name.
    Restart,
    /// A message was too large.
    TooLarge,
    /// A message was no text.
    NotText,
    /// Too many messages at once.
    Flood,
    /// The client does not read what it is sent.
    TooSlow,
    /// Pings stayed unanswered.
    Silent,
    /// Too many connections from one person or address.
    TooMany,
    /// The session has ended: sign in again.
    SignedOut,
}

impl Close {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Restart,
        Self::TooLarge,
        Self::NotText,
        Self::Flood,
        Self::TooSlow,
        Self::Silent,
        Self::TooMany,
        Self::SignedOut,
    ];

    /// The code; those from 4000 on are our own.
    pub const fn code(self) -> u16 {
        match self {
            Self::Restart => 1012,
            Self::TooLarge => 1009,
            Self::NotText => 1003,
            Self::Flood => 4008,
            Self::TooSlow => 4009,
            Self::Silent => 4010,
            Self::TooMany => 4029,
            Self::SignedOut => 4001,
        }
    }

    /// The words that go with it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Restart => "restart; retry=2",
            Self::TooLarge => "message too large",
            Self::NotText => "text only",
            Self::Flood => "too many messages; retry=10",
            Self::TooSlow => "reading too slowly; retry=1",
            Self::Silent => "no answer to ping; retry=1",
            Self::TooMany => "too many connections; retry=30",
            Self::SignedOut => "signed out",
        }
    }

    /// Whether coming back makes sense, and after how many seconds.
    pub fn retry_seconds(self) -> Option<u32> {
        Self::retry_in(self.words())
    }

    /// The words with another number of seconds after which to come back, if coming back makes sense.
    pub fn words_with_retry(self, seconds: u32) -> String {
        match self.words().split_once("retry=") {
            Some((words, _)) => format!("{words}retry={seconds}"),
            None => self.words().to_owned(),
        }
    }

    /// The seconds that the words of a close frame name.
    pub fn retry_in(words: &str) -> Option<u32> {
        words.split_once("retry=").and_then(|(_, seconds)| seconds.parse().ok())
    }

    /// The reason with this code.
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|close| close.code() == code)
    }
}
