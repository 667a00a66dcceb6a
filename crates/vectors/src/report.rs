//! What agreed and what did not.

use std::fmt;

/// The result of checking a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many checks agreed.
    pub passed: usize,
    /// Every disagreement, as one line.
    pub failures: Vec<String>,
    /// What the file asks for and this program cannot check, as one line each.
    pub skipped: Vec<String>,
}

impl Report {
    /// Counts one check; `what` names it when it fails.
    pub fn check(&mut self, agrees: bool, what: impl FnOnce() -> String) {
        if agrees {
            self.passed += 1;
        } else {
            self.failures.push(what());
        }
    }

    /// Counts one comparison, and shows both sides when they differ.
    pub fn equal<T: PartialEq + fmt::Debug>(&mut self, what: &str, expected: &T, found: &T) {
        self.check(expected == found, || format!("{what}: expected {expected:?}, found {found:?}"));
    }
}
