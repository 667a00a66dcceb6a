//! A line of input at the bottom of the screen, with completion.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a line is typed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PromptPurpose {
    Move,
    Save,
    Open,
    Chat,
    Challenge,
    Watch,
}

impl PromptPurpose {
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Save => "save to file",
            Self::Open => "open file",
            Self::Chat => "say",
            Self::Challenge => "challenge (a name, level:1 to level:8, or link)",
            Self::Watch => "watch game",
        }
    }
}

/// A line being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prompt {
    pub(crate) purpose: PromptPurpose,
    pub(crate) text: String,
    /// What Tab completes to.
    completions: Vec<String>,
    /// What was typed when Tab was pressed first, and how often it was.
    turning: Option<(String, usize)>,
}

/// What a key did to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PromptOutcome {
    Typing,
    Done(String),
    Cancelled,
}

/// The longest input, in characters.
const LONGEST: usize = 1_000;

impl Prompt {
    pub(crate) fn new(purpose: PromptPurpose, text: &str, completions: Vec<String>) -> Self {
        Self { purpose, text: text.to_owned(), completions, turning: None }
    }

    /// What the typed text can become.
    pub(crate) fn candidates(&self) -> Vec<&str> {
        let typed = self.turning.as_ref().map_or(&self.text, |(typed, _)| typed).to_lowercase();
        let fits = |text: &&String| text.to_lowercase().starts_with(&typed);
        self.completions.iter().filter(fits).map(String::as_str).collect()
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> PromptOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Tab => self.complete(true),
            KeyCode::BackTab => self.complete(false),
            KeyCode::Enter => return PromptOutcome::Done(self.text.trim().to_owned()),
            KeyCode::Esc => return PromptOutcome::Cancelled,
            KeyCode::Char('c') if control => return PromptOutcome::Cancelled,
            KeyCode::Char('u') if control => self.edit(String::clear),
            KeyCode::Backspace if self.text.is_empty() => return PromptOutcome::Cancelled,
            KeyCode::Backspace => self.edit(|text| {
                text.pop();
            }),
            KeyCode::Char(letter) if !control => self.insert(&letter.to_string()),
            _ => {}
        }
        PromptOutcome::Typing
    }

    /// Puts in a text, without what would break the line.
    pub(crate) fn insert(&mut self, more: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        let more: String = more.chars().filter(|c| !c.is_control()).take(room).collect();
        self.edit(|text| text.push_str(&more));
    }

    fn edit(&mut self, change: impl FnOnce(&mut String)) {
        self.turning = None;
        change(&mut self.text);
    }

    /// The next candidate, or the one before; the longest common beginning first.
    fn complete(&mut self, forward: bool) {
        let candidates: Vec<String> = self.candidates().into_iter().map(str::to_owned).collect();
        let Some(first) = candidates.first() else { return };
        if self.turning.is_none() {
            let common = common_prefix(first, &candidates);
            if common.chars().count() > self.text.chars().count() {
                self.text = common;
                return;
            }
        }
        let count = candidates.len();
        let (typed, at) = match self.turning.take() {
            None => (self.text.clone(), if forward { 0 } else { count - 1 }),
            Some((typed, at)) if forward => (typed, (at + 1) % count),
            Some((typed, at)) => (typed, (at + count - 1) % count),
        };
        self.text.clone_from(&candidates[at]);
        self.turning = Some((typed, at));
    }
}

fn common_prefix(first: &str, all: &[String]) -> String {
    let shared = |(at, letter): &(usize, char)| {
        all.iter()
            .all(|other| other.chars().nth(*at).is_some_and(|c| c.eq_ignore_ascii_case(letter)))
    };
    first.chars().enumerate().take_while(shared).map(|(_, letter)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(prompt: &mut Prompt, keys: &str) {
        for letter in keys.chars() {
            let code = if letter == '\t' { KeyCode::Tab } else { KeyCode::Char(letter) };
            prompt.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
    }

    #[test]
    fn tab_completes_as_far_as_it_is_clear_and_then_turns() {
        let moves = ["28-27", "28-29", "31-5", "swap"].map(str::to_owned).to_vec();
        let mut prompt = Prompt::new(PromptPurpose::Move, "", moves);
        typed(&mut prompt, "2\t");
        assert_eq!(prompt.text, "28-2");
        typed(&mut prompt, "\t\t");
        assert_eq!(prompt.text, "28-29");
        typed(&mut prompt, "\t");
        assert_eq!(prompt.text, "28-27");
        let mut prompt = Prompt::new(PromptPurpose::Move, "S", vec!["swap".to_owned()]);
        typed(&mut prompt, "\t");
        assert_eq!(prompt.text, "swap");
    }

    #[test]
    fn a_pasted_text_is_one_short_line() {
        let mut prompt = Prompt::new(PromptPurpose::Move, "", Vec::new());
        prompt.insert(&"c3\n\x1b[0m".repeat(1_000));
        assert!(!prompt.text.contains(char::is_control) && prompt.text.chars().count() == LONGEST);
    }
}
