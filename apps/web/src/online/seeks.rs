//! Who looks for an opponent, and what oneself looks for.

use super::socket::Online;
use super::words;
use crate::games::PlayMode;
use catalog::GameName;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos_router::components::A;
use protocol::{SeatWish, Seek};
use std::time::Duration;

/// After how long a game against the computer is offered meanwhile.
const MEANWHILE_AFTER: Duration = Duration::from_secs(15);

/// The player's own open seek. `meanwhile` is called when the player starts a game against the computer.
#[component]
pub(super) fn Seeking(
    online: Online,
    game: RwSignal<GameName>,
    meanwhile: Callback<()>,
) -> impl IntoView {
    let seeking = Memo::new(move |_| {
        online.with(|client| {
            let each = client.seeking();
            each.map(|(_, terms)| format!("{}, {}", words::title(terms), words::terms(terms)))
                .collect::<Vec<_>>()
        })
    });
    let late = late_after(MEANWHILE_AFTER, move || seeking.with(|all| !all.is_empty()));
    view! {
        <Show when=move || seeking.with(|all| !all.is_empty())>
            <div class="seeking" role="status">
                <span class="pulse" aria-hidden="true"></span>
                <div>
                    <p><b>"Looking for an opponent …"</b></p>
                    {move || seeking.get().into_iter().map(|what| view! { <p class="quiet">{what}</p> }).collect_view()}
                    <Show when=move || late.get()>
                        <p id="meanwhile">
                            "No opponent yet. "
                            <A href=move || PlayMode::Play.address(game.get()) on:click=move |_| meanwhile.run(())>
                                "Play the computer meanwhile"
                            </A>
                            ": your online game opens when an opponent is found."
                        </p>
                    </Show>
                </div>
                <button type="button" class="button" id="stop-seeking" on:click=move |_| online.act(::live::Client::stop_seeking)>
                    "Stop"
                </button>
            </div>
        </Show>
    }
}

/// Whether something has held for so long.
fn late_after(span: Duration, holds: impl Fn() -> bool + Send + Sync + 'static) -> RwSignal<bool> {
    let holds = Memo::new(move |_| holds());
    let late = RwSignal::new(false);
    Effect::new(move |timer: Option<Option<TimeoutHandle>>| {
        if let Some(Some(timer)) = timer {
            timer.clear();
        }
        late.set(false);
        // Not shown if the page was left meanwhile.
        let tell = move || {
            let _ = late.try_set(true);
        };
        holds.get().then(|| set_timeout_with_handle(tell, span).ok()).flatten()
    });
    late
}

/// A game that lasts for days is in the list.
#[component]
pub(super) fn Listed() -> impl IntoView {
    view! {
        <p class="notice" role="status" id="listed">
            "Your game stays in the list for 30 days, until it is accepted or you cancel it. You can leave this page."
        </p>
    }
}

/// The open games, to be joined by one touch.
#[component]
pub(super) fn Seeks(online: Online) -> impl IntoView {
    let seeks = Memo::new(move |_| online.with(|client| client.seeks().to_vec()));
    let here = Memo::new(move |_| online.with(::live::Client::is_connected));
    let none = move || if here.get() { "No open games just now. Create the first." } else { "…" };
    view! {
        <section class="seeks" aria-label="Open games">
            <h2>"Open games"</h2>
            <Show
                when=move || seeks.with(|seeks| !seeks.is_empty())
                fallback=move || view! { <p class="quiet">{none}</p> }
            >
                <ul>
                    <For each=move || seeks.get() key=|seek| seek.seek.clone() let:seek>
                        {row(online, seek)}
                    </For>
                </ul>
            </Show>
        </section>
    }
}

fn row(online: Online, seek: Seek) -> impl IntoView {
    let id = StoredValue::new(seek.seek.clone());
    let own = seek.clone();
    let mine = Memo::new(move |_| online.with(|client| client.is_own(&own)));
    let label = format!("Join {}: {}", seek.player.person.name, words::title(&seek.terms));
    let withdraw_label = format!("Withdraw {}", words::title(&seek.terms));
    let join = move |_| online.act(|client| client.accept(&id.get_value()));
    let withdraw = move |_| online.act(|client| client.withdraw(&id.get_value()));
    view! {
        <li class=format!("seek game-{}", seek.terms.game)>
            {described(&as_played(online, &seek))}
            <Show
                when=move || mine.get()
                fallback=move || {
                    view! {
                        <button type="button" class="button primary join" aria-label=label.clone() on:click=join>
                            "Join"
                        </button>
                    }
                }
            >
                <button type="button" class="button withdraw" aria-label=withdraw_label.clone() on:click=withdraw>
                    "Withdraw"
                </button>
            </Show>
        </li>
    }
}

/// A seek with the terms by which we would play it: quick pairing is casual for guests.
fn as_played(online: Online, seek: &Seek) -> Seek {
    let guest = online.with_untracked(|client| client.you().is_none_or(|you| you.guest));
    let mut seek = seek.clone();
    seek.terms.rated &= !(seek.quick && guest);
    seek
}

/// The list of open seeks.
pub(super) fn described(seek: &Seek) -> impl IntoView + use<> {
    let side = match seek.terms.seat {
        SeatWish::Any => "",
        SeatWish::First => " · you are second",
        SeatWish::Second => " · you are first",
    };
    let quick = if seek.quick { " · quick pairing" } else { "" };
    let rating = words::rating(&seek.player).unwrap_or_default();
    view! {
        <div class="what">
            <p><b>{words::title(&seek.terms)}</b></p>
            <p class="quiet">{format!("{}{side}{quick}", words::terms(&seek.terms))}</p>
        </div>
        <p class="seeker">{seek.player.person.name.to_string()} " " <span class="quiet">{rating}</span></p>
    }
}
