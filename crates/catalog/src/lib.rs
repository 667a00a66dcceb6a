//! The only list of games in the project: [`GameName`], and [`with_game!`], which runs generic code for
//! a game that is known by name only at run time. [`probe`] has the entry points of the fuzz targets.

mod name;
pub mod probe;

pub use name::GameName;

/// The games' own crates, for code that [`with_game!`] makes concrete.
pub mod games {
    pub use {eclipse, hex, hexchess};
}

/// Runs generic code for the game with a name that is known only now.
///
/// ```
/// use catalog::{GameName, with_game};
/// use game::Position;
/// fn moves_at_start<P: Position>() -> usize {
///     P::start(P::Options::default()).moves().len()
/// }
/// assert_eq!(with_game!(GameName::Eclipse, P => moves_at_start::<P>()), 35);
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $P:ident => $body:expr) => {
        match $name {
            $crate::GameName::Eclipse => {
                type $P = $crate::games::eclipse::Position;
                $body
            }
            $crate::GameName::HexChess => {
                type $P = $crate::games::hexchess::Position;
                $body
            }
            $crate::GameName::Hex => {
                type $P = $crate::games::hex::Position;
                $body
            }
        }
    };
}
