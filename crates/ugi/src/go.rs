//! Arguments of `go`, and the search limits they set.

use crate::error::LineError;
use game::{BySide, Side};
use search::Limits;
use std::time::Duration;

/// Parsed arguments of `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    time: BySide<Option<u64>>,
    increment: BySide<Option<u64>>,
    move_time: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    infinite: Option<()>,
}

const WORDS: &str = "p1time, p2time, p1inc, p2inc, movetime, depth, nodes, infinite";

impl Go {
    /// Parses the arguments of `go`.
    pub(crate) fn read(text: &str) -> Result<Self, LineError> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                set(&mut go.infinite, word, ())?;
                continue;
            }
            let unknown = || LineError::UnknownGoWord { word: word.to_owned(), known: WORDS };
            let place = go.place(word).ok_or_else(unknown)?;
            set(place, word, number(word, words.next().unwrap_or(""))?)?;
        }
        Ok(go)
    }

    fn place(&mut self, word: &str) -> Option<&mut Option<u64>> {
        match word {
            "p1time" => Some(&mut self.time.first),
            "p2time" => Some(&mut self.time.second),
            "p1inc" => Some(&mut self.increment.first),
            "p2inc" => Some(&mut self.increment.second),
            "movetime" => Some(&mut self.move_time),
            "depth" => Some(&mut self.depth),
            "nodes" => Some(&mut self.nodes),
            _ => None,
        }
    }

    /// Whether only `stop` ends it.
    pub(crate) fn is_infinite(&self, side: Side) -> bool {
        let bounded = [self.time[side], self.move_time, self.depth, self.nodes];
        self.infinite.is_some() || bounded.iter().all(Option::is_none)
    }

    /// The limits for the side to move.
    pub(crate) fn limits(&self, side: Side) -> Limits {
        if self.infinite.is_some() {
            return Limits::default();
        }
        let increment = Duration::from_millis(self.increment[side].unwrap_or(0));
        let clock = self.time[side]
            .and_then(|left| Limits::clock(Duration::from_millis(left), increment).clock);
        Limits {
            depth: self.depth.map(|depth| usize::try_from(depth).unwrap_or(usize::MAX)),
            nodes: self.nodes,
            time: self.move_time.map(Duration::from_millis),
            clock,
            stop: None,
        }
    }
}

fn set<T>(place: &mut Option<T>, word: &str, value: T) -> Result<(), LineError> {
    match place.replace(value) {
        Some(_) => Err(LineError::GivenTwice(word.to_owned())),
        None => Ok(()),
    }
}

/// A clock may have run below nothing; a depth of nothing is none.
fn number(word: &str, text: &str) -> Result<u64, LineError> {
    let (word, found) = (word.to_owned(), text.to_owned());
    let Ok(number) = text.parse::<i64>() else {
        return Err(LineError::NotANumber { word, found });
    };
    if matches!(word.as_str(), "depth" | "nodes") && number < 1 {
        return Err(LineError::BelowOne { word, number });
    }
    Ok(number.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_belongs_to_its_side() {
        let go = Go::read("p1time 1000 p2time 2000 p1inc 10 p2inc 20").unwrap();
        let clock = |side| go.limits(side).clock.map(|c| (c.left, c.increment));
        let ms = Duration::from_millis;
        assert_eq!(clock(Side::First), Some((ms(1000), ms(10))));
        assert_eq!(clock(Side::Second), Some((ms(2000), ms(20))));
        let overdrawn = Go::read("p1time -30 p2time 5").unwrap();
        assert_eq!(overdrawn.limits(Side::First).clock.map(|c| c.left), Some(Duration::ZERO));
    }

    #[test]
    fn only_limits_end_a_search() {
        for (text, infinite) in [
            ("", true),
            ("infinite", true),
            ("infinite depth 3", true),
            ("p2time 5", true),
            ("depth 3", false),
            ("p1time 5", false),
            ("movetime 5 nodes 7", false),
        ] {
            assert_eq!(Go::read(text).unwrap().is_infinite(Side::First), infinite, "go {text}");
        }
        let limits = Go::read("movetime 5 nodes 7 depth 3").unwrap().limits(Side::Second);
        assert_eq!((limits.nodes, limits.depth), (Some(7), Some(3)));
        assert_eq!(limits.time, Some(Duration::from_millis(5)));
    }

    #[test]
    fn nonsense_is_named() {
        for (text, expected) in [
            (
                "fast",
                "go has no word “fast”; it has p1time, p2time, p1inc, p2inc, movetime, depth, nodes, infinite",
            ),
            ("depth", "expected a number after depth, found “”"),
            ("depth x", "expected a number after depth, found “x”"),
            ("depth 0", "depth must be at least 1, not 0"),
            ("depth 3 depth 4", "depth is given twice"),
            (
                "nodes 99999999999999999999",
                "expected a number after nodes, found “99999999999999999999”",
            ),
        ] {
            assert_eq!(Go::read(text).unwrap_err().to_string(), expected);
        }
    }
}
