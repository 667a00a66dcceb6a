//! Settings of a player: signals whose values are kept in the browser, and in the account when there
//! is one (`account_sync`).
//!
//! Every setting is a small enum (`values`). A signal holds the place of its value in the list of
//! values, so that one signal type, one effect and one form field serve all settings.

mod account_sync;
mod values;

pub(crate) use account_sync::keep_in_account;
pub(crate) use values::{
    BoardTheme, Light, Motion, MoveInput, Names, Notation, PieceSet, SeatBelow, SettingValue,
    Switch, TextSize, Visibility, Volume,
};

use crate::browser;
use clock::Speed;
use game::Side;
use leptos::prelude::*;
use std::marker::PhantomData;

/// Description of a setting.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SettingSpec {
    /// The name it is stored under; style sheets see it as `data-name` on the page.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// What it does, where the title does not say it.
    pub(crate) hint: &'static str,
    /// Each value as it is stored, and as it is shown.
    pub(crate) values: &'static [(&'static str, &'static str)],
    /// Place of the default among the values.
    default: u8,
}

impl SettingSpec {
    /// The place of the value that a text names, or of the default.
    fn place(&self, text: &str) -> u8 {
        let place = self.values.iter().position(|(stored, _)| *stored == text);
        place.map_or(self.default, |place| place as u8)
    }
}

/// A setting of any type.
#[derive(Clone, Copy)]
pub(crate) struct SettingEntry {
    pub(crate) spec: &'static SettingSpec,
    place: RwSignal<u8>,
}

impl SettingEntry {
    /// As it was left in this browser.
    fn load(spec: &'static SettingSpec) -> Self {
        let stored = browser::read_storage(spec.name).unwrap_or_default();
        Self { spec, place: RwSignal::new(spec.place(&stored)) }
    }

    /// The value as it is stored.
    pub(crate) fn text(self) -> &'static str {
        self.spec.values[usize::from(self.place.get())].0
    }

    fn is_default(self) -> bool {
        self.place.get() == self.spec.default
    }

    /// Sets the value that a text names; an unknown text changes nothing.
    pub(crate) fn set_text(self, text: &str) {
        let known = self.spec.values.iter().any(|(stored, _)| *stored == text);
        let place = self.spec.place(text);
        if known && self.place.get_untracked() != place {
            self.place.set(place);
        }
    }
}

/// Stores changes of settings, and shows to the style sheets what is not the default: one effect for all of them,
/// which does nothing at the start of somebody who has chosen nothing.
fn follow_changes(entries: Vec<SettingEntry>) {
    Effect::new(move |before: Option<Vec<u8>>| {
        let places: Vec<u8> = entries.iter().map(|entry| entry.place.get()).collect();
        for (i, entry) in entries.iter().enumerate() {
            let shown = before.as_ref().map_or(entry.spec.default, |before| before[i]);
            if places[i] == shown {
                continue;
            }
            let text = untrack(|| entry.text());
            // Nothing is stored that was not chosen.
            if before.is_some() {
                browser::write_storage(entry.spec.name, text);
            }
            browser::mark_page(entry.spec.name, text);
        }
        places
    });
}

/// A setting with values of type `S`.
pub(crate) struct SettingSignal<S> {
    pub(crate) entry: SettingEntry,
    values: PhantomData<fn() -> S>,
}

impl<S> Clone for SettingSignal<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for SettingSignal<S> {}

impl<S: SettingValue> SettingSignal<S> {
    fn load(spec: &'static SettingSpec) -> Self {
        Self { entry: SettingEntry::load(spec), values: PhantomData }
    }

    /// The value, tracked.
    pub(crate) fn get(self) -> S {
        S::ALL[usize::from(self.entry.place.get())]
    }

    /// The value, not tracked.
    pub(crate) fn get_untracked(self) -> S {
        S::ALL[usize::from(self.entry.place.get_untracked())]
    }

    pub(crate) fn set(self, value: S) {
        self.entry.place.set(value.place());
    }
}

impl<T: SettingValue> From<SettingSignal<T>> for Signal<T> {
    fn from(setting: SettingSignal<T>) -> Self {
        Self::derive(move || setting.get())
    }
}

