//! `/livez`: the process answers. `/healthz` and `/readyz`: moves can be acknowledged; `/readyz` also that the server
//! is not about to stop and, as a node, has its lease and the bus, so that a proxy sends no new clients.

use crate::AppState;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;

/// The heartbeat is committed every second; without a commit for this long nothing can be.
const SILENCE: Duration = Duration::from_secs(5);

/// 200 while something is committed every second, 503 with the cause otherwise.
pub(crate) async fn answer(State(state): State<Arc<AppState>>) -> (StatusCode, String) {
    commit_health(state.store.last_commit_age())
}

/// The same, and 503 from the signal to stop on, and while a node has lost its lease or the bus.
pub(crate) async fn ready(State(state): State<Arc<AppState>>) -> (StatusCode, String) {
    if let Some(cause) = state.unready() {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("{cause}\n"));
    }
    commit_health(state.store.last_commit_age())
}

impl AppState {
    /// Why no new clients are to be sent to this server, whose games may go on all the same.
    fn unready(&self) -> Option<&'static str> {
        if self.is_stopping() {
            return Some("the server is about to stop");
        }
        let cluster = self.cluster.as_ref()?;
        if !cluster.incarnation().is_valid() {
            return Some("the lease of this node has ended");
        }
        (!cluster.hears_others()).then_some("the bus does not answer")
    }
}

/// 200 as long as anything is answered: a process that does not is to be started again.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

fn commit_health(age: Duration) -> (StatusCode, String) {
    if age < SILENCE {
        return (StatusCode::OK, "ok\n".to_owned());
    }
    let text = format!("nothing has been committed to the database for {} s\n", age.as_secs());
    (StatusCode::SERVICE_UNAVAILABLE, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_well_as_long_as_something_is_committed() {
        assert_eq!(
            commit_health(Duration::from_millis(1_200)),
            (StatusCode::OK, "ok\n".to_owned())
        );
        let (status, text) = commit_health(Duration::from_secs(7));
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(text.contains("for 7 s"), "{text}");
    }
}
