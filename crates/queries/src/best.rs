//! What a search has found, as an answer.

use analysis::{Report, Score};
use serde::{Deserialize, Serialize};

/// A move, and how play is expected to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysisLine {
    /// In machine notation; the first is the move to play.
    pub moves: Vec<String>,
    /// The same as players write them.
    pub text: Vec<String>,
    /// What it is worth to the side to move.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::ScoreResponse))]
    pub score: Score,
}

/// The best move, its score and the line of play that is expected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestAnswer {
    /// The position that was searched.
    pub position: String,
    /// The best move in machine notation; nothing when the game is over.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The same as players write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it is worth to the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::ScoreResponse>))]
    pub score: Option<Score>,
    /// The lines of play, best first.
    pub lines: Vec<AnalysisLine>,
    /// The depth of the search, in plies.
    pub depth: usize,
    /// Searched nodes.
    pub nodes: u64,
    /// Elapsed time.
    pub milliseconds: u64,
}

/// The answer that a report of a position amounts to.
pub fn best(position: String, report: &Report) -> BestAnswer {
    let lines: Vec<AnalysisLine> = report
        .lines
        .iter()
        .map(|line| AnalysisLine {
            moves: line.moves.iter().map(|mv| mv.mv.clone()).collect(),
            text: line.moves.iter().map(|mv| mv.human.clone()).collect(),
            score: line.score,
        })
        .collect();
    let first = lines.first();
    BestAnswer {
        position,
        mv: first.and_then(|line| line.moves.first().cloned()),
        text: first.and_then(|line| line.text.first().cloned()),
        score: first.map(|line| line.score),
        depth: report.depth,
        nodes: report.nodes,
        milliseconds: report.elapsed.as_millis() as u64,
        lines,
    }
}
