//! The archive: finished games, searched, opened in the analysis board, taken away, brought in. The
//! address says what is searched for, so that a search can be kept and sent.

mod bring;
mod search;

use super::played::{self, GamePage};
use crate::browser;
use crate::http::Fetched;
use bring::Bring;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_query_map;
use search::{SearchForm, Wanted};

#[component]
pub(crate) fn ArchivePage() -> impl IntoView {
    browser::set_title("Archive");
    let query = use_query_map();
    let wanted = Memo::new(move |_| query.with(|query| Wanted::read(|name| query.get(name))));
    let found = Fetched::<GamePage>::new(move || {
        Some(format!("/api/games?{}", wanted.with(Wanted::question)))
    });
    view! {
        <section class="middling archive">
            <h1>"Archive"</h1>
            // A new search by the address, such as the way back, fills the form anew.
            {move || view! { <SearchForm wanted=wanted.get() /> }}
            {found.draw(move |page| results(page, &wanted.get()))}
            <Bring />
        </section>
    }
}

fn results(page: GamePage, wanted: &Wanted) -> impl IntoView + use<> {
    if page.games.is_empty() {
        let words = if wanted.is_anything() {
            "No game has been finished yet."
        } else {
            "No finished game is like that."
        };
        return view! { <p class="notice" id="found">{words}</p> }.into_any();
    }
    let (paging, exports) = (paging(page.more, wanted), exports(wanted));
    let of = Some(wanted.player.clone()).filter(|name| !name.is_empty());
    view! {
        <section id="found" aria-label="Games">
            {played::list(page.games, of.as_deref())}
            {paging}
            {exports}
        </section>
    }
    .into_any()
}

/// To the pages before and after.
fn paging(more: bool, wanted: &Wanted) -> impl IntoView + use<> {
    let to = |page: usize, words: &'static str| {
        let href = format!("/archive?{}", wanted.at_page(page).address());
        view! { <A href=href attr:class="button">{words}</A> }
    };
    let page = wanted.page;
    let later = page.checked_sub(1).map(|page| to(page, "← Later games"));
    let earlier = more.then(|| to(page + 1, "Earlier games →"));
    let here = (page > 0 || more).then(|| format!("Page {}", page + 1));
    view! {
        <nav class="paging" aria-label="Pages">
            {later}
            <span class="quiet">{here}</span>
            {earlier}
        </nav>
    }
}

/// All games of this page in one file.
fn exports(wanted: &Wanted) -> impl IntoView + use<> {
    let question = wanted.question();
    let hex = wanted.game == "hex";
    let kinds = [("text", "Text", "txt"), ("pgn", "PGN", "pgn"), ("sgf", "SGF", "sgf")];
    // SGF tells of Hex alone.
    let kinds = kinds.into_iter().filter(|(format, ..)| hex || *format != "sgf");
    let link = |(format, title, ending): (&'static str, &'static str, &'static str)| {
        view! {
            <a
                class="button small"
                href=format!("/api/games/export?{question}&format={format}")
                download=format!("sixfold-games.{ending}")
                rel="external"
            >
                {title}
            </a>
        }
    };
    view! {
        <div class="take">
            <span>"All games of this page in one file:"</span>
            <div class="actions">{kinds.map(link).collect_view()}</div>
        </div>
    }
}
