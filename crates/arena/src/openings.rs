//! Openings of a match: from a file, or random and filtered by a short search for balance.

use bots::{Config, Playable};
use game::{Dice, ParseError, Record, excerpt};
use search::{Limits, Score};
use std::collections::HashSet;

/// The openings of a match, in the order in which they are played.
#[derive(Clone, Debug)]
pub struct Openings<P: Playable>(Vec<Record<P>>);

/// Openings are screened with the nodes of the level with this index.
const SCREENING: usize = 3;
/// Random openings tried before an unbalanced one is accepted.
const MAX_TRIES: usize = 40;

impl<P: Playable> Openings<P> {
    /// `count` different openings of `plies` random moves each, as far as there are so many, none
    /// of which looks decided to a short search. `found` is told how many there are.
    pub fn generate(
        options: P::Options,
        plies: usize,
        count: usize,
        seed: u64,
        found: &mut dyn FnMut(usize),
    ) -> Self {
        let mut engine = P::engine(&Config { memory_mib: 4, ..Config::default() });
        let mut imbalance = |record: &Record<P>| {
            engine.forget();
            let report = engine.search(record, &Limits::nodes(P::NODES[SCREENING]), &mut |_| ());
            report.score().map_or(u32::MAX, imbalance)
        };
        let mut dice = Dice::new(seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        while openings.len() < count {
            let tries = (0..MAX_TRIES).filter_map(|_| walk::<P>(options, plies, &mut dice));
            let mut fresh = tries.filter(|record| !seen.contains(&record.position().key()));
            let mut best: Option<(u32, Record<P>)> = None;
            // The first that is balanced, or else the one that is least out of balance.
            for record in fresh.by_ref() {
                let off = imbalance(&record);
                if best.as_ref().is_none_or(|(least, _)| off < *least) {
                    best = Some((off, record));
                }
                if off <= BALANCED {
                    break;
                }
            }
            let Some((_, record)) = best else { break };
            seen.insert(record.position().key());
            openings.push(record);
            found(openings.len());
        }
        Self(openings)
    }

    /// Reads openings, one a line: moves, or `fen TEXT` with or without `moves …`. Empty lines and
    /// what comes after a `#` are skipped.
    ///
    /// # Errors
    /// Which line is wrong, and why.
    pub fn read(text: &str, options: P::Options) -> Result<Self, ParseError> {
        let mut openings = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let record = read_line::<P>(line, options)
                .map_err(|what| ParseError::new(0, format!("line {}: {what}", i + 1)))?;
            openings.push(record);
        }
        if openings.is_empty() {
            return Err(ParseError::new(0, "there is no opening in it"));
        }
        Ok(Self(openings))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The opening of pair number `pair`; they start again when all have been played.
    pub fn of_pair(&self, pair: usize) -> Option<&Record<P>> {
        self.0.get(pair % self.0.len().max(1))
    }
}

/// A game of so many random moves, unless it is over by then.
fn walk<P: Playable>(options: P::Options, plies: usize, dice: &mut Dice) -> Option<Record<P>> {
    let mut record = Record::<P>::new(options);
    for _ in 0..plies {
        let mv = dice.choose(&record.position().moves())?;
        record.play(mv).ok()?;
    }
    record.conclusion().is_none().then_some(record)
}

/// Largest imbalance of a balanced opening.
const BALANCED: u32 = 100;

/// Absolute value of a score in centi-units.
fn imbalance(score: Score) -> u32 {
    match score {
        Score::Estimate(value) => value.unsigned_abs(),
        Score::Chance(share) => u32::from(share.abs_diff(500)),
        Score::Draw => 0,
        Score::WinIn(_) | Score::LossIn(_) => u32::MAX - 1,
    }
}

fn read_line<P: Playable>(line: &str, options: P::Options) -> Result<Record<P>, String> {
    let (mut record, moves) = match line.strip_prefix("fen ") {
        Some(rest) => {
            let (text, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
            let start = text.trim().parse::<P>().map_err(|e| e.to_string())?;
            (Record::from_position(start), moves)
        }
        None => (Record::new(options), line),
    };
    for word in moves.split_whitespace() {
        record.play_text(word).map_err(|e| format!("{}: {e}", excerpt(word)))?;
    }
    match record.conclusion() {
        Some(_) => Err("the game is over before it begins".to_owned()),
        None => Ok(record),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::games::hex;

    type P = hex::Position;

    fn small() -> hex::Options {
        "size=4".parse().expect("options")
    }

    #[test]
    fn openings_differ_and_depend_on_the_seed_alone() {
        let texts = |seed| -> Vec<String> {
            let openings = Openings::<P>::generate(small(), 2, 8, seed, &mut |_| ());
            openings.0.iter().map(|record| record.position().to_string()).collect()
        };
        let first = texts(1);
        assert_eq!(first, texts(1));
        assert_ne!(first, texts(2));
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 8);
    }

    #[test]
    fn where_there_are_few_openings_few_are_found() {
        let options = "size=3 swap=off".parse().expect("options");
        let openings = Openings::<P>::generate(options, 1, 100, 1, &mut |_| ());
        assert_eq!(openings.len(), 9);
    }

    #[test]
    fn openings_are_read_line_by_line() {
        let text = "# two openings\na1 b2\n\nfen 3/1r1/3 b swap=off moves a1 # comment\n";
        let openings = Openings::<P>::read(text, small()).expect("openings");
        assert_eq!(openings.len(), 2);
        let text = |pair| openings.of_pair(pair).map(|r| r.position().to_string());
        assert_eq!(text(0).as_deref(), Some("r3/1b2/4/4 r swap=on"));
        assert_eq!(text(1).as_deref(), Some("b2/1r1/3 r swap=off"));
        assert_eq!(text(2), text(0));
        for (wrong, expected) in [
            ("", "there is no opening in it"),
            ("a1\na1 a1", "line 2: “a1”: a1 is not legal"),
            ("fen 1/1", "line 1: "),
            ("fen 3/bbb/3 r swap=off\n", "line 1: "),
        ] {
            let error = Openings::<P>::read(wrong, small()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
