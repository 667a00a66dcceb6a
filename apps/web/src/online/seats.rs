//! Players of a live game: name, presence, clock.

use super::live::LiveGame;
use super::words;
use crate::pages::player_bar::colour_mark;
use crate::sound;
use ::live::ClockDisplay;
use game::Side;
use leptos::prelude::*;
use scene::Scene;

/// A player's line beside the board.
pub(super) fn seat(live: LiveGame, scene: Memo<Scene>, side: Side) -> impl IntoView {
    let due =
        move || live.read(|game| game.is_on() && game.side_to_move() == side).unwrap_or_default();
    view! {
        <div class="seat-line player" class:due=due data-side=side.index() + 1>
            {colour_mark(side)}
            {presence(live, side)}
            {name(live, scene, side)}
            {clock(live, side)}
        </div>
    }
}

/// Whether they are there, and how far away.
fn presence(live: LiveGame, side: Side) -> impl IntoView {
    let there = Memo::new(move |_| {
        let told = live.read(|game| game.presence().map(|presence| presence.of(side))).flatten();
        if is_cut_off(live, side) { Some((false, 0)) } else { told }
    });
    let class = move || match there.get() {
        Some((true, _)) => "dot here",
        Some((false, _)) => "dot gone",
        None => "dot",
    };
    let words = move || match there.get() {
        Some((true, lag)) if lag > 0 => format!("here, {lag} ms away"),
        Some((true, _)) => "here".to_owned(),
        Some((false, _)) => "not here".to_owned(),
        None => String::new(),
    };
    view! {
        <span class=class title=words aria-hidden="true"></span>
        <span class="unseen">{words}</span>
    }
}

/// Whether this is our own seat, and we have no line.
fn is_cut_off(live: LiveGame, side: Side) -> bool {
    live.you() == Some(side) && !live.online.with(::live::Client::is_connected)
}

fn name(live: LiveGame, scene: Memo<Scene>, side: Side) -> impl IntoView {
    let player = Memo::new(move |_| live.read(|game| game.players[side].clone()));
    let you = move || live.you() == Some(side);
    let change = move || live.read(|game| game.rating_change.map(|change| change[side])).flatten();
    let lag = move || {
        if is_cut_off(live, side) {
            return Some("connection lost".to_owned());
        }
        let lag = live.read(|game| game.presence().map(|p| p.of(side).1)).flatten();
        lag.filter(|lag| *lag > 0).map(|lag| format!("{lag} ms"))
    };
    view! {
        <span class="player-name">
            <b>{move || player.get().map(|player| player.person.name.to_string())}</b>
            <span class="rating">{move || player.get().and_then(|player| words::rating(&player))}</span>
            {move || {
                change().map(|by| {
                    let class = if by < 0 { "change" } else { "change up" };
                    view! { <span class=class>{format!("{by:+}")}</span> }
                })
            }}
            <span class="small quiet">
                {move || scene.with(|s| s.colours[side])}
                {move || you().then_some(" · you")}
            </span>
        </span>
        <span class="lag small quiet">{lag}</span>
    }
}

fn clock(live: LiveGame, side: Side) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let now = live.now.get();
        live.read(|game| game.clock().map(|clock| clock.display(side, now))).flatten()
    });
    let low = Memo::new(move |_| {
        let low = shown.with(|shown| shown.as_ref().is_some_and(|s| s.low && s.running));
        low && live.you() == Some(side)
    });
    sound::warn(low.into());
    let there = Memo::new(move |_| shown.with(Option::is_some));
    let part = move |look: fn(&ClockDisplay) -> Option<String>| {
        move || shown.with(|shown| shown.as_ref().and_then(look))
    };
    view! {
        <Show when=move || there.get()>
            <span class="more small quiet">{part(|shown| shown.more.clone())}</span>
            <span
                class="clock"
                class:low=move || shown.with(|shown| shown.as_ref().is_some_and(|s| s.low))
                class:running=move || shown.with(|shown| shown.as_ref().is_some_and(|s| s.running))
                role="timer"
            >
                {part(|shown| Some(shown.time.clone()))}
            </span>
        </Show>
    }
}
