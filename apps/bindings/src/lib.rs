//! Messages of the engine's worker as JSON: what JavaScript writes and reads.

use analysis::Limits;
use serde_json::{Value, json};
use std::time::Duration;
use worker_protocol::{FULL_LEVEL, Request, Response, SearchRequest, decode, encode};

/// The bytes of a search. `request` has `id`, `game` and `record`, and may have `level`, `lines`, `seed`,
/// `milliseconds`, `nodes` and `depth`.
///
/// ```
/// let request = r#"{"id": 1, "game": "hex", "record": "*", "level": 3, "milliseconds": 50}"#;
/// assert!(bindings::engine_request(request).is_some());
/// assert!(bindings::engine_request("{}").is_none());
/// ```
pub fn engine_request(request: &str) -> Option<Vec<u8>> {
    let value: Value = serde_json::from_str(request).ok()?;
    let number = |name: &str| value[name].as_u64();
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    let limits = Limits {
        time: number("milliseconds").map(Duration::from_millis),
        nodes: number("nodes"),
        depth: number("depth").and_then(|depth| usize::try_from(depth).ok()),
        ..Limits::default()
    };
    let search = SearchRequest {
        id: u32::try_from(number("id")?).ok()?,
        game: text("game")?,
        record: text("record")?,
        level: number("level").map_or(Some(FULL_LEVEL), |level| u8::try_from(level).ok())?,
        lines: number("lines").map_or(Some(1), |lines| u8::try_from(lines).ok())?,
        seed: number("seed").unwrap_or_default(),
        helpers: 0,
        limits,
    };
    Some(encode(&Request::Search(search)))
}

/// A message of the worker: `{"kind", "id", "result" or "why"}`. `position` is what was searched.
pub fn engine_response(bytes: &[u8], position: &str) -> String {
    let best = |report| json!(queries::best(position.to_owned(), report));
    let told = match decode::<Response>(bytes) {
        Some(Response::Ready) => json!({ "kind": "ready" }),
        Some(Response::Progress { id, report, .. }) => {
            json!({ "kind": "progress", "id": id, "result": best(&report) })
        }
        Some(Response::BestMove { id, report }) => {
            json!({ "kind": "best", "id": id, "result": best(&report) })
        }
        Some(Response::Refused { id, why }) => json!({ "kind": "refused", "id": id, "why": why }),
        Some(_) => json!({ "kind": "other" }),
        None => json!({ "kind": "unreadable" }),
    };
    told.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::Report;

    #[test]
    fn a_request_has_limits_and_an_answer_its_number() {
        let request =
            json!({ "id": 7, "game": "hex", "record": "*", "milliseconds": 50, "level": 2 });
        let bytes = engine_request(&request.to_string()).expect("a request");
        let Some(Request::Search(search)) = decode(&bytes) else { panic!("a search") };
        assert_eq!(
            (search.id, search.level, search.limits.time),
            (7, 2, Some(Duration::from_millis(50)))
        );
        let bytes = encode(&Response::BestMove { id: 7, report: Report::empty() });
        let told: Value = serde_json::from_str(&engine_response(&bytes, "p")).expect("JSON");
        assert_eq!((&told["id"], &told["result"]["position"]), (&json!(7), &json!("p")));
        assert!(engine_response(&[255; 9], "").contains("unreadable"));
    }
}
