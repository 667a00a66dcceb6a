//! Engine-worker protocol: requests of the page and responses of the engine's Web Worker, encoded
//! with postcard.
//!
//! Games, records and moves travel as notation, search reports as plain numbers and texts. No
//! engine code is here, so that the page need not be compiled with an engine.

#![warn(missing_docs)]

mod mark;
mod score;

pub use mark::{Mark, MarkKind};
pub use score::Score;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A request of the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Ping; the number comes back.
    Ping(u32),
    /// Search for the best move.
    Search(SearchRequest),
    /// Run the bench suite.
    Bench {
        /// Comes back with the answer.
        id: u32,
        /// The game's name.
        game: String,
    },
    /// Review every move of this game. The limits are those of one position.
    Review(SearchRequest),
    /// The marks of a position, found without search.
    Marks {
        /// Comes back with the answer.
        id: u32,
        /// The game's name.
        game: String,
        /// The game so far, as the text of a record.
        record: String,
    },
    /// A random complete setup from which a fair game begins.
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

/// A position to search, with strength and limits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchRequest {
    /// Comes back with every answer.
    pub id: u32,
    /// The game's name.
    pub game: String,
    /// The game so far, as the text of a record.
    pub record: String,
    /// Level, from 1 to 8.
    pub level: u8,
    /// Number of variations to report, at full strength.
    pub lines: u8,
    /// Seed of the random choice below full strength.
    pub seed: u64,
    /// Limits of the search.
    pub limits: SearchLimits,
}

/// Limits of a search: it ends at the first one reached. Without any it ends when the position is
/// solved, or with the worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchLimits {
    /// Milliseconds.
    pub time_ms: Option<u32>,
    /// Nodes, or playouts.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// A response of the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// The worker is ready; requests sent before this were lost.
    Ready,
    /// Answer to a ping.
    Pong(u32),
    /// Marks of a position: the final response to [`Request::Marks`], and the first to a search at
    /// full strength where there are any.
    Marks {
        /// Of the question.
        id: u32,
        /// All that is proven without search.
        marks: Vec<Mark>,
    },
    /// Intermediate report of a search.
    Progress {
        /// Of the question.
        id: u32,
        /// So far.
        report: SearchReport,
    },
    /// Final report of a search.
    BestMove {
        /// Of the question.
        id: u32,
        /// In the end.
        report: SearchReport,
    },
    /// Result of the bench suite.
    Bench {
        /// Of the question.
        id: u32,
        /// Nodes searched; the same on every machine.
        nodes: u64,
        /// Hash of all results; the same on every machine.
        fold: u64,
        /// Nodes per second.
        speed: u64,
    },
    /// Progress of a review.
    ReviewProgress {
        /// Of the question.
        id: u32,
        /// Positions done.
        done: u32,
        /// Positions in total.
        of: u32,
    },
    /// Final response to a review.
    Review {
        /// Of the question.
        id: u32,
        /// The moves, from the first to the last.
        moves: Vec<ReviewedMove>,
    },
    /// The move that places everything.
    LineUp {
        /// Of the question.
        id: u32,
        /// In machine notation.
        mv: String,
    },
    /// The request cannot be answered: the final response.
    Refused {
        /// Of the question.
        id: u32,
        /// Why not, in one line.
        why: String,
    },
}

/// The report of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchReport {
    /// The best variations, best first, each with another first move.
    pub lines: Vec<Line>,
    /// Completed depth; for Monte-Carlo tree search the length of the principal variation.
    pub depth: u32,
    /// Positions visited, or playouts played.
    pub nodes: u64,
    /// Nodes per second, once that can be told.
    pub speed: Option<u64>,
    /// Time since the search began.
    pub elapsed_ms: u32,
}

impl SearchReport {
    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<&MoveText> {
        self.lines.first().and_then(|line| line.moves.first())
    }
}

