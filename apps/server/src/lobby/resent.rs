//! Requests that are sent again, because their answer was lost with a connection, a server or the leader of the
//! lobby: one whose seek is listed, or that has created something in the store, is answered and creates nothing.

use super::LobbyRefusal;
use crate::connection::Connection;
use crate::state::AppState;
use crate::store::{LobbyRequest, StoreError};
use protocol::{ClientId, GameId, Seat, ToClient};

impl AppState {
    /// Answers a request that has created a seek, a challenge or a game already; whether it has.
    ///
    /// # Errors
    /// If the database fails.
    pub(super) async fn answer_resent(
        &self,
        connection: &Connection,
        id: &ClientId,
        request: &LobbyRequest,
    ) -> Result<bool, LobbyRefusal> {
        if let Some(seek) = self.lobby.listed_by(request, connection.id) {
            connection.send(&ToClient::Done { id: id.clone(), n: None, seek: Some(seek) });
            return Ok(true);
        }
        let Some(outcome) = self.store.lobby_outcome(request).await? else { return Ok(false) };
        if let Some(game) = &outcome.game {
            self.send_pairing(connection, game, outcome.seek.as_ref()).await?;
        }
        let seek = outcome.seek.filter(|_| outcome.game.is_none());
        connection.send(&ToClient::Done { id: id.clone(), n: None, seek });
        Ok(true)
    }

    /// Sends a player again that a game has begun, unless it is over.
    async fn send_pairing(
        &self,
        connection: &Connection,
        game: &GameId,
        seek: Option<&GameId>,
    ) -> Result<(), StoreError> {
        let Some(row) = self.store.game(game).await?.filter(|row| row.finish.is_none()) else {
            return Ok(());
        };
        let seats = [(Seat::First, &row.first), (Seat::Second, &row.second)];
        let own = seats.into_iter().find(|(_, seated)| seated.person == connection.person.id);
        if let Some((seat, _)) = own {
            connection.send(&ToClient::Paired { game: game.clone(), seat, seek: seek.cloned() });
        }
        Ok(())
    }
}
