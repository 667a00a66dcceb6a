//! Settings: how things look, play and sound, the account, and the state of the app.

mod account;
mod bots;
mod preferences;
mod tokens;

use crate::account::CurrentUser;
use crate::browser;
use crate::engine::{Health, health};
use account::AccountSection;
use leptos::prelude::*;
use preferences::Preferences;

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    browser::set_title("Settings");
    let me = CurrentUser::here();
    let health = health();
    let engine = move || match health.get() {
        Health::Starting => "starting …",
        Health::Ready => "ready",
        Health::Missing => "not possible in this browser",
    };
    let where_kept = move || {
        if me.is_account() {
            "Saved in your account: every device you sign in on has them."
        } else {
            "Saved in this browser. With an account they are saved there."
        }
    };
    view! {
        <section class="narrow settings-page">
            <h1>"Settings"</h1>
            <p class="quiet">{where_kept}</p>
            <Preferences />
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
