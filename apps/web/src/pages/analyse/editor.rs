//! A position set up by hand. Anything may stand anywhere; whether the game knows such a position
//! is said all the while, with the reason if it does not.

use super::desk::Desk;
use crate::board::{Board, Picking, piece_picture};
use crate::pages::turning::Turning;
use crate::settings::Settings;
use catalog::{AnyRecord, GameName};
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::table::Choice;
use scene::{Click, ClickPath};
use study::paste::Pasted;
use study::{Brush, Sketch, Tree};

/// The boards of Hex that are offered.
const SIZES: [u8; 10] = [3, 5, 7, 9, 11, 13, 14, 15, 17, 19];

#[component]
pub(super) fn Editor(desk: Desk) -> impl IntoView {
    let sketch = RwSignal::new(desk.table.with_untracked(|table| Sketch::new(table)));
    let brushes = StoredValue::new(sketch.with_untracked(Sketch::brushes));
    let brush = RwSignal::new(brushes.with_value(|all| all.first().copied()));
    let scene = Memo::new(move |_| sketch.with(|s| s.scene().clone()));
    let choices = Memo::new(move |_| sketch.with(choices));
    let picking = Picking::new(
        choices.into(),
        Callback::new(move |choice: Choice| {
            let cells: Vec<Cell> = choice.path.cells().collect();
            sketch.update(|sketch| match cells[..] {
                [cell] => sketch.put(cell, brush.get_untracked()),
                [from, to] => sketch.shift(from, to),
                _ => {}
            });
        }),
    );
    let turning = Turning::new(scene.into());
    let fault = Memo::new(move |_| sketch.with(|s| s.position().err()));
    let done = move |_| {
        if let Ok(table) = sketch.with_untracked(Sketch::position) {
            let tree = Tree::new(&table);
            desk.editing.set(false);
            desk.take(Pasted::whole(tree));
        }
    };
    let game = desk.game;
    view! {
        <div class=format!("table editor game-{game}")>
            <div class="board-side">
                <Board scene picking facing=turning.facing names=Settings::here().names />
            </div>
            <section class="panel">
                <h1>"Set up a position"</h1>
                <p class="quiet">{hint(game)}</p>
                {palette(brushes.get_value(), brush)}
                {turn(sketch)}
                {sizes(game, sketch)}
                <p class="notice" id="fault" class:wrong=move || fault.with(Option::is_some) role="status">
                    {move || match fault.get() {
                        Some(why) => format!("Not possible: {why}."),
                        None => "This position can be played.".to_owned(),
                    }}
                </p>
                <div class="actions">
                    <button type="button" class="button primary" id="use" disabled=move || fault.with(Option::is_some) on:click=done>
                        "Analyse it"
                    </button>
                    <button type="button" class="button" on:click=move |_| restart(game, sketch)>
                        "Usual start"
                    </button>
                    {(!brushes.with_value(Vec::is_empty)).then(|| view! {
                        <button type="button" class="button" id="clear" on:click=move |_| sketch.update(Sketch::clear)>
                            "Empty board"
                        </button>
                    })}
                    <button type="button" class="button" on:click=move |_| desk.editing.set(false)>
                        "Cancel"
                    </button>
                    {turning.buttons()}
                </div>
            </section>
        </div>
    }
}

const fn hint(game: GameName) -> &'static str {
    match game {
        GameName::Eclipse => {
            "Take a piece and put it on any free cell. A chain that is moved lies on top."
        }
        GameName::HexChess | GameName::Hex => "Choose what to put, then touch the cells.",
    }
}

/// Every touch that changes the sketch: a cell to put something on, or a piece and where to.
fn choices(sketch: &Sketch) -> Vec<Choice> {
    let scene = sketch.scene();
    let cells = || scene.tiles.iter().map(|tile| tile.cell);
    let choice = |clicks: Vec<Click>| Choice {
        mv: format!("{clicks:?}"),
        human: String::new(),
        path: ClickPath(clicks),
    };
    if !sketch.brushes().is_empty() {
        return cells().map(|cell| choice(vec![Click::Cell(cell)])).collect();
    }
    let empty = || cells().filter(|&cell| scene.piece_on(cell).is_none());
    let pieces = scene.pieces.iter().map(|piece| piece.cell);
    let shifts = pieces.flat_map(|from| empty().map(move |to| (from, to)));
    shifts.map(|(from, to)| choice(vec![Click::Cell(from), Click::Cell(to)])).collect()
}

/// What can be put on the board, and nothing to take things away.
fn palette(brushes: Vec<Brush>, chosen: RwSignal<Option<Brush>>) -> impl IntoView {
    if brushes.is_empty() {
        return ().into_any();
    }
    let edged = brushes.iter().any(|brush| brush.glyph == scene::Glyph::Stone);
    let button = move |brush: Option<Brush>| {
        let side = |brush: Brush| if brush.side == Side::First { "first" } else { "second" };
        let name = brush.map_or("nothing".to_owned(), |b| {
            format!("{} of the {} side", b.glyph.name(), side(b))
        });
        let drawn = brush.map(|b| piece_picture(b.glyph, b.side, edged));
        view! {
            <button
                type="button"
                class="tray-piece"
                title=name.clone()
                aria-label=name
                aria-pressed=move || (chosen.get() == brush).to_string()
                on:click=move |_| chosen.set(brush)
            >
                {drawn}
                {brush.is_none().then_some("✕")}
            </button>
        }
    };
    let all = brushes.into_iter().map(Some).chain([None]);
    view! {
        <div class="tray palette" role="group" aria-label="What to put">
            {all.map(button).collect_view()}
        </div>
    }
    .into_any()
}

fn turn(sketch: RwSignal<Sketch>) -> impl IntoView {
    let colours = sketch.with_untracked(|s| s.scene().colours);
    let label = |side: Side| {
        view! {
            <label>
                <input
                    type="radio"
                    name="turn"
                    prop:checked=move || sketch.with(|s| s.side() == side)
                    on:change=move |_| sketch.update(|s| s.set_side(side))
                />
                <span>{colours[side]}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>"To move"</legend>
            <div>{Side::BOTH.map(label).collect_view()}</div>
        </fieldset>
    }
}

/// Other boards, where the game has some.
fn sizes(game: GameName, sketch: RwSignal<Sketch>) -> impl IntoView {
    if game != GameName::Hex {
        return ().into_any();
    }
    let size = move || sketch.with(|s| s.scene().tiles.len().isqrt());
    let option = |n: u8| {
        view! {
            <option value=n selected=move || size() == usize::from(n)>
                {format!("{n} × {n}")}
            </option>
        }
    };
    let choose = move |event| {
        let options = format!("size={} swap=off", event_target_value(&event));
        if let Ok(table) = AnyRecord::begin(game, &options) {
            sketch.set(Sketch::new(&table));
        }
    };
    view! {
        <label class="field">
            <span>"Board"</span>
            <select on:change=choose>{SIZES.map(option).collect_view()}</select>
        </label>
    }
    .into_any()
}

/// Back to where games start; where that is a setup, to one that is over.
fn restart(game: GameName, sketch: RwSignal<Sketch>) {
    let options = if game == GameName::Hex {
        format!("size={} swap=off", sketch.with_untracked(|s| s.scene().tiles.len().isqrt()))
    } else {
        String::new()
    };
    let Ok(mut table) = AnyRecord::begin(game, &options) else { return };
    if game == GameName::HexChess {
        for _ in Side::BOTH {
            // The fixed line-up of either side.
            let _ = table.play("all:KCDGF");
        }
    }
    sketch.set(Sketch::new(&table));
}
