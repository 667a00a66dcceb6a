//! Signing in, and signing up: a guest who does so keeps the games.

use super::entry::{Entry, Filling};
use super::recovery::{Codes, RecoverForm, told_codes};
use crate::account::{Account, Kind, Me};
use crate::browser;
use crate::http::{Errand, Method, Refusal, Told, ask, bodies};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

/// What the form is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    SignIn,
    SignUp,
    Recover,
}

impl Wish {
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
enum Spot {
    Name,
    Password,
    Form,
}

/// The field that a refusal is about.
fn spot(wish: Wish, refusal: &Refusal) -> Spot {
    match refusal {
        Refusal::Said(400, what) if what.starts_with("a password") => Spot::Password,
        Refusal::Said(400 | 409, _) if wish == Wish::SignUp => Spot::Name,
        Refusal::Said(401, _) => Spot::Password,
        _ => Spot::Form,
    }
}

/// What can be told without asking anybody.
fn missing(name: &str, password: &str) -> Option<(Spot, &'static str)> {
    if name.trim().is_empty() {
        Some((Spot::Name, "A name is needed."))
    } else if password.is_empty() {
        Some((Spot::Password, "A password is needed."))
    } else {
        None
    }
}

/// Where to go afterwards: a place of ours, and nobody else's.
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
    let new = query.with_untracked(|query| query.get("new").is_some());
    let wish = RwSignal::new(if new { Wish::SignUp } else { Wish::SignIn });
    let codes = RwSignal::new(None::<NewAccount>);
    Effect::new(move || browser::set_title(wish.get().title()));
    let form = move || match (codes.get(), wish.get() == Wish::Recover) {
        (Some(new), _) => new.view().into_any(),
        (None, true) => view! { {segments(wish)} <RecoverForm /> }.into_any(),
        (None, false) => view! { {segments(wish)} <SignInForm wish codes /> }.into_any(),
    };
    view! {
        <section class="narrow sign-in">
            <h1>{move || wish.get().title()}</h1>
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

fn segments(wish: RwSignal<Wish>) -> impl IntoView {
    let option = |value: Wish| {
        view! {
            <label>
                <input
                    type="radio"
                    name="wish"
                    prop:checked=move || wish.get() == value
                    on:change=move |_| wish.set(value)
                />
                <span>{value.title()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend class="unseen">"What would you like to do?"</legend>
            <div>{[Wish::SignIn, Wish::SignUp].map(option)}</div>
        </fieldset>
    }
}

#[component]
fn SignInForm(wish: RwSignal<Wish>, codes: RwSignal<Option<NewAccount>>) -> impl IntoView {
    let me = Me::here();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let errand = Errand::new();
    let wanting = RwSignal::new(None::<(Spot, &'static str)>);
    Effect::new(move || {
        wish.track();
        errand.forget();
        wanting.set(None);
    });
    let wrong = move |here: Spot| {
        let wanting = wanting.get().map(|(spot, what)| (spot, what.to_owned()));
        let refused = || errand.trouble().map(|no| (spot(wish.get(), &no), no.to_string()));
        wanting.or_else(refused).filter(|(spot, _)| *spot == here).map(|(_, what)| what)
    };
    let wrong_at = |here: Spot| Signal::derive(move || wrong(here));
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
        let work = enter(wish.get_untracked(), name, password);
        errand.run(work, move |(account, told): (Account, Vec<String>)| {
            let place = onward(then, &account.name);
            me.set(Some(account));
            if told.is_empty() {
                navigate(&place, NavigateOptions { replace: true, ..Default::default() });
            } else {
                codes.set(Some(NewAccount { codes: told, place }));
            }
        });
    };
    let filling = move || match wish.get() {
        Wish::SignUp => Filling::NewPassword,
        Wish::SignIn | Wish::Recover => Filling::OldPassword,
    };
    let (name_hint, password_hint) = hints(wish);
    view! {
        <form class="entries" method="post" novalidate on:submit=submit>
            {move || standing(me.get(), wish.get())}
            <Entry label="Name" id="name" filling=Filling::Name value=name wrong=wrong_at(Spot::Name) hint=name_hint />
            <Entry
                label="Password"
                id="password"
                filling=Signal::derive(filling)
                value=password
                wrong=wrong_at(Spot::Password)
                hint=password_hint
            />
            {move || wrong(Spot::Form).map(|why| view! { <p class="notice wrong" role="alert">{why}</p> })}
            <button type="submit" class="button primary" disabled=move || errand.is_busy()>
                {move || if wish.get() == Wish::SignIn { "Sign in" } else { "Make the account" }}
            </button>
            <Show when=move || wish.get() == Wish::SignIn>
                <p>
                    <button type="button" class="button" id="forgotten" on:click=move |_| wish.set(Wish::Recover)>
                        "Forgotten the password?"
                    </button>
                </p>
            </Show>
            <p class="quiet">
                "No mail address is asked for, and so no password can be sent: a new account comes with \
                 recovery codes. To play, no account is needed."
            </p>
        </form>
    }
}

/// What to write in the two fields.
fn hints(wish: RwSignal<Wish>) -> (Signal<&'static str>, Signal<&'static str>) {
    let new = move |words: &'static str| if wish.get() == Wish::SignUp { words } else { "" };
    (
        Signal::derive(move || new("2 to 20 letters and digits, with - and _ between them.")),
        Signal::derive(move || new("At least 8 characters. Several words are good.")),
    )
}

/// Who one is then, and the codes of a new account.
async fn enter(
    wish: Wish,
    name: String,
    password: String,
) -> Result<(Account, Vec<String>), Refusal> {
    let body = bodies::credentials(name.trim(), &password);
    let answer = ask(Method::Post, wish.path(), Some(&body)).await?;
    let account = Account::read(&answer).ok_or(Refusal::Unreadable)?;
    Ok((account, told_codes(&answer)))
}

/// Who one is already, and what becomes of it.
fn standing(me: Option<Account>, wish: Wish) -> Option<impl IntoView> {
    let Account { name, kind } = me?;
    let words = match (kind, wish) {
        (Kind::Guest, Wish::SignUp) => {
            format!("You are {name} now. The games you played stay yours, under the new name.")
        }
        (Kind::Guest, Wish::SignIn | Wish::Recover) => format!(
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

    #[test]
    fn each_refusal_is_shown_where_it_belongs() {
        let said = |status, what: &str| Refusal::Said(status, what.to_owned());
        let cases = [
            (Wish::SignUp, said(400, "a name has 2 to 20 characters"), Spot::Name),
            (Wish::SignUp, said(400, "that name is reserved"), Spot::Name),
            (Wish::SignUp, said(409, "that name is taken"), Spot::Name),
            (Wish::SignUp, said(400, "a password has at least 8 characters"), Spot::Password),
            (Wish::SignIn, said(401, "they do not go together"), Spot::Password),
            (Wish::SignIn, said(429, "too often"), Spot::Form),
            (Wish::SignUp, Refusal::Offline, Spot::Form),
        ];
        for (wish, refusal, expected) in cases {
            assert_eq!(spot(wish, &refusal), expected, "{refusal}");
        }
    }

    #[test]
    fn nobody_is_sent_to_another_site() {
        for foreign in
            ["https://example.org", "//example.org", "/\\example.org", "javascript:alert(1)", ""]
        {
            assert!(!is_ours(foreign), "{foreign}");
        }
        assert!(is_ours("/") && is_ours("/lobby"));
    }
}
