//! People: their names, passwords, sessions and tokens. Seats and games are not here.

pub mod cookie;
pub mod device;
mod guest_name;
mod known_device;
pub mod name;
pub mod origin;
pub mod password;
pub mod recovery;
mod register;
pub mod secret;
mod token;

pub(crate) use guest_name::guest_name;
pub use token::{LONGEST_LABEL, MOST_TOKENS, Scope, Token};
