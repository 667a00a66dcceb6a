//! What a player sets once and finds again: kept in the browser, and nowhere else.

use crate::browser;
use leptos::prelude::*;

/// Something with a few values, one of which is set.
pub(crate) trait Setting: Copy + PartialEq + Send + Sync + 'static {
    /// The name it is kept under, which style sheets know it by too.
    const NAME: &'static str;
    /// What it is called.
    const TITLE: &'static str;
    /// Its values; the first is what is set when nobody has set anything.
    const ALL: &'static [Self];
    /// A value as it is kept.
    fn text(self) -> &'static str;
    /// A value as people read it.
    fn title(self) -> &'static str;
}

/// Makes a [`Setting`] of an enum: `Value "text" "Title"`, the usual one first.
macro_rules! setting {
    ($(#[$doc:meta])* $name:ident $key:literal $heading:literal
     { $($value:ident $text:literal $title:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name { $($value),+ }

        impl Setting for $name {
            const NAME: &'static str = $key;
            const TITLE: &'static str = $heading;
            const ALL: &'static [Self] = &[$(Self::$value),+];
            fn text(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }
            fn title(self) -> &'static str {
                match self { $(Self::$value => $title),+ }
            }
        }
    };
}

setting! {
    /// Light or dark.
    Light "light" "Light" { System "system" "System", Day "day" "Day", Night "night" "Night" }
}
setting! {
    /// What the boards are made of.
    Material "board" "Board" { Stone "stone" "Stone", Meadow "meadow" "Meadow", Ink "ink" "Ink" }
}
setting! {
    /// Names of cells.
    Names "names" "Names of cells" { Hidden "hidden" "Hidden", Shown "shown" "Shown" }
}
setting! {
    /// Pieces that are seen to move.
    Motion "motion" "Motion" { Smooth "smooth" "Smooth", Still "still" "Still" }
}
setting! {
    /// Sounds.
    Sound "sound" "Sound" { On "on" "On", Off "off" "Off" }
}

/// All settings, as signals that remember themselves.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) light: RwSignal<Light>,
    pub(crate) material: RwSignal<Material>,
    pub(crate) names: RwSignal<Names>,
    pub(crate) motion: RwSignal<Motion>,
    pub(crate) sound: RwSignal<Sound>,
}

impl Settings {
    /// As they were left.
    pub(crate) fn load() -> Self {
        Self {
            light: remembered(),
            material: remembered(),
            names: remembered(),
            motion: remembered(),
            sound: remembered(),
        }
    }

    /// The settings of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides its settings")
    }
}

/// A signal that starts as it was left, and keeps what it is set to.
fn remembered<S: Setting>() -> RwSignal<S> {
    let signal = RwSignal::new(read::<S>(&browser::kept(S::NAME).unwrap_or_default()));
    Effect::new(move || {
        let text = signal.get().text();
        browser::keep(S::NAME, text);
        browser::mark_page(S::NAME, text);
    });
    signal
}

/// The value that a text names, or the usual one.
fn read<S: Setting>(text: &str) -> S {
    S::ALL.iter().copied().find(|value| value.text() == text).unwrap_or(S::ALL[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trips<S: Setting + std::fmt::Debug>() {
        for &value in S::ALL {
            assert_eq!(read::<S>(value.text()), value);
        }
        for nonsense in ["", "no such thing", "DAY"] {
            assert_eq!(read::<S>(nonsense), S::ALL[0]);
        }
    }

    #[test]
    fn what_was_kept_is_read_again_and_nonsense_is_the_usual() {
        round_trips::<Light>();
        round_trips::<Material>();
        round_trips::<Names>();
        round_trips::<Motion>();
        round_trips::<Sound>();
    }
}
