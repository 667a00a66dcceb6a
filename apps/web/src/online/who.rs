//! Whom the line was opened for, and who sits before the page: the same person.

use super::socket::Online;
use crate::account::Me;
use ::live::{Client, State};
use leptos::prelude::*;
use protocol::Close;

/// Opens the line anew when somebody has signed in or out, and tells the page of a guest that the
/// server made.
pub(super) fn keep_in_step(online: Online) {
    let me = Me::here();
    // What was tried once is not tried again: the two may differ for good.
    let tried = StoredValue::new(None);
    Effect::new(move || {
        let (known, state) = online.with(|client| {
            (client.you().map(|you| you.name.to_string()), client.connection().state())
        });
        let here = me.get().map(|me| me.name);
        let signed_out = state == State::Closed(Close::SignedOut);
        let differ = state == State::Here && known != here;
        let now = Some((here.clone(), known, signed_out));
        if !(signed_out || differ) || tried.get_value() == now {
            return;
        }
        tried.set_value(now);
        match here {
            None if !signed_out => me.ask(),
            _ => online.act(Client::redial),
        }
    });
}
