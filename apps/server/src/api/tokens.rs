//! Personal tokens, and bots: accounts that only a token opens.

use super::account::{Account, Routes};
use super::caller::{Body, Caller};
use super::error::{ApiError, ErrorCode};
use crate::credential::Revocation;
use crate::limits::Action;
use crate::people::{LONGEST_LABEL, MOST_TOKENS, Scope, Token, name};
use crate::time::now;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest number of bots of an account.
const MOST_BOTS: usize = 10;

/// What a bot's first token allows.
const BOT_SCOPES: [Scope; 3] = [Scope::Read, Scope::Challenge, Scope::Play];

/// A token to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TokenWish {
    /// A label of your choice.
    pub(crate) label: String,
    /// The scopes of the token.
    pub(crate) scopes: Vec<Scope>,
}

/// A token with its secret, which is shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewToken {
    /// The token.
    #[serde(flatten)]
    pub(crate) token: Token,
    /// What to send as `Authorization: Bearer …`. It cannot be had again.
    pub(crate) secret: String,
}

/// A bot to be made.
#[derive(Deserialize, ToSchema)]
pub(crate) struct BotWish {
    /// The name of the bot.
    pub(crate) name: String,
}

/// A bot with its first token.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewBot {
    /// The bot.
    pub(crate) bot: Account,
    /// Its token.
    pub(crate) token: NewToken,
}

pub(super) fn routes() -> Routes {
    OpenApiRouter::new()
        .routes(routes!(tokens, add_token))
        .routes(routes!(revoke))
        .routes(routes!(bots, add_bot))
        .routes(routes!(close_bot))
        .routes(routes!(add_bot_token))
}

/// Your tokens, without their secrets
#[utoipa::path(get, path = "/api/tokens", tag = "tokens", responses(
    (status = OK, body = [Token]), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn tokens(caller: Caller) -> Result<Json<Vec<Token>>, ApiError> {
    let (person, _) = caller.account()?;
    Ok(Json(caller.state.store.tokens(&person.id).await?))
}

/// Make a token
#[utoipa::path(post, path = "/api/tokens", tag = "tokens", request_body = TokenWish, responses(
    (status = CREATED, body = NewToken, description = "The secret is shown this once"),
    (status = BAD_REQUEST, body = ApiError), (status = TOO_MANY_REQUESTS, body = ApiError),
    (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
))]
async fn add_token(
    caller: Caller,
    Body(wish): Body<TokenWish>,
) -> Result<(StatusCode, Json<NewToken>), ApiError> {
    let (person, _) = caller.account()?;
    caller.limit(Action::Change)?;
    let label = wish.label.trim();
    if label.is_empty() || label.chars().count() > LONGEST_LABEL || label.contains(char::is_control)
    {
        return Err(ApiError::bad(format!("a label has 1 to {LONGEST_LABEL} characters")));
    }
    let mut scopes = wish.scopes;
    scopes.sort_unstable();
    scopes.dedup();
    Ok((StatusCode::CREATED, Json(make(&caller, &person.id, label, &scopes).await?)))
}

async fn make(
    caller: &Caller,
    who: &str,
    label: &str,
    scopes: &[Scope],
) -> Result<NewToken, ApiError> {
    let store = &caller.state.store;
    if store.tokens(who).await?.len() >= MOST_TOKENS {
        return Err(ApiError::new(
            ErrorCode::Conflict,
            format!("an account has at most {MOST_TOKENS} tokens"),
        ));
    }
    let (token, secret) = store.add_token(who, label, scopes, now()).await?;
    Ok(NewToken { token, secret: secret.reveal().to_owned() })
}

/// Revoke a token
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "tokens",
    params(("id" = String, Path, description = "The token's id, or one of your bots' tokens'")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
    ))]
async fn revoke(caller: Caller, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let (person, _) = caller.account()?;
    let store = &caller.state.store;
    let mut owners = vec![person.id.clone()];
    owners.extend(store.bots(&person.id).await?.into_iter().map(|bot| bot.id));
    for owner in owners {
        if store.revoke(&owner, &id).await? {
            caller.state.revoke(&owner, Revocation::Token(&id));
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(ApiError::not_found("you have no such token"))
}

/// Your bots
#[utoipa::path(get, path = "/api/bots", tag = "tokens", responses(
    (status = OK, body = [Account]), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn bots(caller: Caller) -> Result<Json<Vec<Account>>, ApiError> {
    let (person, _) = caller.account()?;
    let bots = caller.state.store.bots(&person.id).await?;
    Ok(Json(bots.iter().map(Account::from).collect()))
}

/// Make a bot
///
/// An account for a program, with a first token.
#[utoipa::path(post, path = "/api/bots", tag = "tokens", request_body = BotWish, responses(
    (status = CREATED, body = NewBot, description = "The token's secret is shown this once"),
    (status = BAD_REQUEST, body = ApiError),
    (status = CONFLICT, body = ApiError, description = "The name is taken"),
    (status = TOO_MANY_REQUESTS, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
    (status = FORBIDDEN, body = ApiError),
))]
async fn add_bot(
    caller: Caller,
    Body(wish): Body<BotWish>,
) -> Result<(StatusCode, Json<NewBot>), ApiError> {
    let (person, _) = caller.account()?;
    let name = name::read(&wish.name)?;
    caller.limit(Action::SignUp)?;
    let store = &caller.state.store;
    if store.bots(&person.id).await?.len() >= MOST_BOTS {
        return Err(ApiError::new(
            ErrorCode::Conflict,
            format!("an account has at most {MOST_BOTS} bots"),
        ));
    }
    let bot = store.add_bot(&name, &person.id, now()).await?;
    let token = make(&caller, &bot.id, "first", &BOT_SCOPES).await?;
    Ok((StatusCode::CREATED, Json(NewBot { bot: (&bot).into(), token })))
}

/// One of the caller's own bots.
async fn own_bot(caller: &Caller, name: &str) -> Result<String, ApiError> {
    let (person, _) = caller.account()?;
    let bots = caller.state.store.bots(&person.id).await?;
    let bot = bots.into_iter().find(|bot| bot.name.as_str().eq_ignore_ascii_case(name));
    bot.map(|bot| bot.id).ok_or_else(|| ApiError::not_found("you have no such bot"))
}

/// Close a bot
///
/// Its running games are aborted in their first moves and lost later.
#[utoipa::path(delete, path = "/api/bots/{name}", tag = "tokens",
    params(("name" = String, Path, description = "The bot's name")),
    responses(
        (status = NO_CONTENT), (status = NOT_FOUND, body = ApiError),
        (status = UNAUTHORIZED, body = ApiError), (status = FORBIDDEN, body = ApiError),
    ))]
async fn close_bot(caller: Caller, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    let bot = own_bot(&caller, &name).await?;
    caller.state.close_account(&bot).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make another token for a bot
#[utoipa::path(post, path = "/api/bots/{name}/tokens", tag = "tokens",
    params(("name" = String, Path, description = "The bot's name")),
    responses(
        (status = CREATED, body = NewToken, description = "The secret is shown this once"),
        (status = NOT_FOUND, body = ApiError), (status = UNAUTHORIZED, body = ApiError),
        (status = FORBIDDEN, body = ApiError),
    ))]
async fn add_bot_token(
    caller: Caller,
    Path(name): Path<String>,
) -> Result<(StatusCode, Json<NewToken>), ApiError> {
    let bot = own_bot(&caller, &name).await?;
    caller.limit(Action::Change)?;
    Ok((StatusCode::CREATED, Json(make(&caller, &bot, "another", &BOT_SCOPES).await?)))
}
