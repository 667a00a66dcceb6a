//! Parser of protocol lines, as far as they do not depend on the position.

use crate::error::LineError;
use crate::go::Go;

/// A parsed line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command<'a> {
    /// Nothing: an empty line.
    Nothing,
    /// `ugi`: identify.
    Ugi,
    /// `isready`.
    IsReady,
    /// Change an option.
    SetOption { name: &'a str, value: &'a str },
    /// `uginewgame`.
    NewGame,
    /// `position`.
    Position { start: Start<'a>, moves: &'a str },
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `query`.
    Query(Query),
    /// `quit`.
    Quit,
}

/// Where the moves begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start<'a> {
    Usual,
    Text(&'a str),
}

/// A query about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Query {
    GameOver,
    FirstToMove,
    Result,
}

const KNOWN: &str = "ugi, isready, setoption, uginewgame, position, go, stop, query, quit";

impl<'a> Command<'a> {
    /// Parses a line.
    pub(crate) fn read(line: &'a str) -> Result<Self, LineError> {
        let (word, rest) = first_word(line);
        let plain = |command| if rest.is_empty() { Ok(command) } else { Err(too_much(word, rest)) };
        match word {
            "" => Ok(Self::Nothing),
            "ugi" => plain(Self::Ugi),
            "isready" => plain(Self::IsReady),
            "uginewgame" => plain(Self::NewGame),
            "stop" => plain(Self::Stop),
            "quit" => plain(Self::Quit),
            "setoption" => set_option(rest),
            "position" => position(rest),
            "go" => Go::read(rest).map(Self::Go),
            "query" => query(rest),
            _ => Err(LineError::UnknownCommand { name: word.to_owned(), known: KNOWN }),
        }
    }
}

/// The first word and what comes after it, without spaces around either.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn too_much(word: &str, rest: &str) -> LineError {
    LineError::TooMuch { word: word.to_owned(), found: rest.to_owned() }
}

/// `name NAME value VALUE`.
fn set_option(rest: &str) -> Result<Command<'_>, LineError> {
    let ("name", after_name) = first_word(rest) else { return Err(LineError::SetOptionForm) };
    let (name, after) = first_word(after_name);
    match first_word(after) {
        ("value", value) if !name.is_empty() && !value.is_empty() => {
            Ok(Command::SetOption { name, value })
        }
        _ => Err(LineError::SetOptionForm),
    }
}

/// `startpos` or `fen TEXT`, then perhaps `moves …`. The text of a position has spaces: it ends at
/// the word `moves`.
fn position(rest: &str) -> Result<Command<'_>, LineError> {
    let (before, moves) = split_at_moves(rest);
    let start = match first_word(before) {
        ("startpos", "") => Start::Usual,
        ("startpos", more) => return Err(too_much("startpos", more)),
        ("fen", "") => return Err(LineError::NoPosition),
        ("fen", text) => Start::Text(text.trim_end()),
        _ => return Err(LineError::PositionForm),
    };
    Ok(Command::Position { start, moves })
}

/// What stands before and after the word `moves`.
fn split_at_moves(text: &str) -> (&str, &str) {
    let is_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let found = text.match_indices("moves").find(|(at, word)| {
        let (before, after) = (&text[..*at], &text[at + word.len()..]);
        is_space(before.chars().next_back()) && is_space(after.chars().next())
    });
    found.map_or((text, ""), |(at, word)| (text[..at].trim(), text[at + word.len()..].trim()))
}

fn query(rest: &str) -> Result<Command<'static>, LineError> {
    match rest.trim() {
        "gameover" => Ok(Command::Query(Query::GameOver)),
        "p1turn" => Ok(Command::Query(Query::FirstToMove)),
        "result" => Ok(Command::Query(Query::Result)),
        other => Err(LineError::UnknownQuery(other.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_end_where_moves_begin() {
        let read = |line| Command::read(line).unwrap();
        let usual = |moves| Command::Position { start: Start::Usual, moves };
        let text = |text, moves| Command::Position { start: Start::Text(text), moves };
        assert_eq!(read("position startpos"), usual(""));
        assert_eq!(read(" position \t startpos moves  a1 b2 "), usual("a1 b2"));
        assert_eq!(read("position startpos moves"), usual(""));
        assert_eq!(read("position fen 3/3/3 r swap=on moves a1"), text("3/3/3 r swap=on", "a1"));
        assert_eq!(read("position fen 3/3 xmoves  r"), text("3/3 xmoves  r", ""));
        for wrong in ["position", "position fen", "position fen moves a1", "position startpos a1"] {
            assert!(Command::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_have_a_name_and_a_value() {
        let set = |name, value| Ok(Command::SetOption { name, value });
        assert_eq!(Command::read("setoption name Hash value 64"), set("Hash", "64"));
        assert_eq!(Command::read("setoption  name Swap  value  on"), set("Swap", "on"));
        for wrong in ["setoption", "setoption Hash 64", "setoption name Hash", "setoption name"] {
            assert!(Command::read(wrong).is_err(), "{wrong}");
        }
    }
}
