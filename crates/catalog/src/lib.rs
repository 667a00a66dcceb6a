//! The only list of games in the project, below: [`GameName`]; [`AnyRecord`], a record of any of them; and
//! [`with_game!`], which runs generic code for a game that is known by name only at run time. [`probe`] has
//! the entry points of the fuzz targets.

#[macro_use]
mod declare;

declare_games! {
    /// Comets, and chains that pin what they cross.
    Eclipse = eclipse,
    /// Eleven kinds of piece and a hidden Fool.
    HexChess = hexchess,
    /// The connection game.
    Hex = hex,
    /// Rings, bridges and forks on a hexagon.
    Havannah = havannah,
}

mod name;
pub mod probe;
mod record;

pub use depict::FileFormat;
pub use record::PartialRecord;
