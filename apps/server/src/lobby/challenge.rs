//! Challenges: to a computer player, to a person by name, by link. Those that wait are stored, and sent to the
//! challenged person when they connect.

use super::{GameStart, LobbyRefusal, Requester, checked, new_id, refused};
use crate::connection::Connection;
use crate::state::AppState;
use crate::store::challenges::Challenge;
use crate::store::{PersonRow, StoreError};
use protocol::{GameId, Opponent, Refusal, Seek, Terms, ToClient};
use std::sync::Arc;

impl AppState {
    pub(super) async fn challenge(
        self: &Arc<Self>,
        by: Requester<'_>,
        terms: Terms,
        opponent: Opponent,
    ) -> Result<Option<GameId>, LobbyRefusal> {
        let connection = by.connection;
        let terms = checked(terms, &connection.person)?;
        let other = match opponent {
            Opponent::Computer { level } => {
                let level = bots::Level::new(level);
                let Some(computer) = level.and_then(|level| self.computers.at(level)) else {
                    return refused(Refusal::BadTerms, "levels go from 1 to 8");
                };
                let (people, payer) = ((&connection.person, computer), Some(&connection.payer));
                // Refused before the database is asked for anything.
                drop(self.hold_game([&people.0.id, &people.1.id], payer)?);
                self.check_pair(&people.0.id, &people.1.id, &terms).await?;
                let start = GameStart {
                    seeks: [None; 2],
                    taking: Vec::new(),
                    requests: vec![(by.request, None)],
                    starter: payer,
                };
                self.seat(by.right, people, &terms, start).await?;
                return Ok(None);
            }
            Opponent::Link => None,
            Opponent::Named { name } => {
                self.charge_challenge(&connection.person, name.as_str())?;
                let other = self.someone(name.as_str(), &connection.person).await?;
                self.check_pair(&connection.person.id, &other, &terms).await?;
                Some(other)
            }
        };
        let id = new_id()?;
        let (person, opponent) = (connection.person.id.clone(), other.clone());
        let challenge = Challenge { person, terms, opponent, listing: None };
        let now = self.now();
        let created = vec![by.request.created(Some(&id), None, now)];
        self.store.add_challenge(&id, &challenge, now, created).await?;
        if let Some(other) = other {
            let player = self.player(&connection.person, &challenge.terms).await?;
            let seek = Seek { seek: id.clone(), player, terms: challenge.terms, quick: false };
            self.send_to(&other, &ToClient::Challenged(seek));
        }
        Ok(Some(id))
    }

    /// Somebody of this name and not the one who asks. A guest who is not here may never come again.
    async fn someone(&self, name: &str, asking: &PersonRow) -> Result<String, LobbyRefusal> {
        match self.store.named(name).await? {
            Some(person) if person.id == asking.id => {
                refused(Refusal::OwnSeek, "nobody plays against themselves")
            }
            Some(person) if !person.person().guest || self.is_here(&person.id) => Ok(person.id),
            Some(_) => refused(Refusal::NotFound, "they are not here"),
            None => refused(Refusal::NotFound, "there is no player of that name"),
        }
    }

    /// Sends the challenges that wait for a person to their new connection.
    pub(crate) async fn tell_challenges(&self, connection: &Connection) {
        match self.waiting(&connection.person.id).await {
            Ok(seeks) => {
                for seek in seeks {
                    connection.send(&ToClient::Challenged(seek));
                }
            }
            Err(error) => tracing::error!(%error, "waiting challenges were not told"),
        }
    }

    async fn waiting(&self, person: &str) -> Result<Vec<Seek>, StoreError> {
        let mut seeks = Vec::new();
        for (seek, challenge) in self.store.challenges_to(person).await? {
            let Some(by) = self.store.person(&challenge.person).await? else { continue };
            let player = self.player(&by, &challenge.terms).await?;
            seeks.push(Seek { seek, player, terms: challenge.terms, quick: false });
        }
        Ok(seeks)
    }
}
