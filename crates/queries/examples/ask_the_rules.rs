//! Asks about the rules in JSON, as `sixfold check --json` and `GET /api/rules` do.
//!
//! `cargo run -p queries --example ask_the_rules`

fn main() {
    for question in [
        r#"{"ask": "moves", "game": "hex", "query": {"options": "size=3", "moves": ["b2"]}}"#,
        r#"{"ask": "check", "game": "hex", "query": {"moves": ["c3"]}, "move": "c3"}"#,
        r#"{"ask": "apply", "game": "eclipse", "play": ["nonsense"]}"#,
    ] {
        println!("> {question}\n{}\n", queries::answer(question));
    }
}
