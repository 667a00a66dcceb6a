//! Playing others over the network: one line for the tab, the lobby, challenges and live games.
//!
//! What is known of a game is folded by `live`; here it is drawn and touched.

mod actions;
mod beacon;
mod challenge;
mod challenges;
mod chat;
mod form;
mod game;
mod live;
mod lobby;
mod ongoing;
mod seats;
mod seeks;
mod socket;
mod who;
mod wire;
mod words;

pub(crate) use challenge::ChallengePage;
pub(crate) use game::GamePage;
pub(crate) use lobby::LobbyPage;
