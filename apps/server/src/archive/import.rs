//! Reading games from elsewhere: our own text in machine or players' notation, and for Hex SGF and
//! `HexWorld` links.

use catalog::{GameName, with_game};
use game::{Position, Record};
use sgf::{read_hexworld, read_sgf};

/// The longest text that is read, in bytes.
pub(crate) const LONGEST_TEXT: usize = 100_000;

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Which game.
    pub game: GameName,
    /// The record as we write it.
    pub record: String,
    /// Where it starts.
    pub start: String,
    /// The moves in machine notation.
    pub moves: Vec<String>,
    /// The result, or `*`.
    pub result: String,
}

/// Reads a game. Which game it is, is said by `named` or by the text itself.
///
/// # Errors
/// A sentence that says what is wrong and where.
pub fn import(named: Option<GameName>, text: &str) -> Result<Imported, String> {
    let start = text.trim_start();
    if text.len() > LONGEST_TEXT {
        return Err(format!("a game has at most {LONGEST_TEXT} bytes"));
    }
    let sgf = start.starts_with("(;") || start.starts_with("( ;");
    let link = start.contains("hexworld.org");
    if (sgf || link) && named.is_some_and(|game| game != GameName::Hex) {
        return Err("SGF and HexWorld links tell of Hex alone".to_owned());
    }
    if sgf {
        let tree = read_sgf(text).map_err(|error| error.to_string())?;
        return Ok(told(GameName::Hex, &tree.main_line()));
    }
    if link {
        let record = read_hexworld(start.trim()).map_err(|error| error.to_string())?;
        return Ok(told(GameName::Hex, &record));
    }
    let Some(game) = named.or_else(|| tagged(text)) else {
        return Err("the text does not say which game it is; name one".to_owned());
    };
    with_game!(game, P => read::<P>(game, text))
}

/// The game that a text's tag names.
fn tagged(text: &str) -> Option<GameName> {
    let line = text.lines().map(str::trim).find_map(|line| line.strip_prefix("[Game \""))?;
    line.strip_suffix("\"]")?.parse().ok()
}

fn read<P: Position>(game: GameName, text: &str) -> Result<Imported, String> {
    let record: Record<P> =
        text.parse().map_err(|error: game::RecordError<P>| error.to_string())?;
    Ok(told(game, &record))
}

fn told<P: Position>(game: GameName, record: &Record<P>) -> Imported {
    Imported {
        game,
        record: record.to_string(),
        start: record.start().to_string(),
        moves: record.moves().iter().map(ToString::to_string).collect(),
        result: record.conclusion().map_or("*", |end| end.outcome.text()).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_text_is_read_in_either_notation() {
        let read = import(None, "[Game \"hex\"]\n\n1. a3 {a comment} b4 2. c5 *").unwrap();
        assert_eq!((read.game, read.moves.join(" ")), (GameName::Hex, "a3 b4 c5".to_owned()));
        assert_eq!(import(None, &read.record).unwrap(), read, "what we write we read");
        assert_eq!(import(Some(GameName::Hex), "a3 b4 c5").unwrap().moves, read.moves);
    }

    #[test]
    fn hex_comes_as_sgf_and_as_links_too() {
        let sgf = "(;FF[4]GM[11]SZ[5];B[c3];W[b2])";
        assert_eq!(import(None, sgf).unwrap().moves, ["c3", "b2"]);
        let link = "https://hexworld.org/board/#5nc1,c3b2";
        assert_eq!(import(None, link).unwrap().moves, ["c3", "b2"]);
        assert!(import(Some(GameName::Eclipse), sgf).is_err());
        assert!(import(None, "(;GM[1])").unwrap_err().len() < 300);
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_one_short_line() {
        let nasty = ["", "[Game \"go\"]", "<script>", &"[".repeat(1_000_000)];
        for text in nasty {
            let error = import(None, text).unwrap_err();
            assert!(error.len() < 300 && !error.contains('\n'), "{error}");
        }
        let error = import(Some(GameName::Hex), "a3 a3").unwrap_err();
        assert!(error.contains("move 2"), "{error}");
    }
}
