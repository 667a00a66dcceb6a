//! What moderators do: look at an account, mute, ban, abort a game. Each is an action of the log, as those of
//! `sixfold admin` are.

use super::account::{Account, Routes};
use super::caller::{Body, Caller};
use super::error::{ApiError, ErrorCode};
use super::games::GameSummary;
use super::moderation::{ActionResponse, ReportResponse, note};
use super::profile::named;
use crate::cluster::Announcement;
use crate::limits::Action;
use crate::store::{AccountKind, FOREVER, PersonRow, Sanctions, StoreError};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use clock::{Moment, Span};
use protocol::GameId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The shortest and the longest sanction that has an end, in seconds: a minute and a year.
const LENGTHS: std::ops::RangeInclusive<u64> = 60..=366 * 86_400;

/// How many of the last actions on an account are in an answer.
const ACTIONS: u32 = 20;

/// An account as moderators see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PersonCard {
    account: Account,
    /// Since when, in milliseconds since 1970.
    since: u64,
    /// How many games were finished.
    games: u64,
    /// The owner of a bot.
    owner: Option<String>,
    /// Whether they are a moderator.
    moderator: bool,
    /// Whether you may mute or ban them.
    can_sanction: bool,
    #[serde(flatten)]
    sanctions: CurrentSanctions,
    /// Games that are on, the latest first.
    playing: Vec<GameSummary>,
    /// The last reports of them, the latest first; not of yourself.
    reports: Vec<ReportResponse>,
    /// What was done to them last, the latest first.
    actions: Vec<ActionResponse>,
}

/// Active sanctions of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct CurrentSanctions {
    /// Whether they may not chat.
    muted: bool,
    /// Until when, in milliseconds since 1970; for ever if it is absent.
    muted_until: Option<u64>,
    /// Whether they may not sign in.
    banned: bool,
    /// Until when, in milliseconds since 1970; for ever if it is absent.
    banned_until: Option<u64>,
}

impl From<Sanctions> for CurrentSanctions {
    fn from(sanctions: Sanctions) -> Self {
        Self {
            muted: sanctions.muted.is_some(),
            muted_until: end(sanctions.muted),
            banned: sanctions.banned.is_some(),
            banned_until: end(sanctions.banned),
        }
    }
}

/// The end of a sanction, if it has one.
fn end(until: Option<Moment>) -> Option<u64> {
    until.filter(|until| *until != FOREVER).map(|until| until.0)
}

/// For how long, and why.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SanctionWish {
    /// From a minute to 366 days; for ever if it is absent.
    #[serde(default)]
    seconds: Option<u64>,
    /// At most 200 characters, for the log.
    #[serde(default)]
    reason: String,
}

/// The reason of an aborted game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AbortWish {
    /// At most 200 characters, for the log.
    #[serde(default)]
    reason: String,
}

impl SanctionWish {
    fn until(&self, now: Moment) -> Result<Moment, ApiError> {
        let Some(seconds) = self.seconds else { return Ok(FOREVER) };
        if LENGTHS.contains(&seconds) {
            Ok(now + Span::seconds(seconds))
        } else {
            Err(ApiError::bad("it lasts from a minute to 366 days, or for ever"))
        }
    }

    /// For how long and why, for the log.
    fn detail(&self) -> Result<String, ApiError> {
        let length = self.seconds.map_or_else(|| "for ever".to_owned(), length);
        let reason = note(&self.reason)?;
        Ok(if reason.is_empty() { length } else { format!("{length}: {reason}") })
    }
}

/// A length in the largest unit of which it is a multiple.
fn length(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let (unit, name) =
        units.into_iter().find(|(unit, _)| seconds.is_multiple_of(*unit)).unwrap_or((1, "second"));
    let count = seconds / unit;
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(person_card))
        .routes(routes!(mute, unmute))
        .routes(routes!(ban, unban))
        .routes(routes!(abort_game))
}

