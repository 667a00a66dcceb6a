//! Import of games: a text or a file, opened in the analysis board.

use crate::games::PlayMode;
use crate::http::{ApiRequest, Refusal};
use catalog::{AnyRecord, GameName};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use study::import::{self, ImportError};
use study::{Tree, link};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

/// Larger files are no games.
const MOST_BYTES: f64 = import::MOST_BYTES as f64;

#[component]
pub(super) fn Import() -> impl IntoView {
    let text = RwSignal::new(String::new());
    let request = ApiRequest::new();
    let refused = RwSignal::new(None::<String>);
    let navigate = use_navigate();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        refused.set(None);
        match text.with_untracked(|text| read(text)) {
            Ok(place) => navigate(&place, NavigateOptions::default()),
            Err(why) => refused.set(Some(why.to_string())),
        }
    };
    let open = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input.and_then(|input| input.files()?.get(0)) else { return };
        refused.set(None);
        if file.size() > MOST_BYTES {
            refused.set(Some("This file is too large: the limit is 512 kB.".to_owned()));
            return;
        }
        let read = async move {
            let words = JsFuture::from(file.text()).await;
            words.ok().and_then(|words| words.as_string()).ok_or(Refusal::Unreadable)
        };
        request.run(read, move |words: String| text.set(words));
    };
    view! {
        <section class="import" aria-labelledby="import-head">
            <h2 id="import-head">"Import a game"</h2>
            <form class="entries" novalidate on:submit=submit>
                <label class="paste">
                    <span>"Sixfold notation, SGF or a HexWorld link"</span>
                    <textarea
                        id="import"
                        rows="4"
                        spellcheck="false"
                        autocomplete="off"
                        prop:value=text
                        on:input=move |event| text.set(event_target_value(&event))
                    ></textarea>
                </label>
                <label class="file">
                    <span>"Or a file: "</span>
                    <input type="file" accept=".txt,.sgf,.pgn,text/plain" on:change=open />
                </label>
                {move || refused.get().map(|why| view! { <p class="notice wrong" role="alert">{why}</p> })}
                {request.notice()}
                <div class="actions">
                    <button type="submit" class="button" id="open-game" disabled=move || request.is_busy()>
                        "Open in the analysis board"
                    </button>
                </div>
            </form>
        </section>
    }
}

/// The place where a text is analysed. A text of moves alone does not name the game: it is
/// taken for the favourite one.
fn read(text: &str) -> Result<String, ImportError> {
    let usual = AnyRecord::begin(GameName::FAVOURITE, "");
    let usual = usual.map_err(|error| ImportError::Record(error.to_string()))?;
    let imported = import::read(&Tree::new(&usual), text)?;
    let hash = link::write(&imported.text());
    Ok(format!("{}#{hash}", PlayMode::Analyse.address(imported.tree.game())))
}
