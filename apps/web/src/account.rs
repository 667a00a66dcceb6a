//! The signed-in user of this page.
//!
//! The cookie that says so cannot be read by any script. What it stands for is kept beside it, so
//! that pages know at once, and without a network; the server is asked whether it still holds.

use crate::browser;
use crate::http::{FromJson, Json, get};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The name it is kept under.
const PLACE: &str = "me";

/// Kind of account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AccountKind {
    Guest,
    Account,
    /// A bot: a program of a user, or a computer player of the server.
    Bot,
}

impl AccountKind {
    fn read(text: &str) -> Option<Self> {
        match text {
            "guest" => Some(Self::Guest),
            "account" => Some(Self::Account),
            "bot" | "house" => Some(Self::Bot),
            _ => None,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Account => "account",
            Self::Bot => "bot",
        }
    }
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) kind: AccountKind,
}

impl FromJson for Account {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { name: json.text("name")?, kind: AccountKind::read(&json.text("kind")?)? })
    }
}

impl Account {
    /// The address of a player's profile.
    pub(crate) fn address(name: &str) -> String {
        format!("/people/{}", crate::http::in_address(name))
    }

    fn from_stored(text: &str) -> Option<Self> {
        let (kind, name) = text.split_once(' ')?;
        Some(Self { name: name.to_owned(), kind: AccountKind::read(kind)? })
    }

    fn keep(&self) -> String {
        format!("{} {}", self.kind.text(), self.name)
    }
}

/// The account of this page's user, and what it may do.
#[derive(Clone)]
pub(crate) struct OwnAccount {
    account: Account,
    pub(crate) moderator: bool,
}

impl FromJson for OwnAccount {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { account: Account::read(json)?, moderator: json.flag("moderator") })
    }
}

/// The current user, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct CurrentUser {
    account: RwSignal<Option<Account>>,
    /// Whether the server has said that it is a moderator.
    moderator: RwSignal<bool>,
}

impl CurrentUser {
    /// The user as last stored; the server is asked whether the session still holds.
    pub(crate) fn load() -> Self {
        let kept = browser::read_storage(PLACE).and_then(|text| Account::from_stored(&text));
        let me = Self { account: RwSignal::new(kept), moderator: RwSignal::new(false) };
        // Without a stored user there is no session to check.
        if me.account.with_untracked(Option::is_some) {
            me.ask();
        }
        me
    }

    /// The current user of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides who is here")
    }

    pub(crate) fn get(self) -> Option<Account> {
        self.account.get()
    }

    /// Whether a moderator is here.
    pub(crate) fn is_moderator(self) -> bool {
        self.moderator.get()
    }

    /// Whether the user has an account.
    pub(crate) fn is_account(self) -> bool {
        self.account.with(|me| me.as_ref().is_some_and(|me| me.kind == AccountKind::Account))
    }

    /// Sets the current user after signing in or out.
    pub(crate) fn set(self, account: Option<Account>) {
        let may_moderate = account.as_ref().is_some_and(|me| me.kind == AccountKind::Account);
        self.keep(account, false);
        if may_moderate {
            self.ask();
        }
    }

    fn keep(self, account: Option<Account>, moderator: bool) {
        browser::write_storage(PLACE, &account.as_ref().map(Account::keep).unwrap_or_default());
        self.account.set(account);
        self.moderator.set(moderator);
    }

    /// Asks the server who it is.
    pub(crate) fn ask(self) {
        spawn_local(async move {
            match get::<OwnAccount>("/api/account").await {
                Ok(own) => self.keep(Some(own.account), own.moderator),
                Err(refusal) if refusal.status() == 401 => self.keep(None, false),
                // Without a network the account stays.
                Err(_) => {}
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn a_stored_user_is_read_back_and_nonsense_is_none() {
        for kind in [AccountKind::Guest, AccountKind::Account, AccountKind::Bot] {
            let account = Account { name: "Ann-2".to_owned(), kind };
            assert_eq!(Account::from_stored(&account.keep()), Some(account));
        }
        for nonsense in ["", "account", "king Arthur", " "] {
            assert_eq!(Account::from_stored(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn accounts_are_read_from_every_answer_that_has_one() {
        assert_reads::<OwnAccount>(&["get /api/account"]);
        assert_reads::<Account>(&["post /api/sign-in"]);
        assert_reads::<Account>(&["post /api/sign-up"]);
        assert_reads::<Account>(&["post /api/recover"]);
        assert_reads::<Account>(&["post /api/password"]);
        assert_reads::<Vec<Account>>(&["get /api/bots"]);
        assert_reads::<Vec<Account>>(&["get /api/account/blocks"]);
    }
}
