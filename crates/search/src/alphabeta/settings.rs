//! What can be switched on and off, so that each technique can be measured and tested alone.

use game::excerpt;
use std::fmt;
use std::str::FromStr;

/// How an alpha-beta search works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The techniques in use.
    pub techniques: Techniques,
    /// The memory of the table, in MiB.
    pub table_mib: usize,
    /// Threads that search together; always one where threads cannot be had.
    pub threads: usize,
    /// How many of the best moves to report, each with its line.
    pub lines: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { techniques: Techniques::ALL, table_mib: 16, threads: 1, lines: 1 }
    }
}

/// A way to see less of the tree, or the better part of it first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Exact: after the first move, others only have to be shown to be no better.
    PrincipalVariation,
    /// Exact: start with a narrow window around the last value.
    Aspiration,
    /// Exact but for draws by repetition, which depend on the way: remember positions.
    Table,
    /// Exact: try first what refuted a sibling.
    Killers,
    /// Exact: try first what has often worked.
    History,
    /// Cut where even passing is good enough.
    NullMove,
    /// Look less deeply at late moves.
    LateMoveReductions,
    /// Near the horizon, skip quiet moves that come late.
    LateMovePruning,
    /// Near the horizon, skip what is far from changing anything.
    Futility,
    /// Beyond the horizon, follow noisy moves.
    Quiescence,
    /// Look more deeply where an answer is forced.
    Extensions,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::PrincipalVariation,
        Self::Aspiration,
        Self::Table,
        Self::Killers,
        Self::History,
        Self::NullMove,
        Self::LateMoveReductions,
        Self::LateMovePruning,
        Self::Futility,
        Self::Quiescence,
        Self::Extensions,
    ];

    /// The word commands use.
    pub const fn text(self) -> &'static str {
        match self {
            Self::PrincipalVariation => "principal-variation",
            Self::Aspiration => "aspiration",
            Self::Table => "table",
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|technique| technique.text() == text.trim());
        known.ok_or_else(|| {
            let all = Self::ALL.map(Self::text).join(", ");
            format!("no technique is called {}; there are {all}", excerpt(text))
        })
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u16);

impl Techniques {
    /// Plain alpha-beta.
    pub const NONE: Self = Self(0);

    /// Those that find exactly what minimax would find at the same depth.
    pub const EXACT: Self = Self::NONE
        .with(Technique::PrincipalVariation)
        .with(Technique::Aspiration)
        .with(Technique::Table)
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
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Whether `technique` is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 == 1
    }

    /// Every set that can be made of the techniques of this one.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        (0..=self.0).filter(move |bits| bits & !self.0 == 0).map(Self)
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
        let error = "x".repeat(10_000_000).parse::<Technique>().unwrap_err();
        assert!(error.starts_with("no technique is called") && error.len() < 400, "{error}");
    }
}
