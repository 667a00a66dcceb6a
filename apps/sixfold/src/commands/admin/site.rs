//! Games and the site: abort, announce, sign-up, invitations, the log of actions.

use super::moment;
use crate::failure::{Done, Failure};
use protocol::GameId;
use server::store::{LONGEST_ANNOUNCEMENT, LONGEST_NOTE, OPERATOR, SignUpMode, Store, StoreError};
use server::time::now;
use std::io::Write;

pub(super) async fn abort(store: &Store, game: &str, reason: &str, out: &mut impl Write) -> Done {
    let none = || Failure::Request(format!("there is no game {game} that is on"));
    // People paste addresses.
    let id: GameId = game.rsplit('/').next().unwrap_or(game).parse().map_err(|_| none())?;
    match store.abort_game(&id, (OPERATOR, reason), now()).await {
        Err(StoreError::Gone) => Err(none()),
        done => {
            done?;
            Ok(writeln!(out, "game {id} is aborted")?)
        }
    }
}

pub(super) async fn announce(store: &Store, text: Option<&str>, out: &mut impl Write) -> Done {
    let text = text.map(str::trim);
    if let Some(text) = text {
        check_line(text, LONGEST_ANNOUNCEMENT)?;
    }
    store.announce(text, now()).await?;
    let told = text.map_or("pages show no announcement", |_| "pages show it when they are opened");
    Ok(writeln!(out, "{told}")?)
}

fn check_line(text: &str, longest: usize) -> Done {
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(Failure::Request("it must be one line of text".into()));
    }
    if text.chars().count() > longest {
        return Err(Failure::Request(format!("it has more than {longest} characters")));
    }
    Ok(())
}

pub(super) async fn sign_up(store: &Store, mode: Option<&str>, out: &mut impl Write) -> Done {
    let mode = match mode {
        Some(text) => {
            let mode: SignUpMode = text.parse().map_err(Failure::request)?;
            store.set_sign_up(mode, now()).await?;
            mode
        }
        None => store.site_settings().await?.sign_up,
    };
    Ok(writeln!(out, "{mode}")?)
}

pub(super) async fn invite(store: &Store, note: Option<&str>, out: &mut impl Write) -> Done {
    if let Some(note) = note {
        check_line(note, LONGEST_NOTE)?;
    }
    let code = store.invite(note, now()).await?;
    Ok(writeln!(out, "{code}")?)
}

pub(super) async fn invitations(store: &Store, out: &mut impl Write) -> Done {
    for invitation in store.invitations().await? {
        let state = match (invitation.used, &invitation.account) {
            (None, _) => "not used".to_owned(),
            (Some(at), Some(name)) => format!("used {} by {name}", moment(at)),
            (Some(at), None) => format!("used {}", moment(at)),
        };
        let note = invitation.note.as_deref().unwrap_or("-");
        writeln!(out, "{}  {note}  {state}", moment(invitation.created))?;
    }
    Ok(())
}

pub(super) async fn reports(store: &Store, limit: u16, out: &mut impl Write) -> Done {
    for report in store.open_reports("", limit.into(), 0).await? {
        let reporter = report.reporter.as_deref().unwrap_or("a deleted account");
        let mut parts = vec![
            report.id,
            moment(report.at),
            report.person.name.to_string(),
            report.reason.text().to_owned(),
            format!("by {reporter}"),
        ];
        parts.extend(report.game.map(|game| game.to_string()));
        parts.extend(Some(report.words).filter(|words| !words.is_empty()));
        writeln!(out, "{}", parts.join("  "))?;
    }
    Ok(())
}

pub(super) async fn close_report(
    store: &Store,
    id: &str,
    note: &str,
    out: &mut impl Write,
) -> Done {
    let none = || Failure::Request(format!("there is no open report {id}"));
    let report = store.report(id).await?.ok_or_else(none)?;
    match store.close_report(&report, (OPERATOR, note), now()).await {
        Err(StoreError::Gone) => Err(none()),
        done => {
            done?;
            Ok(writeln!(out, "the report of {} is closed", report.person.name)?)
        }
    }
}

pub(super) async fn log(store: &Store, limit: u32, out: &mut impl Write) -> Done {
    let actions = store.actions_before(u64::MAX, limit).await?;
    for action in actions {
        let actor = name_of(store, &action.actor).await?;
        let mut parts = vec![moment(action.at), actor, action.kind.text().to_owned()];
        if let Some(person) = &action.person {
            parts.push(name_of(store, person).await?);
        }
        parts.extend(action.game.map(|game| game.to_string()));
        parts.extend(action.detail.filter(|detail| !detail.is_empty()));
        writeln!(out, "{}", parts.join("  "))?;
    }
    Ok(())
}

/// The name of a person, or the id of one who is gone.
async fn name_of(store: &Store, id: &str) -> Result<String, Failure> {
    let person = store.person(id).await?;
    Ok(person.map_or_else(|| id.to_owned(), |person| person.name.to_string()))
}
