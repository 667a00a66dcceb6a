//! Move annotation symbols: `!!`, `!`, `!?`, `?!`, `?`, `??`.

/// An annotation symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveAnnotation {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MoveAnnotation {
    /// All of them, from praise to blame.
    pub const ALL: [Self; 6] = [
        Self::Brilliant,
        Self::Good,
        Self::Interesting,
        Self::Dubious,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The mark.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Good => "good",
            Self::Interesting => "interesting",
            Self::Dubious => "dubious",
            Self::Mistake => "a mistake",
            Self::Blunder => "a blunder",
        }
    }

    /// A written move without its mark, and what the mark says. A mark that means nothing is
    /// dropped.
    pub fn split(word: &str) -> (&str, Option<Self>) {
        let bare = word.trim_end_matches(['!', '?']);
        let mark = &word[bare.len()..];
        (bare, Self::ALL.into_iter().find(|annotation| annotation.mark() == mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_they_are_written() {
        for annotation in MoveAnnotation::ALL {
            let word = format!("c4{}", annotation.mark());
            assert_eq!(MoveAnnotation::split(&word), ("c4", Some(annotation)));
        }
        assert_eq!(MoveAnnotation::split("c4"), ("c4", None));
        assert_eq!(MoveAnnotation::split("c4!?!?"), ("c4", None));
        assert_eq!(MoveAnnotation::split("?"), ("", Some(MoveAnnotation::Mistake)));
    }
}
