//! The only list of games in the project, and any position, record or move of one.
//!
//! Generics serve inside; at the edges (commands, files, sockets) a game is known by name only
//! when the program runs. What those edges need is here, once, for all games.

mod name;

pub use name::GameName;
