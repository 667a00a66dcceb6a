//! Questions about every game, right and wrong, and that no answer tells what is hidden.

use catalog::GameName;
use queries::{GameQuery, MoveFlag, MoveSelection, QueryErrorCode, ViewerName};
use serde_json::{Value, json};

fn ask(question: &Value) -> Value {
    serde_json::from_str(&queries::answer(&question.to_string())).expect("JSON")
}

fn position(text: &str) -> GameQuery {
    GameQuery { position: Some(text.to_owned()), ..GameQuery::default() }
}

#[test]
fn every_game_answers_every_question() {
    for game in GameName::ALL {
        let first = ask(&json!({ "ask": "moves", "game": game.text() }));
        let mv = first["result"]["moves"][0]["move"].as_str().expect("a legal move").to_owned();
        let check = ask(&json!({ "ask": "check", "game": game.text(), "move": mv }));
        assert_eq!(check["result"]["legal"], true, "{game}");
        assert_eq!(check["result"]["move"], first["result"]["moves"][0], "{game}");
        let applied = ask(&json!({ "ask": "apply", "game": game.text(), "play": [mv] }));
        let after = &applied["result"];
        assert_eq!((&after["state"]["ply"], &after["played"]), (&json!(1), &json!([mv])), "{game}");
        let query = json!({ "record": after["record"] });
        let state = ask(&json!({ "ask": "state", "game": game.text(), "query": query }));
        assert_eq!(state["result"], after["state"], "{game}: the record leads to the same state");
        let picture = ask(&json!({ "ask": "picture", "game": game.text() }));
        assert!(picture["result"].as_str().expect("a text").starts_with("<svg"), "{game}");
    }
}

#[test]
fn every_error_has_a_code_and_a_place() {
    let cases = [
        (json!({ "ask": "state", "game": "go" }), "unknown_game", json!({ "part": "game" })),
        (
            json!({ "ask": "state", "game": "hex", "query": { "options": "size=99" } }),
            "bad_options",
            json!({ "part": "options", "column": 6 }),
        ),
        (
            json!({ "ask": "state", "game": "hex", "query": { "moves": ["c3", "c3"] } }),
            "illegal_move",
            json!({ "part": "moves", "index": 2 }),
        ),
        (
            json!({ "ask": "apply", "game": "hex", "play": ["c3", "c?"] }),
            "bad_move",
            json!({ "part": "moves", "index": 2, "column": 1 }),
        ),
        (
            json!({ "ask": "state", "game": "hex", "query": { "record": "[Game \"hex\"]\n\n1. c3 c3 *" } }),
            "illegal_move",
            json!({ "part": "record", "index": 2, "line": 3 }),
        ),
        (
            json!({ "ask": "state", "game": "hex", "query": { "moves": vec!["a1"; 3_000] } }),
            "too_long",
            json!({ "part": "moves" }),
        ),
        (
            json!({ "ask": "state", "game": "hex", "query": { "position": "3/3/3 r swap=on", "options": "size=3" } }),
            "bad_question",
            json!({ "part": "question" }),
        ),
    ];
    for (question, code, place) in cases {
        let told = ask(&question);
        assert_eq!(told["ok"], false, "{question}");
        assert_eq!(
            (&told["error"]["code"], &told["error"]["place"]),
            (&json!(code), &place),
            "{told}"
        );
        assert!(told["error"]["message"].as_str().is_some_and(|text| !text.is_empty()));
    }
    let garbage: Value = serde_json::from_str(&queries::answer("{\"ask\":")).expect("JSON");
    assert_eq!(garbage["error"]["code"], "bad_question");
}

#[test]
fn an_illegal_move_is_told_why() {
    let record = queries::read(GameName::Eclipse, &GameQuery::default()).expect("a start");
    let reason = queries::check(&record, "1-7", ViewerName::All).reason.expect("a reason");
    assert_eq!(reason.code, QueryErrorCode::IllegalMove);
    assert!(reason.message.contains('7') || reason.message.contains('1'), "{reason}");
    let over = queries::read(GameName::Hex, &position("1r1/1r1/brb b swap=off"))
        .expect("a game that is over");
    let reason = queries::check(&over, "a1", ViewerName::All).reason.expect("a reason");
    assert_eq!(reason.code, QueryErrorCode::GameOver);
}

#[test]
fn flags_say_what_a_move_does() {
    let flags = |game, text: &str, mv: &str| {
        let record = queries::read(game, &position(text)).expect("a position");
        queries::check(&record, mv, ViewerName::All).mv.unwrap_or_else(|| panic!("{mv}")).flags
    };
    let hex = "1r1/1r1/b1b r swap=off";
    assert_eq!(flags(GameName::Hex, hex, "b3"), [MoveFlag::Placement, MoveFlag::Win]);
    let one = "3/1r1/3 b swap=on";
    assert_eq!(flags(GameName::Hex, one, "swap"), [MoveFlag::Swap]);
    let chess = "1/2/K6/6/1P3/1p4/6k/2/1 w even -";
    let record = queries::read(GameName::HexChess, &position(chess)).expect("a position");
    let all = queries::moves(&record, ViewerName::All, MoveSelection::All);
    assert_eq!(all.total, all.moves.len());
    assert!(all.moves.iter().all(|mv| mv.from.is_some() && mv.to.is_some()));
}

