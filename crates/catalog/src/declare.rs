//! `declare_games!`: everything that follows from the list of games.
//!
//! For each game it makes a variant of `GameName` and of `AnyRecord`, and an arm of `with_game!` and
//! `with_record!`. The game's own names come from its types.

/// Declares the games: `Variant = crate` each, in the order in which they are offered. The crate has a type
/// `Position` that implements the contract, `Depict` and `Teach`.
macro_rules! declare_games {
    ($($(#[$doc:meta])* $variant:ident = $module:ident,)+) => {
        declare_games! { @with ($) $($(#[$doc])* $variant = $module,)+ }
    };
    // `$d` is a dollar sign, for the macros that this one makes.
    (@with ($d:tt) $($(#[$doc:meta])* $variant:ident = $module:ident,)+) => {
        /// The games' own crates, for code that [`with_game!`] makes concrete.
        pub mod games {
            pub use {$($module),+};
        }

        /// A game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameName {
            $($(#[$doc])* $variant,)+
        }

        impl GameName {
            /// All games, in the order in which they are offered.
            pub const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];
        }

        // The name finds the content and the crate, so it is that of the crate.
        $(const _: () = assert!(
            crate::declare::are_equal(<$module::Position as game::Position>::NAME, stringify!($module)),
            concat!(
                "Position::NAME of the game declared as ",
                stringify!($variant = $module),
                " is not the name of its crate, by which content/",
                stringify!($module),
                " is found"
            ),
        );)+

        /// A record of any game.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyRecord {
            $($(#[$doc])* $variant(game::Record<$module::Position>),)+
        }

        $(impl From<game::Record<$module::Position>> for AnyRecord {
            fn from(record: game::Record<$module::Position>) -> Self {
                Self::$variant(record)
            }
        })+

        impl AnyRecord {
            /// The name of the game.
            pub const fn game(&self) -> GameName {
                match self {
                    $(Self::$variant(_) => GameName::$variant,)+
                }
            }
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
            ($d name:expr, $d P:ident => $d body:expr) => {
                match $d name {
                    $($crate::GameName::$variant => {
                        type $d P = $crate::games::$module::Position;
                        $d body
                    })+
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
            ($d any:expr, $d record:ident => $d body:expr) => {
                match $d any {
                    $($crate::AnyRecord::$variant($d record) => $d body,)+
                }
            };
        }
    };
}

/// Whether two names are equal, where that must be known at compile time.
pub(crate) const fn are_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::are_equal;

    #[test]
    fn names_are_compared_whole() {
        assert!(are_equal("hex", "hex") && are_equal("", ""));
        for (one, other) in [("hex", "hexchess"), ("hexchess", "hex"), ("hex", "hey"), ("", "a")] {
            assert!(!are_equal(one, other), "{one}, {other}");
        }
    }
}
