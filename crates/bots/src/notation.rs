//! Reports in notation: what leaves the engine.

use crate::Playable;
use analysis::{Line, MoveText, Report};
use game::Position;

/// A report of the position `from` in notation, with countdowns.
pub fn in_notation<P: Playable>(from: &P, report: &Report<P::Move>) -> Report {
    report.with_lines(report.lines.iter().map(|line| line_in_notation(from, line)).collect())
}

/// A variation from the position `from` in notation, with its countdown.
pub fn line_in_notation<P: Playable>(from: &P, line: &Line<P::Move>) -> Line {
    let legal = line.first().filter(|&mv| from.is_legal(mv));
    Line {
        visits: line.visits,
        countdown: legal.and_then(|mv| P::countdown(from, mv, line.score)),
        ..Line::new(move_texts(from, &line.moves), line.score)
    }
}

/// Moves in both notations. With hidden information a variation may be illegal in the true
/// position: it ends there.
pub fn move_texts<P: Position>(from: &P, moves: &[P::Move]) -> Vec<MoveText> {
    let mut position = from.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let human = if position.is_legal(mv) { position.write_move(mv) } else { break };
        texts.push(MoveText { mv: mv.to_string(), human });
        position.play_unchecked(mv);
    }
    texts
}
