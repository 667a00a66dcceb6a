//! Openings of a match: from a file, or random and screened by a search for balance.
//!
//! Generated openings are made when they are asked for, so that the first game begins at once. The
//! same seed gives the same openings, in whatever order and from whatever thread they are asked for.

use crate::NoOpening;
use crate::error::OpeningFault;
use bots::{Config, Engine, Playable};
use game::{Dice, Key, ParseError, Record};
use search::{Limits, Score};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The openings of a match, in the order in which they are played.
pub struct Openings<P: Playable>(Source<P>);

enum Source<P: Playable> {
    Fixed(Vec<Record<P>>),
    Generated(Box<Mutex<Generator<P>>>),
}

/// Openings are screened first with the nodes of the level with this index.
const SCREENING: usize = 3;
/// Random openings tried before an unbalanced one is accepted.
const MAX_TRIES: usize = 40;
/// Largest imbalance, in centi-units, that the first screening accepts.
const BALANCED: u32 = 100;
/// Largest imbalance that the deeper search accepts.
const BALANCED_DEEPER: u32 = 50;

impl<P: Playable> Openings<P> {
    /// Different openings of `plies` random moves each, as far as there are so many, none of which
    /// looks decided to a search of [`Playable::OPENING_NODES`].
    pub fn generated(options: P::Options, plies: usize, seed: u64) -> Self {
        Self(Source::Generated(Box::new(Mutex::new(Generator::new(options, plies, seed)))))
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
        Ok(Self(Source::Fixed(openings)))
    }

    /// The opening of pair number `pair`; they start again when all have been played.
    ///
    /// # Errors
    /// If there is none at all.
    pub fn of_pair(&self, pair: usize) -> Result<Record<P>, NoOpening> {
        match &self.0 {
            Source::Fixed(openings) => openings.get(pair % openings.len().max(1)).cloned(),
            // A generator is the same before and after a panic of its search: it only adds.
            Source::Generated(generator) => {
                generator.lock().unwrap_or_else(PoisonError::into_inner).of_pair(pair)
            }
        }
        .ok_or(NoOpening)
    }
}

/// Makes openings one after the other.
struct Generator<P: Playable> {
    options: P::Options,
    plies: usize,
    dice: Dice,
    engine: Engine<P>,
    seen: HashSet<Key>,
    found: Vec<Record<P>>,
    /// No other opening was found.
    exhausted: bool,
}

/// How far an opening is from balance: what passed the first screening comes first.
type Imbalance = (bool, u32);

impl<P: Playable> Generator<P> {
    fn new(options: P::Options, plies: usize, seed: u64) -> Self {
        let engine = P::engine(&Config { memory_mib: 4, ..Config::default() });
        let (seen, found) = (HashSet::new(), Vec::new());
        Self { options, plies, dice: Dice::new(seed), engine, seen, found, exhausted: false }
    }

    fn of_pair(&mut self, pair: usize) -> Option<Record<P>> {
        while self.found.len() <= pair && !self.exhausted {
            match self.next() {
                Some(record) => {
                    self.seen.insert(record.position().key());
                    self.found.push(record);
                }
                None => self.exhausted = true,
            }
        }
        self.found.get(pair % self.found.len().max(1)).cloned()
    }

