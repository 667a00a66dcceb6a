//! Several records in one text, such as the games of a match saved to one file.
//!
//! A record begins with its tags, so a tag after moves begins the next one. Brackets inside a
//! comment are no tags: clocks are written there, as `{[%clk 0:04:59]}`.

/// One record of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordText<'a> {
    /// The record alone.
    pub text: &'a str,
    /// The number of its first line in the whole text, from 1.
    pub line: usize,
}

/// The records in a text of one or several; none if there is nothing but space.
///
/// ```
/// let text = "[Game \"hex\"]\n\n1. a1 *\n\n[Game \"hex\"]\n\n1. b2 *\n";
/// assert_eq!(game::split_records(text).len(), 2);
/// ```
pub fn split_records(text: &str) -> Vec<RecordText<'_>> {
    let mut splitter = Splitter { starts: Vec::new(), part: Part::Moves, in_comment: false };
    let mut at = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        splitter.take(line, at, i + 1);
        at += line.len();
    }
    let starts = splitter.starts;
    let ends = starts.iter().skip(1).map(|start| start.0).chain([text.len()]);
    let records = starts.iter().zip(ends);
    records.map(|(&(start, line), end)| RecordText { text: &text[start..end], line }).collect()
}

/// Which part of a record the last line belonged to.
#[derive(PartialEq, Eq)]
enum Part {
    Tags { game: bool },
    Moves,
}

struct Splitter {
    /// Where records begin: the byte and the line.
    starts: Vec<(usize, usize)>,
    part: Part,
    in_comment: bool,
}

impl Splitter {
    fn take(&mut self, line: &str, at: usize, number: usize) {
        let words = line.trim_start_matches('\u{feff}').trim();
        if words.is_empty() {
            return;
        }
        if words.starts_with('[') && !self.in_comment {
            self.take_tag(words, at, number);
        } else {
            if self.starts.is_empty() {
                self.starts.push((at, number));
            }
            self.part = Part::Moves;
            self.follow_comments(words);
        }
    }

    fn take_tag(&mut self, tag: &str, at: usize, number: usize) {
        let names_game = tag.starts_with("[Game ");
        // A game without moves or a result is followed by the name of the next one.
        let game_again = names_game && self.part == Part::Tags { game: true };
        if self.part == Part::Moves || game_again {
            self.starts.push((at, number));
            self.part = Part::Tags { game: names_game };
        } else if names_game {
            self.part = Part::Tags { game: true };
        }
    }

    fn follow_comments(&mut self, line: &str) {
        for byte in line.bytes() {
            match byte {
                b'{' => self.in_comment = true,
                b'}' => self.in_comment = false,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(usize, &str)> {
        split_records(text).iter().map(|record| (record.line, record.text.trim())).collect()
    }

    #[test]
    fn records_are_told_apart_by_their_tags() {
        let text =
            "[Game \"a\"]\n[X \"[Game \"]\n\n1. x *\n\n[Event \"e\"]\n[Game \"b\"]\n\n1. y *\n";
        let second = "[Event \"e\"]\n[Game \"b\"]\n\n1. y *";
        assert_eq!(texts(text), [(1, "[Game \"a\"]\n[X \"[Game \"]\n\n1. x *"), (6, second)]);
    }

    #[test]
    fn brackets_in_comments_are_no_tags() {
        let text = "[Game \"a\"]\n\n1. x {a comment\n[Game \"b\"]\n} y *\n";
        assert_eq!(split_records(text).len(), 1);
    }

    #[test]
    fn games_without_moves_and_moves_without_tags_count() {
        assert_eq!(texts("[Game \"a\"]\n[Game \"b\"]\n").len(), 2);
        assert_eq!(texts("\n1. x y *"), [(2, "1. x y *")]);
        assert_eq!(texts(" \n\u{feff}\n"), []);
    }
}
