//! A field to write in, with its name above it and what is wrong with it beneath.

use leptos::prelude::*;

/// What is written, and what browsers may fill in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autofill {
    /// The user name.
    Name,
    /// The password they have.
    OldPassword,
    /// One they choose.
    NewPassword,
    /// Anything else.
    Text,
}

impl Autofill {
    const fn autocomplete(self) -> &'static str {
        match self {
            Self::Name => "username",
            Self::OldPassword => "current-password",
            Self::NewPassword => "new-password",
            Self::Text => "off",
        }
    }

    const fn is_secret(self) -> bool {
        matches!(self, Self::OldPassword | Self::NewPassword)
    }
}

/// A hidden field with the name of the account, for password managers.
pub(crate) fn username_field(name: String) -> impl IntoView {
    view! { <input type="text" name="username" autocomplete="username" value=name readonly hidden /> }
}

#[component]
pub(crate) fn Entry(
    label: &'static str,
    id: &'static str,
    #[prop(into)] autofill: Signal<Autofill>,
    value: RwSignal<String>,
    /// What is wrong with what is written.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
    /// What the user is to enter.
    #[prop(optional, into)]
    hint: Signal<&'static str>,
) -> impl IntoView {
    let seen = RwSignal::new(false);
    let kind = move || if autofill.get().is_secret() && !seen.get() { "password" } else { "text" };
    let about = format!("{id}-about");
    let said = move || wrong.get().unwrap_or_else(|| hint.get().to_owned());
    let eye = move || {
        autofill.get().is_secret().then(|| {
            view! {
                <label class="see">
                    <input type="checkbox" prop:checked=seen on:change=move |_| seen.update(|seen| *seen = !*seen) />
                    "Show"
                </label>
            }
        })
    };
    view! {
        <div class="entry" class:wrong=move || wrong.with(Option::is_some)>
            <div class="entry-head">
                <label for=id>{label}</label>
                {eye}
            </div>
            <input
                id=id
                name=id
                type=kind
                autocomplete=move || autofill.get().autocomplete()
                autocapitalize="none"
                spellcheck="false"
                aria-describedby=about.clone()
                aria-invalid=move || wrong.with(Option::is_some).to_string()
                prop:value=value
                on:input=move |event| value.set(event_target_value(&event))
            />
            <p class="about" id=about role=move || wrong.with(Option::is_some).then_some("alert")>
                {said}
            </p>
        </div>
    }
}
