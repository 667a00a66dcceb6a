//! The ten chains by letter (EC-2.1), and sets of them. Where they stand is a position's business.

use game::Side;
use std::fmt;

/// How far apart the satellites of a chain may stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Next to each other.
    Short,
    /// Next to each other, or a diagonal apart.
    Long,
}

/// A chain: a, b (short), c, d, e (long) are Light's, f, g (short), h, i, j (long) Dark's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chain(u8);

impl Chain {
    /// How many chains there are.
    pub const COUNT: usize = 10;

    /// How many of them each side has.
    pub const EACH: usize = 5;

    /// How many of these are short; they come first.
    pub const SHORT: usize = 2;

    /// All chains, in the order of their letters.
    pub const ALL: [Self; Self::COUNT] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9)];

    /// The chain with this letter, in either case.
    pub const fn lettered(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='j' => Some(Self(lower as u8 - b'a')),
            _ => None,
        }
    }

    /// The letter, from a to j.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The owner.
    #[inline]
    pub const fn side(self) -> Side {
        if self.index() < Self::EACH { Side::First } else { Side::Second }
    }

    /// Short or long.
    #[inline]
    pub const fn kind(self) -> Kind {
        if SHORT_CHAINS.contains(self) { Kind::Short } else { Kind::Long }
    }

    /// A number from 0 to 9, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The chains of `side`, in the order of their letters.
    #[inline]
    pub fn of(side: Side) -> impl Iterator<Item = Self> {
        let first = side.index() * Self::EACH;
        (first..first + Self::EACH).map(|i| Self(i as u8))
    }

    /// The long chains of `side`, in the order of their letters.
    #[inline]
    pub(crate) fn long_of(side: Side) -> impl Iterator<Item = Self> {
        let first = side.index() * Self::EACH;
        (first + Self::SHORT..first + Self::EACH).map(|i| Self(i as u8))
    }
}

/// A look into a set is quicker than a division.
const SHORT_CHAINS: ChainSet = {
    let (mut set, mut i) = (ChainSet::EMPTY, 0);
    while i < Chain::COUNT {
        if i % Chain::EACH < Chain::SHORT {
            set = set.with(Chain(i as u8));
        }
        i += 1;
    }
    set
};

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of chains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ChainSet(u16);

impl ChainSet {
    /// The set without chains.
    pub const EMPTY: Self = Self(0);

    /// This set and `chain`.
    #[inline]
    pub const fn with(self, chain: Chain) -> Self {
        Self(self.0 | 1 << chain.0)
    }

    /// This set and, if `also`, `chain`.
    #[inline]
    pub(crate) const fn with_if(self, chain: Chain, also: bool) -> Self {
        Self(self.0 | (also as u16) << chain.0)
    }

    /// The chains in either.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `chain` is in.
    #[inline]
    pub const fn contains(self, chain: Chain) -> bool {
        self.0 >> chain.0 & 1 == 1
    }

    /// Which of the chains of `side` are in, one after the other.
    #[inline]
    pub fn of(self, side: Side) -> [bool; Chain::EACH] {
        let bits = self.0 >> (side.index() * Chain::EACH);
        std::array::from_fn(|i| bits >> i & 1 == 1)
    }

    /// Whether no chain is in.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many chains are in.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first chain, if any.
    #[inline]
    pub const fn lowest(self) -> Option<Chain> {
        if self.is_empty() { None } else { Some(Chain(self.0.trailing_zeros() as u8)) }
    }
}

impl IntoIterator for ChainSet {
    type Item = Chain;
    type IntoIter = Chains;
    #[inline]
    fn into_iter(self) -> Chains {
        Chains(self)
    }
}

impl FromIterator<Chain> for ChainSet {
    fn from_iter<I: IntoIterator<Item = Chain>>(chains: I) -> Self {
        chains.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The chains of a set, in the order of their letters.
#[derive(Clone, Debug)]
pub struct Chains(ChainSet);

impl Iterator for Chains {
    type Item = Chain;
    #[inline]
    fn next(&mut self) -> Option<Chain> {
        let chain = self.0.lowest()?;
        self.0.0 &= self.0.0 - 1;
        Some(chain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_sides_and_kinds_agree() {
        let written: String = Chain::ALL.iter().map(|c| c.letter()).collect();
        assert_eq!(written, "abcdefghij");
        for chain in Chain::ALL {
            assert_eq!(Chain::lettered(chain.letter()), Some(chain));
            assert_eq!(Chain::lettered(chain.letter().to_ascii_uppercase()), Some(chain));
            assert_eq!(chain.side() == Side::First, chain.letter() < 'f');
            assert_eq!(chain.kind() == Kind::Short, "abfg".contains(chain.letter()));
        }
        assert_eq!((Chain::lettered('k'), Chain::lettered('*')), (None, None));
        for side in Side::BOTH {
            assert_eq!(Chain::of(side).filter(|c| c.side() == side).count(), Chain::EACH);
        }
    }

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let some = [Chain(1), Chain(4), Chain(9)];
        let set: ChainSet = some.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), some);
        assert_eq!((set.len(), set.lowest()), (3, Some(Chain(1))));
        assert!(set.contains(Chain(4)) && !set.contains(Chain(5)));
        assert!(ChainSet::EMPTY.is_empty() && ChainSet::EMPTY.lowest().is_none());
    }
}
