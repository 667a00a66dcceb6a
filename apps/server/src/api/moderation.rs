//! What moderators read: the queue of reports and the log of actions; and closing a report.
//!
//! The right is read from the database at each request, so that it ends at once. No token has it.

use super::account::{Account, Routes};
use super::caller::{Body, Caller, QueryParams};
use super::error::{ApiError, ErrorCode};
use crate::limits::Action;
use crate::plain_text::one_line;
use crate::store::{
    ActionKind, NamedAction, OPERATOR, PersonRow, Report, ReportReason, StoreError,
};
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many reports a page holds.
const PAGE: usize = 50;

/// Pages go no further.
const LAST_PAGE: usize = 199;

/// How many actions of the log are in an answer.
const ACTIONS: u32 = 100;

/// The longest reason or note of a moderator, in characters.
const LONGEST_NOTE: usize = 200;

impl Caller {
    /// The moderator who asks, by the cookie of a browser.
    pub(super) async fn moderator(&self, action: Action) -> Result<&PersonRow, ApiError> {
        let (person, _) = self.account()?;
        self.limit(action)?;
        if self.state.store.sanctions(&person.id).await?.moderator {
            Ok(person)
        } else {
            Err(ApiError::forbidden("only for moderators; an operator gives the right"))
        }
    }

    /// Follows an action at once. If that fails the heartbeat does.
    pub(super) async fn follow_own_action(&self) {
        if let Err(error) = self.state.follow_actions().await {
            tracing::warn!(%error, "an action is followed later");
        }
    }
}

/// What a moderator notes, in one line.
pub(super) fn note(text: &str) -> Result<String, ApiError> {
    one_line(text, LONGEST_NOTE).map_err(ApiError::refused)
}

/// Which reports are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportsWish {
    /// `open`, the oldest first, or `closed`, the last closed first.
    #[serde(default)]
    #[param(inline)]
    state: ReportState,
    /// Which page of fifty, from 0; up to 199.
    #[serde(default)]
    page: usize,
}

/// Whether a report waits for a moderator.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportState {
    #[default]
    Open,
    Closed,
}

/// A page of reports.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReportPage {
    reports: Vec<ReportResponse>,
    /// Whether there is another page.
    more: bool,
    /// How many reports are open in all.
    open: u64,
}

/// A report.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReportResponse {
    id: String,
    /// When it was made, in milliseconds since 1970.
    at: u64,
    /// The account that reported; absent if it is gone.
    reporter: Option<String>,
    /// The reported account.
    person: Account,
    reason: ReportReason,
    /// In the reporter's own words.
    text: String,
    /// In which game it happened.
    game: Option<String>,
    /// When it was closed, in milliseconds since 1970.
    closed: Option<u64>,
    /// The moderator who closed it, if that account is not gone.
    closed_by: Option<String>,
    /// What the moderator noted.
    note: Option<String>,
}

impl From<&Report> for ReportResponse {
    fn from(report: &Report) -> Self {
        Self {
            id: report.id.clone(),
            at: report.at.0,
            reporter: report.reporter.clone(),
            person: (&report.person).into(),
            reason: report.reason,
            text: report.words.clone(),
            game: report.game.as_ref().map(ToString::to_string),
            closed: report.closed.map(|at| at.0),
            closed_by: report.closed_by.clone(),
            note: report.note.clone(),
        }
    }
}

/// What a moderator notes on closing.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CloseWish {
    /// At most 200 characters, for the log too.
    #[serde(default)]
    note: String,
}

/// An action of an operator or a moderator.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActionResponse {
    /// Its number in the log, from 1.
    n: u64,
    /// When, in milliseconds since 1970.
    at: u64,
    /// The moderator's name, or `operator`.
    actor: String,
    kind: ActionKind,
    /// The account that the action is about, by name; absent if it is gone.
    person: Option<String>,
    /// In which game.
    game: Option<String>,
    /// Why, for how long, or what to.
    detail: Option<String>,
}

