//! The only list of games in the project: [`GameName`]; [`AnyRecord`], a record of any of them; and
//! [`with_game!`], which runs generic code for a game that is known by name only at run time. [`probe`] has
//! the entry points of the fuzz targets.

mod name;
pub mod probe;
mod record;

pub use name::GameName;
pub use record::{AnyRecord, PartialRecord};

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

/// Runs generic code for the record inside an [`AnyRecord`], borrowed as the record is.
///
/// ```
/// use catalog::{AnyRecord, GameName, with_record};
/// use game::Position;
/// let record = AnyRecord::begin(GameName::Eclipse, "")?;
/// assert_eq!(with_record!(&record, record => record.position().moves().len()), 35);
/// # Ok::<(), game::ParseError>(())
/// ```
#[macro_export]
macro_rules! with_record {
    ($any:expr, $record:ident => $body:expr) => {
        match $any {
            $crate::AnyRecord::Eclipse($record) => $body,
            $crate::AnyRecord::HexChess($record) => $body,
            $crate::AnyRecord::Hex($record) => $body,
        }
    };
}
