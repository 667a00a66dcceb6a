//! Online play: one connection for the tab, the lobby, challenges and live games.
//!
//! Game state comes from the crate `live`; here it is drawn.

mod actions;
mod challenge;
mod challenges;
mod chat;
mod connection_status;
mod form;
mod game;
mod identity;
mod live;
mod lobby;
mod ongoing;
mod seats;
mod seeks;
mod socket;
mod turn_indicator;
mod words;

pub(crate) use challenge::ChallengePage;
pub(crate) use game::GamePage;
pub(crate) use lobby::LobbyPage;