impl From<NamedAction> for ActionResponse {
    fn from(named: NamedAction) -> Self {
        let NamedAction { action, actor, person } = named;
        let gone = || if action.actor == OPERATOR { OPERATOR } else { "a deleted account" };
        // Of a session that was ended the detail is its fingerprint.
        let detail = action.detail.clone().filter(|_| action.kind != ActionKind::EndSession);
        Self {
            n: action.n,
            at: action.at.0,
            actor: actor.unwrap_or_else(|| gone().to_owned()),
            kind: action.kind,
            person,
            game: action.game.as_ref().map(ToString::to_string),
            detail: detail.filter(|detail| !detail.is_empty()),
        }
    }
}

/// Which part of the log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogWish {
    /// Only actions before the one of this number.
    before: Option<u64>,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(reports))
        .routes(routes!(close_report))
        .routes(routes!(log))
        .merge(super::moderation_people::routes())
}

/// Reports, for moderators
///
/// Those of the moderator who asks are left out.
#[utoipa::path(get, path = "/api/moderation/reports", tag = "moderation", params(ReportsWish),
    responses(
        (status = OK, body = ReportPage), (status = BAD_REQUEST, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn reports(
    caller: Caller,
    QueryParams(wish): QueryParams<ReportsWish>,
) -> Result<Json<ReportPage>, ApiError> {
    let moderator = caller.moderator(Action::Read).await?;
    if wish.page > LAST_PAGE {
        return Err(ApiError::bad(format!("pages end with {LAST_PAGE}")));
    }
    let (store, skip) = (&caller.state.store, wish.page * PAGE);
    let found = match wish.state {
        ReportState::Open => store.open_reports(&moderator.id, PAGE + 1, skip).await?,
        ReportState::Closed => store.closed_reports(&moderator.id, PAGE + 1, skip).await?,
    };
    let open = store.count_open_reports(&moderator.id).await?;
    let reports = found.iter().take(PAGE).map(ReportResponse::from).collect();
    Ok(Json(ReportPage { reports, more: found.len() > PAGE, open }))
}

/// Close a report
#[utoipa::path(post, path = "/api/moderation/reports/{id}/close", tag = "moderation",
    request_body = CloseWish, params(("id" = String, Path, description = "The report's id")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = CONFLICT, body = ApiError, description = "It is closed already"),
        (status = BAD_REQUEST, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
        (status = FORBIDDEN, body = ApiError, description = "You are no moderator, or it is about you"),
        (status = TOO_MANY_REQUESTS, body = ApiError),
    ))]
async fn close_report(
    caller: Caller,
    Path(id): Path<String>,
    Body(wish): Body<CloseWish>,
) -> Result<StatusCode, ApiError> {
    let moderator = caller.moderator(Action::Moderate).await?;
    let note = note(&wish.note)?;
    let store = &caller.state.store;
    let none = || ApiError::not_found("there is no such report");
    let report = store.report(&id).await?.ok_or_else(none)?;
    if report.person.id == moderator.id {
        return Err(ApiError::forbidden("a report about you is closed by another moderator"));
    }
    let done = store.close_report(&report, (&moderator.id, &note), caller.state.now()).await;
    match done {
        Err(StoreError::Gone) => Err(ApiError::new(ErrorCode::Conflict, "it is closed already")),
        done => Ok(done.map(|()| StatusCode::NO_CONTENT)?),
    }
}

/// The log of actions, for moderators
///
/// What operators and moderators did, the latest first, a hundred at once.
#[utoipa::path(get, path = "/api/moderation/log", tag = "moderation", params(LogWish), responses(
    (status = OK, body = [ActionResponse]), (status = BAD_REQUEST, body = ApiError),
    (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
    (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn log(
    caller: Caller,
    QueryParams(wish): QueryParams<LogWish>,
) -> Result<Json<Vec<ActionResponse>>, ApiError> {
    caller.moderator(Action::Read).await?;
    let before = wish.before.unwrap_or(u64::MAX);
    let actions = caller.state.store.named_actions_before(before, ACTIONS).await?;
    Ok(Json(actions.into_iter().map(ActionResponse::from).collect()))
}
