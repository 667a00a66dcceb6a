//! Who may play whom: blocks, rate limits of challenges, and which games may be rated.

use super::{LobbyRefusal, refused};
use crate::limits::{Action, OverBudget, Who};
use crate::state::AppState;
use crate::store::{PersonRow, StoreError};
use clock::{Moment, Span};
use protocol::{Refusal, Terms};
use std::time::Instant;

/// How many rated games of one kind and speed two people may begin in a day.
const RATED_EACH_DAY: u64 = 10;

impl From<OverBudget> for LobbyRefusal {
    fn from(over: OverBudget) -> Self {
        let seconds = over.seconds();
        Self(Refusal::TooFast, format!("too many challenges to them; try again in {seconds} s"))
    }
}

impl AppState {
    /// Pays for a challenge by name: from a budget of the two, and from one of all strangers together.
    /// Guests and people with an account have different ones, so that guests cannot keep friends away.
    ///
    /// # Errors
    /// If one of the budgets is spent.
    pub(super) fn charge_challenge(
        &self,
        from: &PersonRow,
        name: &str,
    ) -> Result<(), LobbyRefusal> {
        let name = name.to_ascii_lowercase();
        let pair = Who::Pair(from.id.as_str().into(), name.as_str().into());
        let target = Who::Target(format!("{} {name}", from.kind.text()).into());
        let charges = [(Action::ChallengeToOne, pair, 1), (Action::ChallengeToOne, target, 1)];
        Ok(self.limits.take_all(&charges, Instant::now())?)
    }

    /// Whether two people may play a game with these terms now.
    ///
    /// # Errors
    /// If one has blocked the other, or the game may not be rated.
    pub(crate) async fn check_pair(
        &self,
        a: &str,
        b: &str,
        terms: &Terms,
    ) -> Result<(), LobbyRefusal> {
        if self.is_block_between(a, b).await? {
            return refused(Refusal::NotNow, "one of you has blocked the other");
        }
        if !terms.rated {
            return Ok(());
        }
        if self.store.share_owner(a, b).await? {
            let what = "games with your own bots, or between bots of one owner, cannot be rated; \
                make it casual";
            return refused(Refusal::BadTerms, what);
        }
        let most = RATED_EACH_DAY * u64::from(self.limits.rate_limit_factor());
        let kind = (terms.game.as_str(), terms.time.speed());
        let since = Moment(self.now().0.saturating_sub(Span::days(1).0));
        if self.store.rated_between((a, b), kind, since).await? >= most {
            let what = format!(
                "you two have played {most} rated games of this kind in a day; make it casual"
            );
            return refused(Refusal::BadTerms, &what);
        }
        Ok(())
    }

    async fn is_block_between(&self, a: &str, b: &str) -> Result<bool, StoreError> {
        if self.computers.contains(a) || self.computers.contains(b) {
            return Ok(false);
        }
        Ok(self.store.has_blocked(a, b).await? || self.store.has_blocked(b, a).await?)
    }
}
