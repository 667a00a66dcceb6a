//! The wire as it is: what is written is read, and nothing that can be sent breaks the reader.

use clock::{Moment, Span};
use proptest::prelude::*;
use protocol::{
    Close, Event, GameId, MOST_BYTES, Name, NumberedEvent, Ply, Seat, ToClient, ToServer, Wish,
    decode,
};

#[test]
fn messages_look_as_the_page_says() {
    let game: GameId = "a1B2c3D4".parse().unwrap();
    let play =
        ToServer::Play { game: game.clone(), ply: 4, mv: "c2".into(), id: "7f".parse().unwrap() };
    let text = r#"{"t":"play","game":"a1B2c3D4","ply":4,"mv":"c2","id":"7f"}"#;
    assert_eq!(serde_json::to_string(&play).unwrap(), text);
    assert_eq!(decode(text), Ok(play));
    let watch = decode(r#"{"t":"watch","game":"x"}"#).unwrap();
    assert_eq!(watch, ToServer::Watch { game: "x".parse().unwrap(), since: None });
    let ask = decode(r#"{"t":"ask","game":"x","wish":"take_back","id":"1"}"#).unwrap();
    assert!(matches!(ask, ToServer::Ask { wish: Wish::TakeBack, .. }));
    let ply = Ply { seat: Seat::First, mv: "c2".into(), text: "c2".into(), view: None };
    let event = Event::Played { ply: 4, mv: ply, clock: None, lag: Span::ZERO };
    let event = ToClient::Event(NumberedEvent { game, n: 5, at: Moment(9), event });
    let text = r#"{"t":"event","game":"a1B2c3D4","n":5,"at":9,"e":"played","ply":4,"seat":"first","mv":"c2","text":"c2"}"#;
    assert_eq!(serde_json::to_string(&event).unwrap(), text);
    assert_eq!(serde_json::from_str::<ToClient>(text).unwrap(), event);
}

#[test]
fn every_example_of_the_page_is_read() {
    let page = include_str!("../../../../docs/protocol.md");
    let block = |name: &str| {
        let fence = format!("```{name}\n");
        let from = page.find(&fence).expect("the page has the block") + fence.len();
        page[from..from + page[from..].find("```").unwrap()].to_owned()
    };
    let (up, down) = (block("to-server"), block("to-client"));
    for line in up.lines() {
        let read = decode(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), line);
    }
    for line in down.lines() {
        let read: ToClient = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), line);
    }
    assert!(up.lines().count() >= 15 && down.lines().count() >= 12);
}

#[test]
fn names_are_plain_and_short() {
    for bad in ["", "a b", "<b>", "ä", "a'; drop table games", &"x".repeat(200_000)] {
        assert!(bad.parse::<Name>().is_err() && bad.parse::<GameId>().is_err());
        let text = format!(r#"{{"t":"leave","game":{}}}"#, serde_json::to_string(bad).unwrap());
        let error = decode(&text).unwrap_err().to_string();
        assert!(error.len() < 150, "{error}");
    }
}

#[test]
fn large_and_deep_messages_get_one_short_line() {
    for text in ["[".repeat(MOST_BYTES), "{\"t\":".repeat(800), "9".repeat(10_000_000)] {
        assert!(decode(&text).unwrap_err().to_string().len() < 150);
    }
}

#[test]
fn reasons_to_close_have_codes_of_their_own() {
    for close in Close::ALL {
        assert_eq!(Close::from_code(close.code()), Some(close));
        assert!(close.words().len() < 120, "a close frame holds 123 bytes");
    }
    assert_eq!(Close::Restart.retry_seconds(), Some(2));
    assert_eq!(Close::SignedOut.retry_seconds(), None);
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(message) = decode(&text) {
            let written = serde_json::to_string(&message).unwrap();
            prop_assert_eq!(decode(&written), Ok(message));
        }
    }

    /// Nearly right messages: the examples with pieces cut out, doubled or exchanged.
    #[test]
    fn no_nearly_right_message_breaks_it(at in 0..80_usize, cut in 0..20_usize, with in "[\\{\\}\\[\\]\",:0-9a-z\\\\-]{0,6}") {
        for line in include_str!("../../../../docs/protocol.md").lines().filter(|l| l.starts_with('{')) {
            let at = at.min(line.len());
            let to = (at + cut).min(line.len());
            if let (Some(head), Some(tail)) = (line.get(..at), line.get(to..))
                && let Ok(message) = decode(&format!("{head}{with}{tail}"))
            {
                let written = serde_json::to_string(&message).unwrap();
                prop_assert_eq!(decode(&written), Ok(message));
            }
        }
    }
}
