//! What the page and the engine's worker say to each other: the words, and their bytes.
//!
//! Games, records and moves travel as notation; what was found travels as plain numbers and texts.
//! Nothing here thinks, so that the page need not be compiled with an engine.

#![warn(missing_docs)]

mod mark;
mod score;

pub use mark::{Mark, MarkKind};
pub use score::Score;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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
    /// What is there to say of every move of this game? The bounds are those of one position.
    Review(Question),
    /// What can be seen of a position without thinking?
    Look {
        /// Comes back with the answer.
        id: u32,
        /// The game's name.
        game: String,
        /// The game so far, as the text of a record.
        record: String,
    },
    /// All of a setup at once, left to chance, from which a fair game begins.
    LineUp {
        /// Comes back with the answer.
        id: u32,
        /// The game's name.
        game: String,
        /// The game so far, as the text of a record.
        record: String,
        /// What chance goes by.
        seed: u64,
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
    /// What is seen at once: the last word on a look, and the first on thinking at full strength
    /// where there is something to see.
    Seen {
        /// Of the question.
        id: u32,
        /// All that is proven without searching.
        marks: Vec<Mark>,
    },
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
    /// How far a review has come.
    Reviewing {
        /// Of the question.
        id: u32,
        /// Positions looked at.
        done: u32,
        /// Positions to look at.
        of: u32,
    },
    /// What there is to say of every move: the last word on a review.
    Reviewed {
        /// Of the question.
        id: u32,
        /// The moves, from the first to the last.
        judged: Vec<Judged>,
    },
    /// The move that places everything.
    LineUp {
        /// Of the question.
        id: u32,
        /// In machine notation.
        mv: String,
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

/// A move of a game, and what there is to say of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// Moves played before it.
    pub ply: u32,
    /// The best move in its place, and what that is worth to whoever moved.
    pub best: Line,
    /// What the move played is worth to whoever moved.
    pub played: Score,
    /// How much was given away.
    pub verdict: Verdict,
}

/// How much a move gave away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Nothing to speak of.
    Good,
    /// Something.
    Inaccuracy,
    /// Much.
    Mistake,
    /// The game.
    Blunder,
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

    fn judged() -> Judged {
        let best = finding().lines.remove(3);
        Judged { ply: 7, best, played: Score::LossIn(2), verdict: Verdict::Blunder }
    }

    fn mark() -> Mark {
        let ends = vec!["c5".into(), "top".into()];
        Mark { kind: MarkKind::Link, side: Some(1), ends, places: vec!["c4".into()] }
    }

    #[test]
    fn words_survive_the_way() {
        let bounds = Bounds { time_ms: Some(1000), nodes: None, depth: Some(3) };
        let question =
            Question { id: 3, game: "hex".into(), level: 8, bounds, ..Default::default() };
        let bench = Ask::Bench { id: 1, game: "eclipse".into() };
        let line_up =
            Ask::LineUp { id: 9, game: "hexchess".into(), record: "*".into(), seed: u64::MAX };
        let look = Ask::Look { id: 8, game: "hex".into(), record: "*".into() };
        let review = Ask::Review(question.clone());
        for ask in [Ask::Ping(u32::MAX), Ask::Think(question), bench, review, look, line_up] {
            assert_eq!(decode(&encode(&ask)), Some(ask));
        }
        let tells = [
            Tell::Ready,
            Tell::Pong(7),
            Tell::Seen { id: 8, marks: vec![mark()] },
            Tell::Thought { id: 1, finding: Finding::default() },
            Tell::Best { id: 2, finding: finding() },
            Tell::Benched { id: 4, nodes: 5, fold: u64::MAX, speed: 6 },
            Tell::Reviewing { id: 5, done: 3, of: 40 },
            Tell::Reviewed { id: 5, judged: vec![judged()] },
            Tell::LineUp { id: 6, mv: "all:KCDGF".into() },
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
}
