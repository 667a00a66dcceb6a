//! The page that describes a game's notation (`content/<game>/notation.md`), read block by block.

use crate::{Position, Record};
use std::fmt::Display;
use std::str::FromStr;

/// The page of a game. Its blocks open with the game's name and a kind, such as `hex-moves`.
#[derive(Clone, Copy, Debug)]
pub struct NotationPage {
    /// The game's name.
    pub game: &'static str,
    /// The page.
    pub text: &'static str,
}

/// What the page says about a text.
#[derive(PartialEq, Eq, Debug)]
enum Expected {
    /// It is written so.
    Written(String),
    /// It is refused with this error.
    Refused(String),
}

impl Expected {
    fn of(read: Result<impl Display, impl Display>) -> Self {
        match read {
            Ok(value) => Self::Written(value.to_string()),
            Err(error) => Self::Refused(error.to_string()),
        }
    }
}

impl NotationPage {
    /// The blocks of a kind: the rest of the opening line, and what is between the fences.
    pub fn blocks(self, kind: &str) -> Vec<(&'static str, &'static str)> {
        let parts: Vec<&'static str> = self.text.split("```").collect();
        let opened = parts.iter().skip(1).step_by(2).filter_map(|block| {
            let (head, body) = block.split_once('\n')?;
            let kinds = head.strip_prefix(self.game)?.strip_prefix('-')?;
            Some((kinds.strip_prefix(kind)?.trim(), body))
        });
        opened.collect()
    }

    /// The one block of this kind.
    fn block(self, kind: &str) -> &'static str {
        let found = self.blocks(kind);
        assert_eq!(found.len(), 1, "{kind}");
        found[0].1
    }

    /// Lines `text -> written` and `text !! error`: each side without its padding.
    fn rows(self, kind: &str, least: usize) -> Vec<(&'static str, Expected)> {
        let rows: Vec<_> = self.block(kind).lines().map(row).collect();
        assert!(rows.len() >= least, "the page has only {} {kind}", rows.len());
        rows
    }

    /// Texts of a block, at least so many, are read and written as it says.
    ///
    /// # Panics
    /// If one is not.
    pub fn check_texts<T: FromStr<Err: Display> + Display>(self, kind: &str, least: usize) {
        for (text, expected) in self.rows(kind, least) {
            assert_eq!(Expected::of(text.parse::<T>()), expected, "{text}");
        }
    }

    /// Moves of the block `play`, at least so many, lead where it says: `position: move -> position`.
    ///
    /// # Panics
    /// If one does not.
    pub fn check_play<P: Position>(self, least: usize) {
        for (text, expected) in self.rows("play", least) {
            let (position, mv) = text.split_once(':').expect("a position and a move");
            let position: P = position.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let found = position.read_move(mv).map(|mv| position.after(mv));
            assert_eq!(Expected::of(found), expected, "{text}");
        }
    }

    /// The drawing of the page is that of the position in its opening line.
    ///
    /// # Panics
    /// If it is not.
    pub fn check_drawing<P: Position>(self) {
        let drawings = self.blocks("drawing of ");
        assert_eq!(drawings.len(), 1, "the page has one drawing");
        for (text, drawing) in drawings {
            let position: P = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(drawing.parse(), Ok(position.clone()));
            assert_eq!(format!("{position:#}\n"), drawing);
        }
    }

    /// The record of the page is written as it is read, and ends in this position.
    ///
    /// # Panics
    /// If it does not.
    pub fn check_record<P: Position>(self, last: &str) {
        let text = self.block("record");
        let record: Record<P> = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(record.to_string(), text);
        assert_eq!(record.position().to_string(), last);
    }

    /// The names in the sentence that begins with `start`.
    ///
    /// # Panics
    /// If there is no such sentence.
    pub fn names_after(self, start: &str) -> Vec<&'static str> {
        let sentence = self.text.split(start).nth(1).expect("a sentence that begins so");
        let sentence = sentence.split('.').next().unwrap_or(sentence);
        sentence.split('`').skip(1).step_by(2).collect()
    }
}

fn row(line: &'static str) -> (&'static str, Expected) {
    if let Some((text, written)) = line.split_once(" -> ") {
        (text.trim_end(), Expected::Written(written.trim().to_owned()))
    } else {
        let (text, error) = line.split_once(" !! ").expect("an arrow or an error");
        (text.trim_end(), Expected::Refused(error.trim().to_owned()))
    }
}

/// Whether the place of a parse error lies within its text, for texts of positions and options, and whether
/// a move that can be read round-trips. For texts that are nearly right.
pub fn errors_lie_within<P: Position>(position: &str, options: &str, mv: &str) -> bool {
    let within = |at: Option<usize>, text: &str| at.is_none_or(|at| at <= text.len());
    within(position.parse::<P>().err().map(|e| e.at), position)
        && within(options.parse::<P::Options>().err().map(|e| e.at), options)
        && mv.parse::<P::Move>().is_ok_and(|read| read.to_string().parse() == Ok(read))
            == mv.parse::<P::Move>().is_ok()
}
