//! Seeks for correspondence games: rows of the database, listed until they are accepted, withdrawn or
//! expire, whether whoever made them is there or not.

use super::open::{Backing, Open};
use super::{LobbyRefusal, LobbyRight, Requester, new_id, refused};
use crate::state::AppState;
use crate::store::challenges::{Challenge, Listing};
use crate::store::{OLD_CHALLENGES, PersonRow, StoreError};
use clock::Moment;
use protocol::{GameId, Refusal, Seek, Terms};
use std::sync::Arc;

/// How many of them one person may have.
const MOST_STORED: usize = 10;

impl AppState {
    /// Stores a seek and lists it. One that is there already is not made again.
    pub(super) async fn store_seek(
        self: &Arc<Self>,
        by: Requester<'_>,
        terms: Terms,
        quick: bool,
    ) -> Result<GameId, LobbyRefusal> {
        let person = by.connection.person.clone();
        let own = self.lobby.stored_of(&person.id);
        if let Some(same) = own.iter().find(|seek| seek.terms == terms && seek.quick == quick) {
            return Ok(same.seek.clone());
        }
        if own.len() >= MOST_STORED {
            let what = format!("you have {MOST_STORED} open games already; withdraw one first");
            return refused(Refusal::NotNow, &what);
        }
        let (id, since) = (new_id()?, self.now());
        let player = self.player(&person, &terms).await?;
        let listing = Some(if quick { Listing::Quick } else { Listing::Open });
        let challenge =
            Challenge { person: person.id.clone(), terms: terms.clone(), opponent: None, listing };
        let created = by.request.created(Some(&id), None, since);
        let with = by.right.fence().into_iter().chain([created]).collect();
        match self.store.add_challenge(&id, &challenge, since, with).await {
            // A leader that was stopped stores nothing that the next one does not list.
            Err(StoreError::Gone) => {
                return refused(Refusal::Busy, "the lobby moves to another node; try again");
            }
            stored => stored?,
        }
        let seek = Seek { seek: id.clone(), player, terms, quick };
        self.lobby.add(Open { seek, person, backing: Backing::Stored, since, request: None });
        Ok(id)
    }

    /// Who made a seek. Somebody who was a guest when it was stored may have an account by now.
    pub(super) async fn seeker(&self, open: &Open) -> Result<PersonRow, StoreError> {
        if !open.is_stored() {
            return Ok(open.person.clone());
        }
        self.store.person(&open.person.id).await?.ok_or(StoreError::Gone)
    }

    /// Lists a seek again whose game did not begin, unless its row is gone, its message has led to a game
    /// already, or another node leads the lobby now.
    pub(super) async fn put_back(&self, right: &LobbyRight, open: Open) {
        let gone = match &open.request {
            Some(request) => matches!(self.store.lobby_outcome(request).await, Ok(Some(_))),
            None => matches!(self.store.challenge(&open.seek.seek).await, Ok(None)),
        };
        if !gone && self.lobby_right().as_ref() == Some(right) {
            self.lobby.add(open);
        }
    }

    /// Lists the seeks that are stored, when the server starts.
    pub(crate) async fn list_stored_seeks(&self) -> Result<(), StoreError> {
        for (id, challenge, since) in self.store.listed_seeks().await? {
            let Some(person) = self.store.person(&challenge.person).await? else { continue };
            let player = self.player(&person, &challenge.terms).await?;
            let quick = challenge.listing == Some(Listing::Quick);
            let seek = Seek { seek: id, player, terms: challenge.terms, quick };
            let backing = Backing::Stored;
            self.lobby.add(Open { seek, person, backing, since, request: None });
        }
        Ok(())
    }

    /// Takes expired seeks off the list.
    pub(crate) fn expire_stored_seeks(&self) {
        let before = self.now().0.saturating_sub(OLD_CHALLENGES.0);
        self.lobby.expire(Moment(before));
    }
}
