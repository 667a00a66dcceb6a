//! Lazily loaded pages (code splitting): fetched on navigation, so that the first page stays small.
//!
//! What only such a page needs is in a part of the module of its own: `#[wasm_split]` names the part
//! and marks where it begins, and `cargo xtask dist` takes the module apart there.

// Outside a browser nothing is fetched, so nothing fails there.
#![allow(clippy::unnecessary_wraps)]

use crate::account::CurrentUser;
use crate::board::CardRequest;
use crate::online::{ChallengePage, GamePage, LobbyPage};
use crate::pages::{
    AnalysePage, ArchivePage, ComputerPage, ComputerStartPage, FriendPage, GuidedPage, Home,
    LeaderboardPage, LearnPage, ModerationPage, PieceCardView, ProfilePage, ReportForm,
    ReportRequest, RulesPage, SettingsPage, SignInPage,
};
use crate::settings::{Settings, keep_in_account};
use crate::startup;
use catalog::{AnyRecord, GameName};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use lessons::coach::{self, CoachNote};

/// How a page is drawn: the page of a game, or one of several places.
pub(crate) type Draw<T> = fn(T) -> AnyView;

/// The pages about people and what they played: one part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PeoplePage {
    Settings,
    SignIn,
    Profile,
    Leaderboard,
    Archive,
}

/// The pages on which one plays others over the network: one part. The lobby has its own, because it has
/// no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnlinePage {
    Challenge,
    Game,
}

/// A page's part of the module did not come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotFetched;

impl From<SplitLoaderError> for NotFetched {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

#[wasm_split(analyse, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn analyse() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <AnalysePage game /> }.into_any())
}

#[wasm_split(computer, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn computer() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <ComputerPage game /> }.into_any())
}

#[wasm_split(computer_start, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn computer_start() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <ComputerStartPage game /> }.into_any())
}

#[wasm_split(learn, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn learn() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <LearnPage game /> }.into_any())
}

#[wasm_split(guided, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn guided() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <GuidedPage game /> }.into_any())
}

#[wasm_split(rules, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn rules() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <RulesPage game /> }.into_any())
}

#[wasm_split(piece_card, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn piece_card() -> Result<Draw<CardRequest>, NotFetched> {
    Ok(|request| view! { <PieceCardView request /> }.into_any())
}

#[wasm_split(friend, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn friend() -> Result<Draw<GameName>, NotFetched> {
    Ok(|game| view! { <FriendPage game /> }.into_any())
}

#[wasm_split(people, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn people() -> Result<Draw<PeoplePage>, NotFetched> {
    Ok(|place| match place {
        PeoplePage::Settings => view! { <SettingsPage /> }.into_any(),
        PeoplePage::SignIn => view! { <SignInPage /> }.into_any(),
        PeoplePage::Profile => view! { <ProfilePage /> }.into_any(),
        PeoplePage::Leaderboard => view! { <LeaderboardPage /> }.into_any(),
        PeoplePage::Archive => view! { <ArchivePage /> }.into_any(),
    })
}

#[wasm_split(home, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn home() -> Result<Draw<()>, NotFetched> {
    Ok(|()| view! { <Home /> }.into_any())
}

#[wasm_split(lobby, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn lobby() -> Result<Draw<()>, NotFetched> {
    Ok(|()| view! { <LobbyPage /> }.into_any())
}

#[wasm_split(moderation, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn moderation() -> Result<Draw<()>, NotFetched> {
    Ok(|()| view! { <ModerationPage /> }.into_any())
}

#[wasm_split(report, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn report() -> Result<Draw<ReportRequest>, NotFetched> {
    Ok(|request| view! { <ReportForm request /> }.into_any())
}

#[wasm_split(online, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn online() -> Result<Draw<OnlinePage>, NotFetched> {
    Ok(|place| match place {
        OnlinePage::Challenge => view! { <ChallengePage /> }.into_any(),
        OnlinePage::Game => view! { <GamePage /> }.into_any(),
    })
}

/// The functions of the coach, in a part of their own.
#[derive(Clone, Copy)]
pub(crate) struct CoachFunctions {
    pub(crate) threats: fn(&AnyRecord) -> Vec<CoachNote>,
    pub(crate) warning: fn(&AnyRecord, &str) -> Option<CoachNote>,
}

#[wasm_split(coach, fallible, wasm_split_path = ::leptos::wasm_split)]
pub(crate) fn coach_functions() -> Result<CoachFunctions, NotFetched> {
    Ok(CoachFunctions { threats: coach::threats, warning: coach::warning })
}

#[wasm_split(account_settings, fallible, wasm_split_path = ::leptos::wasm_split)]
fn account_settings() -> Result<fn(&Settings, CurrentUser), NotFetched> {
    Ok(keep_in_account)
}

/// Synchronises the settings with the account, once the user has one.
pub(crate) fn keep_settings(settings: &Settings, me: CurrentUser) {
    let settings = *settings;
    let owner = Owner::current();
    Effect::new(move |started: Option<bool>| {
        if started == Some(true) || !me.is_account() {
            return started.unwrap_or_default();
        }
        let owner = owner.clone();
        spawn_local(async move {
            // Without a network the settings of this browser hold.
            if let (Some(owner), Ok(keep)) = (owner, account_settings().await) {
                owner.with(|| keep(&settings, me));
            }
        });
        true
    });
}

/// Shows a page as soon as it is fetched, and says so if that is not possible.
pub(crate) fn lazy_page<D, F>(
    fetch: fn() -> F,
    draw: impl Fn(D) -> AnyView + Send + 'static,
) -> AnyView
where
    D: Copy + Send + Sync + 'static,
    F: Future<Output = Result<D, NotFetched>> + 'static,
{
    let wait = || view! { <p class="fetching" role="status">"One moment …"</p> }.into_any();
    fetched(fetch, wait, move |page| {
        startup::page_begins();
        draw(page)
    })
}

/// Shows a part of a page once it is fetched; its place is empty until then.
pub(crate) fn lazy_part<D, F>(
    fetch: fn() -> F,
    draw: impl Fn(D) -> AnyView + Send + 'static,
) -> AnyView
where
    D: Copy + Send + Sync + 'static,
    F: Future<Output = Result<D, NotFetched>> + 'static,
{
    fetched(fetch, || ().into_any(), draw)
}

fn fetched<D, F>(
    fetch: fn() -> F,
    wait: fn() -> AnyView,
    draw: impl Fn(D) -> AnyView + Send + 'static,
) -> AnyView
where
    D: Copy + Send + Sync + 'static,
    F: Future<Output = Result<D, NotFetched>> + 'static,
{
    let part = RwSignal::new(None);
    let ask = move || {
        part.set(None);
        spawn_local(async move {
            let fetched = fetch().await;
            startup::enqueue(move || {
                // The page may have been left meanwhile.
                let _ = part.try_set(Some(fetched));
            });
        });
    };
    ask();
    let shown = move || match part.get() {
        Some(Ok(fetched)) => draw(fetched),
        Some(Err(NotFetched)) => failed(ask),
        None => wait(),
    };
    shown.into_any()
}

fn failed(ask: impl Fn() + 'static) -> AnyView {
    startup::page_begins();
    view! {
        <div class="fetching" role="alert">
            <p>"This page could not be loaded. Check your connection."</p>
            <button type="button" class="button" on:click=move |_| ask()>
                "Try again"
            </button>
        </div>
    }
    .into_any()
}
