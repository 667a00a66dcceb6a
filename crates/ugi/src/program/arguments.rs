//! Splits a command line into arguments.

/// A quotation mark is never closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a quotation mark {0} is never closed")]
pub(super) struct UnclosedQuote(char);

/// Words between spaces; spaces inside '…' or "…" belong to a word.
pub(super) fn split(command: &str) -> Result<Vec<String>, UnclosedQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            None if matches!(c, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(UnclosedQuote(open));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        for (command, expected) in [
            ("", &[][..]),
            ("  sixfold engine  hex ", &["sixfold", "engine", "hex"]),
            ("'a b' c\"d e\"f ''", &["a b", "cd ef", ""]),
        ] {
            assert_eq!(split(command).unwrap(), expected);
        }
        assert_eq!(split("a 'b").unwrap_err().to_string(), "a quotation mark ' is never closed");
    }
}
