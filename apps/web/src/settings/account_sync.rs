//! Settings of an account: stored on the server, so that every device has them.
//!
//! ```text
//! sign-in or load ──GET──▶ the account's values replace those of the browser; what the account does
//!                          not have yet is added to it
//! change ──PUT──▶ all values; the last write wins
//! ```
//! A change that could not be sent is sent at the next load, before anything is taken from the server.

use super::Settings;
use crate::account::CurrentUser;
use crate::browser;
use crate::http::{FromJson, Json, Method, ask, bodies, get};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

const PATH: &str = "/api/account/settings";
/// Name of the mark for changes that the server does not have.
const UNSENT: &str = "settings-unsent";
/// Several changes in a row are one request.
const PAUSE: Duration = Duration::from_millis(600);

/// The settings that the server has: name and text of each.
#[derive(Clone, PartialEq, Debug)]
struct StoredSettings(Vec<(&'static str, String)>);

impl StoredSettings {
    fn body(&self) -> String {
        let texts: Vec<_> = self.0.iter().map(|(name, text)| (*name, text.as_str())).collect();
        bodies::settings(&texts)
    }
}

impl FromJson for StoredSettings {
    fn read(json: &Json) -> Option<Self> {
        let values = json.field("values");
        let stored = |spec: &super::SettingSpec| Some((spec.name, values.text(spec.name)?));
        Some(Self(super::SPECS.iter().filter_map(stored).collect()))
    }
}

/// Keeps settings and account in step for as long as the app runs.
pub(crate) fn keep_in_account(settings: &Settings, me: CurrentUser) {
    let sync = AccountSync {
        settings: *settings,
        signed_in: Memo::new(move |_| me.is_account()),
        stored: StoredValue::new(None),
        timer: StoredValue::new(None),
    };
    Effect::new(move || {
        sync.stored.set_value(None);
        if sync.signed_in.get() {
            sync.fetch();
        }
    });
    Effect::new(move || {
        let body = sync.body();
        sync.changed(&body);
    });
}

#[derive(Clone, Copy)]
struct AccountSync {
    settings: Settings,
    signed_in: Memo<bool>,
    /// The body that the server is known to have; nothing until it has been asked.
    stored: StoredValue<Option<String>>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl AccountSync {
    /// All settings as JSON.
    fn body(self) -> String {
        let entries = self.settings.entries();
        let texts: Vec<_> = entries.iter().map(|entry| (entry.spec.name, entry.text())).collect();
        bodies::settings(&texts)
    }

    fn is_default(self) -> bool {
        self.settings.entries().into_iter().all(super::SettingEntry::is_default)
    }

    fn fetch(self) {
        spawn_local(async move {
            let Ok(stored) = get::<StoredSettings>(PATH).await else { return };
            if browser::read_storage(UNSENT).as_deref() != Some("yes") {
                self.take(&stored);
            }
            let body = untrack(|| self.body());
            // Nothing stored and nothing set are the same.
            let same = stored.0.is_empty() && untrack(|| self.is_default());
            self.stored.set_value(Some(if same { body.clone() } else { stored.body() }));
            self.changed(&body);
        });
    }

    fn take(self, stored: &StoredSettings) {
        for entry in self.settings.entries() {
            let own = stored.0.iter().find(|(name, _)| *name == entry.spec.name);
            if let Some((_, text)) = own {
                entry.set_text(text);
            }
        }
    }

    /// Sends the settings after a pause, if the server has others.
    fn changed(self, body: &str) {
        let news = self.stored.with_value(|stored| stored.as_ref().is_some_and(|s| s != body));
        if !news {
            return;
        }
        browser::write_storage(UNSENT, "yes");
        if let Some(timer) = self.timer.get_value() {
            timer.clear();
        }
        self.timer.set_value(set_timeout_with_handle(move || self.send(), PAUSE).ok());
    }

    fn send(self) {
        if !self.signed_in.get_untracked() {
            return;
        }
        let body = untrack(|| self.body());
        spawn_local(async move {
            if ask(Method::Put, PATH, Some(&body)).await.is_ok() {
                self.stored.set_value(Some(body));
                browser::write_storage(UNSENT, "no");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn settings_are_read_from_the_answer() {
        assert_reads::<StoredSettings>(&["get /api/account/settings"]);
    }
}
