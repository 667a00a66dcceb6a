//! Online play: the client of `live`, the terms that are asked for, and what is drawn of an online game.

use crate::board_model::{BoardModel, ListedMove};
use catalog::AnyRecord;
use game::Side;
use live::{Client, Game};
use protocol::{EndReason, GameId, Opponent, Seek, Terms};

/// What to do on a server.
#[derive(Clone, PartialEq, Debug)]
pub struct OnlineSettings {
    /// The address as it was given.
    pub url: String,
    /// A token of the account; without one the player is a guest.
    pub token: Option<String>,
    /// What seeks and challenges are for.
    pub terms: Terms,
    /// What to do first.
    pub first: FirstAction,
}

/// What to do when the connection is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FirstAction {
    /// Look at the lobby.
    #[default]
    Lobby,
    /// Look for an opponent.
    Seek,
    /// Challenge a player.
    Challenge(Opponent),
    /// Watch a game.
    Watch(GameId),
    /// Accept a seek or a challenge.
    Accept(GameId),
}

/// The client and what is chosen in the lobby.
#[derive(Clone, Debug)]
pub(crate) struct OnlineState {
    pub(crate) client: Client,
    pub(crate) settings: OnlineSettings,
    /// What is still to be done first.
    pub(crate) first: FirstAction,
    /// The row of the lobby.
    pub(crate) row: usize,
}

/// A row of the lobby.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum LobbyRow {
    /// A game of ours that is on.
    Playing(GameId),
    /// A challenge to us.
    Challenge(Seek),
    /// A seek of another player.
    Seek(Seek),
}

impl OnlineState {
    pub(crate) fn new(settings: OnlineSettings, seed: u64) -> Self {
        let client = Client::new(&format!("t{seed:016x}"));
        Self { client, first: settings.first.clone(), settings, row: 0 }
    }

    /// What can be chosen in the lobby.
    pub(crate) fn rows(&self) -> Vec<LobbyRow> {
        let playing = self.client.playing().iter().cloned().map(LobbyRow::Playing);
        let others = |seek: &&Seek| !self.client.is_own(seek);
        let challenges = self.client.challenges().filter(others).cloned().map(LobbyRow::Challenge);
        let seeks = self.client.seeks().iter().filter(others).cloned().map(LobbyRow::Seek);
        playing.chain(challenges).chain(seeks).collect()
    }
}

/// What is drawn of an online game.
pub(crate) fn model(game: &Game, browsed: Option<usize>, seed: u64) -> BoardModel {
    let listed = |(side, text): (Side, String)| ListedMove { side, text, mark: "" };
    let moves: Vec<ListedMove> = game.moves().into_iter().map(listed).collect();
    let scene = game.scene(browsed);
    BoardModel {
        choices: game.choices(),
        shortcuts: game.shortcuts(seed),
        ply: browsed.unwrap_or(moves.len()),
        moves,
        turn: game.is_on().then(|| game.side_to_move()),
        result: result(game, &scene),
        scene,
    }
}

fn result(game: &Game, scene: &scene::Scene) -> Option<String> {
    let result = game.result?;
    let how = match result.why {
        EndReason::Rules => return Some(game.scene(None).caption),
        EndReason::Repetition => "the same position stood for the third time",
        EndReason::QuietLimit => "too many moves without progress",
        EndReason::Resignation => "resignation",
        EndReason::Time => "time",
        EndReason::Agreement => "agreement",
        EndReason::Left => "the opponent left",
        EndReason::Aborted => return Some("The game was aborted".to_owned()),
    };
    let who = result.winner.map(|seat| scene.colours[Side::from(seat)]);
    Some(who.map_or_else(|| format!("A draw: {how}"), |who| format!("{who} wins: {how}")))
}

/// A finished online game as a record.
pub(crate) fn record(game: &Game) -> Option<AnyRecord> {
    game.result?;
    let mut record = AnyRecord::begin(game.name, &game.terms.options).ok()?;
    game.notation().all(|mv| record.play(mv).is_ok()).then_some(record)
}

/// The terms as people read them: `Hex 11 × 11 · 300+3 · rated`.
pub(crate) fn terms_text(terms: &Terms) -> String {
    let game: Option<catalog::GameName> = terms.game.parse().ok();
    let title = game.map_or(terms.game.clone(), |game| game.caption(&terms.options));
    let rated = if terms.rated { " · rated" } else { "" };
    format!("{title} · {}{rated}", terms.time)
}
