//! Signing in, and signing up: a guest who does so keeps the games.

use super::entry::{Autofill, Entry};
use super::recovery::{Codes, RecoverForm, recovery_codes};
use crate::account::{Account, AccountKind, CurrentUser};
use crate::browser;
use crate::http::{ApiRequest, Fetched, FromJson, Json, Method, Refusal, ask, bodies};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

/// What the form is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SignInMode {
    SignIn,
    SignUp,
    Recover,
}

impl SignInMode {
    const fn title(self) -> &'static str {
        match self {
            Self::SignIn => "Sign in",
            Self::SignUp => "New account",
            Self::Recover => "Forgotten password",
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::SignUp => "/api/sign-up",
            Self::SignIn | Self::Recover => "/api/sign-in",
        }
    }
}

/// Where a sentence of the server's belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FormField {
    Name,
    Password,
    Invitation,
    Form,
}

/// Who may make an account.
#[derive(Clone)]
struct SignUpRule {
    sign_up: String,
}

impl FromJson for SignUpRule {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { sign_up: json.text("sign_up")? })
    }
}

/// The field that a refusal is about.
fn field(mode: SignInMode, refusal: &Refusal) -> FormField {
    match refusal {
        Refusal::Status(400, what) if what.starts_with("a password") => FormField::Password,
        Refusal::Status(400 | 409, _) if mode == SignInMode::SignUp => FormField::Name,
        Refusal::Status(401, _) => FormField::Password,
        Refusal::Status(403, what) if what.contains("invitation") => FormField::Invitation,
        _ => FormField::Form,
    }
}

/// Checks before the form is sent.
fn missing(name: &str, password: &str) -> Option<(FormField, &'static str)> {
    if name.trim().is_empty() {
        Some((FormField::Name, "Enter a name."))
    } else if password.is_empty() {
        Some((FormField::Password, "Enter a password."))
    } else {
        None
    }
}

/// Where to go afterwards: a path of this site only (no open redirect).
fn onward(then: Option<String>, name: &str) -> String {
    then.filter(|place| is_ours(place)).unwrap_or_else(|| Account::address(name))
}

/// Browsers read `//` and `/\\` as the beginning of another site's address.
fn is_ours(place: &str) -> bool {
    place.starts_with('/') && !place[1..].starts_with(['/', '\\'])
}

#[component]
pub(crate) fn SignInPage() -> impl IntoView {
    let query = use_query_map();
    let has = |name| query.with_untracked(|query| query.get(name).is_some());
    let mode = RwSignal::new(match (has("new"), has("forgotten")) {
        (true, _) => SignInMode::SignUp,
        (false, true) => SignInMode::Recover,
        (false, false) => SignInMode::SignIn,
    });
    let codes = RwSignal::new(None::<NewAccount>);
    Effect::new(move || browser::set_title(mode.get().title()));
    let form = move || match (codes.get(), mode.get() == SignInMode::Recover) {
        (Some(new), _) => new.view().into_any(),
        (None, true) => view! { {segments(mode)} <RecoverForm /> }.into_any(),
        (None, false) => view! { {segments(mode)} <SignInForm mode codes /> }.into_any(),
    };
    view! {
        <section class="narrow sign-in">
            <h1>{move || mode.get().title()}</h1>
            {form}
        </section>
    }
}

/// An account that was just made: its codes, and where to go when they are kept.
#[derive(Clone)]
struct NewAccount {
    codes: Vec<String>,
    place: String,
}

impl NewAccount {
    fn view(self) -> impl IntoView {
        let (navigate, place) = (use_navigate(), self.place);
        let go =
            move |()| navigate(&place, NavigateOptions { replace: true, ..Default::default() });
        view! { <Codes codes=self.codes done=Callback::new(go) /> }
    }
}

