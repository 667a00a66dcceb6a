//! What a program says while it thinks, and at last.

use search::Score;

/// An answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The move, as it was written.
    pub best: String,
    /// What the program last said its best line is worth, if it did.
    pub score: Option<Score>,
    /// The depth that it last reported, if it did.
    pub depth: Option<usize>,
}

impl Reply {
    /// Takes a line in; whether it was the answer.
    pub(super) fn take(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["bestmove", best, ..] => {
                (*best).clone_into(&mut self.best);
                true
            }
            ["info", rest @ ..] if after(rest, "multipv").is_none_or(|rank| rank == "1") => {
                self.score = score(rest).or(self.score);
                self.depth = after(rest, "depth").and_then(|n| n.parse().ok()).or(self.depth);
                false
            }
            _ => false,
        }
    }
}

fn after<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1).copied()
}

/// `score cp N` or `score mate N`, in moves of the winner.
fn score(words: &[&str]) -> Option<Score> {
    let at = words.iter().position(|word| *word == "score")?;
    let number: i32 = words.get(at + 2)?.parse().ok()?;
    let plies = number.unsigned_abs().saturating_mul(2);
    match *words.get(at + 1)? {
        "cp" => Some(Score::Estimate(number)),
        "mate" if number > 0 => Some(Score::WinIn(plies - 1)),
        "mate" => Some(Score::LossIn(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_score_of_the_best_line_counts() {
        let mut reply = Reply::default();
        assert!(!reply.take("info string hello"));
        assert!(!reply.take("info depth 3 multipv 1 score cp 20 nodes 5 pv a1"));
        assert!(!reply.take("info depth 3 multipv 2 score cp -90 nodes 5 pv b1"));
        assert_eq!(reply.score, Some(Score::Estimate(20)));
        assert!(!reply.take("info depth 4 score mate 2 pv a1"));
        assert!(!reply.take("bestmove"));
        assert!(reply.take(" bestmove a1 ponder b2"));
        let (best, score) = ("a1".to_owned(), Some(Score::WinIn(3)));
        assert_eq!(reply, Reply { best, score, depth: Some(4) });
        assert!(!reply.take("info score mate -2"));
        assert_eq!(reply.score, Some(Score::LossIn(4)));
    }
}
