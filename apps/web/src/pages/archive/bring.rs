//! Games from elsewhere: a text or a file, read by the server, opened in the analysis board.

use crate::games::Way;
use crate::http::{Errand, Method, Refusal, ask, object};
use catalog::GameName;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use study::link;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

/// Larger files are no games; the server reads no larger text.
const MOST_BYTES: f64 = 100_000.0;

#[component]
pub(super) fn Bring() -> impl IntoView {
    let text = RwSignal::new(String::new());
    let errand = Errand::new();
    let refused = RwSignal::new(None::<&'static str>);
    let navigate = use_navigate();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        refused.set(None);
        if text.with_untracked(|text| text.trim().is_empty()) {
            refused.set(Some("There is nothing to read."));
            return;
        }
        if text.with_untracked(String::len) as f64 > MOST_BYTES {
            refused.set(Some("This text is too long: a game takes less than 100 kB."));
            return;
        }
        let navigate = navigate.clone();
        errand.run(read(text.get_untracked()), move |place: String| {
            navigate(&place, NavigateOptions::default());
        });
    };
    let open = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input.and_then(|input| input.files()?.get(0)) else { return };
        refused.set(None);
        if file.size() > MOST_BYTES {
            refused.set(Some("This file is too large: a game takes less than 100 kB."));
            return;
        }
        let read = async move {
            let words = JsFuture::from(file.text()).await;
            words.ok().and_then(|words| words.as_string()).ok_or(Refusal::Unreadable)
        };
        errand.run(read, move |words: String| text.set(words));
    };
    view! {
        <section class="bring" aria-labelledby="bring-head">
            <h2 id="bring-head">"Bring a game"</h2>
            <form class="entries" novalidate on:submit=submit>
                <label class="paste">
                    <span>"Our own text, and for Hex SGF or a HexWorld link"</span>
                    <textarea
                        id="bring"
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
                {errand.notice()}
                <div class="actions">
                    <button type="submit" class="button" id="open-game" disabled=move || errand.is_busy()>
                        "Open in the analysis board"
                    </button>
                </div>
            </form>
        </section>
    }
}

/// Has the server read a text; the place where it is analysed.
async fn read(text: String) -> Result<String, Refusal> {
    let told = ask(Method::Post, "/api/import", Some(&object(&[("text", &text)]))).await?;
    let game = told.text("game").and_then(|game| game.parse::<GameName>().ok());
    let (Some(game), Some(record)) = (game, told.text("record")) else {
        return Err(Refusal::Unreadable);
    };
    Ok(format!("{}#{}", Way::Analyse.address(game), link::write(&record)))
}
