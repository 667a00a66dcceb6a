//! Aborting a game from outside its room: the end is appended to the log like any other event. A room that has
//! the game loaded finds its next number taken, or is told to reload (`moderation.rs`).

use super::actions::{ActionKind, NewAction};
use super::events::{Append, GameEnd, StoredEvent};
use super::{Store, StoreError};
use crate::game_event::GameEvent;
use clock::Moment;
use protocol::{EndReason, GameId, GameResult};
use sqlx::Row;

/// How often an abort is tried again because something else happened in the game meanwhile.
const RETRIES: usize = 10;

impl Store {
    /// Aborts a game that is on and logs the action, in one transaction: nobody wins, and no rating changes.
    ///
    /// # Errors
    /// [`StoreError::Gone`] if there is no such game or it is over.
    pub async fn abort_game(
        &self,
        game: &GameId,
        (actor, why): (&str, &str),
        now: Moment,
    ) -> Result<(), StoreError> {
        let action = NewAction::new(actor, ActionKind::AbortGame).in_game(game).saying(why);
        for _ in 0..RETRIES {
            let (end, logged) = (self.abortion(game, now).await?, vec![action.insertion(now)]);
            match self.database.append_with(end, logged).await {
                // A move came between, another node took the game over, or another action had the number.
                Err(StoreError::Taken | StoreError::Fenced) => {}
                done => return done.map(|_| ()),
            }
        }
        Err(StoreError::Unavailable)
    }

    async fn abortion(&self, game: &GameId, now: Moment) -> Result<Append, StoreError> {
        let row = self.game(game).await?.ok_or(StoreError::Gone)?;
        if row.finish.is_some() {
            return Err(StoreError::Gone);
        }
        let log = self.events(game).await?;
        let (plies, epoch) = self.plies_and_epoch(game).await?;
        let result = GameResult { winner: None, why: EndReason::Aborted };
        let at = log.last().map_or(now, |last| last.at.max(now));
        let event = GameEvent::Over { result, change: None };
        Ok(Append {
            game: game.clone(),
            n: log.len() as u64 + 1,
            events: vec![StoredEvent { at, event, client: None }],
            plies,
            deadline: None,
            game_end: Some(GameEnd::of(&row, result, plies)),
            epoch,
        })
    }

    async fn plies_and_epoch(&self, game: &GameId) -> Result<(usize, u64), StoreError> {
        let sql = "SELECT plies, epoch FROM games WHERE id = $1";
        let row =
            self.row(sql, [super::Arg::text(game.as_str())]).await?.ok_or(StoreError::Gone)?;
        Ok((row.try_get::<i64, _>("plies")? as usize, row.try_get::<i64, _>("epoch")? as u64))
    }
}
