//! A search request of the page and the worker's answer, as the bytes that go between them.
//!
//! `cargo run -p worker-protocol --example a_search`

use analysis::{Limits, Line, MoveText, Report, Score};
use std::time::Duration;
use worker_protocol::{Request, Response, SearchRequest, decode, encode};

fn main() {
    let limits = Limits::time(Duration::from_secs(1));
    let record = "[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n*\n".to_owned();
    let search = SearchRequest {
        id: 1,
        game: "hex".to_owned(),
        record,
        level: 8,
        limits,
        ..SearchRequest::default()
    };
    let bytes = encode(&Request::Search(search));
    println!("request: {} bytes", bytes.len());

    let Some(Request::Search(search)) = decode(&bytes) else { panic!("it is a search") };
    let mv = MoveText { mv: "c3".to_owned(), human: "c3".to_owned() };
    let lines = vec![Line::new(vec![mv], Score::Chance(620))];
    let answer =
        Response::BestMove { id: search.id, report: Report { lines, depth: 7, ..Report::empty() } };
    let bytes = encode(&answer);
    println!("answer: {} bytes, ends search {:?}", bytes.len(), answer.ends_search());
    println!("cut short it is no message: {:?}", decode::<Response>(&bytes[..bytes.len() - 1]));
}
