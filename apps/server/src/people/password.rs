//! Passwords: Argon2id at the parameters that OWASP names, off the threads that serve, and only so
//! many at once: each takes 19 MiB and a twentieth of a second.

mod hasher;
mod weak;

use crate::limits::Who;
use crate::limits::fair_queue::{FairQueue, QueueError, QueueSize};
use hasher::Hasher;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The shortest password, in characters.
pub const SHORTEST: usize = 8;

/// The longest password, in bytes: longer ones are refused before they cost anything.
pub const LONGEST: usize = 256;

/// How long one takes, about.
const EXPECTED: Duration = Duration::from_millis(50);

/// How many are worked on at once, how many may wait of one network or person, and in all. One at a time is
/// twenty a second; two would take the memory bandwidth from the games of a small machine.
const SIZE: QueueSize = QueueSize { workers: 1, running: 1, each: 4, all: 256 };

/// The same for known devices, whose owners attackers must not delay.
const KNOWN_SIZE: QueueSize = QueueSize { workers: 1, running: 1, each: 4, all: 64 };

/// A password as it was typed. It is never shown or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a password was not taken or not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordError {
    /// Too short or too long.
    Length,
    /// Too easily guessed.
    Weak,
    /// Too many are being compared: try again after this time.
    Busy(Duration),
    /// The machine could not do it.
    Broken,
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => {
                write!(
                    f,
                    "a password has at least {SHORTEST} characters and {LONGEST} bytes at most"
                )
            }
            Self::Weak => f.write_str(
                "a password must not be a common one, a run or repetition of characters, or little more \
                 than the name; choose several words",
            ),
            Self::Busy(_) => f.write_str("too many people sign in at once; try again"),
            Self::Broken => f.write_str("passwords cannot be worked on now"),
        }
    }
}

impl std::error::Error for PasswordError {}

impl Password {
    /// The typed text, if it can be a password.
    ///
    /// # Errors
    /// If it is too short or too long.
    pub fn new(text: String) -> Result<Self, PasswordError> {
        let fits = text.len() <= LONGEST && text.chars().count() >= SHORTEST;
        if fits { Ok(Self(text)) } else { Err(PasswordError::Length) }
    }

    /// The typed text as a new password for this name, if it is not easily guessed.
    ///
    /// # Errors
    /// If it is too short, too long or too weak.
    pub fn choose(text: String, name: &str) -> Result<Self, PasswordError> {
        let password = Self::new(text)?;
        if weak::is_weak(&password.0, name) { Err(PasswordError::Weak) } else { Ok(password) }
    }
}

/// Where passwords are worked on.
#[derive(Clone)]
pub struct PasswordHashPool {
    queue: FairQueue,
    known: FairQueue,
    hasher: Arc<Hasher>,
    /// What is compared when there is no such account, so that it takes as long.
    decoy: Arc<str>,
}

impl PasswordHashPool {
    /// A pool of the usual size.
    ///
    /// # Errors
    /// If the machine gives no randomness.
    pub fn new() -> Result<Self, PasswordError> {
        let hasher = Hasher::default();
        Ok(Self {
            queue: FairQueue::new(SIZE),
            known: FairQueue::new(KNOWN_SIZE),
            decoy: hasher::decoy()?.into(),
            hasher: Arc::new(hasher),
        })
    }

    /// What is stored of a password: a PHC string with its own salt.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn hash(&self, password: &Password, turn: Who) -> Result<String, PasswordError> {
        let (password, hasher) = (password.clone(), Arc::clone(&self.hasher));
        self.work(turn, move || hasher.hash(&password.0)).await?
    }

    /// Whether it is the password whose hash is `stored`; as slow when nothing is stored.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn matches(
        &self,
        password: &Password,
        stored: Option<String>,
        turn: Who,
    ) -> Result<bool, PasswordError> {
        let (password, decoy) = (password.clone(), Arc::clone(&self.decoy));
        let hasher = Arc::clone(&self.hasher);
        self.work(turn, move || {
            let same = hasher.verify(&password.0, stored.as_deref().unwrap_or(&decoy));
            same && stored.is_some()
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        turn: Who,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let queue = if matches!(turn, Who::Device(_)) { &self.known } else { &self.queue };
        queue.run(turn, EXPECTED, work).await.map_err(|error| match error {
            QueueError::Full(wait) => PasswordError::Busy(wait),
            QueueError::Panicked => PasswordError::Broken,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use futures_util::FutureExt;

    fn turn() -> Who {
        Who::Person("ann".into())
    }

    fn password(text: &str) -> Password {
        Password::new(text.to_owned()).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let password_hashes = PasswordHashPool::new().unwrap();
        let stored = password_hashes.hash(&password("correct horse"), turn()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(!stored.contains("horse"));
        for (text, expected) in [("correct horse", true), ("correct horsf", false)] {
            let same = password_hashes.matches(&password(text), Some(stored.clone()), turn()).await;
            assert_eq!(same, Ok(expected), "{text}");
        }
        assert_eq!(
            password_hashes.matches(&password("correct horse"), None, turn()).await,
            Ok(false)
        );
        let any = password("a password that nobody has");
        assert_eq!(password_hashes.matches(&any, None, turn()).await, Ok(false));
        let broken = Some("no hash at all".to_owned());
        assert_eq!(password_hashes.matches(&any, broken, turn()).await, Ok(false));
    }

    #[tokio::test]
    async fn the_same_password_is_stored_differently_each_time() {
        let password_hashes = PasswordHashPool::new().unwrap();
        let one = password_hashes.hash(&password("same same"), turn()).await.unwrap();
        assert_ne!(one, password_hashes.hash(&password("same same"), turn()).await.unwrap());
    }

    #[test]
    fn length_is_bounded_before_any_work() {
        for text in ["", "seven77", &"x".repeat(257), &"x".repeat(10_000_000)] {
            assert_eq!(Password::new(text.to_owned()), Err(PasswordError::Length));
        }
        assert!(Password::new("ä".repeat(8)).is_ok());
        assert!(!format!("{:?}", password("swordfish")).contains("fish"));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_known_devices_have_their_own() {
        let password_hashes = PasswordHashPool::new().unwrap();
        let stranger = Who::Person("stranger".into());
        let take = || password_hashes.queue.acquire(stranger.clone(), EXPECTED);
        let _busy = take().await.unwrap();
        let mut waiting = futures_util::future::join_all((0..SIZE.each).map(|_| take()));
        assert!((&mut waiting).now_or_never().is_none());
        let refused = password_hashes.hash(&password("too late"), stranger.clone()).await;
        assert!(matches!(refused, Err(PasswordError::Busy(wait)) if !wait.is_zero()));
        let known = Who::Device("a device".into());
        assert!(password_hashes.hash(&password("just in time"), known).await.is_ok());
    }
}
