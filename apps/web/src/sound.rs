//! Sounds and vibration: a few notes each, made by the browser's oscillators, and short pulses.

use crate::settings::{Settings, Switch, Volume};
use leptos::prelude::*;
use scene::Scene;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AudioContext, AudioContextState, OscillatorType};

/// The sounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    Move,
    Capture,
    /// Several pieces are gone at once.
    Burn,
    Pin,
    Win,
    LowTime,
}

/// A note that glides from one pitch to another and dies away.
struct Note {
    /// Seconds after the sound begins.
    at: f64,
    from_hz: f32,
    to_hz: f32,
    seconds: f64,
    loudness: f32,
}

const fn note(at: f64, from_hz: f32, to_hz: f32, seconds: f64, loudness: f32) -> Note {
    Note { at, from_hz, to_hz, seconds, loudness }
}

const MOVE: &[Note] = &[note(0.0, 320.0, 180.0, 0.09, 0.5)];
const CAPTURE: &[Note] = &[note(0.0, 220.0, 90.0, 0.14, 0.7), note(0.03, 620.0, 240.0, 0.08, 0.3)];
const BURN: &[Note] = &[
    note(0.0, 180.0, 50.0, 0.5, 0.7),
    note(0.02, 900.0, 120.0, 0.3, 0.25),
    note(0.1, 500.0, 70.0, 0.4, 0.25),
];
const PIN: &[Note] = &[note(0.0, 320.0, 180.0, 0.09, 0.4), note(0.06, 740.0, 700.0, 0.14, 0.25)];
const WIN: &[Note] = &[
    note(0.0, 392.0, 392.0, 0.22, 0.35),
    note(0.14, 494.0, 494.0, 0.22, 0.35),
    note(0.28, 587.0, 587.0, 0.5, 0.4),
];
const LOW_TIME: &[Note] =
    &[note(0.0, 880.0, 880.0, 0.09, 0.4), note(0.16, 880.0, 880.0, 0.09, 0.4)];

impl Sound {
    const fn notes(self) -> &'static [Note] {
        match self {
            Self::Move => MOVE,
            Self::Capture => CAPTURE,
            Self::Burn => BURN,
            Self::Pin => PIN,
            Self::Win => WIN,
            Self::LowTime => LOW_TIME,
        }
    }

    /// How long the device vibrates, in milliseconds.
    const fn pulse(self) -> u32 {
        match self {
            Self::Move => 12,
            Self::Pin => 25,
            Self::Capture => 35,
            Self::LowTime => 60,
            Self::Burn | Self::Win => 90,
        }
    }

    /// The sound of a move that led from one picture to another.
    pub(crate) fn of(before: &Scene, after: &Scene, over: bool) -> Self {
        let pinned = |scene: &Scene| scene.links.iter().filter(|link| link.pinned).count();
        let lost = before.pieces.len().saturating_sub(after.pieces.len());
        if over {
            Self::Win
        } else if lost > 1 {
            Self::Burn
        } else if lost == 1 {
            Self::Capture
        } else if pinned(after) > pinned(before) {
            Self::Pin
        } else {
            Self::Move
        }
    }
}

/// Lets every new move be heard. A page that is opened, a jump through the game and a move taken
/// back are silent.
pub(crate) fn follow(ply: Signal<usize>, scene: Memo<Scene>, over: Signal<bool>) {
    let settings = Settings::here();
    Effect::new(move |before: Option<(usize, Scene)>| {
        let (ply, over) = (ply.get(), over.get_untracked());
        let scene = scene.get_untracked();
        if let Some((_, before)) = before.filter(|(earlier, _)| earlier + 1 == ply) {
            play(&settings, Sound::of(&before, &scene, over));
        }
        (ply, scene)
    });
}

/// Lets it be heard once when time gets short.
pub(crate) fn warn(low: Signal<bool>) {
    let settings = Settings::here();
    Effect::new(move |before: Option<bool>| {
        let low = low.get();
        let wanted = settings.low_time.get_untracked() == Switch::On;
        if wanted && low && before == Some(false) {
            play(&settings, Sound::LowTime);
        }
        low
    });
}

