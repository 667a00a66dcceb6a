//! `hornet.txt`: which lines each step inserts into which file, and what says so when a file is forgotten.

/// What the steps insert into one file.
#[derive(Debug)]
pub(crate) struct FileEdits {
    /// The step of CONTRIBUTING.md that names the file.
    pub(crate) step: usize,
    /// Its path from the root of the repository.
    pub(crate) file: &'static str,
    /// What the compiler or a test says if this file alone is left as it is.
    pub(crate) forgotten: &'static str,
    insertions: Vec<Insertion>,
}

/// Lines, and words of the line before which they are inserted.
#[derive(Debug)]
struct Insertion {
    before: &'static str,
    lines: String,
}

/// The edits of every file, in the order of the steps.
pub(crate) fn hornet() -> Vec<FileEdits> {
    include_str!("hornet.txt").split("\n== ").skip(1).map(file_edits).collect()
}

fn file_edits(text: &'static str) -> FileEdits {
    let (title, rest) = text.split_once('\n').expect("a title");
    let (step, file) = title.split_once(": ").expect("== step N: FILE");
    let (forgotten, rest) = rest.split_once('\n').expect("forgotten: …, then insertions");
    FileEdits {
        step: step.trim_start_matches("step ").parse().expect("the number of the step"),
        file,
        forgotten: forgotten.strip_prefix("forgotten: ").expect("forgotten: …"),
        insertions: insertions(rest),
    }
}

fn insertions(text: &'static str) -> Vec<Insertion> {
    let mut insertions: Vec<Insertion> = Vec::new();
    for line in text.lines() {
        if let Some(before) = line.strip_prefix("before ") {
            insertions.push(Insertion { before, lines: String::new() });
        } else if let Some(inserted) = line.strip_prefix('+') {
            let insertion = insertions.last_mut().expect("“before …” comes first");
            insertion.lines.extend([inserted, "\n"]);
        }
    }
    insertions
}

impl FileEdits {
    /// The text of the file with the new lines.
    ///
    /// # Panics
    /// If the line before which some go is no longer there, or no longer the only one.
    pub(crate) fn applied_to(&self, text: &str) -> String {
        self.insertions
            .iter()
            .fold(text.to_owned(), |text, insertion| self.insert(&text, insertion))
    }

    fn insert(&self, text: &str, Insertion { before, lines }: &Insertion) -> String {
        let found = text.match_indices(before).count();
        assert_eq!(
            found, 1,
            "{}: “{before}” must be there once, for step {} of adding a piece inserts lines before it; if the place \
             has changed, correct crates/lessons/tests/new_piece/hornet.txt and CONTRIBUTING.md",
            self.file, self.step
        );
        let at = text.find(before).unwrap_or_default();
        let (above, below) = text.split_at(text[..at].rfind('\n').map_or(0, |end| end + 1));
        [above, lines, below].concat()
    }
}
