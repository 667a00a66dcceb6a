//! The settings of play, in groups; boards beside them show what they do.

use crate::board::Picture;
use crate::settings::{SettingEntry, Settings};
use crate::sound;
use catalog::GameName;
use game::Viewer;
use leptos::prelude::*;
use scene::table::portrait;
use scene::{Scene, Table as _};

/// How many moves of a sample game a preview shows.
const PREVIEW_PLIES: usize = 8;

#[component]
pub(super) fn Preferences() -> impl IntoView {
    let s = Settings::here();
    let mut sounds = vec![s.sound.entry, s.volume.entry, s.low_time.entry];
    // What the device cannot do is not offered.
    if sound::can_vibrate() {
        sounds.push(s.haptics.entry);
    }
    let confirm = [
        s.confirm_bullet,
        s.confirm_blitz,
        s.confirm_rapid,
        s.confirm_classical,
        s.confirm_slow,
        s.confirm_local,
    ];
    view! {
        <Previews />
        {group("Appearance", &[s.light.entry, s.pieces.entry, s.text_size.entry, s.motion.entry])}
        {group("Board", &[
            s.names.entry,
            s.seat_below.entry,
            s.last_move.entry,
            s.hints.entry,
            s.captured.entry,
            s.notation.entry,
        ])}
        {group("Play", &[s.input.entry, s.premove.entry, s.zen.entry, s.ratings.entry, s.chat.entry])}
        {group("Confirm each move", &confirm.map(|setting| setting.entry))}
        {group("Sound", &sounds)}
    }
}

fn group(title: &'static str, entries: &[SettingEntry]) -> impl IntoView + use<> {
    view! {
        <section class="settings" aria-label=title>
            <h2>{title}</h2>
            {entries.iter().map(|&entry| picker(entry)).collect_view()}
        </section>
    }
}

/// One of a few, side by side.
fn picker(entry: SettingEntry) -> impl IntoView {
    let options = entry.spec.values.iter().map(|&(text, title)| option(entry, text, title));
    let hint = entry.spec.hint;
    view! {
        <fieldset class="segments">
            <legend>{entry.spec.title}</legend>
            <div>{options.collect_view()}</div>
            {(!hint.is_empty()).then(|| view! { <p class="quiet small">{hint}</p> })}
        </fieldset>
    }
}

fn option(entry: SettingEntry, text: &'static str, title: &'static str) -> impl IntoView {
    view! {
        <label>
            <input
                type="radio"
                name=entry.spec.name
                value=text
                prop:checked=move || entry.text() == text
                on:change=move |_| entry.set_text(text)
            />
            <span>{title}</span>
        </label>
    }
}

/// The boards of all games as they are set now, and every theme on a small board of its own.
#[component]
fn Previews() -> impl IntoView {
    let theme = Settings::here().theme.entry;
    let boards = GameName::ALL.into_iter().map(|game| {
        let scene = sample(game, PREVIEW_PLIES);
        view! {
            <div class=format!("preview game-{game}")>
                <Picture scene=Signal::stored(scene) />
            </div>
        }
    });
    let small = sample(GameName::SWATCH, 2);
    let swatch = |&(text, title): &(&'static str, &'static str)| {
        let scene = small.clone();
        view! {
            <label class="theme">
                <input
                    type="radio"
                    name=theme.spec.name
                    value=text
                    prop:checked=move || theme.text() == text
                    on:change=move |_| theme.set_text(text)
                />
                <span data-board=text>
                    <span class="swatch" aria-hidden="true">
                        <Picture scene=Signal::stored(scene) />
                    </span>
                    {title}
                </span>
            </label>
        }
    };
    view! {
        <section class="settings" aria-label="Board theme">
            <h2>"Board theme"</h2>
            <div class="previews" aria-hidden="true">{boards.collect_view()}</div>
            <fieldset class="themes">
                <legend class="unseen">{theme.spec.title}</legend>
                {theme.spec.values.iter().map(swatch).collect_view()}
            </fieldset>
        </section>
    }
}

/// A position of the sample game of a game.
fn sample(game: GameName, plies: usize) -> Scene {
    portrait(game, Some(plies)).scene(Viewer::Judge)
}
