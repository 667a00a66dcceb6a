//! Settings: how things look and sound, the account, and how the app is.

mod account;
mod bots;
mod tokens;

use crate::browser;
use crate::engine::{Health, health};
use crate::settings::{Setting, Settings};
use account::AccountSection;
use leptos::prelude::*;

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    browser::set_title("Settings");
    let settings = Settings::here();
    let health = health();
    let engine = move || match health.get() {
        Health::Starting => "starting …",
        Health::Ready => "ready",
        Health::Missing => "not possible in this browser",
    };
    view! {
        <section class="narrow">
            <h1>"Settings"</h1>
            <p class="quiet">"How things look and sound: kept in this browser, and nowhere else."</p>
            <div class="settings">
                {picker(settings.light)}
                {picker(settings.material)}
                {picker(settings.names)}
                {picker(settings.motion)}
                {picker(settings.sound)}
            </div>
            <AccountSection />
            <dl class="facts">
                <dt>"Engine"</dt>
                <dd>
                    <span id="engine" role="status">
                        {engine}
                    </span>
                </dd>
                <dt>"Version"</dt>
                <dd>{env!("CARGO_PKG_VERSION")}</dd>
            </dl>
        </section>
    }
}

/// One of a few, side by side.
fn picker<S: Setting>(signal: RwSignal<S>) -> impl IntoView {
    let options = S::ALL.iter().map(|&value| {
        view! {
            <label>
                <input
                    type="radio"
                    name=S::NAME
                    value=value.text()
                    prop:checked=move || signal.get() == value
                    on:change=move |_| signal.set(value)
                />
                <span>{value.title()}</span>
            </label>
        }
    });
    view! {
        <fieldset class="segments">
            <legend>{S::TITLE}</legend>
            <div>{options.collect_view()}</div>
        </fieldset>
    }
}