/// Why a moderator may not mute or ban an account, if so.
async fn protection(
    caller: &Caller,
    moderator: &PersonRow,
    person: &PersonRow,
) -> Result<Option<ApiError>, ApiError> {
    if person.id == moderator.id {
        return Ok(Some(ApiError::forbidden("you cannot moderate yourself")));
    }
    if person.kind == AccountKind::Computer {
        return Ok(Some(ApiError::forbidden("players of the server are not moderated")));
    }
    let store = &caller.state.store;
    let owner = store.owner(&person.id).await?.map_or(person.id.clone(), |owner| owner.id);
    for id in [&person.id, &owner] {
        if store.sanctions(id).await?.moderator {
            let what = "only an operator decides about moderators and their bots: `sixfold admin`";
            return Ok(Some(ApiError::forbidden(what)));
        }
    }
    Ok(None)
}

/// The moderator who asks, and the account that they may mute or ban.
async fn target<'a>(
    caller: &'a Caller,
    name: &str,
) -> Result<(&'a PersonRow, PersonRow, Sanctions), ApiError> {
    let moderator = caller.moderator(Action::Moderate).await?;
    let person = named(caller, name).await?;
    if let Some(refusal) = protection(caller, moderator, &person).await? {
        return Err(refusal);
    }
    let sanctions = caller.state.store.sanctions(&person.id).await?;
    Ok((moderator, person, sanctions.at(caller.state.now())))
}

