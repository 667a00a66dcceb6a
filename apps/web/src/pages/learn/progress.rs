//! Which lessons of a game were solved: kept in the browser, by name.

use crate::browser;
use catalog::GameName;
use lessons::Lesson;
use std::collections::BTreeSet;

/// The names of the lessons solved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Progress(BTreeSet<String>);

impl Progress {
    /// As it was left.
    pub(super) fn load(game: GameName) -> Self {
        Self::read(&browser::read_storage(&place(game)).unwrap_or_default())
    }

    /// Keeps it for the next visit.
    pub(super) fn keep(&self, game: GameName) {
        browser::write_storage(&place(game), &self.text());
    }

    pub(super) fn add(&mut self, lesson: &Lesson) {
        self.0.insert(lesson.id.to_owned());
    }

    pub(super) fn has(&self, lesson: &Lesson) -> bool {
        self.0.contains(lesson.id)
    }

    /// How many of these lessons are solved. Lessons that are no more do not count.
    pub(super) fn count(&self, lessons: &[Lesson]) -> usize {
        lessons.iter().filter(|lesson| self.has(lesson)).count()
    }

    /// Where to go on: the first lesson that is not solved, or the first of all.
    pub(super) fn next(&self, lessons: &[Lesson]) -> usize {
        lessons.iter().position(|lesson| !self.has(lesson)).unwrap_or(0)
    }

    fn read(text: &str) -> Self {
        Self(text.split_whitespace().map(str::to_owned).collect())
    }

    fn text(&self) -> String {
        self.0.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

fn place(game: GameName) -> String {
    format!("learn.{game}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::lessons;

    #[test]
    fn what_was_solved_is_read_again() {
        let lessons = lessons(GameName::Hex);
        let mut progress = Progress::default();
        progress.add(&lessons[0]);
        progress.add(&lessons[2]);
        progress.add(&lessons[2]);
        assert_eq!(Progress::read(&progress.text()), progress);
        assert_eq!((progress.count(&lessons), progress.next(&lessons)), (2, 1));
    }

    #[test]
    fn lessons_that_are_no_more_do_not_count() {
        let progress = Progress::read("win  no-such-lesson\n<b>");
        assert_eq!(progress.count(&lessons(GameName::Eclipse)), 1);
        assert_eq!(progress.next(&lessons(GameName::Eclipse)), 0);
    }

    #[test]
    fn after_the_last_lesson_comes_the_first() {
        let lessons = lessons(GameName::HexChess);
        let mut progress = Progress::default();
        for lesson in &lessons {
            progress.add(lesson);
        }
        assert_eq!((progress.count(&lessons), progress.next(&lessons)), (lessons.len(), 0));
    }
}