/// A root move with its score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The principal variation, the rated move first.
    pub moves: Vec<MoveText>,
    /// The score of the first move for the side that plays it.
    pub score: Score,
    /// A proven score in words, where plies would mislead: `win in at most 5 stones`.
    pub countdown: Option<String>,
    /// Visits of the first move, in Monte-Carlo tree search.
    pub visits: Option<u32>,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveText {
    /// In machine notation: what is played.
    pub mv: String,
    /// As players write it.
    pub human: String,
}

/// A reviewed move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// Moves played before it.
    pub ply: u32,
    /// The best move in its place, with its score for the mover.
    pub best: Line,
    /// The score of the move played, for the mover.
    pub played: Score,
    /// Its quality.
    pub quality: MoveQuality,
}

/// Quality of a move, by the loss of win probability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum MoveQuality {
    /// No significant loss.
    Good,
    /// A small loss.
    Inaccuracy,
    /// A large loss.
    Mistake,
    /// A decisive loss.
    Blunder,
}

/// Encodes a message.
pub fn encode<T: Serialize>(word: &T) -> Vec<u8> {
    // Messages hold nothing that postcard refuses; an empty message is ignored by `decode`.
    postcard::to_allocvec(word).unwrap_or_default()
}

/// Decodes a message, if the bytes are one.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [Score; 5] =
        [Score::Estimate(-3), Score::Chance(613), Score::Draw, Score::WinIn(5), Score::LossIn(4)];

    fn report() -> SearchReport {
        let said = MoveText { mv: "d4".into(), human: "d4!".into() };
        let line = |score| Line {
            moves: vec![said.clone()],
            score,
            countdown: score.is_proven().then(|| "win in 3 stones".into()),
            visits: Some(9),
        };
        let lines = SCORES.into_iter().map(line).collect();
        SearchReport { lines, depth: 7, nodes: u64::MAX, speed: Some(12), elapsed_ms: 3 }
    }

    fn moves() -> ReviewedMove {
        let best = report().lines.remove(3);
        ReviewedMove { ply: 7, best, played: Score::LossIn(2), quality: MoveQuality::Blunder }
    }

    fn mark() -> Mark {
        let ends = vec!["c5".into(), "top".into()];
        Mark { kind: MarkKind::Link, side: Some(1), ends, places: vec!["c4".into()] }
    }

    #[test]
    fn messages_survive_encoding() {
        let limits = SearchLimits { time_ms: Some(1000), nodes: None, depth: Some(3) };
        let request =
            SearchRequest { id: 3, game: "hex".into(), level: 8, limits, ..Default::default() };
        let bench = Request::Bench { id: 1, game: "eclipse".into() };
        let line_up =
            Request::LineUp { id: 9, game: "hexchess".into(), record: "*".into(), seed: u64::MAX };
        let look = Request::Marks { id: 8, game: "hex".into(), record: "*".into() };
        let review = Request::Review(request.clone());
        for request in
            [Request::Ping(u32::MAX), Request::Search(request), bench, review, look, line_up]
        {
            assert_eq!(decode(&encode(&request)), Some(request));
        }
        let responses = [
            Response::Ready,
            Response::Pong(7),
            Response::Marks { id: 8, marks: vec![mark()] },
            Response::Progress { id: 1, report: SearchReport::default() },
            Response::BestMove { id: 2, report: report() },
            Response::Bench { id: 4, nodes: 5, fold: u64::MAX, speed: 6 },
            Response::ReviewProgress { id: 5, done: 3, of: 40 },
            Response::Review { id: 5, moves: vec![moves()] },
            Response::LineUp { id: 6, mv: "all:KCDGF".into() },
            Response::Refused { id: 3, why: "no such game".into() },
        ];
        for response in responses {
            assert_eq!(decode(&encode(&response)), Some(response));
        }
    }

    #[test]
    fn noise_is_no_message() {
        for noise in [&[][..], &[99], &[0xff; 40], &[1, 0, 200, 1]] {
            assert_eq!(decode::<Request>(noise), None);
        }
        let whole = encode(&Response::BestMove { id: 2, report: report() });
        for cut in 0..whole.len() {
            assert_eq!(decode::<Response>(&whole[..cut]), None, "{cut} bytes");
        }
    }
}
