//! A position set up by hand. Anything may stand anywhere; whether the game knows such a position
//! is said all the while, with the reason if it does not.

use super::analysis_state::AnalysisState;
use crate::board::{Board, Picking, piece_picture};
use crate::pages::board_rotation::BoardRotation;
use crate::pages::option_fields::option_fields;
use crate::settings::Settings;
use catalog::GameName;
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::table::Choice;
use scene::{Click, ClickPath};
use study::import::Import;
use study::{EditorPiece, PositionEditor, Tree, editor_start};

#[component]
pub(super) fn Editor(analysis: AnalysisState) -> impl IntoView {
    let editor = RwSignal::new(analysis.table.with_untracked(PositionEditor::new));
    let editor_pieces = StoredValue::new(editor.with_untracked(PositionEditor::editor_pieces));
    let editor_piece = RwSignal::new(editor_pieces.with_value(|all| all.first().copied()));
    let scene = Memo::new(move |_| editor.with(|s| s.scene().clone()));
    let choices = Memo::new(move |_| editor.with(choices));
    let picking = Picking::new(
        choices.into(),
        Callback::new(move |choice: Choice| {
            let cells: Vec<Cell> = choice.path.cells().collect();
            editor.update(|editor| match cells[..] {
                [cell] => editor.put(cell, editor_piece.get_untracked()),
                [from, to] => editor.shift(from, to),
                _ => {}
            });
        }),
    );
    let rotation = BoardRotation::new(scene.into());
    let fault = Memo::new(move |_| editor.with(|s| s.position().err()));
    let done = move |_| {
        if let Ok(table) = editor.with_untracked(PositionEditor::position) {
            let tree = Tree::new(&table);
            analysis.editing.set(false);
            analysis.take(Import::whole(tree));
        }
    };
    let game = analysis.game;
    view! {
        <div class=format!("table editor game-{game}")>
            <div class="board-side">
                <Board scene picking orientation=rotation.orientation names=Settings::here().names />
            </div>
            <section class="panel">
                <h1>"Set up a position"</h1>
                <p class="quiet">{hint(editor_pieces.with_value(Vec::is_empty))}</p>
                {palette(editor_pieces.get_value(), editor_piece)}
                {turn(editor)}
                {boards(game, editor)}
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
                    <button type="button" class="button" on:click=move |_| restart(game, &editor.with_untracked(PositionEditor::options), editor)>
                        "Usual start"
                    </button>
                    {(!editor_pieces.with_value(Vec::is_empty)).then(|| view! {
                        <button type="button" class="button" id="clear" on:click=move |_| editor.update(PositionEditor::clear)>
                            "Empty board"
                        </button>
                    })}
                    <button type="button" class="button" on:click=move |_| analysis.editing.set(false)>
                        "Cancel"
                    </button>
                    {rotation.buttons()}
                </div>
            </section>
        </div>
    }
}

/// What to do, where pieces are put on the board and where they are only shifted.
const fn hint(shifts: bool) -> &'static str {
    if shifts {
        "Take a piece and put it on any free cell. A chain that is moved lies on top."
    } else {
        "Choose a piece, then touch the cells."
    }
}

/// Every touch that changes the sketch: a cell to put something on, or a piece and where to.
fn choices(editor: &PositionEditor) -> Vec<Choice> {
    let scene = editor.scene();
    let cells = || scene.tiles.iter().map(|tile| tile.cell);
    let choice = |clicks: Vec<Click>| Choice {
        mv: format!("{clicks:?}"),
        human: String::new(),
        path: ClickPath(clicks),
        pins: Vec::new(),
    };
    if !editor.editor_pieces().is_empty() {
        return cells().map(|cell| choice(vec![Click::Cell(cell)])).collect();
    }
    let empty = || cells().filter(|&cell| scene.piece_on(cell).is_none());
    let pieces = scene.pieces.iter().map(|piece| piece.cell);
    let shifts = pieces.flat_map(|from| empty().map(move |to| (from, to)));
    shifts.map(|(from, to)| choice(vec![Click::Cell(from), Click::Cell(to)])).collect()
}

/// What can be put on the board, and nothing to take things away.
fn palette(
    editor_pieces: Vec<EditorPiece>,
    chosen: RwSignal<Option<EditorPiece>>,
) -> impl IntoView {
    if editor_pieces.is_empty() {
        return ().into_any();
    }
    let button = move |editor_piece: Option<EditorPiece>| {
        let side = |editor_piece: EditorPiece| {
            if editor_piece.side == Side::First { "first" } else { "second" }
        };
        let name = editor_piece.map_or("nothing".to_owned(), |b| {
            format!("{} of the {} side", b.glyph.name(), side(b))
        });
        let drawn = editor_piece.map(|b| piece_picture(b.glyph, b.side));
        view! {
            <button
                type="button"
                class="tray-piece"
                title=name.clone()
                aria-label=name
                aria-pressed=move || (chosen.get() == editor_piece).to_string()
                on:click=move |_| chosen.set(editor_piece)
            >
                {drawn}
                {editor_piece.is_none().then_some("✕")}
            </button>
        }
    };
    let all = editor_pieces.into_iter().map(Some).chain([None]);
    view! {
        <div class="tray palette" role="group" aria-label="What to put">
            {all.map(button).collect_view()}
        </div>
    }
    .into_any()
}

fn turn(editor: RwSignal<PositionEditor>) -> impl IntoView {
    let colours = editor.with_untracked(|s| s.scene().colours);
    let label = |side: Side| {
        view! {
            <label>
                <input
                    type="radio"
                    name="turn"
                    prop:checked=move || editor.with(|s| s.side() == side)
                    on:change=move |_| editor.update(|s| s.set_side(side))
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

/// Other boards, where the game has some: what is chosen begins a new sketch.
fn boards(game: GameName, editor: RwSignal<PositionEditor>) -> AnyView {
    let options = RwSignal::new(editor.with_untracked(PositionEditor::options));
    Effect::new(move |before: Option<String>| {
        let chosen = options.get();
        if before.is_some_and(|before| before != chosen) {
            restart(game, &chosen, editor);
        }
        chosen
    });
    option_fields(game, options)
}

/// Back to where games with these options start; where that is a setup, to its end.
fn restart(game: GameName, options: &str, editor: RwSignal<PositionEditor>) {
    if let Ok(table) = editor_start(game, options) {
        editor.set(PositionEditor::new(&table));
    }
}
