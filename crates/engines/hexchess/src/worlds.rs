//! Possible worlds (determinizations): all members of the information set (Kuhn 1953) of the side
//! to move (HC-5), and the expected utility of moves over them.
//!
//! Each kind exists once in a pool (HC-2.3). Two unrevealed horses are a knight and a fool either
//! way round; a single one is either, and just as many line-ups bring the one as the other. So all
//! worlds that the record allows are equally likely.

use game::{Position as _, Record, Viewer};
use hexchess::{Move, Position, worlds};
use search::{Line, Score};

/// A game for every world, each with the moves that matter for repetition.
pub(crate) fn possible_games(record: &Record<Position>) -> Vec<Record<Position>> {
    let viewer = viewer(record.position());
    worlds(record, viewer).into_iter().map(|world| with_past(record, world, viewer)).collect()
}

fn viewer(position: &Position) -> Viewer {
    Viewer::Player(position.side_to_move())
}

/// Replays the moves since the last progress in `world`. No earlier position can recur.
fn with_past(record: &Record<Position>, world: Position, viewer: Viewer) -> Record<Position> {
    let from = record.ply() - record.quiet_plies().min(record.ply());
    let moves = &record.moves()[from..];
    let starts = record.positions()[from].view(viewer).worlds();
    let games = starts.into_iter().map(|start| replayed(start, moves));
    games
        .flatten()
        .find(|game| *game.position() == world)
        .unwrap_or_else(|| Record::from_position(world))
}

fn replayed(start: Position, moves: &[Move]) -> Option<Record<Position>> {
    let mut game = Record::from_position(start);
    moves.iter().try_for_each(|&mv| game.play(mv)).ok()?;
    Some(game)
}

/// The prefix of a variation that holds in every world: up to the first move that tells them apart.
pub(crate) fn common_part(games: &[Record<Position>], line: &[Move]) -> Vec<Move> {
    let mut positions: Vec<Position> = games.iter().map(|game| game.position().clone()).collect();
    let Some(viewer) = positions.first().map(viewer) else { return Vec::new() };
    let mut common = Vec::new();
    for &mv in line {
        if !positions.iter().all(|position| position.is_legal(mv)) {
            break;
        }
        common.push(mv);
        for position in &mut positions {
            position.play_unchecked(mv);
        }
        let first = positions[0].view(viewer);
        if positions.iter().any(|position| position.view(viewer) != first) {
            break;
        }
    }
    common
}

/// The score of a move that has these scores in equally likely worlds.
///
/// Proven only if it is proven in every world; otherwise the expected utility, in which a proven
/// result weighs more than any estimate, but not infinitely more.
pub(crate) fn mean(scores: &[Score]) -> Score {
    let plies = |pick: fn(Score) -> Option<u32>| {
        let all: Option<Vec<u32>> = scores.iter().map(|&score| pick(score)).collect();
        all.and_then(|plies| plies.into_iter().max())
    };
    let won = plies(|score| if let Score::WinIn(plies) = score { Some(plies) } else { None });
    let lost = plies(|score| if let Score::LossIn(plies) = score { Some(plies) } else { None });
    match (won, lost) {
        (Some(plies), _) => Score::WinIn(plies),
        (_, Some(plies)) => Score::LossIn(plies),
        _ if scores.iter().all(|&score| score == Score::Draw) => Score::Draw,
        _ => Score::Estimate(estimate(expected_utility(scores))),
    }
}

/// Mean utility of these scores, from −1 (lost in every world) to 1 (won in every world).
pub(crate) fn expected_utility(scores: &[Score]) -> f64 {
    scores.iter().map(|&score| utility(score)).sum::<f64>() / scores.len().max(1) as f64
}

/// The estimate with utility ½, in the evaluation's units.
const HALF: f64 = 300.0;

fn utility(score: Score) -> f64 {
    const PLY: f64 = 1e-6;
    match score {
        Score::Estimate(value) => f64::from(value) / (f64::from(value).abs() + HALF),
        Score::Chance(share) => f64::from(share) / 500.0 - 1.0,
        Score::Draw => 0.0,
        Score::WinIn(plies) => 1.0 - PLY * f64::from(plies),
        Score::LossIn(plies) => PLY * f64::from(plies) - 1.0,
    }
}

/// The estimate with this utility: the inverse of `u(e) = e / (|e| + HALF)`.
fn estimate(utility: f64) -> i32 {
    const MOST: f64 = 0.99;
    let utility = utility.clamp(-MOST, MOST);
    (utility * HALF / (1.0 - utility.abs())).round() as i32
}

/// A variation cut to the prefix that holds in every world.
pub(crate) fn common_line(games: &[Record<Position>], moves: &[Move], score: Score) -> Line<Move> {
    Line::new(common_part(games, moves), score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proven_in_one_world_only_is_an_estimate() {
        assert_eq!(mean(&[Score::WinIn(3), Score::WinIn(5)]), Score::WinIn(5));
        assert_eq!(mean(&[Score::LossIn(2), Score::LossIn(4)]), Score::LossIn(4));
        assert_eq!(mean(&[Score::Draw, Score::Draw]), Score::Draw);
        assert_eq!(mean(&[Score::Estimate(80), Score::Estimate(80)]), Score::Estimate(80));
        assert_eq!(mean(&[Score::WinIn(3), Score::LossIn(3)]), Score::Estimate(0));
        let half = mean(&[Score::LossIn(2), Score::Estimate(100)]);
        assert!(half < Score::Estimate(-100), "{half}: half a chance to lose at once");
        assert!(half > Score::LossIn(40));
    }
}
