//! Page for unknown routes (404).

use crate::browser;
use leptos::prelude::*;
use leptos_router::components::A;

#[component]
pub(crate) fn NotFound() -> impl IntoView {
    browser::set_title("Page not found");
    browser::end_waiting();
    view! {
        <section class="narrow missing">
            <h1>"Page not found"</h1>
            <p>"The address may be mistyped. All games start from the front page."</p>
            <A href="/" attr:class="button primary">
                "Front page"
            </A>
        </section>
    }
}
