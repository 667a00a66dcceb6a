//! What surrounds every page.

use crate::account::{Account, AccountKind, CurrentUser};
use crate::brand::{Logo, Wordmark};
use crate::browser;
use crate::games::PlayMode;
use crate::settings::{Light, Settings};
use catalog::GameName;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

/// A part of the site that is one tap away from everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Destination {
    Play,
    Learn,
    Analyse,
    Online,
}

impl Destination {
    const ALL: [Self; 4] = [Self::Play, Self::Learn, Self::Analyse, Self::Online];

    const fn title(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Learn => "Learn",
            Self::Analyse => "Analyse",
            Self::Online => "Online",
        }
    }

    /// Its drawing, 24 × 24, as lines.
    const fn icon(self) -> &'static str {
        match self {
            Self::Play => "M12,3 L20,7.5 V16.5 L12,21 L4,16.5 V7.5 Z M10,8.8 L15.5,12 L10,15.2 Z",
            Self::Learn => {
                "M12,6 C9,4 6,4 3,5 V18.5 C6,17.5 9,17.5 12,19.5 C15,17.5 18,17.5 21,18.5 V5 C18,4 15,4 12,6 Z M12,6 V19.5"
            }
            Self::Analyse => "M4,4 V20 H20 M7.5,15 L11,10.5 L14,13 L19.5,6",
            Self::Online => {
                "M12,3.5 A8.5,8.5 0 1 1 11.9,3.5 Z M3.5,12 H20.5 M12,3.5 C8,8 8,16 12,20.5 M12,3.5 C16,8 16,16 12,20.5"
            }
        }
    }

    /// Where it leads; lessons and analysis are those of the game that was looked at last.
    fn address(self, game: GameName) -> String {
        match self {
            Self::Play => "/".to_owned(),
            Self::Learn => PlayMode::Learn.address(game),
            Self::Analyse => PlayMode::Analyse.address(game),
            Self::Online => "/lobby".to_owned(),
        }
    }

    /// The part that a path belongs to.
    fn of(path: &str) -> Option<Self> {
        match path.split('/').nth(1)? {
            "" | "play" | "friend" => Some(Self::Play),
            "learn" => Some(Self::Learn),
            "analyse" => Some(Self::Analyse),
            "lobby" | "game" | "challenge" => Some(Self::Online),
            _ => None,
        }
    }
}

/// The game that a path names.
fn game_of(path: &str) -> Option<GameName> {
    path.split('/').nth(2)?.parse().ok()
}

/// Where the game that was looked at last is kept.
const LAST_GAME: &str = "last-game";

/// The game that was looked at last, on this visit or on one before.
fn last_game() -> Memo<GameName> {
    let place = use_location().pathname;
    let kept = browser::read_storage(LAST_GAME).and_then(|kept| kept.parse().ok());
    let game = Memo::new(move |before: Option<&GameName>| {
        let before = before.copied().or(kept).unwrap_or(GameName::FAVOURITE);
        game_of(&place.get()).unwrap_or(before)
    });
    Effect::new(move || browser::write_storage(LAST_GAME, game.get().text()));
    game
}

/// The link to a part of the site.
fn link(to: Destination, game: Memo<GameName>, icon: bool) -> impl IntoView {
    let place = use_location().pathname;
    let current = move || (Destination::of(&place.get()) == Some(to)).then_some("page");
    let icon = icon.then(|| {
        view! {
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d=to.icon() />
            </svg>
        }
    });
    view! {
        <a href=move || to.address(game.get()) aria-current=current>
            {icon}
            {to.title()}
        </a>
    }
}

#[component]
pub(crate) fn Header() -> impl IntoView {
    let game = last_game();
    view! {
        <header class="top">
            <div class="bar">
                <A href="/" attr:class="brand">
                    <Logo />
                    <Wordmark />
                </A>
                <nav class="games" aria-label="Sections">
                    {Destination::ALL.map(|to| link(to, game, false)).collect_view()}
                </nav>
                <nav class="games more" aria-label="People and games">
                    <A href="/leaderboard">"Leaderboard"</A>
                    <A href="/archive">"Archive"</A>
                    {for_moderators(|| view! { <A href="/moderation">"Moderation"</A> }.into_any())}
                </nav>
                <Who />
                <LightSwitch />
                <A href="/settings" attr:class="icon" attr:aria-label="Settings" attr:title="Settings">
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4,7 H10 M16,7 H20 M4,17 H8 M14,17 H20" />
                        <circle cx="13" cy="7" r="2.6" />
                        <circle cx="11" cy="17" r="2.6" />
                    </svg>
                </A>
            </div>
        </header>
    }
}

