//! A player's name, linked to the profile.

use crate::account::Account;
use leptos::prelude::*;
use leptos_router::components::A;

pub(crate) fn person(name: &str) -> impl IntoView + use<> {
    let (address, name) = (Account::address(name), name.to_owned());
    view! { <A href=address attr:class="name">{name}</A> }
}
