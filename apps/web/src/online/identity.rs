//! Keeps the identity of the connection and the current user of the page the same.

use super::socket::Online;
use crate::account::CurrentUser;
use ::live::{Client, ConnectionState};
use leptos::prelude::*;
use protocol::Close;

/// Reconnects after signing in or out, and makes a guest account that the server created the current
/// user.
pub(super) fn sync_identity(online: Online) {
    let me = CurrentUser::here();
    // What was tried once is not tried again: the two may differ for good.
    let tried = StoredValue::new(None);
    Effect::new(move || {
        let (known, state) = online.with(|client| {
            (client.you().map(|you| you.name.to_string()), client.connection().state())
        });
        let here = me.get().map(|me| me.name);
        let signed_out = state == ConnectionState::Closed(Close::SignedOut);
        let differ = state == ConnectionState::Connected && known != here;
        let now = Some((here.clone(), known, signed_out));
        if !(signed_out || differ) || tried.get_value() == now {
            return;
        }
        tried.set_value(now);
        match here {
            None if !signed_out => me.ask(),
            _ => online.act(Client::reconnect),
        }
    });
}
