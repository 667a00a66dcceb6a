//! Writes the records of a match: all games into one file, or one file per game into a folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where records are written.
#[derive(Debug)]
pub enum RecordWriter {
    /// One file per game.
    Folder(PathBuf),
    /// All in one file, one after the other.
    File(File),
}

impl RecordWriter {
    /// A folder if there is one by that name or the name ends like one; otherwise a file, which
    /// must not exist yet.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(path: &Path) -> io::Result<Self> {
        let text = path.to_string_lossy();
        if path.is_dir() || text.ends_with(['/', std::path::MAIN_SEPARATOR]) {
            fs::create_dir_all(path)?;
            return Ok(Self::Folder(path.to_owned()));
        }
        Ok(Self::File(OpenOptions::new().write(true).create_new(true).open(path)?))
    }

    /// Writes game number `number`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_record(&mut self, number: usize, record: &str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => fs::write(folder.join(format!("{number:05}.txt")), record),
            Self::File(file) => {
                writeln!(file, "{}\n", record.trim_end())?;
                file.flush()
            }
        }
    }
}

/// The records in a text of several, each of which begins with its game's name.
pub fn records(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("[Game ") {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_told_apart() {
        let text = "[Game \"a\"]\n[X \"[Game \"]\n\n1. x\n\n[Game \"b\"]\n\n1. y\n";
        let found = records(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("1. x\n\n") && found[1].starts_with("[Game \"b\"]"));
        assert!(records("").is_empty());
    }
}
