//! Challenges that wait for an answer (by link or to a named person), and seeks for correspondence games, which are
//! listed in the lobby; they outlive connections and the server.

use super::writer::{Arg, Statement, statement};
use super::{Store, StoreError};
use clock::Moment;
use protocol::{GameId, Terms};
use sqlx::Row;
use sqlx::any::AnyRow;

/// How many challenges of one person are kept; older ones go.
const MOST_OPEN: i64 = 20;

/// How a challenge is listed in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Listing {
    /// As an open seek.
    Open,
    /// As one of quick pairing.
    Quick,
}

impl Listing {
    fn text(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Quick => "quick",
        }
    }

    fn parse(text: &str) -> Self {
        if text == "quick" { Self::Quick } else { Self::Open }
    }
}

/// A challenge that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Challenge {
    /// The challenger.
    pub(crate) person: String,
    /// The terms of the game.
    pub(crate) terms: Terms,
    /// The challenged person; none if it is a link.
    pub(crate) opponent: Option<String>,
    /// How it is listed in the lobby, if it is.
    pub(crate) listing: Option<Listing>,
}

/// Deletes a challenge, with [`StoreError::Gone`] if it has been deleted already.
pub(crate) fn taking(id: &GameId) -> Statement {
    statement("DELETE FROM challenges WHERE id = $1", [Arg::text(id.as_str())]).once()
}

fn read(row: &AnyRow) -> Result<(GameId, Challenge), StoreError> {
    let (id, terms): (String, String) = (row.try_get("id")?, row.try_get("terms")?);
    let id = id.parse().map_err(|_| StoreError::nonsense("a challenge's name"))?;
    let terms = serde_json::from_str(&terms);
    let terms = terms.map_err(|_| StoreError::nonsense("a challenge's terms"))?;
    let (person, opponent) = (row.try_get("person")?, row.try_get("opponent")?);
    let listing: Option<String> = row.try_get("listing")?;
    let listing = listing.as_deref().map(Listing::parse);
    Ok((id, Challenge { person, terms, opponent, listing }))
}

impl Store {
    /// Stores a challenge, in one transaction with other statements, which may refuse it.
    ///
    /// # Errors
    /// If the database fails or one of the statements does.
    pub(crate) async fn add_challenge(
        &self,
        id: &GameId,
        challenge: &Challenge,
        now: Moment,
        with: Vec<Statement>,
    ) -> Result<(), StoreError> {
        let terms = serde_json::to_string(&challenge.terms).unwrap_or_default();
        let person = || Arg::text(&challenge.person);
        let add = "INSERT INTO challenges (id, person, terms, created, opponent, listing) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let opponent = Arg::maybe_text(challenge.opponent.as_deref());
        let listing = Arg::maybe_text(challenge.listing.map(Listing::text));
        let (id, at) = (Arg::text(id.as_str()), Arg::int(now.0));
        let added = statement(add, [id, person(), Arg::Text(terms), at, opponent, listing]);
        // Those that are listed are limited before they are stored.
        let old = "DELETE FROM challenges WHERE person = $1 AND listing IS NULL AND id NOT IN \
            (SELECT id FROM challenges WHERE person = $1 AND listing IS NULL \
            ORDER BY created DESC, id LIMIT $2)";
        let old = statement(old, [person(), Arg::Int(MOST_OPEN)]);
        self.write(with.into_iter().chain([added, old]).collect()).await
    }

    /// A challenge, if it still waits.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn challenge(&self, id: &GameId) -> Result<Option<Challenge>, StoreError> {
        let sql = "SELECT id, person, terms, opponent, listing FROM challenges WHERE id = $1";
        let row = self.row(sql, [Arg::text(id.as_str())]).await?;
        Ok(row.as_ref().map(read).transpose()?.map(|(_, challenge)| challenge))
    }

    /// The challenges that wait for this person, the latest ones, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn challenges_to(
        &self,
        person: &str,
    ) -> Result<Vec<(GameId, Challenge)>, StoreError> {
        let sql = "SELECT id, person, terms, opponent, listing FROM challenges WHERE opponent = $1 \
            ORDER BY created DESC, id LIMIT $2";
        let rows = self.rows(sql, [Arg::text(person), Arg::Int(MOST_OPEN)]).await?;
        rows.iter().rev().map(read).collect()
    }

    /// The seeks that are listed in the lobby, oldest first, each with when it was made.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn listed_seeks(
        &self,
    ) -> Result<Vec<(GameId, Challenge, Moment)>, StoreError> {
        let sql = "SELECT id, person, terms, opponent, listing, created FROM challenges \
            WHERE listing IS NOT NULL ORDER BY created, id";
        let rows = self.rows(sql, Vec::new()).await?;
        let with_time = |row: &AnyRow| {
            let (id, challenge) = read(row)?;
            Ok((id, challenge, Moment(row.try_get::<i64, _>("created")? as u64)))
        };
        rows.iter().map(with_time).collect()
    }

    /// Takes a challenge back or declines it: whoever made it or is meant by it may. Whether there
    /// was such a one.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn drop_challenge(
        &self,
        id: &GameId,
        person: &str,
    ) -> Result<bool, StoreError> {
        // Looked for first: whoever names one that is not there, at will, costs the writer nothing.
        let ours = |c: &Challenge| c.person == person || c.opponent.as_deref() == Some(person);
        if !self.challenge(id).await?.as_ref().is_some_and(ours) {
            return Ok(false);
        }
        match self.write(vec![taking(id)]).await {
            Ok(()) => Ok(true),
            Err(StoreError::Gone) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DatabaseLocation, lobby_fence};
    use super::*;

    #[tokio::test]
    async fn who_does_not_lead_the_lobby_stores_no_seek() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Folder(folder.path().to_owned())).await.unwrap();
        let person = store.add_guest(Moment(1)).await.unwrap().id;
        let text = r#"{"game":"hex","options":"size=5","time":"3d","rated":false,"seat":"any"}"#;
        let (terms, id) = (serde_json::from_str(text).unwrap(), "seek".parse().unwrap());
        let challenge = Challenge { person, terms, opponent: None, listing: Some(Listing::Open) };
        let fence = vec![lobby_fence("stopped", 3)];
        let stored = store.add_challenge(&id, &challenge, Moment(2), fence).await;
        assert_eq!(stored, Err(StoreError::Gone));
        assert_eq!(store.challenge(&id).await, Ok(None));
        store.add_challenge(&id, &challenge, Moment(2), Vec::new()).await.unwrap();
        assert_eq!(store.challenge(&id).await, Ok(Some(challenge)));
    }
}
