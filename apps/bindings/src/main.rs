//! The WebAssembly module of the package for JavaScript: questions about the rules as JSON, and the messages
//! of the engine's worker as JSON.
//!
//! The engine itself is the module of `apps/worker`, in a worker of its own. `cargo xtask package` puts both
//! together with the scripts of `package/`.

use bindings::{engine_request, engine_response};
use wasm_bindgen::prelude::wasm_bindgen;

fn main() {}

/// The names of all games, in the order in which they are offered.
#[wasm_bindgen(js_name = gameNames)]
pub fn game_names() -> Vec<String> {
    queries::games().into_iter().map(|game| game.name).collect()
}

/// Answers a question about the rules; see `queries::answer`.
#[wasm_bindgen]
pub fn answer(question: &str) -> String {
    queries::answer(question)
}

/// The bytes of a search for the engine's worker; nothing if the request cannot be read.
#[wasm_bindgen(js_name = searchRequest)]
pub fn search_request(request: &str) -> Option<Vec<u8>> {
    engine_request(request)
}

/// A message of the engine's worker as JSON.
#[wasm_bindgen(js_name = workerResponse)]
pub fn worker_response(bytes: &[u8], position: &str) -> String {
    engine_response(bytes, position)
}
