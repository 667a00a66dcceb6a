//! Import and export: pasted text; the game as text, link or picture.

use super::analysis_state::AnalysisState;
use crate::browser;
use crate::games::PlayMode;
use catalog::AnyRecord;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use scene::FileFormat;
use scene::Table as _;
use study::{Tree, hexworld, import, link, sgf_format};

#[component]
pub(super) fn Share(analysis: AnalysisState) -> impl IntoView {
    let copied = RwSignal::new(None::<&'static str>);
    Effect::new(move || {
        analysis.tree.track();
        copied.set(None);
    });
    let text = move || analysis.tree.with(Tree::to_string);
    let data = |kind: &str, text: &str| {
        format!("data:{kind};charset=utf-8,{}", js_sys::encode_uri_component(text))
    };
    let record = move || data("text/plain", &text());
    let picture = move || {
        data(
            "image/svg+xml",
            &analysis.table.with(|t| scene::svg::render(&t.scene(game::Viewer::Judge))),
        )
    };
    let copy = move |what: &'static str, text: String| {
        copied.set(Some(if browser::copy(&text) {
            what
        } else {
            "The browser does not allow copying"
        }));
    };
    let link = move || {
        let here = PlayMode::Analyse.address(analysis.game);
        format!("{}{here}#{}", browser::origin(), link::write(&text()))
    };
    view! {
        <section class="share" aria-label="Import and export">
            <h2>"Import and export"</h2>
            <div class="actions">
                <button type="button" class="button" id="copy-link" on:click=move |_| copy("Link copied", untrack(link))>
                    "Copy link"
                </button>
                <button type="button" class="button" on:click=move |_| copy("Text copied", untrack(text))>
                    "Copy text"
                </button>
                <button type="button" class="button" on:click=move |_| copy("Position copied", analysis.table.with_untracked(AnyRecord::position))>
                    "Copy position"
                </button>
                <a class="button" id="save-text" download=format!("{}.txt", analysis.game) href=record>
                    "Save text"
                </a>
                <OtherFormats analysis />
                <a class="button" id="save-picture" download=format!("{}.svg", analysis.game) href=picture>
                    "Save picture"
                </a>
            </div>
            <p class="quiet" role="status">{move || copied.get()}</p>
            <Paste analysis />
        </section>
    }
}

#[component]
fn Paste(analysis: AnalysisState) -> impl IntoView {
    let field = NodeRef::<leptos::html::Textarea>::new();
    let navigate = use_navigate();
    let refused = RwSignal::new(None::<String>);
    let load = move |_| {
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        match analysis.tree.with_untracked(|here| import::read(here, &text)) {
            Err(why) => refused.set(Some(why.to_string())),
            Ok(imported) if imported.tree.game() != analysis.game => {
                let there = PlayMode::Analyse.address(imported.tree.game());
                let hash = link::write(&imported.text());
                navigate(&format!("{there}#{hash}"), leptos_router::NavigateOptions::default());
            }
            Ok(imported) => {
                refused.set(None);
                field.set_value("");
                analysis.take(imported);
            }
        }
    };
    view! {
        <label class="paste">
            <span>"Paste a game, a position, moves or a link; also SGF or a HexWorld link"</span>
            <textarea id="paste" node_ref=field rows="3" spellcheck="false" autocomplete="off"></textarea>
        </label>
        {move || refused.get().map(|why| view! { <p class="notice wrong" id="refused" role="alert">{why}</p> })}
        <Games analysis />
        <div class="actions">
            <button type="button" class="button" id="load" on:click=load>
                "Load"
            </button>
            <button type="button" class="button" id="new-tree" on:click=move |_| renew(analysis)>
                "New game"
            </button>
        </div>
    }
}

/// The game as other programs read it, where there are formats for that.
#[component]
fn OtherFormats(analysis: AnalysisState) -> impl IntoView {
    let game = analysis.game;
    let has = move |format| game.description().has_format(format);
    let sgf = move || {
        let text = analysis.tree.with(sgf_format::write_sgf).unwrap_or_default();
        format!("data:application/x-go-sgf;charset=utf-8,{}", js_sys::encode_uri_component(&text))
    };
    let hexworld = move || analysis.tree.with(hexworld::write_hexworld);
    view! {
        {has(FileFormat::Sgf)
            .then(|| {
                view! {
                    <a class="button" id="save-sgf" download=format!("{game}.sgf") href=sgf>
                        "Save SGF"
                    </a>
                }
            })}
        {has(FileFormat::HexWorld)
            .then(|| {
                view! {
                    {move || {
                        hexworld()
                            .map(|link| {
                                view! {
                                    <a class="button" id="hexworld" href=link target="_blank" rel="noopener noreferrer">
                                        "Open on HexWorld"
                                    </a>
                                }
                            })
                    }}
                }
            })}
    }
}

/// The games of a text that holds several, to choose from.
#[component]
fn Games(analysis: AnalysisState) -> impl IntoView {
    let choose = move |event: leptos::ev::Event| {
        let chosen: Option<usize> = event_target_value(&event).parse().ok();
        let tree = analysis.games.with_untracked(|games| games.get(chosen?).cloned());
        if let Some(tree) = tree.filter(|tree| tree.game() == analysis.game) {
            analysis.open(tree);
        }
    };
    move || {
        let games = analysis.games.with(|games| games.iter().map(title).collect::<Vec<_>>());
        let options = games.into_iter().enumerate().map(|(i, title)| {
            view! { <option value=i.to_string()>{format!("{}. {title}", i + 1)}</option> }
        });
        let options = options.collect_view();
        (!options.is_empty()).then(|| {
            view! {
                <label class="games-choice">
                    <span>{format!("The text holds {} games: ", options.len())}</span>
                    <select id="games" on:change=choose>
                        {options}
                    </select>
                </label>
            }
        })
    }
}

/// Who played, as far as it is known, and how long.
fn title(tree: &Tree) -> String {
    let moves = tree.main_line().len() - 1;
    let table = tree.table(tree.end(Tree::START));
    let record = table.to_string();
    let tag = |names: [&str; 2]| {
        let lines = record.lines().filter_map(|line| line.strip_prefix('[')?.split_once(" \""));
        let found = lines.into_iter().find(|(name, _)| names.contains(name));
        found.map(|(_, value)| value.trim_end_matches("\"]").to_owned())
    };
    match (tag(["Red", "First"]), tag(["Blue", "Second"])) {
        (Some(first), Some(second)) => format!("{first} – {second}, {moves} moves"),
        _ => format!("{} of {moves} moves", tree.game()),
    }
}

/// The same start, without anything played.
fn renew(analysis: AnalysisState) {
    let tree = analysis.tree.with_untracked(|tree| Tree::new(tree.start()));
    analysis.take(import::Import::whole(tree));
}