/// An account, for moderators
#[utoipa::path(get, path = "/api/moderation/people/{name}", tag = "moderation",
    params(("name" = String, Path, description = "The name")),
    responses(
        (status = OK, body = PersonCard), (status = NOT_FOUND, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn person_card(
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<PersonCard>, ApiError> {
    let moderator = caller.moderator(Action::Search).await?;
    let person = named(&caller, &name).await?;
    let can_sanction = protection(&caller, moderator, &person).await?.is_none();
    let store = &caller.state.store;
    let sanctions = store.sanctions(&person.id).await?.at(caller.state.now());
    let mut playing = Vec::new();
    for id in store.playing(&person.id).await? {
        playing.extend(store.game(&id).await?.filter(|row| row.finish.is_none()));
    }
    let reports = store.reports_about(&person.id).await?;
    let reports = reports.iter().filter(|report| report.person.id != moderator.id);
    let actions = store.named_actions_on(&person.id, ACTIONS).await?;
    Ok(Json(PersonCard {
        account: (&person).into(),
        since: store.came(&person.id).await?.0,
        games: store.finished(&person.id).await?,
        owner: store.owner(&person.id).await?.map(|owner| owner.name.to_string()),
        moderator: sanctions.moderator,
        can_sanction,
        sanctions: sanctions.into(),
        playing: playing.iter().map(GameSummary::from).collect(),
        reports: reports.map(ReportResponse::from).collect(),
        actions: actions.into_iter().map(ActionResponse::from).collect(),
    }))
}

/// Mute an account
///
/// They play on and say nothing in any chat. A mute that holds is replaced.
#[utoipa::path(put, path = "/api/moderation/people/{name}/mute", tag = "moderation",
    request_body = SanctionWish, params(("name" = String, Path, description = "The name")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = BAD_REQUEST, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
        (status = FORBIDDEN, body = ApiError, description = "You are no moderator, or they are one"),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn mute(
    caller: Caller,
    Path(name): Path<String>,
    Body(wish): Body<SanctionWish>,
) -> Result<StatusCode, ApiError> {
    let (moderator, person, _) = target(&caller, &name).await?;
    let (now, detail) = (caller.state.now(), wish.detail()?);
    let until = Some(wish.until(now)?);
    caller.state.store.mute(&person.id, until, (&moderator.id, &detail), now).await?;
    caller.follow_own_action().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Unmute an account
#[utoipa::path(delete, path = "/api/moderation/people/{name}/mute", tag = "moderation",
    params(("name" = String, Path, description = "The name")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = CONFLICT, body = ApiError, description = "They are not muted"),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn unmute(caller: Caller, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    let (moderator, person, sanctions) = target(&caller, &name).await?;
    if sanctions.muted.is_none() {
        return Err(ApiError::new(ErrorCode::Conflict, "they are not muted"));
    }
    let now = caller.state.now();
    caller.state.store.mute(&person.id, None, (&moderator.id, ""), now).await?;
    caller.follow_own_action().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Ban an account
///
/// They and their bots cannot sign in; their connections are closed. Games that are on are not ended. A
/// ban that holds is replaced.
#[utoipa::path(put, path = "/api/moderation/people/{name}/ban", tag = "moderation",
    request_body = SanctionWish, params(("name" = String, Path, description = "The name")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = BAD_REQUEST, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
        (status = FORBIDDEN, body = ApiError, description = "You are no moderator, or they are one"),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn ban(
    caller: Caller,
    Path(name): Path<String>,
    Body(wish): Body<SanctionWish>,
) -> Result<StatusCode, ApiError> {
    let (moderator, person, _) = target(&caller, &name).await?;
    let (now, detail) = (caller.state.now(), wish.detail()?);
    let until = Some(wish.until(now)?);
    caller.state.store.ban(&person.id, until, (&moderator.id, &detail), now).await?;
    caller.follow_own_action().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Unban an account
#[utoipa::path(delete, path = "/api/moderation/people/{name}/ban", tag = "moderation",
    params(("name" = String, Path, description = "The name")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = CONFLICT, body = ApiError, description = "They are not banned"),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn unban(caller: Caller, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    let (moderator, person, sanctions) = target(&caller, &name).await?;
    if sanctions.banned.is_none() {
        return Err(ApiError::new(ErrorCode::Conflict, "they are not banned"));
    }
    let now = caller.state.now();
    caller.state.store.ban(&person.id, None, (&moderator.id, ""), now).await?;
    caller.follow_own_action().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Abort a game
///
/// It has no result, and no rating changes.
#[utoipa::path(post, path = "/api/moderation/games/{id}/abort", tag = "moderation",
    request_body = AbortWish, params(("id" = String, Path, description = "The game")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = CONFLICT, body = ApiError, description = "It is over"),
        (status = BAD_REQUEST, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
        (status = FORBIDDEN, body = ApiError, description = "You are no moderator, or you play it"),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn abort_game(
    caller: Caller,
    Path(id): Path<String>,
    Body(wish): Body<AbortWish>,
) -> Result<StatusCode, ApiError> {
    let moderator = caller.moderator(Action::Moderate).await?;
    let reason = note(&wish.reason)?;
    let none = || ApiError::not_found("there is no such game");
    let id: GameId = id.parse().map_err(|_| none())?;
    let (store, now) = (&caller.state.store, caller.state.now());
    let row = store.game(&id).await?.ok_or_else(none)?;
    if [&row.first, &row.second].iter().any(|seat| seat.person == moderator.id) {
        return Err(ApiError::forbidden("it is your own game; another moderator decides"));
    }
    match store.abort_game(&id, (&moderator.id, &reason), now).await {
        Err(StoreError::Gone) => Err(ApiError::new(ErrorCode::Conflict, "the game is over")),
        done => {
            done?;
            caller.follow_own_action().await;
            caller.state.announce(|| Announcement::Reload(id));
            Ok(StatusCode::NO_CONTENT)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_told_in_the_largest_unit() {
        for (seconds, words) in [
            (60, "1 minute"),
            (3_600, "1 hour"),
            (86_400, "1 day"),
            (604_800, "7 days"),
            (90, "90 seconds"),
        ] {
            assert_eq!(length(seconds), words);
        }
    }

    #[test]
    fn a_sanction_has_an_end_or_is_for_ever() {
        let wish = |seconds| SanctionWish { seconds, reason: "spam".to_owned() };
        let now = Moment(1_000);
        assert_eq!(wish(Some(60)).until(now).unwrap(), Moment(61_000));
        assert_eq!(wish(None).until(now).unwrap(), FOREVER);
        assert!(wish(Some(59)).until(now).is_err() && wish(Some(u64::MAX)).until(now).is_err());
        assert_eq!(wish(Some(3_600)).detail().unwrap(), "1 hour: spam");
        assert_eq!((end(None), end(Some(FOREVER)), end(Some(now))), (None, None, Some(1_000)));
    }
}