/// Plays a sound and vibrates, according to the settings and the browser's permissions.
fn play(settings: &Settings, sound: Sound) {
    if !was_touched() {
        return;
    }
    if settings.sound.get_untracked() == Switch::On {
        play_notes(sound, settings.volume.get_untracked());
    }
    if settings.haptics.get_untracked() == Switch::On {
        vibrate(sound.pulse());
    }
}

fn play_notes(sound: Sound, volume: Volume) {
    thread_local! {
        static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
    }
    CONTEXT.with_borrow_mut(|held| {
        if held.is_none() {
            *held = AudioContext::new().ok();
        }
        if let Some(context) = held {
            if context.state() == AudioContextState::Suspended {
                // It starts as soon as it may.
                let _ = context.resume();
            }
            for note in sound.notes() {
                // A browser that cannot play it stays silent.
                let _ = play_note(context, note, volume);
            }
        }
    });
}

/// The browser's function to vibrate; some browsers have none.
fn vibrator() -> Option<(JsValue, js_sys::Function)> {
    let navigator: JsValue = window().navigator().unchecked_into();
    let function = js_sys::Reflect::get(&navigator, &JsValue::from_str("vibrate")).ok()?;
    Some((navigator, function.dyn_into().ok()?))
}

/// Whether the browser can vibrate the device.
pub(crate) fn can_vibrate() -> bool {
    vibrator().is_some()
}

fn vibrate(milliseconds: u32) {
    if let Some((navigator, function)) = vibrator() {
        // Fails harmlessly on devices without vibration.
        let _ = function.call1(&navigator, &milliseconds.into());
    }
}

fn play_note(context: &AudioContext, note: &Note, loud: Volume) -> Result<(), JsValue> {
    let start = context.current_time() + note.at;
    let end = start + note.seconds;
    let (voice, volume) = (context.create_oscillator()?, context.create_gain()?);
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value_at_time(note.from_hz, start)?;
    voice.frequency().exponential_ramp_to_value_at_time(note.to_hz, end)?;
    volume.gain().set_value_at_time(note.loudness * 0.8 * loud.factor(), start)?;
    volume.gain().exponential_ramp_to_value_at_time(0.001, end)?;
    voice.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(start)?;
    voice.stop_with_when(end)
}

/// Browsers allow audio only after a user gesture (autoplay policy), and log a warning otherwise.
fn was_touched() -> bool {
    let get = |value: &JsValue, name: &str| js_sys::Reflect::get(value, &JsValue::from_str(name));
    let navigator: JsValue = window().navigator().unchecked_into();
    let activation = get(&navigator, "userActivation");
    let active = activation.and_then(|activation| get(&activation, "hasBeenActive"));
    active.is_ok_and(|active| active.as_bool() == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    fn sound(game: GameName, position: &str, mv: &str) -> Sound {
        let mut table = AnyRecord::from_position(game, position).unwrap();
        let before = table.scene(Viewer::Judge);
        table.play(mv).unwrap();
        Sound::of(&before, &table.scene(Viewer::Judge), table.conclusion().is_some())
    }

    #[test]
    fn moves_sound_like_what_they_do() {
        let star = "1/2/K6/4P1/2Dpr/4P1/6k/2/1 w even -";
        assert_eq!(sound(GameName::HexChess, star, "19-21"), Sound::Burn);
        assert_eq!(sound(GameName::HexChess, star, "19-20"), Sound::Capture);
        assert_eq!(sound(GameName::Hex, "3/3/3 r swap=off", "b2"), Sound::Move);
        assert_eq!(sound(GameName::Hex, "r2/r2/3 r swap=off", "a3"), Sound::Win);
        let chains =
            "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 18-26 14-29 15-30 16-31 d - standard";
        assert_eq!(sound(GameName::Eclipse, chains, "18-27"), Sound::Pin);
    }

    #[test]
    fn every_sound_is_short() {
        for sound in
            [Sound::Move, Sound::Capture, Sound::Burn, Sound::Pin, Sound::Win, Sound::LowTime]
        {
            assert!(sound.notes().iter().all(|note| note.at + note.seconds < 1.0));
            assert!((1..=100).contains(&sound.pulse()));
        }
    }
}
