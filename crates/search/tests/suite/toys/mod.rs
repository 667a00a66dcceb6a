//! Tiny games to search in: each has one trait that a search must cope with.
//!
//! | game | its trait |
//! |---|---|
//! | [`Rows`] | every position has one depth, so tables are exact; wins and draws |
//! | [`Coins`] | a side may move twice; passing is never good |
//! | [`Nim`] | solved by theory; lines of every length; any number of moves |
//! | [`Ring`] | positions come back; a quiet limit |
//! | [`Clash`] | another game with keys that collide all the time |

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "every test and example takes what it needs"
)]

/// Texts by numbers.
macro_rules! texts {
    ([$($params:tt)*] $toy:ty) => {
        impl<$($params)*> std::fmt::Display for $toy {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::toys::write_numbers(self, f)
            }
        }
        impl<$($params)*> std::str::FromStr for $toy {
            type Err = game::ParseError;
            fn from_str(text: &str) -> Result<Self, game::ParseError> {
                $crate::toys::read_numbers(text)
            }
        }
    };
}

/// The parts of the contract that are the same for toys without options.
macro_rules! plain {
    () => {
        common!();
        type Options = game::NoOptions;
        fn options(&self) -> game::NoOptions {
            game::NoOptions
        }
    };
}

/// The parts of the contract that are the same for all toys.
macro_rules! common {
    () => {
        type Move = $crate::toys::Mv;
        type View = Self;
        const HAS_DRAWS: bool = true;
        const PERFT: &'static str = "";
        fn decided_by(&self) -> Option<&'static str> {
            None
        }
        fn check(&self) -> Result<(), game::InvalidPosition> {
            Ok(())
        }
        fn view(&self, _viewer: game::Viewer) -> Self {
            self.clone()
        }
        fn write_move(&self, mv: $crate::toys::Mv) -> String {
            mv.to_string()
        }
        fn parse_move(&self, text: &str) -> Result<$crate::toys::Mv, game::ParseError> {
            text.parse()
        }
        fn why_illegal(&self, mv: $crate::toys::Mv) -> String {
            format!("{mv} is not listed")
        }
    };
}

mod clash;
mod coins;
mod minimax;
mod nim;
mod ring;
mod rows;

pub use clash::Clash;
pub use coins::{Coins, WORTH};
pub use minimax::{HashEvaluator, minimax};
pub use nim::Nim;
pub use ring::Ring;
pub use rows::Rows;

use game::{Dice, GameOptions, ParseError, Position, Record, Setting};
use std::fmt;
use std::str::FromStr;

/// A move as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mv(pub u32);

impl fmt::Display for Mv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Mv {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.trim().parse().map(Self).map_err(|_| ParseError::new(0, "expected a number"))
    }
}

/// Options as numbers. They are no type parameters: every search would be compiled for each of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Parameters<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Display for Parameters<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.map(|number| number.to_string()).join(" "))
    }
}

impl<const N: usize> FromStr for Parameters<N> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new(0, "expected numbers");
        let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        numbers.ok().and_then(|numbers| numbers.try_into().ok()).map(Self).ok_or_else(wrong)
    }
}

/// Written by hand, because these parameters are not settings offered to players.
impl<const N: usize> GameOptions for Parameters<N> {
    const SETTINGS: &'static [Setting] = &[];

    fn values(self) -> Vec<u16> {
        Vec::new()
    }

    fn from_values(_values: &[u16]) -> Self {
        Self::default()
    }
}

/// A position as numbers, so that its text can be written once for all toys.
pub trait Numbers: Sized {
    fn numbers(&self) -> Vec<u64>;
    fn from_numbers(numbers: &[u64]) -> Option<Self>;
}

pub fn write_numbers<T: Numbers>(toy: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let words: Vec<String> = toy.numbers().iter().map(u64::to_string).collect();
    f.write_str(&words.join(" "))
}

pub fn read_numbers<T: Numbers>(text: &str) -> Result<T, ParseError> {
    let trouble = |what| ParseError::new(0, what);
    let numbers: Result<Vec<u64>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.map_err(|_| trouble("expected numbers"))?;
    T::from_numbers(&numbers).ok_or_else(|| trouble("no such position"))
}

/// A game after up to `plies` random moves, not yet over.
pub fn wander<P: Position>(start: P, plies: usize, dice: &mut Dice) -> Record<P> {
    let mut record = Record::from_position(start);
    for _ in 0..plies {
        let mv = dice.choose(&record.position().moves()).expect("a game that goes on has moves");
        record.play(mv).expect("a listed move is legal");
        if record.conclusion().is_some() {
            record.undo();
            break;
        }
    }
    record
}

/// Plays `moves` in order.
///
/// # Panics
/// If one is not legal.
pub fn follow<P: Position>(position: &P, moves: &[P::Move]) -> P {
    let mut position = position.clone();
    for &mv in moves {
        position.play(mv).unwrap_or_else(|e| panic!("a line must be legal: {e}: {position}"));
    }
    position
}
