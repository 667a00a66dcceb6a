//! Doing something over HTTP that a line does over its socket: the same message, the same answer.

use super::trouble::{Trouble, Why};
use crate::chance;
use crate::hall::Hall;
use crate::line::Line;
use crate::room::ToRoom;
use crate::store::PersonRow;
use crate::time::now;
use axum::extract::ws::Utf8Bytes;
use protocol::{ClientId, GameId, Refusal, Snapshot, ToClient, ToServer};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Somebody with a line for as long as an errand takes.
pub(crate) struct Errand {
    hall: Arc<Hall>,
    line: Arc<Line>,
    answers: mpsc::Receiver<Utf8Bytes>,
}

/// A name for a message that no other has.
pub(crate) fn new_id() -> Result<ClientId, Trouble> {
    chance::letters(20).parse().map_err(|error| Trouble::broken(&error))
}

impl Errand {
    pub(crate) fn new(hall: &Arc<Hall>, person: &PersonRow) -> Self {
        let (line, answers) = Line::new(person.clone());
        Self { hall: Arc::clone(hall), line: Arc::new(line), answers }
    }

    /// Where a game stands, for whoever runs the errand.
    pub(crate) async fn snapshot(&mut self, game: &GameId) -> Result<Box<Snapshot>, Trouble> {
        let line = Arc::clone(&self.line);
        self.hall.tell(game, ToRoom::Watch { line, since: None }).await;
        let snapshot = loop {
            match self.next().await? {
                ToClient::Snapshot(snapshot) => break snapshot,
                ToClient::Refused { why, what, .. } => return Err(refused(why, what)),
                _ => {}
            }
        };
        self.hall.tell(game, ToRoom::Leave { line: Arc::clone(&self.line) }).await;
        Ok(snapshot)
    }

    /// Says something to a game, and waits until it is done.
    pub(crate) async fn tell_game(
        &mut self,
        game: &GameId,
        message: ToServer,
    ) -> Result<(), Trouble> {
        let line = Arc::clone(&self.line);
        self.hall.tell(game, ToRoom::Said { line, message, at: now() }).await;
        self.done().await.map(|_| ())
    }

    /// Says something to the lobby, and waits until it is done; the challenge that it became.
    pub(crate) async fn tell_lobby(
        &mut self,
        message: ToServer,
    ) -> Result<Option<GameId>, Trouble> {
        self.hall.lobby_request(&self.line, message).await;
        self.done().await
    }

    async fn done(&mut self) -> Result<Option<GameId>, Trouble> {
        loop {
            match self.next().await? {
                ToClient::Done { seek, .. } => return Ok(seek),
                ToClient::Refused { why, what, .. } => return Err(refused(why, what)),
                _ => {}
            }
        }
    }

    async fn next(&mut self) -> Result<ToClient, Trouble> {
        let text = timeout(PATIENCE, self.answers.recv()).await.map_err(|_| Trouble::busy())?;
        let text = text.ok_or_else(Trouble::busy)?;
        serde_json::from_str(&text).map_err(|error| Trouble::broken(&error))
    }
}

/// A refusal of the socket's in the words of HTTP.
fn refused(why: Refusal, what: String) -> Trouble {
    let word = match why {
        Refusal::NotFound => Why::NotFound,
        Refusal::NotYourSeat | Refusal::NeedsAccount => Why::Forbidden,
        Refusal::NotYourTurn | Refusal::StalePly | Refusal::GameOver | Refusal::NotNow => {
            Why::Conflict
        }
        Refusal::TooFast => Why::TooOften,
        Refusal::Busy => Why::Busy,
        Refusal::Unreadable
        | Refusal::UnreadableMove
        | Refusal::IllegalMove
        | Refusal::BadTerms
        | Refusal::BadText
        | Refusal::OwnSeek => Why::BadRequest,
    };
    let retry = matches!(word, Why::TooOften | Why::Busy).then_some(2);
    Trouble { retry, ..Trouble::new(word, what) }
}
