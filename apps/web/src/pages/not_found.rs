//! Page for unknown routes (404).

use crate::browser;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub(crate) fn NotFound() -> impl IntoView {
    browser::set_title("Nothing here");
    view! {
        <section class="narrow missing">
            <h1>"There is nothing here"</h1>
            <p>"The address may be mistyped. All games start from the front page."</p>
            <A href="/" attr:class="button primary">
                "To the games"
            </A>
        </section>
    }
}
