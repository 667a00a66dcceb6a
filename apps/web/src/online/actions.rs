//! What can be done beside moving: offers and their answers, giving up, claiming, another game.

use super::live::LiveGame;
use super::words;
use crate::pages::analyse;
use catalog::GameName;
use game::Side;
use leptos::prelude::*;
use leptos_router::components::A;
use protocol::{GameId, Offer, Wish};

#[component]
pub(super) fn Actions(live: LiveGame) -> impl IntoView {
    let seated = Memo::new(move |_| live.you().is_some());
    let over = Memo::new(move |_| live.is_over());
    view! {
        {move || seated.get().then(|| view! { <Asked live /> })}
        {move || (seated.get() && !over.get()).then(|| view! { <During live /> })}
    }
}

fn button(
    id: &'static str,
    word: impl Fn() -> &'static str + Send + Sync + 'static,
    off: impl Fn() -> bool + Send + Sync + 'static,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button type="button" class="button" id=id disabled=off on:click=move |_| press()>
            {word}
        </button>
    }
}

/// Whether the game can end in a draw.
fn has_draws(live: LiveGame) -> bool {
    let game = live.read(|game| game.terms.game.parse::<GameName>().ok()).flatten();
    game.is_none_or(GameName::has_draws)
}

/// Whether we have offered something that is still open.
fn offered(live: LiveGame, offer: Offer) -> bool {
    live.read(|game| game.you.is_some_and(|you| game.offers(you, offer))).unwrap_or_default()
}

#[component]
fn During(live: LiveGame) -> impl IntoView {
    let early = Memo::new(move |_| live.read(|game| game.confirmed() < 2).unwrap_or_default());
    let moved = move || {
        live.read(|game| game.moves().iter().any(|(side, _)| Some(*side) == game.you))
            .unwrap_or_default()
    };
    let draw = move || if offered(live, Offer::Draw) { "Draw offered" } else { "Offer a draw" };
    let back = move || if offered(live, Offer::TakeBack) { "Asked for it" } else { "Take back" };
    let premove =
        Memo::new(move |_| live.read(|game| game.premove().map(|(_, mv)| mv.clone())).flatten());
    view! {
        {move || premove.get().map(|mv| view! {
            <p class="notice" id="premove">
                <span>"Your next move, if it can be played: " <b>{mv}</b></span>
                <button type="button" class="button small" on:click=move |_| live.forget_premove()>"Forget it"</button>
            </p>
        })}
        <div class="actions">
            <Show
                when=move || early.get()
                fallback=move || view! {
                    <Show when=move || has_draws(live)>
                        {button("draw", draw, move || offered(live, Offer::Draw), move || live.ask(Wish::Draw))}
                    </Show>
                    {button("take-back", back, move || offered(live, Offer::TakeBack) || !moved(), move || live.ask(Wish::TakeBack))}
                }
            >
                {button("abort", || "Abort the game", || false, move || live.ask(Wish::Abort))}
            </Show>
            <Resign live />
        </div>
    }
}

/// Asked twice: it cannot be undone.
#[component]
fn Resign(live: LiveGame) -> impl IntoView {
    let sure = RwSignal::new(false);
    let resign = move |_| {
        if sure.get_untracked() {
            live.ask(Wish::Resign);
        }
        sure.update(|sure| *sure = !*sure);
    };
    let word = move || if sure.get() { "Really resign?" } else { "Resign" };
    view! {
        <button type="button" class="button" id="resign" on:click=resign on:blur=move |_| sure.set(false)>
            {word}
        </button>
    }
}

