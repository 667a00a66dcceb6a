//! Reporting an account to the moderators.

use super::account::Routes;
use super::caller::{Body, Caller};
use super::error::{ApiError, ErrorCode};
use super::profile::named;
use crate::limits::Action;
use crate::plain_text::one_line;
use crate::store::{
    AccountKind, LONGEST_REPORT, MOST_OPEN_REPORTS, NewReport, Report, ReportReason, Store,
    StoreError,
};
use axum::Json;
use axum::http::StatusCode;
use protocol::GameId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// A report to be made: account, reason and text.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportWish {
    /// The name of the reported account.
    person: String,
    /// The reason.
    reason: ReportReason,
    /// What happened, in at most 500 characters; needed where the reason is `other`.
    #[serde(default)]
    text: String,
    /// In which game it happened.
    #[serde(default)]
    game: Option<String>,
}

/// A report that was stored.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reported {
    /// Its id.
    id: String,
}

/// A report that you have made.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnReport {
    /// When, in milliseconds since 1970.
    at: u64,
    /// The name of the reported account.
    person: String,
    reason: ReportReason,
    text: String,
    /// In which game it happened.
    game: Option<String>,
    /// Whether a moderator has closed it.
    closed: bool,
}

pub(super) async fn own_reports(store: &Store, person: &str) -> Result<Vec<OwnReport>, StoreError> {
    let own = |report: Report| OwnReport {
        at: report.at.0,
        person: report.person.name.to_string(),
        reason: report.reason,
        text: report.words,
        game: report.game.map(|game| game.to_string()),
        closed: report.closed.is_some(),
    };
    Ok(store.reports_by(person).await?.into_iter().map(own).collect())
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new().routes(routes!(report))
}

/// Report an account
///
/// Moderators read it, with your name. They may mute or ban the account; you get no answer.
#[utoipa::path(post, path = "/api/reports", tag = "moderation", request_body = ReportWish, responses(
    (status = CREATED, body = Reported),
    (status = NOT_FOUND, body = ApiError, description = "There is no player of that name, or no such game"),
    (status = CONFLICT, body = ApiError,
        description = "You have reported them in this game already, or too many people"),
    (status = BAD_REQUEST, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
))]
async fn report(
    caller: Caller,
    Body(wish): Body<ReportWish>,
) -> Result<(StatusCode, Json<Reported>), ApiError> {
    let (reporter, _) = caller.session()?;
    caller.limit(Action::Report)?;
    let words = words(&wish)?;
    let person = named(&caller, &wish.person).await?;
    if person.id == reporter.id {
        return Err(ApiError::bad("you cannot report yourself"));
    }
    if person.kind == AccountKind::Computer {
        return Err(ApiError::bad("computer players of the server cannot be reported"));
    }
    let game = game(&caller, wish.game.as_deref()).await?;
    let store = &caller.state.store;
    if store.open_reports_by(&reporter.id).await? >= MOST_OPEN_REPORTS {
        let what = format!("{MOST_OPEN_REPORTS} reports of yours are open; wait for a moderator");
        return Err(ApiError::new(ErrorCode::Conflict, what));
    }
    let report = NewReport {
        reporter: &reporter.id,
        person: &person.id,
        reason: wish.reason,
        words: &words,
        game: game.as_ref(),
    };
    let id = store.add_report(&report, caller.state.now()).await.map_err(reported_before)?;
    Ok((StatusCode::CREATED, Json(Reported { id })))
}

/// What the reporter says, in one line.
fn words(wish: &ReportWish) -> Result<String, ApiError> {
    let text = wish.text.replace(['\r', '\n', '\t'], " ");
    let words = one_line(&text, LONGEST_REPORT).map_err(ApiError::refused)?;
    if words.is_empty() && wish.reason == ReportReason::Other {
        return Err(ApiError::bad("say what happened"));
    }
    Ok(words)
}

/// The game that is named, which must be there.
async fn game(caller: &Caller, id: Option<&str>) -> Result<Option<GameId>, ApiError> {
    let Some(id) = id else { return Ok(None) };
    let none = || ApiError::not_found("there is no such game");
    let id: GameId = id.parse().map_err(|_| none())?;
    let row = caller.state.store.game(&id).await?.ok_or_else(none)?;
    Ok(Some(row.id))
}

fn reported_before(error: StoreError) -> ApiError {
    if error == StoreError::Taken {
        let what = "you have reported them already; a moderator will read it";
        return ApiError::new(ErrorCode::Conflict, what);
    }
    error.into()
}