    /// The first random opening that is balanced, or else the one that is least out of balance.
    fn next(&mut self) -> Option<Record<P>> {
        let mut best: Option<(Imbalance, Record<P>)> = None;
        for _ in 0..MAX_TRIES {
            let walked = walk::<P>(self.options, self.plies, &mut self.dice);
            let Some(record) = walked.filter(|r| !self.seen.contains(&r.position().key())) else {
                continue;
            };
            let off = self.imbalance(&record);
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, record));
            }
            if off <= (false, BALANCED_DEEPER) {
                break;
            }
        }
        best.map(|(_, record)| record)
    }

    /// Screens by a short search, and what passes by a deeper one: most openings fail early.
    fn imbalance(&mut self, record: &Record<P>) -> Imbalance {
        let quick = self.searched(record, P::NODES[SCREENING]);
        if quick > BALANCED {
            return (true, quick);
        }
        match P::OPENING_NODES {
            Some(nodes) => (false, self.searched(record, nodes)),
            None => (false, 0),
        }
    }

    fn searched(&mut self, record: &Record<P>, nodes: u64) -> u32 {
        self.engine.forget();
        let report = self.engine.search(record, &Limits::nodes(nodes), &mut |_| ());
        report.score().map_or(u32::MAX, imbalance)
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

/// Absolute value of a score in centi-units.
fn imbalance(score: Score) -> u32 {
    match score {
        Score::Estimate(value) => value.unsigned_abs(),
        Score::Chance(share) => u32::from(share.abs_diff(500)),
        Score::Draw => 0,
        Score::WinIn(_) | Score::LossIn(_) => u32::MAX - 1,
    }
}

fn read_line<P: Playable>(line: &str, options: P::Options) -> Result<Record<P>, OpeningFault> {
    let (mut record, moves) = match line.strip_prefix("fen ") {
        Some(rest) => {
            let (text, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
            let start = text.trim().parse::<P>()?;
            (Record::from_position(start), moves)
        }
        None => (Record::new(options), line),
    };
    for word in moves.split_whitespace() {
        let wrong = |error| OpeningFault::Move { word: word.to_owned(), error };
        record.play_text(word).map_err(wrong)?;
    }
    match record.conclusion() {
        Some(_) => Err(OpeningFault::Over),
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

    fn text(openings: &Openings<P>, pair: usize) -> String {
        openings.of_pair(pair).expect("an opening").position().to_string()
    }

    #[test]
    fn openings_differ_and_depend_on_the_seed_alone() {
        let texts = |seed| -> Vec<String> {
            let openings = Openings::<P>::generated(small(), 2, seed);
            // The last one first: the order in which they are asked for does not matter.
            let mut texts: Vec<String> = (0..8).rev().map(|pair| text(&openings, pair)).collect();
            texts.reverse();
            texts
        };
        let first = texts(1);
        assert_eq!(first, texts(1));
        assert_ne!(first, texts(2));
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 8);
    }

    #[test]
    fn where_there_are_few_openings_few_are_found() {
        let options = "size=3 swap=off".parse().expect("options");
        let openings = Openings::<P>::generated(options, 1, 1);
        let found: HashSet<String> = (0..100).map(|pair| text(&openings, pair)).collect();
        assert_eq!(found.len(), 9);
        let none = Openings::<P>::generated(options, 30, 1);
        assert!(none.of_pair(0).is_err());
    }

    #[test]
    fn openings_are_made_when_they_are_asked_for() {
        let openings = Openings::<P>::generated(small(), 2, 1);
        let made = || match &openings.0 {
            Source::Generated(generator) => generator.lock().expect("no panic").found.len(),
            Source::Fixed(_) => 0,
        };
        assert_eq!(made(), 0);
        let _ = text(&openings, 2);
        assert_eq!(made(), 3);
    }

    #[test]
    fn openings_are_read_line_by_line() {
        let text = "# two openings\na1 b2\n\nfen 3/1r1/3 b swap=off moves a1 # comment\n";
        let openings = Openings::<P>::read(text, small()).expect("openings");
        assert_eq!(self::text(&openings, 0), "r3/1b2/4/4 r swap=on");
        assert_eq!(self::text(&openings, 1), "b2/1r1/3 r swap=off");
        assert_eq!(self::text(&openings, 2), self::text(&openings, 0));
        for (wrong, expected) in [
            ("", "there is no opening in it"),
            ("a1\na1 a1", "line 2: “a1”: a1 is not legal"),
            ("fen 1/1", "line 1: "),
            ("fen 3/bbb/3 r swap=off\n", "line 1: "),
        ] {
            let error = Openings::<P>::read(wrong, small()).err().expect(wrong).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
