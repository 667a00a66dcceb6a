//! The values of settings: enums, each value with its stored text and its title.

/// A type of which a setting has one value.
pub(crate) trait SettingValue: Copy + PartialEq + Send + Sync + 'static {
    /// All values.
    const ALL: &'static [Self];
    /// The place among all values.
    fn place(self) -> u8;
}

/// Makes a [`SettingValue`] of an enum: `Value "text" "Title"`.
macro_rules! values {
    ($(#[$doc:meta])* $name:ident { $($value:ident $text:literal $title:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name { $($value),+ }

        impl $name {
            /// Each value as it is stored, and as it is shown.
            pub(super) const TEXTS: &'static [(&'static str, &'static str)] =
                &[$(($text, $title)),+];
        }

        impl SettingValue for $name {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            fn place(self) -> u8 {
                self as u8
            }
        }
    };
}

values! {
    /// Light or dark.
    Light { System "system" "Auto", Day "day" "Light", Night "night" "Dark" }
}
values! {
    /// Colours and material of the boards.
    BoardTheme {
        ByGame "game" "By game",
        Wood "wood" "Wood",
        Slate "slate" "Slate",
        Meadow "meadow" "Meadow",
        Ice "ice" "Ice",
        Ink "ink" "High contrast",
    }
}
values! {
    /// How the pieces of Hex Chess are drawn.
    PieceSet { Figurines "figurines" "Figurines", Symbols "symbols" "Symbols" }
}
values! {
    /// Size of all text.
    TextSize { Normal "normal" "Normal", Large "large" "Large", Larger "larger" "Larger" }
}
values! {
    /// Names of cells.
    Names { Hidden "hidden" "Hidden", Shown "shown" "Shown" }
}
values! {
    /// Who sits at the bottom of the board.
    SeatBelow { Own "own" "Your side", First "first" "Always the first side" }
}
values! {
    /// Whether something is shown.
    Visibility { Shown "shown" "Shown", Hidden "hidden" "Hidden" }
}
values! {
    /// Whether something is done.
    Switch { On "on" "On", Off "off" "Off" }
}
values! {
    /// Speed of animations.
    Motion {
        Still "still" "None",
        Fast "fast" "Fast",
        Smooth "smooth" "Normal",
        Slow "slow" "Slow",
    }
}
values! {
    /// How pieces are moved with a pointer.
    MoveInput { Both "both" "Drag or tap", Tap "tap" "Tap only" }
}
values! {
    /// How loud sounds are.
    Volume { Quiet "25" "25 %", Half "50" "50 %", Loud "75" "75 %", Full "100" "100 %" }
}
values! {
    /// How moves are written in lists.
    Notation { Players "players" "As players write", Machine "machine" "Machine notation" }
}

impl Volume {
    /// As a factor of the loudness.
    pub(crate) const fn factor(self) -> f32 {
        match self {
            Self::Quiet => 0.25,
            Self::Half => 0.5,
            Self::Loud => 0.75,
            Self::Full => 1.0,
        }
    }
}

impl From<PieceSet> for scene::art::PieceSet {
    fn from(set: PieceSet) -> Self {
        match set {
            PieceSet::Figurines => Self::Figurines,
            PieceSet::Symbols => Self::Symbols,
        }
    }
}
