//! What every request goes through: a limit of time, a catch for panics, the request log and the
//! histogram of durations.

use crate::AppState;
use crate::api::ApiError;
use crate::metrics::RequestLabels;
use crate::random;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

/// How many letters the id of a request has.
const REQUEST_ID: usize = 12;

/// What the timeout layer answers with; nothing else here does, and [`explain_timeout`] replaces it.
const TIMED_OUT: StatusCode = StatusCode::GATEWAY_TIMEOUT;

/// Ends requests whose answer has not begun after `limit`. The bodies of answers are not limited:
/// streams and upgrades to WebSocket begin at once and last as long as they like.
pub(crate) fn timeout(limit: Duration) -> TimeoutLayer {
    TimeoutLayer::with_status_code(TIMED_OUT, limit)
}

/// Gives an answer that took too long the form of every other refusal.
pub(crate) async fn explain_timeout(response: Response) -> Response {
    if response.status() == TIMED_OUT {
        tracing::error!("a request was ended because it took too long");
        return ApiError::busy().into_response();
    }
    response
}

/// Answers a request with 500 if what answers it panics; the others go on.
pub(crate) fn catch_panic() -> CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response> {
    CatchPanicLayer::custom(answer_panic as fn(Box<dyn Any + Send>) -> Response)
}

fn answer_panic(payload: Box<dyn Any + Send>) -> Response {
    let text = payload.downcast::<String>().map(|text| *text);
    let text = text.or_else(|payload| payload.downcast::<&str>().map(|text| (*text).to_owned()));
    let text = text.unwrap_or_else(|_| "without a message".to_owned());
    ApiError::broken(&format!("panic: {text}")).into_response()
}

/// The request log: a span around each request and, at the level `debug` of the target `request`, a line for
/// each answer. It has an id, the route and not the path: names and secrets stay out of it.
pub(crate) fn trace(router: Router) -> Router {
    let quiet =
        TraceLayer::new_for_http().on_request(()).on_failure(()).on_body_chunk(()).on_eos(());
    let spans = quiet.make_span_with(|request: &Request| {
        let id = request.extensions().get::<RequestId>().map(|id| id.0.as_str());
        tracing::info_span!(
            "request",
            id,
            method = known_method(request.method()),
            route = route(request)
        )
    });
    let spans = spans.on_response(|response: &Response, took: Duration, _: &Span| {
        tracing::debug!(target: "request", status = response.status().as_u16(), ?took, "answered");
    });
    router.layer(spans).layer(from_fn(number))
}

/// What a request is called in the log and in the header `X-Request-Id` of its answer.
#[derive(Clone)]
struct RequestId(String);

/// Gives a request an id of our own; what a visitor sends as one is not believed.
async fn number(mut request: Request, next: Next) -> Response {
    let id = random::alphanumeric(REQUEST_ID);
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

/// The route of a request, with its parameters by name.
fn route(request: &Request) -> &str {
    request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str)
}

/// Times a request.
pub(crate) async fn time(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let (start, method) = (Instant::now(), known_method(request.method()));
    let route = route(&request).to_owned();
    let response = next.run(request).await;
    let (took, status) = (start.elapsed(), response.status().as_u16());
    state.metrics.request(&RequestLabels { method, route, status }, took);
    response
}

/// Any text can be a method; only those that we answer are told apart.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::middleware::map_response;
    use axum::routing::get;
    use futures_util::StreamExt;
    use futures_util::stream::iter;
    use tower::ServiceExt;

    async fn answer(router: Router, path: &str) -> StatusCode {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        router.oneshot(request).await.unwrap().status()
    }

    #[tokio::test]
    async fn a_panic_is_answered_with_500() {
        let router = Router::new().route("/", get(async || -> () { panic!("of the test") }));
        assert_eq!(answer(router.layer(catch_panic()), "/").await, 500);
    }

    #[tokio::test]
    async fn an_answer_that_does_not_begin_is_ended_and_a_stream_is_not() {
        let limit = Duration::from_millis(20);
        let never = get(async || std::future::pending::<()>().await);
        let late = get(async move || {
            let part = move |part| async move {
                tokio::time::sleep(3 * limit).await;
                Ok::<_, std::io::Error>(part)
            };
            Body::from_stream(iter(["one", "two"]).then(part))
        });
        let router = Router::new().route("/never", never).route("/late", late);
        let router = router.layer(timeout(limit)).layer(map_response(explain_timeout));
        assert_eq!(answer(router.clone(), "/never").await, 503);
        let request = Request::builder().uri("/late").body(Body::empty()).unwrap();
        let body = router.oneshot(request).await.unwrap().into_body();
        assert_eq!(axum::body::to_bytes(body, 100).await.unwrap(), "onetwo");
    }
}
