//! Turn indicator: the window's title and icon show whose turn it is.

use crate::browser;
use leptos::prelude::*;

/// Says so whenever `turn` changes, until the page is left.
pub(super) fn show_turn(name: &'static str, turn: Memo<bool>) {
    let usual = browser::icon();
    let quiet = usual.clone();
    Effect::new(move || {
        if turn.get() {
            browser::set_title(&format!("● Your turn · {name}"));
            if let Some(icon) = browser::meta("icon-turn") {
                browser::set_icon(&icon);
            }
        } else {
            browser::set_title(name);
            browser::set_icon(&usual);
        }
    });
    on_cleanup(move || browser::set_icon(&quiet));
}
