//! Engine-worker protocol: requests of the page and responses of the engine's Web Worker, encoded
//! with postcard.
//!
//! A search in progress cannot receive messages. The page stops it by [`STOP_WORD`] of shared memory
//! or, where the browser gives none, by revoking the address that it sent before the request.
//!
//! Games, records and moves travel as notation; limits, reports and marks are those of the crate
//! `analysis`. No engine code is here, so that the page need not be compiled with an engine.

#![warn(missing_docs)]

use analysis::{Limits, Mark, Report, ReviewedMove};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Index of the stop word in the shared array of 32-bit integers that the page sends a worker first:
/// searches and reviews with a smaller number stop.
pub const STOP_WORD: u32 = 0;

/// Index of the word above which the main worker raises the number of the next search when it has
/// ended one: helpers stop at it as at the stop word.
pub const ENDED_WORD: u32 = 1;

/// Index of the first mailbox, in which a helper publishes its latest report: sequence number (odd
/// while it is being written), number of the search, thousands of nodes so far, length in bytes, bytes.
pub const FIRST_MAILBOX: u32 = 2;

/// Length of a mailbox: its four words and 64 KiB.
pub const MAILBOX_WORDS: u32 = 4 + (1 << 14);

/// The most workers that search one position together, the main one included.
pub const MOST_THREADS: u32 = 8;

/// The level of full strength, at which helpers take part.
pub const FULL_LEVEL: u8 = 8;

/// Length of the shared array.
pub const SHARED_WORDS: u32 = FIRST_MAILBOX + (MOST_THREADS - 1) * MAILBOX_WORDS;

/// Number of 64-bit words of the second-level transposition table, two for each slot: 16 MiB.
pub const TABLE_WORDS: u32 = 1 << 21;

/// A request of the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Ping; the number comes back.
    Ping(u32),
    /// Search for the best move.
    Search(SearchRequest),
    /// Search the same position as the main worker and share what is found. Nothing is answered.
    Help {
        /// Number of the helper, from 1 on.
        number: u8,
        /// The request that the main worker has.
        request: SearchRequest,
    },
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

impl Request {
    /// The number that comes back with the answer.
    pub fn id(&self) -> u32 {
        match self {
            Self::Ping(id)
            | Self::Bench { id, .. }
            | Self::Marks { id, .. }
            | Self::LineUp { id, .. } => *id,
            Self::Search(request) | Self::Review(request) | Self::Help { request, .. } => {
                request.id
            }
        }
    }
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
    /// Number of helper workers that search the same position.
    pub helpers: u8,
    /// Limits of the search. Without any it ends when the position is solved, or when the page stops
    /// it.
    pub limits: Limits,
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
        /// The report so far.
        report: Report,
        /// Number of helper workers whose part is in it.
        helpers: u8,
    },
    /// Final report of a search.
    BestMove {
        /// Of the question.
        id: u32,
        /// In the end.
        report: Report,
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

impl Response {
    /// The number of the search or review that this response ends.
    pub fn ends_search(&self) -> Option<u32> {
        match self {
            Self::BestMove { id, .. } | Self::Review { id, .. } | Self::Refused { id, .. } => {
                Some(*id)
            }
            Self::Ready
            | Self::Pong(_)
            | Self::Marks { .. }
            | Self::Progress { .. }
            | Self::Bench { .. }
            | Self::ReviewProgress { .. }
            | Self::LineUp { .. } => None,
        }
    }
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
    use analysis::{Countdown, Line, MarkKind, MoveQuality, MoveText, Score};
    use std::time::Duration;

    const SCORES: [Score; 5] =
        [Score::Estimate(-3), Score::Chance(613), Score::Draw, Score::WinIn(5), Score::LossIn(4)];

    fn text() -> MoveText {
        MoveText { mv: "d4".into(), human: "d4!".into() }
    }

    fn report() -> Report {
        let countdown = Countdown { stones: 3, is_exact: false };
        let line = |score: Score| Line {
            visits: Some(9),
            countdown: score.is_proven().then_some(countdown),
            ..Line::new(vec![text()], score)
        };
        let lines = SCORES.into_iter().map(line).collect();
        let elapsed = Duration::from_millis(3);
        Report { lines, depth: 7, nodes: u64::MAX, elapsed, ..Report::empty() }
    }

    fn reviewed_move() -> ReviewedMove {
        let best = report().lines.remove(3);
        let (played, quality) = (Score::LossIn(2), MoveQuality::Blunder);
        ReviewedMove { ply: 7, mv: text(), best, played, quality }
    }

    fn mark() -> Mark {
        let ends = vec!["c5".into(), "top".into()];
        Mark { kind: MarkKind::Link, side: Some(1), ends, places: vec!["c4".into()] }
    }

    #[test]
    fn messages_survive_encoding() {
        let limits = Limits { depth: Some(3), ..Limits::time(Duration::from_secs(1)) };
        let request =
            SearchRequest { id: 3, game: "hex".into(), level: 8, limits, ..Default::default() };
        let bench = Request::Bench { id: 1, game: "eclipse".into() };
        let line_up =
            Request::LineUp { id: 9, game: "hexchess".into(), record: "*".into(), seed: u64::MAX };
        let look = Request::Marks { id: 8, game: "hex".into(), record: "*".into() };
        let review = Request::Review(request.clone());
        let help = Request::Help { number: 2, request: request.clone() };
        let requests =
            [Request::Ping(u32::MAX), Request::Search(request), bench, review, look, line_up, help];
        assert_eq!(requests.each_ref().map(Request::id), [u32::MAX, 3, 1, 3, 8, 9, 3]);
        for request in requests {
            assert_eq!(decode(&encode(&request)), Some(request));
        }
        let responses = [
            Response::Ready,
            Response::Pong(7),
            Response::Marks { id: 8, marks: vec![mark()] },
            Response::Progress { id: 1, report: Report::empty(), helpers: 2 },
            Response::BestMove { id: 2, report: report() },
            Response::Bench { id: 4, nodes: 5, fold: u64::MAX, speed: 6 },
            Response::ReviewProgress { id: 5, done: 3, of: 40 },
            Response::Review { id: 5, moves: vec![reviewed_move()] },
            Response::LineUp { id: 6, mv: "all:KCDGF".into() },
            Response::Refused { id: 3, why: "no such game".into() },
        ];
        let ended: Vec<u32> = responses.iter().filter_map(Response::ends_search).collect();
        assert_eq!(ended, [2, 5, 3]);
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
