//! People: list, rename, ban, mute, sessions, rights.

use super::{LiftSanction, Sanction, account, kind_name, moment, person, until};
use crate::failure::{Done, Failure};
use clock::Moment;
use server::people::name;
use server::store::{AccountKind, FOREVER, ListedPerson, OPERATOR, Store, StoreError};
use server::time::now;
use std::io::Write;
use std::time::Duration;

pub(super) async fn list(
    store: &Store,
    text: &str,
    kind: Option<AccountKind>,
    limit: u32,
    out: &mut impl Write,
) -> Done {
    for listed in store.list_people(kind, text, limit).await? {
        writeln!(out, "{}", described(&listed))?;
    }
    Ok(())
}

/// `Anna  account  since 2026-11-18 12:00  34 games  seen 2026-11-18 13:00  moderator`
fn described(listed: &ListedPerson) -> String {
    let ListedPerson { person, created, sanctions, games, seen } = listed;
    let sanctions = sanctions.at(now());
    let mut parts = vec![
        person.name.to_string(),
        kind_name(person.kind).to_owned(),
        format!("since {}", moment(*created)),
        format!("{games} games"),
    ];
    parts.extend(seen.map(|seen| format!("seen {}", moment(seen))));
    parts.extend(sanctions.moderator.then(|| "moderator".to_owned()));
    parts.extend(sanctions.banned.map(|at| format!("banned {}", until(at))));
    parts.extend(sanctions.muted.map(|at| format!("muted {}", until(at))));
    parts.join("  ")
}

pub(super) async fn reset_password(store: &Store, name: &str, out: &mut impl Write) -> Done {
    let person = account(store, name).await?;
    let code = store.add_recovery_code(&person.id, OPERATOR, now()).await;
    let code = code?;
    writeln!(out, "{code}")?;
    writeln!(
        out,
        "{} chooses a new password with it on the page /sign-in?forgotten, once; all sessions end then.",
        person.name
    )?;
    Ok(())
}

pub(super) async fn rename(store: &Store, name: &str, new: &str, out: &mut impl Write) -> Done {
    let person = account(store, name).await?;
    let new = name::read(new).map_err(Failure::request)?;
    match store.rename(&person, &new, OPERATOR, now()).await {
        Err(StoreError::Taken) => {
            Err(Failure::Request(format!("{new} is taken, or looks like a name that is")))
        }
        done => {
            done?;
            Ok(writeln!(out, "{} is called {new} now", person.name)?)
        }
    }
}

fn end(length: Option<Duration>) -> Moment {
    length.map_or(FOREVER, |length| Moment(now().0 + length.as_millis() as u64))
}

pub(super) async fn ban(store: &Store, wish: &Sanction, out: &mut impl Write) -> Done {
    let (person, end) = (person(store, &wish.name).await?, end(wish.length));
    if matches!(person.kind, AccountKind::Computer) {
        return Err(Failure::Request("computer players cannot be banned".into()));
    }
    let done = store.ban(&person.id, Some(end), (OPERATOR, &wish.reason), now()).await;
    done?;
    Ok(writeln!(out, "{} is banned {}", person.name, until(end))?)
}

pub(super) async fn unban(store: &Store, wish: &LiftSanction, out: &mut impl Write) -> Done {
    let person = person(store, &wish.name).await?;
    let done = store.ban(&person.id, None, (OPERATOR, &wish.reason), now()).await;
    done?;
    Ok(writeln!(out, "{} is not banned", person.name)?)
}

pub(super) async fn mute(store: &Store, wish: &Sanction, out: &mut impl Write) -> Done {
    let (person, end) = (person(store, &wish.name).await?, end(wish.length));
    let done = store.mute(&person.id, Some(end), (OPERATOR, &wish.reason), now()).await;
    done?;
    Ok(writeln!(out, "{} is muted {}", person.name, until(end))?)
}

pub(super) async fn unmute(store: &Store, wish: &LiftSanction, out: &mut impl Write) -> Done {
    let person = person(store, &wish.name).await?;
    let done = store.mute(&person.id, None, (OPERATOR, &wish.reason), now()).await;
    done?;
    Ok(writeln!(out, "{} is not muted", person.name)?)
}

pub(super) async fn sessions(store: &Store, name: &str, out: &mut impl Write) -> Done {
    let person = person(store, name).await?;
    for session in store.session_rows(&person.id, now()).await? {
        let device = session.device.as_deref().unwrap_or("unknown device");
        let (began, seen) = (moment(session.created), moment(session.seen));
        writeln!(out, "{}  {device}  since {began}  seen {seen}", session.id())?;
    }
    Ok(())
}

pub(super) async fn end_sessions(
    store: &Store,
    name: &str,
    session: Option<&str>,
    out: &mut impl Write,
) -> Done {
    let person = person(store, name).await?;
    let all = store.session_rows(&person.id, now()).await?;
    let one = match session {
        Some(id) => {
            let found = all.iter().find(|row| row.id() == id);
            let none = || Failure::Request(format!("{} has no session {id}", person.name));
            Some(found.ok_or_else(none)?)
        }
        None => None,
    };
    let fingerprint = one.map(|row| row.fingerprint.as_str());
    let done = store.end_sessions_of(&person.id, fingerprint, OPERATOR, now()).await;
    done?;
    let count = if one.is_some() { 1 } else { all.len() };
    Ok(writeln!(out, "{count} sessions of {} are ended", person.name)?)
}

pub(super) async fn moderator(
    store: &Store,
    name: &str,
    right: bool,
    out: &mut impl Write,
) -> Done {
    let person = account(store, name).await?;
    let done = store.set_moderator(&person.id, right, OPERATOR, now()).await;
    done?;
    let word = if right { "may" } else { "may not" };
    Ok(writeln!(out, "{} {word} moderate", person.name)?)
}
