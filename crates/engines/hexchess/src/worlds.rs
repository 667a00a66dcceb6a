//! What the side to move must reckon with (HC-5): one game for every way the hidden horses may be,
//! made from what it may know and nothing else.
//!
//! Each kind exists once in a pool (HC-2.3). Two unrevealed horses are a knight and a fool either
//! way round; a single one is either, and just as many line-ups bring the one as the other. So all
//! worlds that the record allows are equally likely.

use game::{Position as _, Record, Viewer};
use hexchess::{Move, Position, worlds};
use search::{Line, Score};

/// A game for every world, each with what repetition needs of its past.
pub(crate) fn possible_games(record: &Record<Position>) -> Vec<Record<Position>> {
    let viewer = viewer(record.position());
    worlds(record, viewer).into_iter().map(|world| with_past(record, world, viewer)).collect()
}

fn viewer(position: &Position) -> Viewer {
    Viewer::Player(position.side_to_move())
}

/// The moves since the last progress, as they were if `world` is true. Nothing before them can
/// come again.
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

/// The part of a line that holds in every world: up to the first move that tells them apart.
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

/// What a move is worth that has these scores in worlds that are equally likely.
///
/// Proven only if it is proven in every world; otherwise the mean of what each world promises,
/// where a certain result weighs more than any opinion but not infinitely more.
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
        _ => Score::Estimate(estimate(expectation(scores))),
    }
}

/// The mean promise of these scores, from −1 (lost in every world) to 1 (won in every world).
pub(crate) fn expectation(scores: &[Score]) -> f64 {
    scores.iter().map(|&score| promise(score)).sum::<f64>() / scores.len().max(1) as f64
}

/// What stands for half of all that can be gained, in the evaluation's units.
const HALF: f64 = 300.0;

fn promise(score: Score) -> f64 {
    const PLY: f64 = 1e-6;
    match score {
        Score::Estimate(value) => f64::from(value) / (f64::from(value).abs() + HALF),
        Score::Chance(share) => f64::from(share) / 500.0 - 1.0,
        Score::Draw => 0.0,
        Score::WinIn(plies) => 1.0 - PLY * f64::from(plies),
        Score::LossIn(plies) => PLY * f64::from(plies) - 1.0,
    }
}

/// The estimate that promises so much.
fn estimate(promise: f64) -> i32 {
    const MOST: f64 = 0.99;
    let promise = promise.clamp(-MOST, MOST);
    (promise * HALF / (1.0 - promise.abs())).round() as i32
}

/// A line with the part of it that holds in every world.
pub(crate) fn public_line(
    games: &[Record<Position>],
    moves: &[Move],
    score: Score,
) -> Line<Position> {
    Line { moves: common_part(games, moves), score, visits: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_in_one_world_only_is_an_opinion() {
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
