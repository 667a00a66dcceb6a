//! Settings of the alpha-beta search and the switches of its techniques, each of which can be
//! measured and tested alone.

use game::excerpt;
use std::fmt;
use std::str::FromStr;

/// Settings of an alpha-beta search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaSettings {
    /// The techniques in use.
    pub techniques: Techniques,
    /// Size of the transposition table in MiB.
    pub table_mib: usize,
    /// Search threads (lazy SMP); always one on targets without threads.
    pub threads: usize,
    /// Number of best moves to report, each with its principal variation (multi-PV).
    pub lines: usize,
}

impl Default for AlphaBetaSettings {
    fn default() -> Self {
        Self { techniques: Techniques::ALL, table_mib: 16, threads: 1, lines: 1 }
    }
}

/// A search technique that can be switched off, independently of all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Principal variation search: null windows after the first move. Exact.
    PrincipalVariation,
    /// Aspiration windows at the root. Exact.
    Aspiration,
    /// Transposition table. Exact but for draws by repetition, which depend on the path.
    TranspositionTable,
    /// Killer moves in move ordering. Exact.
    Killers,
    /// History heuristic in move ordering. Exact.
    History,
    /// Null-move pruning.
    NullMove,
    /// Late move reductions (LMR).
    LateMoveReductions,
    /// Late move pruning (LMP): skip late quiet moves at low depth.
    LateMovePruning,
    /// Futility pruning of moves and of nodes (reverse futility) at low depth.
    Futility,
    /// Quiescence search.
    Quiescence,
    /// Extensions where an answer is forced.
    Extensions,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::PrincipalVariation,
        Self::Aspiration,
        Self::TranspositionTable,
        Self::Killers,
        Self::History,
        Self::NullMove,
        Self::LateMoveReductions,
        Self::LateMovePruning,
        Self::Futility,
        Self::Quiescence,
        Self::Extensions,
    ];

    /// Its name on the command line and in the engine protocol.
    ///
    /// ```
    /// use search::alphabeta::Technique;
    /// assert_eq!(Technique::NullMove.text(), "null-move");
    /// assert_eq!("null-move".parse(), Ok(Technique::NullMove));
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Self::PrincipalVariation => "principal-variation",
            Self::Aspiration => "aspiration",
            Self::TranspositionTable => "table",
            Self::Killers => "killers",
            Self::History => "history",
            Self::NullMove => "null-move",
            Self::LateMoveReductions => "late-move-reductions",
            Self::LateMovePruning => "late-move-pruning",
            Self::Futility => "futility",
            Self::Quiescence => "quiescence",
            Self::Extensions => "extensions",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let known = Self::ALL.into_iter().find(|technique| technique.text() == text.trim());
        known.ok_or_else(|| UnknownTechnique { name: text.to_owned() })
    }
}

/// No technique has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTechnique {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = Technique::ALL.map(Technique::text).join(", ");
        write!(f, "no technique is called {}; there are {all}", excerpt(&self.name))
    }
}

impl std::error::Error for UnknownTechnique {}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u16);

impl Techniques {
    /// Plain alpha-beta.
    pub const NONE: Self = Self(0);

    /// Those that return the minimax value of the same depth.
    pub const EXACT: Self = Self::NONE
        .with(Technique::PrincipalVariation)
        .with(Technique::Aspiration)
        .with(Technique::TranspositionTable)
        .with(Technique::Killers)
        .with(Technique::History);

    /// Every technique.
    pub const ALL: Self = Self::EXACT
        .with(Technique::NullMove)
        .with(Technique::LateMoveReductions)
        .with(Technique::LateMovePruning)
        .with(Technique::Futility)
        .with(Technique::Quiescence)
        .with(Technique::Extensions);

    /// This set and `technique`.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u16)
    }

    /// This set less `technique`.
    ///
    /// ```
    /// use search::alphabeta::{Technique, Techniques};
    /// let set = Techniques::ALL.without(Technique::NullMove);
    /// assert!(!set.has(Technique::NullMove) && set.has(Technique::Killers));
    /// assert_eq!(set.with(Technique::NullMove), Techniques::ALL);
    /// ```
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Whether `technique` is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 == 1
    }

    /// Every set that can be made of the techniques of this one.
    ///
    /// ```
    /// use search::alphabeta::{Technique, Techniques};
    /// let two = Techniques::NONE.with(Technique::Killers).with(Technique::History);
    /// assert_eq!(two.subsets().count(), 4);
    /// assert!(two.subsets().any(|set| set == Techniques::NONE));
    /// ```
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        (0..=self.0).filter(move |bits| bits & !self.0 == 0).map(Self)
    }
}

/// How often each technique took effect in a search: the events named at the variants of
/// [`TechniqueCounts::of`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TechniqueCounts([u64; Technique::ALL.len()]);

impl TechniqueCounts {
    /// Events of `technique`:
    ///
    /// | technique | event |
    /// |---|---|
    /// | principal variation | null-window search of a move |
    /// | aspiration | search of the root with an aspiration window |
    /// | transposition table | cutoff by an entry |
    /// | killers | beta cutoff by a killer move |
    /// | history | update of a history score |
    /// | null move | cutoff |
    /// | late move reductions | search at reduced depth |
    /// | late move pruning | node whose late moves were skipped |
    /// | futility | node cut, or whose quiet moves were skipped |
    /// | quiescence | search of a noisy move beyond the nominal depth |
    /// | extensions | node extended |
    pub fn of(&self, technique: Technique) -> u64 {
        self.0[technique as usize]
    }

    /// Counts one event.
    #[inline]
    pub(crate) fn count(&mut self, technique: Technique) {
        self.0[technique as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_called_by_their_names() {
        let all = Technique::ALL.iter().fold(Techniques::NONE, |set, &one| set.with(one));
        assert_eq!(all, Techniques::ALL, "none is missing, and none stands twice");
        for technique in Technique::ALL {
            assert_eq!(technique.to_string().parse(), Ok(technique));
        }
        let error = "x".repeat(10_000_000).parse::<Technique>().unwrap_err().to_string();
        assert!(error.starts_with("no technique is called") && error.len() < 400, "{error}");
    }
}