#[test]
fn line_ups_are_counted_and_listed_when_asked_for() {
    let record = queries::read(GameName::HexChess, &GameQuery::default()).expect("a start");
    let short = queries::moves(&record, ViewerName::All, MoveSelection::WithoutLineUps);
    let long = queries::moves(&record, ViewerName::All, MoveSelection::All);
    assert!(short.moves.len() < 100 && long.moves.len() > 10_000);
    assert_eq!((short.total, long.total), (long.moves.len(), long.moves.len()));
    assert_eq!(long.moves.last().map(|mv| mv.flags.clone()), Some(vec![MoveFlag::LineUp]));
}

#[test]
fn repetition_is_counted_and_foretold() {
    let record = |moves: &str| {
        let moves = moves.split(' ').map(str::to_owned).collect();
        let options = Some("standard".to_owned());
        queries::read(GameName::Eclipse, &GameQuery { options, moves, ..GameQuery::default() })
            .expect("a game")
    };
    let start = queries::read(GameName::Eclipse, &GameQuery::default()).expect("a start");
    let first = queries::moves(&start, ViewerName::All, MoveSelection::All).moves.remove(0);
    let back = format!("{}-{}", first.to.expect("a cell"), first.from.expect("a cell"));
    let second = queries::moves(&record(&first.mv), ViewerName::All, MoveSelection::All);
    // A move there and back of both sides leads to the start again, where nothing is in the way.
    let returns = second.moves.iter().find_map(|reply| {
        let answer = format!("{}-{}", reply.to.as_ref()?, reply.from.as_ref()?);
        let game = [first.mv.as_str(), &reply.mv, &back, &answer].join(" ");
        let moves = game.split(' ').map(str::to_owned).collect();
        let query = GameQuery { moves, ..GameQuery::default() };
        let record = queries::read(GameName::Eclipse, &query).ok()?;
        (queries::state(&record, ViewerName::All).occurrences == 2).then_some(game)
    });
    let game = returns.expect("a way back");
    let three = game.rsplit_once(' ').expect("four moves");
    let before = record(three.0);
    let last = queries::check(&before, three.1, ViewerName::All).mv.expect("legal");
    assert!(last.flags.contains(&MoveFlag::Repetition), "{:?}", last.flags);
}

/// HC-5.1: for a viewer who may not know, every answer is the same whether a horse is a knight or a fool.
#[test]
fn no_answer_tells_a_fool_from_a_knight() {
    let answers = |horse: char, viewer: ViewerName| {
        let text = format!("1/2/K6/1{horse}4/2Q2/6/6k/2/1 w even -");
        let record = queries::read(GameName::HexChess, &position(&text)).expect("a position");
        let moves = queries::moves(&record, viewer, MoveSelection::All);
        let checks: Vec<_> =
            moves.moves.iter().map(|mv| queries::check(&record, &mv.mv, viewer)).collect();
        let state = queries::state(&record, viewer);
        let picture = queries::picture(&record, viewer);
        (json!([moves, checks, state]).to_string(), picture)
    };
    for viewer in [ViewerName::First, ViewerName::Watcher] {
        assert_eq!(answers('n', viewer), answers('f', viewer), "{viewer:?}");
    }
    for viewer in [ViewerName::Second, ViewerName::All] {
        assert_ne!(answers('n', viewer), answers('f', viewer), "{viewer:?}");
    }
}

#[test]
fn what_is_pinned_threatened_and_hidden_is_told() {
    let pinned = "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 l i>e standard";
    let state = |game, text: &str| {
        let record = queries::read(game, &position(text)).expect("a position");
        queries::state(&record, ViewerName::All)
    };
    let links = state(GameName::Eclipse, pinned).pinned;
    assert_eq!((links[0].chain, &links[0].by[..]), ('e', &['i'][..]));
    let attacked = state(GameName::HexChess, "1/2/K6/1f4/2q2/6/6k/2/1 w even -");
    assert_eq!(attacked.hidden[0].is.as_deref(), Some("fool"));
    assert_eq!(attacked.hidden[0].looks, "knight");
    let hex = state(GameName::Hex, "1b1/b2/r1r r swap=off");
    assert_eq!((hex.colour.as_str(), hex.result), ("Red", None));
    let threat = state(GameName::Hex, "3/b1b/r1r r swap=off").threats;
    assert_eq!(threat.len(), 1, "{threat:?}");
    assert_eq!(threat[0].cells, ["b2"]);
}
