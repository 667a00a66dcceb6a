//! The solver at the player's side: where few cells are left, a part of the time goes to finding
//! out who wins with best play.

use crate::solver::{self, Solver};
use game::{Position as _, Record};
use hex::{Move, Position};
use search::{Limits, Line, Report, Score};
use std::time::Duration;

/// What was found out about a position.
#[derive(Clone, Debug)]
pub(crate) enum Finding {
    /// The side to move wins by the first move of this line, within so many plies.
    Won { line: Vec<Move>, plies: u32 },
    /// The side to move loses, within so many plies.
    Lost { plies: u32 },
}

/// Solves positions within a part of the time for a move.
#[derive(Debug)]
pub(crate) struct Endgame {
    solver: Solver,
}

/// Playouts that take as long as a node of the solver with so many empty cells, about.
const fn playouts_a_node(empties: usize) -> u64 {
    (empties * empties / 160 + 1) as u64
}

/// What is spent where nobody says how much there is.
const A_MOMENT: Duration = Duration::from_millis(80);

/// How many moves a clock is thought to last for.
const MOVES_TO_GO: u32 = 28;

impl Endgame {
    /// One whose table takes at most `memory_mib` MiB.
    pub(crate) const fn new(memory_mib: usize) -> Self {
        Self { solver: Solver::new(memory_mib) }
    }

    pub(crate) fn forget(&mut self) {
        self.solver.forget();
    }

    /// Finds out who wins, if `percent` of the limits are enough for that.
    pub(crate) fn solve(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        percent: u32,
    ) -> Option<Finding> {
        let position = record.position();
        let share = share(limits, percent, playouts_a_node(position.empties().len()));
        let solution = self.solver.solve(position, &share, &mut |_, _| ());
        let side = position.side_to_move();
        let cells = self.solver.room(position);
        if solution.winner? != side {
            return Some(Finding::Lost { plies: cells.max(1).next_multiple_of(2) as u32 });
        }
        let by = self.solver.winning_move(position)?;
        let line = if solution.line.first() == Some(&by) { solution.line } else { vec![by] };
        Some(Finding::Won { line: playable(position, line), plies: cells as u32 | 1 })
    }
}

/// How much of the time may go to the solver, in per cent: the more, the fewer cells are left.
pub(crate) fn worth(position: &Position) -> u32 {
    match position.empties().len() {
        ..=64 => 60,
        65..=85 => 20,
        86..=97 => 8,
        _ => 0,
    }
}

/// The solver's part of what there is for a move.
fn share(limits: &Limits, percent: u32, playouts_a_node: u64) -> solver::Limits {
    let of_clock = limits.clock.map(|clock| clock.left / MOVES_TO_GO + clock.increment / 2);
    let time = [limits.time, of_clock].into_iter().flatten().min();
    let time = time.map(|time| time * percent / 100);
    let nodes = limits.nodes.map(|nodes| nodes * u64::from(percent) / 100 / playouts_a_node + 1);
    let endless = time.is_none() && nodes.is_none();
    solver::Limits { nodes, time: time.or(endless.then_some(A_MOMENT)), stop: limits.stop.clone() }
}

/// The moves of a line up to the first that cannot be made: who wins by stones filled in is not
/// yet connected, and who thinks of them may place a stone on one.
fn playable(position: &Position, line: Vec<Move>) -> Vec<Move> {
    let mut position = position.clone();
    line.into_iter().take_while(|&mv| position.play(mv).is_ok()).collect()
}

/// Puts what is proven of the position into a report about it.
pub(crate) fn add_finding(report: &mut Report<Position>, finding: &Finding, most: usize) {
    match finding {
        Finding::Won { line, plies } => {
            if matches!(report.score(), Some(Score::WinIn(_))) {
                return;
            }
            let known =
                report.lines.iter().position(|known| known.first() == line.first().copied());
            let visits = known.and_then(|at| report.lines.remove(at).visits);
            let score = Score::WinIn(*plies);
            report.lines.insert(0, Line { moves: line.clone(), score, visits });
            report.lines.truncate(most.max(1));
        }
        // How to make it hard is for playouts to say.
        Finding::Lost { plies } => {
            for line in report.lines.iter_mut().filter(|line| !line.score.is_proven()) {
                line.score = Score::LossIn(*plies);
            }
        }
    }
}

/// What is left of the limits after a search that took so many nodes, and so much time.
pub(crate) fn rest(limits: &Limits, nodes: u64, elapsed: Duration) -> Limits {
    Limits {
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        time: limits.time.map(|time| time.saturating_sub(elapsed)),
        clock: limits
            .clock
            .map(|clock| search::TimeLeft { left: clock.left.saturating_sub(elapsed), ..clock }),
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(text: &str) -> Option<Finding> {
        let position: Position = text.parse().expect("a position");
        Endgame::new(1).solve(&Record::from_position(position), &Limits::nodes(100_000), 50)
    }

    #[test]
    fn small_boards_are_solved() {
        let Some(Finding::Won { line, plies }) = solve("4/4/4/4 r swap=off") else {
            panic!("who begins wins")
        };
        assert!(!line.is_empty() && plies % 2 == 1 && plies <= 16, "{line:?} in {plies}");
        let lost = solve("4/1r2/2r1/4 b swap=off");
        assert!(matches!(lost, Some(Finding::Lost { plies }) if plies % 2 == 0), "{lost:?}");
    }

    #[test]
    fn a_part_of_the_limits_is_a_part() {
        let second = Duration::from_secs(1);
        assert_eq!(share(&Limits::time(second), 15, 9).time, Some(Duration::from_millis(150)));
        assert_eq!(share(&Limits::nodes(10_000), 50, 50).nodes, Some(101));
        assert_eq!(share(&Limits::default(), 50, 9).time, Some(A_MOMENT));
        let left = rest(&Limits::time(second), 3, Duration::from_millis(300)).time;
        assert_eq!(left, Some(Duration::from_millis(700)));
        assert_eq!(rest(&Limits::nodes(5), 9, second).nodes, Some(0));
    }
}
