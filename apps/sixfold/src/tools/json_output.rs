//! JSON as every command with `--json` prints it: one object a line, described in `docs/automation.md`.

use crate::failure::{Done, Failure};
use catalog::GameName;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Writes `{"ok": true, "game": …, "result": …}`; `line` is the line of the input that it answers.
pub(crate) fn write_result(
    out: &mut impl Write,
    game: Option<GameName>,
    line: Option<usize>,
    result: &Value,
) -> Done {
    let mut object = begun(true, line);
    if let Some(game) = game {
        object.insert("game".to_owned(), game.text().into());
    }
    object.insert("result".to_owned(), result.clone());
    write_line(out, object)
}

/// Writes `{"ok": false, "error": {"code", "message", "place"}}`, if there is anything to say.
pub(crate) fn write_failure(out: &mut impl Write, line: Option<usize>, failure: &Failure) -> Done {
    let error = match failure {
        Failure::Found | Failure::BrokenPipe => return Ok(()),
        Failure::Query(error) => json!(error),
        Failure::Request(what) => json!({ "code": "bad_request", "message": what }),
        Failure::File(what) => json!({ "code": "file", "message": what }),
    };
    let mut object = begun(false, line);
    object.insert("error".to_owned(), error);
    write_line(out, object)
}

fn begun(ok: bool, line: Option<usize>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("ok".to_owned(), ok.into());
    object.extend(line.map(|line| ("line".to_owned(), line.into())));
    object
}

/// A reader of a pipe gets each line as soon as it is written.
fn write_line(out: &mut impl Write, object: Map<String, Value>) -> Done {
    writeln!(out, "{}", Value::Object(object))?;
    Ok(out.flush()?)
}
