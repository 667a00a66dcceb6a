//! Saved games: a file of one or several, or one of them as `FILE:N`.

use crate::failure::{Done, Failure};
use crate::files::{input_name, read_text};
use catalog::GameName;
use game::{Position, Record, RecordError, split_records};
use std::convert::Infallible;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use study::{Tree, import};

/// `FILE`, `FILE:N` for the Nth game in it, or `-` for standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SavedGames {
    path: PathBuf,
    number: Option<usize>,
}

impl FromStr for SavedGames {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let whole = || Self { path: PathBuf::from(text), number: None };
        let Some((path, number)) = text.rsplit_once(':') else { return Ok(whole()) };
        // A file may be called so.
        let numbered = !path.is_empty() && !Path::new(text).exists();
        let number = number.parse().ok().filter(|_| numbered);
        Ok(number.map_or_else(whole, |n| Self { path: PathBuf::from(path), number: Some(n) }))
    }
}

/// A game of a file.
pub(crate) struct SavedGame<T> {
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    /// The game.
    pub(crate) game: T,
}

impl SavedGames {
    /// What to call the file in messages.
    pub(crate) fn name(&self) -> String {
        input_name(&self.path)
    }

    /// The text of the whole file, which is not empty.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let text = read_text(&self.path)?;
        if text.trim().is_empty() {
            return Err(Failure::Request(format!("{}: the file is empty", self.name())));
        }
        Ok(text)
    }

    /// The one game that was asked for by its number, or all.
    pub(crate) fn chosen<T>(&self, games: Vec<T>) -> Result<Vec<SavedGame<T>>, Failure> {
        let count = games.len();
        let numbered = games.into_iter().zip(1..).map(|(game, number)| SavedGame { number, game });
        let Some(wanted) = self.number else { return Ok(numbered.collect()) };
        let found: Vec<_> = numbered.filter(|game| game.number == wanted).collect();
        if found.is_empty() {
            let counted = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
            let what = format!("{}: there is no game {wanted}; it holds {counted}", self.name());
            return Err(Failure::Request(what));
        }
        Ok(found)
    }

    /// The games of a file with all that is in it, as far as they were asked for.
    pub(crate) fn trees(&self, usual: GameName) -> Result<Vec<SavedGame<Tree>>, Failure> {
        let named = |what: String| Failure::Request(format!("{}: {what}", self.name()));
        self.chosen(read_trees(usual, &self.text()?).map_err(named)?)
    }

    /// The games of a file, as far as they were asked for.
    pub(crate) fn records<P: Position>(&self) -> Result<Vec<SavedGame<Record<P>>>, Failure> {
        let text = self.text()?;
        if let Some(read) = import::read_elsewhere(&text) {
            let named = |what: &dyn Display| Failure::Request(format!("{}: {what}", self.name()));
            let imported = read.map_err(|what| named(&what))?;
            let trees = std::iter::once(imported.tree).chain(imported.others).collect();
            let record = |SavedGame { number, game }: SavedGame<Tree>| {
                let game = game.to_string().parse().map_err(|e: RecordError<P>| named(&e.fault))?;
                Ok(SavedGame { number, game })
            };
            return self.chosen(trees)?.into_iter().map(record).collect();
        }
        let chosen = self.chosen(split_records(&text))?;
        let records = chosen.into_iter().map(|SavedGame { number, game }| {
            let record: Result<Record<P>, RecordError<P>> = game.text.parse();
            let record = record.map_err(|error| {
                let line = game.line + error.line - 1;
                Failure::Request(format!("{}: line {line}: {}", self.name(), error.fault))
            })?;
            Ok(SavedGame { number, game: record })
        });
        records.collect()
    }

    /// The only game of a file.
    pub(crate) fn record<P: Position>(&self) -> Result<Record<P>, Failure> {
        let mut records = self.records()?;
        match (records.pop(), records.len()) {
            (Some(last), 0) => Ok(last.game),
            (_, others) => Err(self.several(others + 1, "")),
        }
    }

    /// What to do where one game is wanted and there are several; `else_all` is the flag that takes
    /// them all, if there is one.
    pub(crate) fn several(&self, count: usize, else_all: &str) -> Failure {
        let path = self.path.display();
        let or =
            if else_all.is_empty() { String::new() } else { format!(", or all with {else_all}") };
        Failure::Request(format!(
            "{} holds {count} games: choose one with {path}:1 to {path}:{count}{or}; `sixfold show` \
             lists them",
            self.name()
        ))
    }
}

/// Every game of a text in whatever it is written, with variations, comments and markup.
///
/// # Errors
/// What is wrong, in one line.
pub(crate) fn read_trees(usual: GameName, text: &str) -> Result<Vec<Tree>, String> {
    if let Some(read) = import::read_elsewhere(text) {
        let imported = read.map_err(|what| what.to_string().trim_end_matches('.').to_owned())?;
        return Ok(std::iter::once(imported.tree).chain(imported.others).collect());
    }
    let records = split_records(text).into_iter().map(|record| {
        Tree::read(usual, record.text).map_err(|partial| in_file(&partial.what, record.line))
    });
    records.collect()
}

/// `line 3: …` of a record that begins at a line of a file.
fn in_file(what: &str, first: usize) -> String {
    let numbered = what.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    match numbered.and_then(|(line, rest)| Some((line.parse::<usize>().ok()?, rest))) {
        Some((line, rest)) => format!("line {}: {rest}", line + first - 1),
        None => what.to_owned(),
    }
}

/// One line for each game: number, players, moves and result.
pub(crate) fn list<P: Position>(games: &[SavedGame<Record<P>>], out: &mut impl Write) -> Done {
    for SavedGame { number, game } in games {
        let result = game.conclusion().map_or("*", |end| end.outcome.text());
        let line = format!("{number:>4}  {result:<7} {:>4} moves  {}", game.ply(), players(game));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// `Ann – Bob`, as far as the tags tell.
fn players<P: Position>(record: &Record<P>) -> String {
    let value = |names: [&str; 4]| {
        let tag = record.tags.iter().find(|(name, _)| names.contains(&name.as_str()));
        tag.map(|(_, value)| value.as_str())
    };
    let first = value(["First", "Red", "Light", "White"]);
    let second = value(["Second", "Blue", "Dark", "Black"]);
    match (first, second) {
        (None, None) => String::new(),
        (first, second) => format!("{} – {}", first.unwrap_or("?"), second.unwrap_or("?")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_after_a_colon_chooses_a_game() {
        let read = |text: &str| {
            let Ok(SavedGames { path, number }) = text.parse();
            (path.display().to_string(), number)
        };
        assert_eq!(read("games.txt:12"), ("games.txt".into(), Some(12)));
        assert_eq!(read("-:2"), ("-".into(), Some(2)));
        for whole in ["games.txt", "C:\\games.txt", ":3", "games.txt:", "games.txt:x"] {
            assert_eq!(read(whole), (whole.into(), None));
        }
    }
}
