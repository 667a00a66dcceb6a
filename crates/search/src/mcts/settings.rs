//! How Monte-Carlo search works.

/// The numbers that steer a Monte-Carlo search. The defaults suit a game nothing is known of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The memory of the tree, in MiB; never exceeded.
    pub memory_mib: usize,
    /// How strongly moves tried seldom are preferred (UCT's constant).
    pub exploration: f32,
    /// What a move is taken to be worth before anything is known of it: 1 tries every move once
    /// before any move twice, less goes deeper sooner.
    pub first_play: f32,
    /// How much moves learn from playouts in which they were played later.
    pub rave: Rave,
    /// Visits before a position gets children of its own.
    pub expand_after: u32,
    /// Visits before the guide is asked once more what it thinks of the moves; `None` for never.
    pub reconsider_after: Option<u32>,
    /// Visits before the guide takes a closer look at a position; `None` for never.
    pub study_after: Option<u32>,
    /// The most children a position gets: the best by the guide's opinion, or a random choice.
    /// Positions that have more moves are never proven lost.
    pub most_children: usize,
    /// How many children are looked at, by visits.
    pub widening: Widening,
    /// How many of the best moves to report, each with its line.
    pub lines: usize,
    /// How the dice fall.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            exploration: 0.7,
            first_play: 1.0,
            rave: Rave::Off,
            expand_after: 2,
            reconsider_after: None,
            study_after: None,
            most_children: 512,
            widening: Widening::Off,
            lines: 1,
            seed: 1,
        }
    }
}

/// Rapid action value estimation: all moves as first (Gelly & Silver 2007).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rave {
    /// Moves learn from playouts that begin with them, and from nothing else.
    Off,
    /// Moves learn from every playout; after so many visits their own results weigh as much.
    Until(f32),
}

/// Progressive widening: bad-looking moves have to wait (Coulom 2007, Chaslot et al. 2008).
///
/// Those that wait are not looked at at all, and learn nothing from other playouts: that makes
/// playouts quicker.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Widening {
    /// All children from the start.
    Off,
    /// `first` children, and `rate` more for every doubling of the visits.
    Doubling {
        /// How many to begin with.
        first: u32,
        /// How many more each time.
        rate: u32,
    },
}

impl Widening {
    /// How many children to look at after so many visits.
    pub(super) fn children(self, visits: u32) -> usize {
        match self {
            Self::Off => usize::MAX,
            Self::Doubling { first, rate } => {
                (first.max(1) + rate * visits.max(1).ilog2()) as usize
            }
        }
    }
}
