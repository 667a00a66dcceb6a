//! What can be switched on and off, so that each technique can be measured and tested alone.

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
    /// Exact: never look for a longer win than one already found.
    WinDistance,
    /// Exact: try first what refuted a sibling.
    Killers,
    /// Exact: try first what has often worked.
    History,
    /// Exact: try first what refuted the same move before.
    CounterMoves,
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
        .with(Technique::WinDistance)
        .with(Technique::Killers)
        .with(Technique::History)
        .with(Technique::CounterMoves);

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
