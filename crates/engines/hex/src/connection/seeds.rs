//! Seeds of H-search (Anshelevich 2002): the connections that the closure starts from.

/// The connections that H-search starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seeds {
    /// Adjacent points alone, so that every connection can be derived by the rules.
    Neighbours,
    /// Adjacent points, and between two empty cells only the base connections of the empty board:
    /// takes half the time, and few connections of the edges are lost.
    BaseConnections,
    /// Adjacent points, with smaller carriers between empty cells.
    Shallow,
    /// Adjacent points and edge templates.
    Templates,
}

impl Seeds {
    /// The largest carrier between two empty cells: larger ones are many, and seldom of use.
    pub(super) const fn max_empty_carrier(self) -> usize {
        match self {
            Self::Shallow => 2,
            Self::Neighbours | Self::BaseConnections => 4,
            Self::Templates => 6,
        }
    }
}
