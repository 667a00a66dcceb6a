//! What can be done beside moving: offers and their answers, giving up, claiming, another game.

use super::live::LiveGame;
use super::words;
use crate::pages::analyse;
use crate::pages::game_layout::{Icon, action, resign_action};
use catalog::GameName;
use game::Side;
use leptos::prelude::*;
use leptos_router::components::A;
use protocol::{GameId, Offer, Wish};

/// Buttons of the action bar.
#[component]
pub(super) fn Actions(live: LiveGame) -> impl IntoView {
    let playing = Memo::new(move |_| live.you().is_some() && !live.is_over());
    move || playing.get().then(|| view! { <During live /> })
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
    let draw = move || if offered(live, Offer::Draw) { "Offered" } else { "Draw" }.to_owned();
    let back =
        move || if offered(live, Offer::TakeBack) { "Asked" } else { "Take back" }.to_owned();
    let premove =
        Memo::new(move |_| live.read(|game| game.premove().map(|(_, mv)| mv.clone())).flatten());
    let cancel = || "Cancel premove".to_owned();
    let late = move || {
        view! {
            <Show when=move || has_draws(live)>
                {action("draw", Icon::Draw, draw, move || offered(live, Offer::Draw), move || live.ask(Wish::Draw))}
            </Show>
            {action("take-back", Icon::TakeBack, back, move || offered(live, Offer::TakeBack) || !moved(), move || live.ask(Wish::TakeBack))}
        }
    };
    view! {
        <Show when=move || premove.with(Option::is_some)>
            {action("premove", Icon::Cancel, cancel, || false, move || live.forget_premove())}
        </Show>
        <Show when=move || early.get() fallback=late>
            {action("abort", Icon::Abort, || "Abort".to_owned(), || false, move || live.ask(Wish::Abort))}
        </Show>
        {resign_action(move || live.ask(Wish::Resign))}
    }
}

/// What the opponent offers us, or leaves us to claim, in a word.
pub(super) fn offered_to_us(live: LiveGame) -> Option<&'static str> {
    let them = live.you()?.other();
    let offers = [Offer::Draw, Offer::TakeBack, Offer::Rematch];
    let offer = |offer| live.read(|game| game.offers(them, offer)).unwrap_or_default();
    if offers.into_iter().any(offer) {
        return Some("Offer");
    }
    claim_in(live, them).map(|seconds| if seconds == 0 { "Claim" } else { "Opponent left" })
}

/// What the opponent offers, and what can be claimed.
#[component]
pub(super) fn Offers(live: LiveGame) -> impl IntoView {
    let seated = Memo::new(move |_| live.you().is_some());
    move || seated.get().then(|| view! { <Asked live /> })
}

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

/// In how many seconds the game of a side that has left can be claimed.
fn claim_in(live: LiveGame, side: Side) -> Option<u64> {
    let now = live.now.get();
    let sitting = live.read(|game| game.terms.time.is_timed() && game.is_on());
    let left = live.read(|game| game.presence().and_then(|p| p.claim_in(side, now)));
    left.flatten().filter(|_| sitting == Some(true)).map(|left| left.0.div_ceil(1_000))
}

/// When the opponent has left: how long to wait, and then what to claim.
#[component]
fn Claim(live: LiveGame, them: Memo<Side>) -> impl IntoView {
    let seconds = Memo::new(move |_| claim_in(live, them.get()));
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
                            <button type="button" class="button" on:click=move |_| live.ask(Wish::ClaimDraw)>"Claim a draw"</button>
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
        let word = if seated.get() { "Go to the rematch" } else { "Watch the rematch" };
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
