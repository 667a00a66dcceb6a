//! Passwords: Argon2id at the parameters that OWASP names, off the threads that serve, and only so
//! many at once: each takes 19 MiB and a twentieth of a second.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::fmt;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Memory in KiB, passes and lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// The shortest password, in characters.
pub const SHORTEST: usize = 8;

/// The longest password, in bytes: longer ones are refused before they cost anything.
pub const LONGEST: usize = 256;

/// How many are worked on at once, and how many may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 32;

/// A password as somebody typed it. It is never shown or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a password was not taken or not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordError {
    /// Too short or too long.
    Length,
    /// Too many are being compared: try again.
    Busy,
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
            Self::Busy => f.write_str("too many people sign in at once; try again"),
            Self::Broken => f.write_str("passwords cannot be worked on now"),
        }
    }
}

impl std::error::Error for PasswordError {}

impl Password {
    /// What somebody typed, if it can be a password.
    ///
    /// # Errors
    /// If it is too short or too long.
    pub fn new(text: String) -> Result<Self, PasswordError> {
        let fits = text.len() <= LONGEST && text.chars().count() >= SHORTEST;
        if fits { Ok(Self(text)) } else { Err(PasswordError::Length) }
    }
}

/// Where passwords are worked on.
#[derive(Clone)]
pub struct PasswordHashPool {
    queue: Arc<Semaphore>,
    stoves: Arc<Semaphore>,
    /// What is compared when there is no such account, so that it takes as long.
    decoy: Arc<str>,
}

impl PasswordHashPool {
    /// A pool of the usual size.
    ///
    /// # Errors
    /// If the machine gives no randomness.
    pub fn new() -> Result<Self, PasswordError> {
        Ok(Self {
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            stoves: Arc::new(Semaphore::new(AT_ONCE)),
            decoy: hash("a password that nobody has")?.into(),
        })
    }

    /// What is stored of a password: a PHC string with its own salt.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn hash(&self, password: &Password) -> Result<String, PasswordError> {
        let password = password.clone();
        self.work(move || hash(&password.0)).await?
    }

    /// Whether it is the password whose hash is `stored`; as slow when nothing is stored.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn matches(
        &self,
        password: &Password,
        stored: Option<String>,
    ) -> Result<bool, PasswordError> {
        let (password, decoy) = (password.clone(), Arc::clone(&self.decoy));
        self.work(move || {
            let same = verify(&password.0, stored.as_deref().unwrap_or(&decoy));
            same && stored.is_some()
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let _place = self.queue.try_acquire().map_err(|_| PasswordError::Busy)?;
        let stove = Arc::clone(&self.stoves).acquire_owned().await;
        let stove = stove.map_err(|_| PasswordError::Broken)?;
        // The stove goes with the work: a caller who leaves does not make room for another.
        let done = spawn_blocking(move || {
            let _stove = stove;
            work()
        });
        done.await.map_err(|_| PasswordError::Broken)
    }
}

fn argon() -> Result<Argon2<'static>, PasswordError> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).map_err(|_| PasswordError::Broken)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str) -> Result<String, PasswordError> {
    let hash = argon()?.hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|_| PasswordError::Broken)
}

fn verify(password: &str, stored: &str) -> bool {
    let Ok(stored) = PasswordHash::new(stored) else { return false };
    argon().is_ok_and(|argon| argon.verify_password(password.as_bytes(), &stored).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::new(text.to_owned()).unwrap()
    }

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let password_hashes = PasswordHashPool::new().unwrap();
        let stored = password_hashes.hash(&password("correct horse")).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(!stored.contains("horse"));
        for (text, expected) in [("correct horse", true), ("correct horsf", false)] {
            let same = password_hashes.matches(&password(text), Some(stored.clone())).await;
            assert_eq!(same, Ok(expected), "{text}");
        }
        assert_eq!(password_hashes.matches(&password("correct horse"), None).await, Ok(false));
        let decoy = password("a password that nobody has");
        assert_eq!(password_hashes.matches(&decoy, None).await, Ok(false));
        let broken = Some("no hash at all".to_owned());
        assert_eq!(password_hashes.matches(&decoy, broken).await, Ok(false));
    }

    #[tokio::test]
    async fn the_same_password_is_stored_differently_each_time() {
        let password_hashes = PasswordHashPool::new().unwrap();
        let one = password_hashes.hash(&password("same same")).await.unwrap();
        assert_ne!(one, password_hashes.hash(&password("same same")).await.unwrap());
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
    async fn a_full_kitchen_refuses_at_once() {
        let password_hashes = PasswordHashPool::new().unwrap();
        let _all = password_hashes.queue.try_acquire_many((AT_ONCE + WAITING) as u32).unwrap();
        assert_eq!(password_hashes.hash(&password("too late")).await, Err(PasswordError::Busy));
    }
}
