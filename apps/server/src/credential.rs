//! Sessions and tokens in use: every request, stream and connection holds a [`Grant`] of the credential
//! that it was opened with, so that its rights end when the credential ends.

use crate::people::Scope;
use crate::state::lock;
use crate::time::now;
use clock::Moment;
use protocol::ToServer;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

/// The registry drops the entries of unused credentials when it has grown to this many persons.
const FIRST_SWEEP: usize = 1_024;

/// The session or token of an authenticated request. It holds no secret.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Credential {
    /// The cookie of a browser, by the fingerprint of its secret: everything the person may do.
    Session(String),
    /// A personal token, by its id: what its scopes allow.
    Token(String, Vec<Scope>),
}

impl Credential {
    /// What the database knows it by: a fingerprint or an id.
    pub(crate) fn key(&self) -> &str {
        match self {
            Self::Session(key) | Self::Token(key, _) => key,
        }
    }
}

/// Which credentials of a person end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Revocation<'a> {
    /// One session, by its fingerprint.
    Session(&'a str),
    /// All sessions.
    Sessions,
    /// One token, by its id.
    Token(&'a str),
    /// All tokens.
    Tokens,
    /// Everything: the person is deleted.
    All,
}

impl Revocation<'_> {
    fn covers(self, credential: &Credential) -> bool {
        match (self, credential) {
            (Self::All, _)
            | (Self::Sessions, Credential::Session(_))
            | (Self::Tokens, Credential::Token(..)) => true,
            (Self::Session(ended), Credential::Session(fingerprint)) => ended == fingerprint,
            (Self::Token(ended), Credential::Token(id, _)) => ended == id,
            _ => false,
        }
    }
}

/// A credential that is in use. All requests and connections with the same credential share it.
#[derive(Debug)]
pub struct Grant {
    credential: Credential,
    /// When it expires, in milliseconds since 1970; renewed on use.
    expires: AtomicU64,
    revoked: AtomicBool,
}

impl Grant {
    /// What was authenticated with.
    pub fn credential(&self) -> &Credential {
        &self.credential
    }

    /// Whether it has been revoked or has expired.
    pub fn is_over(&self) -> bool {
        self.revoked.load(Ordering::Acquire) || self.expires() <= now()
    }

    /// Whether it allows what a scope names. A session allows everything.
    pub fn allows(&self, scope: Scope) -> bool {
        match &self.credential {
            Credential::Session(_) => true,
            Credential::Token(_, scopes) => scopes.contains(&scope),
        }
    }

    /// When it expires; tokens never do.
    pub(crate) fn expires(&self) -> Moment {
        Moment(self.expires.load(Ordering::Acquire))
    }

    /// Takes note that it is valid for longer.
    pub(crate) fn extend(&self, expires: Moment) {
        self.expires.fetch_max(expires.0, Ordering::AcqRel);
    }

    /// Comes back when it has expired.
    pub(crate) async fn expired(&self) {
        while self.expires() > now() {
            let left = self.expires().since(now()).0;
            // The clock may be set, and the session renewed, while we wait.
            tokio::time::sleep(Duration::from_millis(left).min(Duration::from_hours(1))).await;
        }
    }
}

/// The scope that a token needs for a message over a socket.
pub(crate) const fn required_scope(message: &ToServer) -> Option<Scope> {
    match message {
        // Opening the socket took `play`, and these show no more than that.
        ToServer::Ping { .. }
        | ToServer::Pong { .. }
        | ToServer::Watch { .. }
        | ToServer::Leave { .. }
        | ToServer::Lobby
        | ToServer::LeaveLobby
        | ToServer::Look { .. } => None,
        ToServer::Play { .. }
        | ToServer::Premove { .. }
        | ToServer::Ask { .. }
        | ToServer::Chat { .. } => Some(Scope::Play),
        ToServer::Seek { .. }
        | ToServer::Pair { .. }
        | ToServer::Unseek { .. }
        | ToServer::Accept { .. }
        | ToServer::Challenge { .. } => Some(Scope::Challenge),
    }
}

/// All credentials in use, by person.
#[derive(Debug, Default)]
pub(crate) struct Grants {
    inner: Mutex<Registry>,
}

#[derive(Debug, Default)]
struct Registry {
    persons: HashMap<String, Vec<Weak<Grant>>>,
    /// How often something was revoked.
    revocations: u64,
    sweep_at: usize,
}

impl Grants {
    /// How often something was revoked so far: to be read before a credential is looked up.
    pub(crate) fn revocations(&self) -> u64 {
        lock(&self.inner).revocations
    }

    /// The grant of a credential that was looked up after `seen` revocations. Nothing if there has been
    /// one meanwhile: it may have been this one, so that it must be looked up again.
    pub(crate) fn admit(
        &self,
        person: &str,
        credential: Credential,
        expires: Moment,
        seen: u64,
    ) -> Option<Arc<Grant>> {
        let mut registry = lock(&self.inner);
        (registry.revocations == seen).then(|| registry.grant(person, credential, expires))
    }

