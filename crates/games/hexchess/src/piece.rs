//! Kinds of piece, pieces, and sets of kinds (HC-2.3). How each kind moves is in `reach`.

use game::Side;
use std::fmt;

/// A kind of piece; the ten of the pool come first, in the order in which a fixed placement takes
/// them (HC-2.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Steps to any neighbour; who loses it loses the game.
    King,
    /// Slides forward only.
    Charger,
    /// Leaps one or two steps straight and burns what it leaps over.
    Dragon,
    /// Steps to any neighbour and changes places with friends.
    Guardian,
    /// Looks like a knight; who captures it is removed too.
    Fool,
    /// Slides one way on even turns and another on odd ones.
    Moon,
    /// Leaps.
    Knight,
    /// Slides to the four slanted edges.
    Bishop,
    /// Slides to all six edges.
    Queen,
    /// Slides north and south.
    Rook,
    /// Steps forward, captures slantwise, becomes a queen.
    Pawn,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = Self::Pawn.index() + 1;

    /// All kinds: the pool's in order, then the pawn.
    pub const ALL: [Self; Self::COUNT] = [
        Self::King,
        Self::Charger,
        Self::Dragon,
        Self::Guardian,
        Self::Fool,
        Self::Moon,
        Self::Knight,
        Self::Bishop,
        Self::Queen,
        Self::Rook,
        Self::Pawn,
    ];

    /// A number below [`COUNT`](Self::COUNT), for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this number below 16; kings where there is none.
    #[inline]
    pub(crate) const fn numbered(number: usize) -> Self {
        const PADDED: [Kind; 16] = {
            let (mut padded, mut i) = ([Kind::King; 16], 0);
            while i < Kind::COUNT {
                padded[i] = Kind::ALL[i];
                i += 1;
            }
            padded
        };
        PADDED[number % 16]
    }

    /// The capital letter that notations use.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Charger => 'C',
            Self::Dragon => 'D',
            Self::Guardian => 'G',
            Self::Fool => 'F',
            Self::Moon => 'M',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Pawn => 'P',
        }
    }

    /// The kind with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The English word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Charger => "charger",
            Self::Dragon => "dragon",
            Self::Guardian => "guardian",
            Self::Fool => "fool",
            Self::Moon => "moon",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Pawn => "pawn",
        }
    }

    /// What this kind looks like to those who must not know (HC-5.1).
    pub const fn disguised(self) -> Self {
        match self {
            Self::Fool => Self::Knight,
            other => other,
        }
    }
}

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of this side and kind.
    pub const fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind }
    }

    /// The letter that positions use: capital for White, small for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Kind::from_letter(letter).map(|kind| Self::new(side, kind))
    }
}

/// A set of kinds, such as a pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// No kind.
    pub const EMPTY: Self = Self(0);

    /// The kinds that each side chooses from: all before the pawn (HC-2.3).
    pub const POOL: Self = Self((1 << Kind::Pawn.index()) - 1);

    /// This set and `kind`.
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.index())
    }

    /// This set less `kind`.
    pub const fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind.index()))
    }

    /// Whether `kind` is in.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// How many kinds are in.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no kind is in.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the order of the pool.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The letters in the order of the pool.
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Kind::letter).collect();
        f.pad(&letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_names_one_piece_and_comes_back() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let piece = Piece::new(side, kind);
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        for stranger in ['x', 'O', '1', ' ', 'é', 'ſ', '\u{212a}'] {
            assert_eq!(Piece::from_letter(stranger), None, "{stranger}");
        }
    }

    #[test]
    fn only_the_fool_wears_a_disguise() {
        for kind in Kind::ALL {
            let expected = if kind == Kind::Fool { Kind::Knight } else { kind };
            assert_eq!(kind.disguised(), expected);
        }
        // The dragon must not be taken for a knight, nor any other kind for another.
        let names: std::collections::BTreeSet<_> = Kind::ALL.iter().map(|k| k.name()).collect();
        assert_eq!(names.len(), Kind::COUNT);
    }

    #[test]
    fn the_pool_holds_ten_kinds_in_the_order_of_rule_2_6() {
        assert_eq!(Kinds::POOL.to_string(), "KCDGFMNBQR");
        assert_eq!(Kinds::POOL.without(Kind::King).len(), 9);
        assert_eq!(Kinds::EMPTY.with(Kind::Rook).iter().collect::<Vec<_>>(), [Kind::Rook]);
    }
}
