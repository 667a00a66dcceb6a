//! The page of moderators: the queue of reports, a player's card, the log of actions. The address says what is
//! shown: `show` is `open`, `closed` or `log`, and `person` whose card.

mod actions;
mod card;
mod queue;

use crate::account::{Account, AccountKind, CurrentUser, OwnAccount};
use crate::browser;
use crate::http::{Fetched, in_address};
use actions::Log;
use card::Card;
use leptos::ev::SubmitEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::{use_navigate, use_query_map};
use queue::Queue;

/// The list that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Open,
    Closed,
    Log,
}

impl Shown {
    const ALL: [Self; 3] = [Self::Open, Self::Closed, Self::Log];

    const fn text(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Log => "log",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Open => "Open reports",
            Self::Closed => "Closed reports",
            Self::Log => "Log of actions",
        }
    }

    fn parse(text: Option<&str>) -> Self {
        Self::ALL.into_iter().find(|shown| Some(shown.text()) == text).unwrap_or(Self::Open)
    }

    /// The address of the list, with a player's card.
    fn address(self, person: &str) -> String {
        let person = if person.is_empty() {
            String::new()
        } else {
            format!("&person={}", in_address(person))
        };
        format!("/moderation?show={}{person}", self.text())
    }
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct ModerationState {
    shown: Memo<Shown>,
    /// Whose card is open; empty if none is.
    person: Memo<String>,
    /// Incremented by every action, so that the lists are fetched again.
    done: RwSignal<u32>,
}

impl ModerationState {
    fn changed(self) {
        self.done.update(|done| *done += 1);
    }

    /// A link to a player's card, which keeps the list.
    fn link(self, name: &str) -> impl IntoView + use<> {
        let (shown, name) = (self.shown, name.to_owned());
        let words = name.clone();
        let address = move || shown.get().address(&name);
        view! { <A href=address attr:class="name">{words}</A> }
    }
}

#[component]
pub(crate) fn ModerationPage() -> impl IntoView {
    browser::set_title("Moderation");
    let me = CurrentUser::here();
    let shown = Memo::new(move |_| me.get());
    view! {
        <section class="middling moderation">
            <h1>"Moderation"</h1>
            {move || match shown.get() {
                Some(Account { kind: AccountKind::Account, .. }) => view! { <ForAccount /> }.into_any(),
                _ => sign_in_prompt().into_any(),
            }}
        </section>
    }
}

/// A visitor without an account is no moderator.
fn sign_in_prompt() -> impl IntoView {
    view! {
        <p class="notice" id="not-signed-in">"This page is for moderators. Sign in with your account."</p>
        <div class="actions">
            <A href="/sign-in?then=/moderation" attr:class="button primary">"Sign in"</A>
        </div>
    }
}

/// The page, if the server says that the account is a moderator's.
#[component]
fn ForAccount() -> impl IntoView {
    let own = Fetched::<OwnAccount>::new(|| Some("/api/account".to_owned()));
    own.draw(|own: OwnAccount| {
        if own.moderator {
            view! { <ForModerator /> }.into_any()
        } else {
            without_right().into_any()
        }
    })
}

fn without_right() -> impl IntoView {
    view! {
        <p class="notice" id="no-right">
            "This page is for moderators, and your account is not one. The operator of this server decides who is."
        </p>
        <p>
            "To report a player, use “Report” on their profile or beside a game. To get no more \
             challenges and messages from a player, use “Block” on their profile."
        </p>
    }
}

#[component]
fn ForModerator() -> impl IntoView {
    let query = use_query_map();
    let shown = Memo::new(move |_| query.with(|query| Shown::parse(query.get("show").as_deref())));
    let person = Memo::new(move |_| query.with(|query| query.get("person").unwrap_or_default()));
    let state = ModerationState { shown, person, done: RwSignal::new(0) };
    view! {
        <div class="moderation-head">
            {tabs(state)}
            <Find state />
        </div>
        <div class="moderation-parts" class:with-card=move || person.with(|name| !name.is_empty())>
            {move || {
                let name = person.get();
                (!name.is_empty()).then(|| view! { <Card state name /> })
            }}
            <section class="moderation-list" aria-label=move || shown.get().title()>
                {move || match shown.get() {
                    Shown::Log => view! { <Log state /> }.into_any(),
                    listed => view! { <Queue state closed=listed == Shown::Closed /> }.into_any(),
                }}
            </section>
        </div>
    }
}

fn tabs(state: ModerationState) -> impl IntoView {
    let tab = move |to: Shown| {
        let current = move || (state.shown.get() == to).then_some("page");
        let address = move || state.person.with(|person| to.address(person));
        view! { <a href=address aria-current=current id=format!("show-{}", to.text())>{to.title()}</a> }
    };
    view! { <nav class="tabs" aria-label="Lists">{Shown::ALL.map(tab)}</nav> }
}

/// The way to the card of any account.
#[component]
fn Find(state: ModerationState) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let name = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        if !name.trim().is_empty() {
            let address = state.shown.get_untracked().address(name.trim());
            navigate(&address, NavigateOptions::default());
        }
    };
    view! {
        <form class="find" role="search" on:submit=submit>
            <input
                node_ref=field
                id="find"
                type="text"
                aria-label="Name"
                placeholder="Name"
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
            />
            <button type="submit" class="button small">"Look up"</button>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_what_is_shown() {
        for shown in Shown::ALL {
            assert_eq!(Shown::parse(Some(shown.text())), shown);
            assert_eq!(shown.address(""), format!("/moderation?show={}", shown.text()));
        }
        assert_eq!(Shown::parse(None), Shown::Open);
        assert_eq!(Shown::parse(Some("nonsense")), Shown::Open);
    }
}
