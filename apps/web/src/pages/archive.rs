//! The archive: finished games, searched, opened in the analysis board, exported, imported. The
//! address says what is searched for, so that a search can be kept and sent.

mod import;
mod search;

use super::played::{self, GamePage};
use crate::browser;
use crate::http::Fetched;
use catalog::GameName;
use import::Import;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_query_map;
use scene::FileFormat;
use search::{SearchForm, SearchQuery};

#[component]
pub(crate) fn ArchivePage() -> impl IntoView {
    browser::set_title("Archive");
    let params = use_query_map();
    let query =
        Memo::new(move |_| params.with(|params| SearchQuery::read(|name| params.get(name))));
    let found = Fetched::<GamePage>::new(move || {
        Some(format!("/api/games?{}", query.with(SearchQuery::question)))
    });
    view! {
        <section class="middling archive">
            <h1>"Archive"</h1>
            // A new search by the address, such as the way back, fills the form anew.
            {move || view! { <SearchForm query=query.get() /> }}
            {found.draw(move |page| results(page, &query.get()))}
            <Import />
        </section>
    }
}

fn results(page: GamePage, query: &SearchQuery) -> impl IntoView + use<> {
    if page.games.is_empty() {
        let words =
            if query.is_anything() { "No game has been finished yet." } else { "No games found." };
        return view! { <p class="notice" id="found">{words}</p> }.into_any();
    }
    let (paging, exports) = (paging(page.more, query), exports(query));
    let of = Some(query.player.clone()).filter(|name| !name.is_empty());
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
fn paging(more: bool, query: &SearchQuery) -> impl IntoView + use<> {
    let to = |page: usize, words: &'static str| {
        let href = format!("/archive?{}", query.at_page(page).address());
        view! { <A href=href attr:class="button">{words}</A> }
    };
    let page = query.page;
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
fn exports(query: &SearchQuery) -> impl IntoView + use<> {
    let question = query.question();
    let game = query.game.parse::<GameName>();
    let sgf = game.is_ok_and(|game| game.description().has_format(FileFormat::Sgf));
    let kinds = [("text", "Text", "txt"), ("pgn", "PGN", "pgn"), ("sgf", "SGF", "sgf")];
    // Not every game is written as SGF.
    let kinds = kinds.into_iter().filter(move |(format, ..)| sgf || *format != "sgf");
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
