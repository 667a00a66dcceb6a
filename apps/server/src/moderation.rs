//! What operators and moderators decide, in a running server: it reads the log of actions every second and
//! follows what this or another process did to accounts, games and the site.

use crate::credential::Revocation;
use crate::room::ToRoom;
use crate::state::{AppState, lock};
use crate::store::{ActionKind, ActionRow, SiteSettings, Store, StoreError};
use clock::Moment;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What has been read of it.
#[derive(Debug, Default)]
pub(crate) struct Moderation {
    /// Until when people may not chat; some may be over.
    muted: Mutex<HashMap<String, Moment>>,
    settings: Mutex<SiteSettings>,
    /// The number of the last action that was followed.
    followed: AtomicU64,
}

impl Moderation {
    /// As it is in the store.
    pub(crate) async fn read(store: &Store, now: Moment) -> Result<Self, StoreError> {
        // The number first: what happens meanwhile is followed again, which changes nothing.
        let followed = AtomicU64::new(store.latest_action().await?);
        let muted = Mutex::new(store.all_muted(now).await?.into_iter().collect());
        let settings = Mutex::new(store.site_settings().await?);
        Ok(Self { muted, settings, followed })
    }

    /// Whether a person may not chat.
    pub(crate) fn is_muted(&self, person: &str, now: Moment) -> bool {
        lock(&self.muted).get(person).is_some_and(|until| *until > now)
    }

    /// What is set for the whole site.
    pub(crate) fn settings(&self) -> SiteSettings {
        lock(&self.settings).clone()
    }

    fn set_muted(&self, person: &str, until: Option<Moment>, now: Moment) {
        let mut muted = lock(&self.muted);
        muted.retain(|_, until| *until > now);
        match until {
            Some(until) => muted.insert(person.to_owned(), until),
            None => muted.remove(person),
        };
    }
}

impl AppState {
    /// Follows the actions that were logged since the last time.
    ///
    /// # Errors
    /// If the database fails; then they are followed later.
    pub(crate) async fn follow_actions(&self) -> Result<(), StoreError> {
        let followed = &self.moderation.followed;
        for action in self.store.actions_after(followed.load(Ordering::Acquire)).await? {
            self.follow(&action).await?;
            followed.fetch_max(action.n, Ordering::AcqRel);
        }
        Ok(())
    }

    async fn follow(&self, action: &ActionRow) -> Result<(), StoreError> {
        tracing::info!(n = action.n, kind = action.kind.text(), "an administrative action");
        let person = action.person.as_deref().unwrap_or_default();
        match action.kind {
            ActionKind::Ban => {
                let bots = self.store.bots(person).await?;
                for banned in bots.iter().map(|bot| bot.id.as_str()).chain([person]) {
                    self.revoke_here(banned, Revocation::All);
                    self.lobby.forget(banned);
                }
            }
            ActionKind::Mute | ActionKind::Unmute => {
                let until = self.store.sanctions(person).await?.muted;
                self.moderation.set_muted(person, until, self.now());
            }
            ActionKind::EndSession => {
                let session = action.detail.as_deref().unwrap_or_default();
                self.revoke_here(person, Revocation::Session(session));
            }
            ActionKind::EndSessions => self.revoke_here(person, Revocation::Sessions),
            ActionKind::AbortGame => {
                if let Some(game) = &action.game {
                    self.tell_if_loaded(game, ToRoom::Reload).await;
                }
            }
            ActionKind::Announce | ActionKind::SignUp => {
                *lock(&self.moderation.settings) = self.store.site_settings().await?;
            }
            ActionKind::Unban
            | ActionKind::Rename
            | ActionKind::ResetPassword
            | ActionKind::Invite
            | ActionKind::GrantModerator
            | ActionKind::RevokeModerator
            | ActionKind::CloseReport => {}
        }
        Ok(())
    }
}
