//! Who looks for an opponent, and what oneself looks for.

use super::socket::Online;
use super::words;
use leptos::prelude::*;
use protocol::{GameId, SeatWish, Seek};

/// What we look for, as long as we do.
#[component]
pub(super) fn Seeking(online: Online) -> impl IntoView {
    let seeking = Memo::new(move |_| {
        online.with(|client| {
            let each = client.seeking();
            each.map(|(_, terms)| format!("{}, {}", words::title(terms), words::terms(terms)))
                .collect::<Vec<_>>()
        })
    });
    view! {
        <Show when=move || seeking.with(|all| !all.is_empty())>
            <div class="seeking" role="status">
                <span class="pulse" aria-hidden="true"></span>
                <div>
                    <p><b>"Looking for an opponent …"</b></p>
                    {move || seeking.get().into_iter().map(|what| view! { <p class="quiet">{what}</p> }).collect_view()}
                </div>
                <button type="button" class="button" id="stop-seeking" on:click=move |_| online.act(::live::Client::stop_seeking)>
                    "Stop"
                </button>
            </div>
        </Show>
    }
}

/// The open games, to be joined by one touch.
#[component]
pub(super) fn Seeks(online: Online) -> impl IntoView {
    let seeks = Memo::new(move |_| online.with(|client| client.seeks().to_vec()));
    let own = Memo::new(move |_| {
        online.with(|client| client.seeking().map(|(id, _)| id.clone()).collect::<Vec<_>>())
    });
    let here = Memo::new(move |_| online.with(::live::Client::is_here));
    let none = move || if here.get() { "Nobody waits just now. Be the first." } else { "…" };
    view! {
        <section class="seeks" aria-label="Open games">
            <h2>"Open games"</h2>
            <Show
                when=move || seeks.with(|seeks| !seeks.is_empty())
                fallback=move || view! { <p class="quiet">{none}</p> }
            >
                <ul>
                    <For each=move || seeks.get() key=|seek| seek.seek.clone() let:seek>
                        {row(online, seek, own)}
                    </For>
                </ul>
            </Show>
        </section>
    }
}

fn row(online: Online, seek: Seek, own: Memo<Vec<GameId>>) -> impl IntoView {
    let id = seek.seek.clone();
    let mine = {
        let id = id.clone();
        move || own.with(|own| own.contains(&id))
    };
    let label = format!("Join {}: {}", seek.player.person.name, words::title(&seek.terms));
    let join = move |_| online.act(|client| client.accept(&id));
    view! {
        <li class=format!("seek game-{}", seek.terms.game)>
            {described(&seek)}
            <Show
                when=mine
                fallback=move || {
                    let join = join.clone();
                    view! {
                        <button type="button" class="button primary join" aria-label=label.clone() on:click=join>
                            "Join"
                        </button>
                    }
                }
            >
                <span class="quiet">"yours"</span>
            </Show>
        </li>
    }
}

/// Who wants to play what.
pub(super) fn described(seek: &Seek) -> impl IntoView + use<> {
    let side = match seek.terms.seat {
        SeatWish::Any => "",
        SeatWish::First => " · you are second",
        SeatWish::Second => " · you are first",
    };
    let rating = words::rating(&seek.player).unwrap_or_default();
    view! {
        <div class="what">
            <p><b>{words::title(&seek.terms)}</b></p>
            <p class="quiet">{format!("{}{side}", words::terms(&seek.terms))}</p>
        </div>
        <p class="seeker">{seek.player.person.name.to_string()} " " <span class="quiet">{rating}</span></p>
    }
}