/// What the opponent offers, and what can be claimed.
#[component]
fn Asked(live: LiveGame) -> impl IntoView {
    let them = Memo::new(move |_| live.you().map_or(Side::First, Side::other));
    let name = move || {
        live.read(|game| game.players[them.get()].person.name.to_string()).unwrap_or_default()
    };
    let open = move |offer| {
        Memo::new(move |_| live.read(|game| game.offers(them.get(), offer)).unwrap_or_default())
    };
    let question = move |offer: Offer, what: &'static str, yes: Wish, no: Wish| {
        let open = open(offer);
        view! {
            <Show when=move || open.get()>
                <div class="question" role="alert">
                    <p>{move || format!("{} {what}", name())}</p>
                    <div class="actions">
                        <button type="button" class="button primary accept" on:click=move |_| live.ask(yes)>"Accept"</button>
                        <button type="button" class="button decline" on:click=move |_| live.ask(no)>"Decline"</button>
                    </div>
                </div>
            </Show>
        }
    };
    view! {
        {question(Offer::Draw, "offers a draw.", Wish::Draw, Wish::DeclineDraw)}
        {question(Offer::TakeBack, "asks to take back a move.", Wish::TakeBack, Wish::DeclineTakeBack)}
        {question(Offer::Rematch, "would like a rematch.", Wish::Rematch, Wish::DeclineRematch)}
        <Claim live them />
    }
}

/// When the opponent has left: how long to wait, and then what to claim.
#[component]
fn Claim(live: LiveGame, them: Memo<Side>) -> impl IntoView {
    let seconds = Memo::new(move |_| {
        let now = live.now.get();
        let sitting = live.read(|game| game.terms.time.is_timed() && game.is_on());
        let left = live.read(|game| game.presence().and_then(|p| p.claim_in(them.get(), now)));
        left.flatten().filter(|_| sitting == Some(true)).map(|left| left.0.div_ceil(1_000))
    });
    let gone = Memo::new(move |_| seconds.get().is_some());
    let due = Memo::new(move |_| seconds.get() == Some(0));
    let wait = move || {
        format!(
            "Your opponent has left. In {} s you can claim the game.",
            seconds.get().unwrap_or(0)
        )
    };
    view! {
        <Show when=move || gone.get()>
            <div class="question" id="claim">
                <Show when=move || due.get() fallback=move || view! { <p>{wait}</p> }>
                    <p role="alert">"Your opponent has left."</p>
                    <div class="actions">
                        <button type="button" class="button primary" on:click=move |_| live.ask(Wish::ClaimWin)>"Claim the win"</button>
                        <Show when=move || has_draws(live)>
                            <button type="button" class="button" on:click=move |_| live.ask(Wish::ClaimDraw)>"Call it a draw"</button>
                        </Show>
                    </div>
                </Show>
            </div>
        </Show>
    }
}

/// What comes after the end.
#[component]
pub(super) fn After(live: LiveGame) -> impl IntoView {
    let rematch = Memo::new(move |_| live.read(|game| game.rematch.clone()).flatten());
    let seated = Memo::new(move |_| live.you().is_some());
    let there = move || {
        live.read_untracked(|game| words::table(game).map(|t| analyse::address(&t))).flatten()
    };
    let follow = move |id: GameId| {
        let word = if seated.get() { "To the rematch" } else { "Watch the rematch" };
        view! { <A href=format!("/game/{id}") attr:class="button primary" attr:id="to-rematch">{word}</A> }
    };
    let again = move || {
        let word =
            move || if offered(live, Offer::Rematch) { "Rematch offered" } else { "Rematch" };
        view! {
            <button
                type="button"
                class="button primary"
                id="rematch"
                disabled=move || offered(live, Offer::Rematch)
                on:click=move |_| live.ask(Wish::Rematch)
            >
                {word}
            </button>
        }
    };
    view! {
        <div class="actions">
            {move || match rematch.get() {
                Some(id) => Some(follow(id).into_any()),
                None => seated.get().then(|| again().into_any()),
            }}
            {there().map(|there| view! { <A href=there attr:class="button" attr:id="analyse">"Analyse"</A> })}
            <A href="/lobby" attr:class="button">"To the lobby"</A>
        </div>
    }
}