/// Makes the struct of all settings: `field: Type = default, "name", "Title", "Hint";`.
macro_rules! settings {
    ($($field:ident: $kind:ident = $default:ident, $name:literal, $title:literal, $hint:literal;)+) => {
        /// All settings.
        #[derive(Clone, Copy)]
        pub(crate) struct Settings {
            $(pub(crate) $field: SettingSignal<$kind>,)+
        }

        /// The descriptions of all settings.
        static SPECS: &[SettingSpec] = &[$(SettingSpec {
            name: $name,
            title: $title,
            hint: $hint,
            values: $kind::TEXTS,
            default: $kind::$default as u8,
        },)+];

        impl Settings {
            /// As they were left in this browser.
            pub(crate) fn load() -> Self {
                let mut specs = SPECS.iter();
                $(let $field = SettingSignal::load(specs.next().expect("one for each field"));)+
                let settings = Self { $($field,)+ };
                follow_changes(settings.entries());
                settings
            }

            /// All settings, without their types.
            pub(crate) fn entries(self) -> Vec<SettingEntry> {
                vec![$(self.$field.entry,)+]
            }
        }
    };
}

settings! {
    light: Light = System, "light", "Light or dark", "";
    theme: BoardTheme = ByGame, "board", "Board", "";
    pieces: PieceSet = Figurines, "pieces", "Piece set", "";
    text_size: TextSize = Normal, "text", "Text size", "";
    names: Names = Hidden, "names", "Cell names", "";
    seat_below: SeatBelow = Own, "below", "Bottom of the board", "Against the computer and online.";
    last_move: Visibility = Shown, "last-move", "Last move", "";
    hints: Visibility = Shown, "hints", "Legal moves", "Dots on the cells that a picked piece can reach.";
    captured: Visibility = Shown, "captured", "Captured pieces", "";
    motion: Motion = Smooth, "motion", "Animation", "";
    input: MoveInput = Both, "input", "Moving pieces", "";
    premove: Switch = On, "premove", "Premoves", "Choose a move while the opponent is thinking.";
    confirm_bullet: Switch = Off, "confirm-bullet", "Bullet", "";
    confirm_blitz: Switch = Off, "confirm-blitz", "Blitz", "";
    confirm_rapid: Switch = Off, "confirm-rapid", "Rapid", "";
    confirm_classical: Switch = Off, "confirm-classical", "Classical", "";
    confirm_slow: Switch = Off, "confirm-slow", "Correspondence", "";
    confirm_local: Switch = Off, "confirm-local", "Computer and friend", "";
    zen: Switch = Off, "start-zen", "Zen mode", "Games start with only the board shown; press z to switch.";
    ratings: Visibility = Shown, "ratings", "Ratings", "";
    chat: Visibility = Shown, "chat", "Chat", "";
    sound: Switch = On, "sound", "Sound", "";
    volume: Volume = Half, "volume", "Volume", "";
    low_time: Switch = On, "low-time", "Low-time warning", "";
    haptics: Switch = On, "haptics", "Vibration", "A short pulse when a piece is moved or captured.";
    notation: Notation = Players, "notation", "Move list", "";
}

impl Settings {
    /// The settings of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides its settings")
    }

    /// The side that sits below the board, where `own` is the player's.
    pub(crate) fn side_below(self, own: Side) -> Side {
        match self.seat_below.get() {
            SeatBelow::Own => own,
            SeatBelow::First => Side::First,
        }
    }

    /// Whether a move is to be confirmed, at this speed or in a game that is not online.
    pub(crate) fn confirms(self, speed: Option<Speed>) -> bool {
        let setting = match speed {
            Some(Speed::Bullet) => self.confirm_bullet,
            Some(Speed::Blitz) => self.confirm_blitz,
            Some(Speed::Rapid) => self.confirm_rapid,
            Some(Speed::Classical) => self.confirm_classical,
            Some(Speed::Correspondence) => self.confirm_slow,
            None => self.confirm_local,
        };
        setting.get() == Switch::On
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_was_stored_is_read_again_and_nonsense_is_the_default() {
        for spec in SPECS {
            for (place, (text, _)) in spec.values.iter().enumerate() {
                assert_eq!(usize::from(spec.place(text)), place, "{}", spec.name);
            }
            for nonsense in ["", "no such value", "ON"] {
                assert_eq!(spec.place(nonsense), spec.default, "{}", spec.name);
            }
        }
    }

    /// The limits of `PUT /api/account/settings`, and the names of attributes.
    #[test]
    fn names_and_values_are_short_plain_and_unique() {
        let plain = |text: &str| {
            (1..=20).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        let names: BTreeSet<_> = SPECS.iter().map(|spec| spec.name).collect();
        assert_eq!(names.len(), SPECS.len());
        for spec in SPECS {
            let texts: BTreeSet<_> = spec.values.iter().map(|(text, _)| text).collect();
            assert_eq!(texts.len(), spec.values.len(), "{}", spec.name);
            assert!(plain(spec.name) && texts.iter().all(|text| plain(text)), "{}", spec.name);
        }
    }
}