fn segments(mode: RwSignal<SignInMode>) -> impl IntoView {
    let option = |value: SignInMode| {
        view! {
            <label>
                <input
                    type="radio"
                    name="wish"
                    prop:checked=move || mode.get() == value
                    on:change=move |_| mode.set(value)
                />
                <span>{value.title()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend class="unseen">"What would you like to do?"</legend>
            <div>{[SignInMode::SignIn, SignInMode::SignUp].map(option)}</div>
        </fieldset>
    }
}

#[component]
fn SignInForm(mode: RwSignal<SignInMode>, codes: RwSignal<Option<NewAccount>>) -> impl IntoView {
    let me = CurrentUser::here();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let invitation = RwSignal::new(String::new());
    let request = ApiRequest::new();
    let wanting = RwSignal::new(None::<(FormField, &'static str)>);
    Effect::new(move || {
        mode.track();
        request.clear();
        wanting.set(None);
    });
    let wrong = move |here: FormField| {
        let wanting = wanting.get().map(|(field, what)| (field, what.to_owned()));
        let refused = || request.refusal().map(|no| (field(mode.get(), &no), no.to_string()));
        wanting.or_else(refused).filter(|(field, _)| *field == here).map(|(_, what)| what)
    };
    let wrong_at = |here: FormField| Signal::derive(move || wrong(here));
    let navigate = use_navigate();
    let query = use_query_map();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (name, password) = (name.get_untracked(), password.get_untracked());
        wanting.set(missing(&name, &password));
        if wanting.with_untracked(Option::is_some) {
            return;
        }
        let (navigate, then) = (navigate.clone(), query.with_untracked(|q| q.get("then")));
        let work = enter(mode.get_untracked(), name, password, invitation.get_untracked());
        request.run(work, move |(account, told): (Account, Vec<String>)| {
            let place = onward(then, &account.name);
            me.set(Some(account));
            if told.is_empty() {
                navigate(&place, NavigateOptions { replace: true, ..Default::default() });
            } else {
                codes.set(Some(NewAccount { codes: told, place }));
            }
        });
    };
    let (name_hint, password_hint) = hints(mode);
    view! {
        <form class="entries" method="post" novalidate on:submit=submit>
            {move || standing(me.get(), mode.get())}
            <Entry label="Name" id="name" autofill=Autofill::Name value=name wrong=wrong_at(FormField::Name) hint=name_hint />
            <Entry
                label="Password"
                id="password"
                autofill=Signal::derive(move || autofill(mode.get()))
                value=password
                wrong=wrong_at(FormField::Password)
                hint=password_hint
            />
            <InvitationField mode value=invitation wrong=wrong_at(FormField::Invitation) />
            {move || wrong(FormField::Form).map(|why| view! { <p class="notice wrong" role="alert">{why}</p> })}
            <button type="submit" class="button primary" disabled=move || request.is_busy()>
                {move || if mode.get() == SignInMode::SignIn { "Sign in" } else { "Create account" }}
            </button>
            {forgotten(mode)}
            <p class="quiet">
                "No mail address is asked for, and so no password can be sent: a new account comes with \
                 recovery codes. To play, no account is needed."
            </p>
        </form>
    }
}

/// Where new accounts need an invitation, a field for its code; where there are none, a line that says so.
#[component]
fn InvitationField(
    mode: RwSignal<SignInMode>,
    value: RwSignal<String>,
    wrong: Signal<Option<String>>,
) -> impl IntoView {
    let rule = Fetched::<SignUpRule>::new(move || {
        (mode.get() == SignInMode::SignUp).then(|| "/api/site".to_owned())
    });
    let rule = Memo::new(move |_| {
        let signs_up = mode.get() == SignInMode::SignUp;
        rule.get().filter(|_| signs_up).map(|rule| rule.sign_up)
    });
    move || {
        match rule.get().as_deref() {
        Some("invitation") => view! {
            <Entry
                label="Invitation code"
                id="invitation"
                autofill=Autofill::Text
                value
                wrong
                hint="New accounts on this server need one. You can play without an account."
            />
        }
        .into_any(),
        Some("closed") => view! {
            <p class="notice" id="closed">
                "New accounts cannot be made on this server at the moment. You can play without one."
            </p>
        }
        .into_any(),
        _ => ().into_any(),
    }
    }
}

const fn autofill(mode: SignInMode) -> Autofill {
    match mode {
        SignInMode::SignUp => Autofill::NewPassword,
        SignInMode::SignIn | SignInMode::Recover => Autofill::OldPassword,
    }
}

/// The way to another password.
fn forgotten(mode: RwSignal<SignInMode>) -> impl IntoView {
    view! {
        <Show when=move || mode.get() == SignInMode::SignIn>
            <p>
                <button type="button" class="button" id="forgotten" on:click=move |_| mode.set(SignInMode::Recover)>
                    "Forgotten the password?"
                </button>
            </p>
        </Show>
    }
}

/// What to write in the two fields.
fn hints(mode: RwSignal<SignInMode>) -> (Signal<&'static str>, Signal<&'static str>) {
    let new = move |words: &'static str| if mode.get() == SignInMode::SignUp { words } else { "" };
    (
        Signal::derive(move || new("2 to 20 letters and digits, with - and _ between them.")),
        Signal::derive(move || new("At least 8 characters. Several words are good.")),
    )
}

/// Who one is then, and the codes of a new account.
async fn enter(
    mode: SignInMode,
    name: String,
    password: String,
    invitation: String,
) -> Result<(Account, Vec<String>), Refusal> {
    let body = match mode {
        SignInMode::SignUp => bodies::sign_up(name.trim(), &password, invitation.trim()),
        SignInMode::SignIn | SignInMode::Recover => bodies::credentials(name.trim(), &password),
    };
    let answer = ask(Method::Post, mode.path(), Some(&body)).await?;
    let account = Account::read(&answer).ok_or(Refusal::Unreadable)?;
    Ok((account, recovery_codes(&answer)))
}

/// Who one is already, and what becomes of it.
fn standing(me: Option<Account>, mode: SignInMode) -> Option<impl IntoView> {
    let Account { name, kind } = me?;
    let words = match (kind, mode) {
        (AccountKind::Guest, SignInMode::SignUp) => {
            format!("You are {name} now. The games you played stay yours, under the new name.")
        }
        (AccountKind::Guest, SignInMode::SignIn | SignInMode::Recover) => format!(
            "You are {name} now. To keep those games, make a new account; who signs in to \
             another one leaves them to {name}."
        ),
        _ => format!("You are signed in as {name}."),
    };
    Some(view! { <p class="notice" id="standing">{words}</p> })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn each_refusal_is_shown_where_it_belongs() {
        let said = |status, what: &str| Refusal::Status(status, what.to_owned());
        let cases = [
            (SignInMode::SignUp, said(400, "a name has 2 to 20 characters"), FormField::Name),
            (SignInMode::SignUp, said(400, "that name is reserved"), FormField::Name),
            (SignInMode::SignUp, said(409, "that name is taken"), FormField::Name),
            (
                SignInMode::SignUp,
                said(400, "a password has at least 8 characters"),
                FormField::Password,
            ),
            (SignInMode::SignIn, said(401, "they do not go together"), FormField::Password),
            (
                SignInMode::SignUp,
                said(403, "sign-up needs an invitation code that is not used"),
                FormField::Invitation,
            ),
            (SignInMode::SignIn, said(403, "this account is banned"), FormField::Form),
            (SignInMode::SignIn, said(429, "too often"), FormField::Form),
            (SignInMode::SignUp, Refusal::Offline, FormField::Form),
        ];
        for (mode, refusal, expected) in cases {
            assert_eq!(field(mode, &refusal), expected, "{refusal}");
        }
    }

    #[test]
    fn who_may_sign_up_is_read() {
        assert_reads::<SignUpRule>(&["get /api/site"]);
    }

    #[test]
    fn there_is_no_open_redirect() {
        for foreign in
            ["https://example.org", "//example.org", "/\\example.org", "javascript:alert(1)", ""]
        {
            assert!(!is_ours(foreign), "{foreign}");
        }
        assert!(is_ours("/") && is_ours("/lobby"));
    }
}
