//! A toy game with hidden information: the first player writes down yes or no, the second one guesses it and wins if
//! the guess is right.

use game::{
    InvalidPosition, Key, MoveList, NoOptions, Outcome, ParseError, Position, Side, Viewer,
};
use std::fmt;
use std::str::FromStr;

/// What is written down, and what is guessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Word {
    Yes,
    No,
}

/// The words so far. Shown to whoever may not know it, the first is `No` behind a mask. If `LEAKS`, the move
/// is shown although the position is masked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guess<const LEAKS: bool> {
    written: Option<Word>,
    guessed: Option<Word>,
    is_masked: bool,
}

impl<const LEAKS: bool> Position for Guess<LEAKS> {
    type Move = Word;
    type Options = NoOptions;
    type View = Self;
    const NAME: &'static str = "guess";
    const HAS_HIDDEN_INFORMATION: bool = true;
    const HAS_DRAWS: bool = false;
    const PERFT: &'static str = "";

    fn start(_: NoOptions) -> Self {
        Self { written: None, guessed: None, is_masked: false }
    }

    fn options(&self) -> NoOptions {
        NoOptions
    }

    fn side_to_move(&self) -> Side {
        if self.written.is_some() { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_right = self.guessed? == self.written?;
        Some(Outcome::Win(if is_right { Side::Second } else { Side::First }))
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.outcome().map(|_| "guess")
    }

    fn legal_moves(&self, into: &mut MoveList<Word>) {
        if self.guessed.is_none() {
            into.push(Word::Yes);
            into.push(Word::No);
        }
    }

    fn play_unchecked(&mut self, mv: Word) {
        let place = if self.written.is_none() { &mut self.written } else { &mut self.guessed };
        *place = Some(mv);
        self.is_masked = false;
    }

    fn key(&self) -> Key {
        let of = |word: Option<Word>| word.map_or(0, |word| 1 + word as u64);
        Key::feature(u64::from(self.is_masked), 3 * of(self.written) + of(self.guessed))
    }

    fn is_progress(&self, _: Word) -> bool {
        true
    }

    fn check(&self) -> Result<(), InvalidPosition> {
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> Self {
        let is_hidden = self.written.is_some() && self.outcome().is_none();
        if is_hidden && !viewer.knows(Side::First) {
            Self { written: Some(Word::No), is_masked: true, ..self.clone() }
        } else {
            self.clone()
        }
    }

    fn move_seen(&self, mv: Word, viewer: Viewer) -> Word {
        let is_hidden = self.written.is_none() && !viewer.knows(Side::First);
        if is_hidden && !LEAKS { Word::No } else { mv }
    }

    fn write_move(&self, mv: Word) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Word, ParseError> {
        text.parse()
    }

    fn why_illegal(&self, _: Word) -> String {
        "the guess is made".into()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Yes { "yes" } else { "no" })
    }
}

impl FromStr for Word {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim().to_lowercase().as_str() {
            "yes" => Ok(Self::Yes),
            "no" => Ok(Self::No),
            _ => Err(ParseError::new(0, "expected yes or no")),
        }
    }
}

/// Both words, `-` for one that is missing and `?` for one that is hidden.
impl<const LEAKS: bool> fmt::Display for Guess<LEAKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |word: Option<Word>| word.map_or_else(|| "-".to_owned(), |word| word.to_string());
        let written = if self.is_masked { "?".to_owned() } else { text(self.written) };
        write!(f, "{written} {}", text(self.guessed))
    }
}

impl<const LEAKS: bool> FromStr for Guess<LEAKS> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = |text: &str| if text == "-" { Ok(None) } else { text.parse().map(Some) };
        let (first, second) = text.split_once(' ').unwrap_or((text, "-"));
        let is_masked = first == "?";
        let written = if is_masked { Some(Word::No) } else { read(first)? };
        Ok(Self { written, guessed: read(second)?, is_masked })
    }
}
