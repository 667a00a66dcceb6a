//! Settings of Monte-Carlo tree search: UCT (Kocsis and Szepesvári 2006), RAVE (Gelly and Silver
//! 2011) and progressive widening (Coulom 2007).

/// Settings of a Monte-Carlo tree search. The defaults suit a game without domain knowledge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// Memory of the tree in MiB; never exceeded.
    pub memory_mib: usize,
    /// UCT's exploration constant c.
    pub exploration: f32,
    /// First-play urgency (Gelly and Wang 2006): the value of a move without visits or priors. 1
    /// tries every move once before any move twice; less goes deeper sooner.
    pub first_play_urgency: f32,
    /// Settings of RAVE, or RAVE switched off.
    pub rave: Rave,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
    /// Visits before [`policy`](super::DomainKnowledge::policy) is called; `None` for never.
    pub policy_after: Option<u32>,
    /// Visits before [`prove`](super::DomainKnowledge::prove) is called; `None` for never.
    pub prove_after: Option<u32>,
    /// Maximum number of children: the best by prior, or a random choice. Positions with more moves
    /// are never proven lost.
    pub most_children: usize,
    /// Progressive widening.
    pub widening: Widening,
    /// Number of best moves to report, each with its principal variation.
    pub lines: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            memory_mib: 64,
            exploration: 0.7,
            first_play_urgency: 1.0,
            rave: Rave::Off,
            expand_after: 2,
            policy_after: None,
            prove_after: None,
            most_children: 512,
            widening: Widening::Off,
            lines: 1,
            seed: 1,
        }
    }
}

/// Rapid action value estimation (RAVE, all moves as first; Gelly and Silver 2007, 2011).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rave {
    /// Only own visits count.
    Off,
    /// AMAF statistics are blended in with this equivalence parameter k (see `select`).
    Equivalence(f32),
}

/// Progressive widening (Coulom 2007), progressive unpruning (Chaslot et al. 2008): moves with low
/// priors are considered only after more visits.
///
/// Children that are not yet considered get no AMAF updates either, which makes iterations faster.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Widening {
    /// All children from the first visit on.
    Off,
    /// `first + rate·⌊log₂ n⌋` children after n visits.
    Doubling {
        /// Children at the first visit.
        first: u32,
        /// Children added by every doubling of the visits.
        rate: u32,
    },
}

impl Widening {
    /// Number of children considered after this number of visits.
    pub(super) fn children(self, visits: u32) -> usize {
        match self {
            Self::Off => usize::MAX,
            Self::Doubling { first, rate } => {
                (first.max(1) + rate * visits.max(1).ilog2()) as usize
            }
        }
    }
}