    /// The grant of a credential that was made just now.
    pub(crate) fn register(
        &self,
        person: &str,
        credential: Credential,
        expires: Moment,
    ) -> Arc<Grant> {
        lock(&self.inner).grant(person, credential, expires)
    }

    /// The credentials in use, with their persons.
    pub(crate) fn in_use(&self) -> Vec<(String, Credential)> {
        let registry = lock(&self.inner);
        let all = registry.persons.iter();
        let all = all.flat_map(|(person, own)| own.iter().map(move |grant| (person, grant)));
        let live = all.filter_map(|(person, grant)| Some((person, grant.upgrade()?)));
        live.map(|(person, grant)| (person.clone(), grant.credential.clone())).collect()
    }

    /// Marks the grants of a person that a revocation covers. The credential has been deleted from the
    /// store before.
    pub(crate) fn revoke(&self, person: &str, which: Revocation) {
        let mut registry = lock(&self.inner);
        registry.revocations += 1;
        let Some(own) = registry.persons.get_mut(person) else { return };
        own.retain(|grant| {
            let Some(grant) = grant.upgrade() else { return false };
            let over = which.covers(&grant.credential);
            grant.revoked.fetch_or(over, Ordering::AcqRel);
            !over
        });
    }
}

impl Registry {
    fn grant(&mut self, person: &str, credential: Credential, expires: Moment) -> Arc<Grant> {
        self.sweep();
        let own = self.persons.entry(person.to_owned()).or_default();
        own.retain(|grant| grant.strong_count() > 0);
        let mut live = own.iter().filter_map(Weak::upgrade);
        if let Some(same) = live.find(|grant| grant.credential == credential) {
            same.extend(expires);
            return same;
        }
        let revoked = AtomicBool::new(false);
        let grant = Arc::new(Grant { credential, expires: AtomicU64::new(expires.0), revoked });
        own.push(Arc::downgrade(&grant));
        grant
    }

    /// Forgets persons without a grant in use, each time their number has doubled.
    fn sweep(&mut self) {
        if self.persons.len() < self.sweep_at.max(FIRST_SWEEP) {
            return;
        }
        self.persons.retain(|_, own| own.iter().any(|grant| grant.strong_count() > 0));
        self.sweep_at = 2 * self.persons.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: Moment = Moment(u64::MAX);

    fn session(text: &str) -> Credential {
        Credential::Session(text.into())
    }

    fn token(id: &str) -> Credential {
        Credential::Token(id.into(), vec![Scope::Play])
    }

    #[test]
    fn a_revocation_ends_exactly_what_it_names() {
        let all = [session("a"), session("b"), token("a"), token("b")];
        for (which, ended) in [
            (Revocation::Session("a"), [true, false, false, false]),
            (Revocation::Sessions, [true, true, false, false]),
            (Revocation::Token("a"), [false, false, true, false]),
            (Revocation::Tokens, [false, false, true, true]),
            (Revocation::All, [true; 4]),
        ] {
            let grants = Grants::default();
            let own = all.clone().map(|one| grants.admit("ann", one, NEVER, 0).unwrap());
            let other = grants.admit("bob", session("a"), NEVER, 0).unwrap();
            grants.revoke("ann", which);
            assert_eq!(own.map(|grant| grant.is_over()), ended, "{which:?}");
            assert!(!other.is_over());
        }
    }

    #[test]
    fn a_credential_that_was_looked_up_before_a_revocation_is_looked_up_again() {
        let grants = Grants::default();
        let seen = grants.revocations();
        grants.revoke("ann", Revocation::Session("a"));
        assert!(grants.admit("ann", session("a"), NEVER, seen).is_none());
        assert!(grants.admit("ann", session("b"), NEVER, grants.revocations()).is_some());
    }

    #[test]
    fn whoever_uses_a_credential_shares_its_grant_and_renewal() {
        let grants = Grants::default();
        let first = grants.admit("ann", session("a"), Moment(1), 0).unwrap();
        assert!(first.is_over(), "expired");
        let again = grants.admit("ann", session("a"), NEVER, 0).unwrap();
        assert!(Arc::ptr_eq(&first, &again) && !first.is_over());
    }

    #[test]
    fn credentials_that_nobody_uses_are_forgotten() {
        let grants = Grants::default();
        let held = grants.admit("ann", session("a"), NEVER, 0).unwrap();
        for i in 0..10 * FIRST_SWEEP {
            grants.admit(&i.to_string(), session("x"), NEVER, 0).unwrap();
            assert!(lock(&grants.inner).persons.len() <= FIRST_SWEEP);
        }
        grants.revoke("ann", Revocation::All);
        assert!(held.is_over());
    }
}