/// On phones: the same places at the bottom of the window, and the others behind More.
#[component]
pub(crate) fn BottomNavigation() -> impl IntoView {
    let game = last_game();
    let menu = NodeRef::<Dialog>::new();
    let open = move |_| {
        if let Some(menu) = menu.get_untracked() {
            // It is shown already only if it is open.
            let _ = menu.show_modal();
        }
    };
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            menu.close();
        }
    };
    // A touch beside the list, or on one of its links, closes it.
    view! {
        <nav class="bottom-nav" aria-label="Sections">
            {Destination::ALL.map(|to| link(to, game, true)).collect_view()}
            <button type="button" id="more" aria-haspopup="dialog" on:click=open>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M5,12 H5.1 M12,12 H12.1 M19,12 H19.1" stroke-width="3.5" />
                </svg>
                "More"
            </button>
        </nav>
        <dialog class="more-menu" node_ref=menu aria-label="More" on:click=move |_| close()>
            <ul>
                <li>
                    <a href=move || PlayMode::Friend.address(game.get())>"Two players here"</a>
                </li>
                <li>
                    <a href="/leaderboard">"Leaderboard"</a>
                </li>
                <li>
                    <a href="/archive">"Archive"</a>
                </li>
                <li>
                    <a href="/settings">"Settings"</a>
                </li>
                <li>
                    <a href="/sign-in">"Account"</a>
                </li>
                {for_moderators(|| view! { <li><a href="/moderation">"Moderation"</a></li> }.into_any())}
            </ul>
            <button type="button" class="button">
                "Close"
            </button>
        </dialog>
    }
}

/// What only moderators see.
fn for_moderators(link: fn() -> AnyView) -> impl IntoView {
    let me = CurrentUser::here();
    move || me.is_moderator().then(link)
}

/// Who is here, and the way to sign in.
#[component]
fn Who() -> impl IntoView {
    let me = CurrentUser::here();
    let place = use_location().pathname;
    let link = move || match me.get() {
        Some(Account { name, kind: AccountKind::Account }) => (Account::address(&name), name),
        // After signing in the user returns to this page.
        someone => {
            let here = place.get();
            let then = if here == "/" || here == "/sign-in" { String::new() } else { here };
            let then = if then.is_empty() { then } else { format!("?then={then}") };
            let words = someone.map_or_else(|| "Sign in".to_owned(), |guest| guest.name);
            (format!("/sign-in{then}"), words)
        }
    };
    let title = move || match link().1 {
        words if words == "Sign in" => words,
        name if me.is_account() => format!("You are {name}"),
        name => format!("You are {name}: sign in"),
    };
    view! {
        <A href=move || link().0 attr:class="who" attr:aria-label=title attr:title=title>
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="8.5" r="3.6" />
                <path d="M4.5,20 A7.5,7 0 0 1 19.5,20" />
            </svg>
            <span>{move || link().1}</span>
        </A>
    }
}

/// Day, night, or as the system has it: one press to the next.
#[component]
fn LightSwitch() -> impl IntoView {
    let light = Settings::here().light;
    let next = move || match light.get() {
        Light::System => Light::Day,
        Light::Day => Light::Night,
        Light::Night => Light::System,
    };
    let drawing = move || {
        match light.get() {
        Light::Day => view! {
            <circle cx="12" cy="12" r="4.2" />
            <path d="M12,2.5 V5 M12,19 V21.5 M2.5,12 H5 M19,12 H21.5 M5.3,5.3 L7,7 M17,17 L18.7,18.7 M18.7,5.3 L17,7 M7,17 L5.3,18.7" />
        }
        .into_any(),
        Light::Night => {
            view! { <path d="M19.5,14.2 A8,8 0 1 1 9.8,4.5 A6.4,6.4 0 0 0 19.5,14.2 Z" /> }.into_any()
        }
        Light::System => view! {
            <circle cx="12" cy="12" r="8" />
            <path class="filled" d="M12,4 A8,8 0 0 1 12,20 Z" />
        }
        .into_any(),
    }
    };
    let label = move || match light.get() {
        Light::System => "Light: as the system",
        Light::Day => "Light: day",
        Light::Night => "Light: night",
    };
    view! {
        <button
            type="button"
            class="icon"
            title=label
            aria-label=label
            on:click=move |_| light.set(untrack(next))
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                {drawing}
            </svg>
        </button>
    }
}

#[component]
pub(crate) fn Footer() -> impl IntoView {
    view! {
        <footer class="bottom">
            <nav aria-label="More">
                <A href="/leaderboard">"Leaderboard"</A>
                <A href="/archive">"Archive"</A>
                <A href="/settings">"Settings"</A>
                <a href="/api" rel="external">"API"</a>
            </nav>
            <p>"Free, and no account is needed. Once loaded, Sixfold works without a network."</p>
        </footer>
    }
}

/// After a change of place the focus starts at the new content, as on a freshly loaded page.
pub(crate) fn keep_focus() {
    let place = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let now = place.get();
        if before.is_some_and(|before| before != now) {
            browser::focus("main");
        }
        now
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_belongs_to_one_destination_and_each_leads_to_itself() {
        for game in GameName::ALL {
            for to in Destination::ALL {
                assert_eq!(Destination::of(&to.address(game)), Some(to));
            }
            for mode in PlayMode::ALL {
                let path = mode.address(game);
                assert!(Destination::of(&path).is_some(), "{path}");
                assert_eq!(game_of(&path), Some(game));
            }
        }
        for (path, to) in [("/game/x", Some(Destination::Online)), ("/settings", None)] {
            assert_eq!(Destination::of(path), to);
            assert_eq!(game_of(path), None);
        }
    }
}
