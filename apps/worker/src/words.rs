//! The words themselves, and their bytes.
//!
//! Games, records and moves travel as notation; what was found travels as plain numbers and texts.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the page asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Are you there? The number comes back.
    Ping(u32),
    /// What is the best move?
    Think(Question),
    /// How does the engine do on its fixed piece of work?
    Bench {
        /// Comes back with the answer.
        id: u32,
        /// The game's name.
        game: String,
    },
}

/// A position to think about, by whom, and for how long.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Question {
    /// Comes back with every answer.
    pub id: u32,
    /// The game's name.
    pub game: String,
    /// The game so far, as the text of a record.
    pub record: String,
    /// How strong to be, from 1 to 8.
    pub level: u8,
    /// How many lines to tell of, at full strength.
    pub lines: u8,
    /// What chance goes by below full strength.
    pub seed: u64,
    /// When to stop.
    pub bounds: Bounds,
}

/// Where thinking ends: at whichever is reached first. Without any it ends with the position
/// decided, or with the worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bounds {
    /// Milliseconds.
    pub time_ms: Option<u32>,
    /// Positions visited, or playouts.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
}

/// What the worker tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Tell {
    /// It runs; nothing it was asked before this was heard.
    Ready,
    /// It is there.
    Pong(u32),
    /// What it has found so far.
    Thought {
        /// Of the question.
        id: u32,
        /// So far.
        finding: Finding,
    },
    /// What it has found: the last word on a question.
    Best {
        /// Of the question.
        id: u32,
        /// In the end.
        finding: Finding,
    },
    /// What came of the fixed piece of work.
    Benched {
        /// Of the question.
        id: u32,
        /// Nodes visited; the same on every machine.
        nodes: u64,
        /// Everything found, folded into a number; the same on every machine.
        fold: u64,
        /// Nodes a second; another one everywhere.
        speed: u64,
    },
    /// It cannot answer: the last word on a question.
    Refused {
        /// Of the question.
        id: u32,
        /// Why not, in one line.
        why: String,
    },
}

/// What thinking has found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Finding {
    /// The best lines, best first, each with another first move.
    pub lines: Vec<Line>,
    /// Plies looked at in full; the length of the main line where nothing is full.
    pub depth: u32,
    /// Positions visited, or playouts played.
    pub nodes: u64,
    /// Nodes a second.
    pub speed: u64,
    /// Time since thinking began.
    pub elapsed_ms: u32,
}

impl Finding {
    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<&Said> {
        self.lines.first().and_then(|line| line.moves.first())
    }
}

/// A move, what it is worth, and how play is expected to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The rated move and what is expected after it.
    pub moves: Vec<Said>,
    /// What the first move is worth to the side that plays it.
    pub score: Score,
    /// How many playouts began with the first move, where playouts are counted.
    pub visits: Option<u32>,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// In machine notation: what is played.
    pub mv: String,
    /// As players write it.
    pub human: String,
}

/// How good a move is: an opinion or a proven result, never one in place of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Score {
    /// An opinion in the engine's own units; positive is good.
    Estimate(i32),
    /// The estimated share of the point, in thousandths.
    Chance(u16),
    /// Proven: neither side can force more.
    Draw,
    /// Proven: a win within this many plies.
    WinIn(u32),
    /// Proven: a loss after this many plies.
    LossIn(u32),
}

impl Score {
    /// The same score from the other side's view.
    pub fn negated(self) -> Self {
        search::Score::from(self).negated().into()
    }

    /// Whether this is a proven result and no opinion.
    pub fn is_proven(self) -> bool {
        search::Score::from(self).is_proven()
    }
}

/// `+35`, `61.3 %`, `draw`, `win in 5`, `loss in 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        search::Score::from(*self).fmt(f)
    }
}

impl From<search::Score> for Score {
    fn from(score: search::Score) -> Self {
        match score {
            search::Score::Estimate(value) => Self::Estimate(value),
            search::Score::Chance(share) => Self::Chance(share),
            search::Score::Draw => Self::Draw,
            search::Score::WinIn(plies) => Self::WinIn(plies),
            search::Score::LossIn(plies) => Self::LossIn(plies),
        }
    }
}

impl From<Score> for search::Score {
    fn from(score: Score) -> Self {
        match score {
            Score::Estimate(value) => Self::Estimate(value),
            Score::Chance(share) => Self::Chance(share),
            Score::Draw => Self::Draw,
            Score::WinIn(plies) => Self::WinIn(plies),
            Score::LossIn(plies) => Self::LossIn(plies),
        }
    }
}

/// A word as bytes.
pub fn encode<T: Serialize>(word: &T) -> Vec<u8> {
    // Our words hold nothing that postcard refuses; an empty message is ignored by `decode`.
    postcard::to_allocvec(word).unwrap_or_default()
}

/// The word in some bytes, if there is one.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [Score; 5] =
        [Score::Estimate(-3), Score::Chance(613), Score::Draw, Score::WinIn(5), Score::LossIn(4)];

    fn finding() -> Finding {
        let said = Said { mv: "d4".into(), human: "d4!".into() };
        let line = |score| Line { moves: vec![said.clone()], score, visits: Some(9) };
        let lines = SCORES.into_iter().map(line).collect();
        Finding { lines, depth: 7, nodes: u64::MAX, speed: 12, elapsed_ms: 3 }
    }

    #[test]
    fn words_survive_the_way() {
        let bounds = Bounds { time_ms: Some(1000), nodes: None, depth: Some(3) };
        let question =
            Question { id: 3, game: "hex".into(), level: 8, bounds, ..Default::default() };
        let bench = Ask::Bench { id: 1, game: "eclipse".into() };
        for ask in [Ask::Ping(u32::MAX), Ask::Think(question), bench] {
            assert_eq!(decode(&encode(&ask)), Some(ask));
        }
        let tells = [
            Tell::Ready,
            Tell::Pong(7),
            Tell::Thought { id: 1, finding: Finding::default() },
            Tell::Best { id: 2, finding: finding() },
            Tell::Benched { id: 4, nodes: 5, fold: u64::MAX, speed: 6 },
            Tell::Refused { id: 3, why: "no such game".into() },
        ];
        for tell in tells {
            assert_eq!(decode(&encode(&tell)), Some(tell));
        }
    }

    #[test]
    fn noise_is_no_word() {
        for noise in [&[][..], &[99], &[0xff; 40], &[1, 0, 200, 1]] {
            assert_eq!(decode::<Ask>(noise), None);
        }
        let whole = encode(&Tell::Best { id: 2, finding: finding() });
        for cut in 0..whole.len() {
            assert_eq!(decode::<Tell>(&whole[..cut]), None, "{cut} bytes");
        }
    }

    #[test]
    fn scores_are_the_scores_of_the_search() {
        for score in SCORES {
            assert_eq!(Score::from(search::Score::from(score)), score);
            assert_eq!(score.negated().negated(), score);
        }
        assert_eq!(Score::WinIn(5).negated(), Score::LossIn(5));
        assert_eq!(
            SCORES.map(|s| s.to_string()),
            ["-3", "61.3 %", "draw", "win in 5", "loss in 4"]
        );
        assert_eq!(SCORES.map(Score::is_proven), [false, false, true, true, true]);
    }
}
