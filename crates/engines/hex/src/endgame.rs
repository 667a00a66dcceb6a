//! Endgame solver: with few empty cells, a part of the time for a move goes to the df-pn solver
//! (Nagai 2002).

use crate::solver::{self, Solver};
use game::{Position as _, Record};
use hex::{Move, Position};
use search::{Limits, Line, Report, Score};
use std::time::Duration;

/// A solved position.
#[derive(Clone, Debug)]
pub(crate) enum SolverResult {
    /// The side to move wins by the first move of this variation, within so many plies.
    Won { line: Vec<Move>, plies: u32 },
    /// The side to move loses, within so many plies.
    Lost { plies: u32 },
}

/// Runs the solver within a share of the limits.
#[derive(Debug)]
pub(crate) struct EndgameSolver {
    solver: Solver,
}

/// Approximate cost of a solver node in playouts, by empty cells.
const fn playouts_a_node(empties: usize) -> u64 {
    (empties * empties / 160 + 1) as u64
}

/// Time without limits.
const DEFAULT_TIME: Duration = Duration::from_millis(80);

/// Number of moves that the time left should last for.
const MOVES_TO_GO: u32 = 28;

impl EndgameSolver {
    /// A solver with a table of at most `memory_mib` MiB.
    pub(crate) const fn new(memory_mib: usize) -> Self {
        Self { solver: Solver::new(memory_mib) }
    }

    pub(crate) fn forget(&mut self) {
        self.solver.forget();
    }

    /// Solves the position, if `percent` of the limits are enough.
    pub(crate) fn solve(
        &mut self,
        record: &Record<Position>,
        limits: &Limits,
        percent: u32,
    ) -> Option<SolverResult> {
        let position = record.position();
        let solver_limits =
            solver_limits(limits, percent, playouts_a_node(position.empties().len()));
        let solution = self.solver.solve(position, &solver_limits, &mut |_, _| ());
        let side = position.side_to_move();
        let cells = self.solver.proof_cells(position);
        if solution.winner? != side {
            return Some(SolverResult::Lost { plies: cells.max(1).next_multiple_of(2) as u32 });
        }
        let by = self.solver.winning_move(position)?;
        let line = if solution.line.first() == Some(&by) { solution.line } else { vec![by] };
        Some(SolverResult::Won { line: playable(position, line), plies: cells as u32 | 1 })
    }
}

/// The solver's share of the time in per cent, by empty cells.
pub(crate) fn solver_percent(position: &Position) -> u32 {
    match position.empties().len() {
        ..=64 => 60,
        65..=85 => 20,
        86..=97 => 8,
        _ => 0,
    }
}

/// The solver's share of the limits for a move.
fn solver_limits(limits: &Limits, percent: u32, playouts_a_node: u64) -> solver::SolverLimits {
    let of_clock = limits.clock.map(|clock| clock.left / MOVES_TO_GO + clock.increment / 2);
    let time = [limits.time, of_clock].into_iter().flatten().min();
    let time = time.map(|time| time * percent / 100);
    let nodes = limits.nodes.map(|nodes| nodes * u64::from(percent) / 100 / playouts_a_node + 1);
    let endless = time.is_none() && nodes.is_none();
    solver::SolverLimits {
        nodes,
        time: time.or(endless.then_some(DEFAULT_TIME)),
        stop: limits.stop.clone(),
    }
}

/// The legal prefix of a variation: with fill-in, the solver may place a stone on a filled cell.
fn playable(position: &Position, line: Vec<Move>) -> Vec<Move> {
    let mut position = position.clone();
    line.into_iter().take_while(|&mv| position.play(mv).is_ok()).collect()
}

/// Puts a solver result into a report.
pub(crate) fn add_solver_result(report: &mut Report<Move>, result: &SolverResult, most: usize) {
    match result {
        SolverResult::Won { line, plies } => {
            if matches!(report.score(), Some(Score::WinIn(_))) {
                return;
            }
            let known =
                report.lines.iter().position(|known| known.first() == line.first().copied());
            let visits = known.and_then(|at| report.lines.remove(at).visits);
            let score = Score::WinIn(*plies);
            report.lines.insert(0, Line { visits, ..Line::new(line.clone(), score) });
            report.lines.truncate(most.max(1));
        }
        // The most stubborn defence is chosen by visits.
        SolverResult::Lost { plies } => {
            for line in report.lines.iter_mut().filter(|line| !line.score.is_proven()) {
                line.score = Score::LossIn(*plies);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(text: &str) -> Option<SolverResult> {
        let position: Position = text.parse().expect("a position");
        EndgameSolver::new(1).solve(&Record::from_position(position), &Limits::nodes(100_000), 50)
    }

    #[test]
    fn small_boards_are_solved() {
        let Some(SolverResult::Won { line, plies }) = solve("4/4/4/4 r swap=off") else {
            panic!("who begins wins")
        };
        assert!(!line.is_empty() && plies % 2 == 1 && plies <= 16, "{line:?} in {plies}");
        let lost = solve("4/1r2/2r1/4 b swap=off");
        assert!(matches!(lost, Some(SolverResult::Lost { plies }) if plies % 2 == 0), "{lost:?}");
    }

    #[test]
    fn a_part_of_the_limits_is_a_part() {
        let second = Duration::from_secs(1);
        assert_eq!(
            solver_limits(&Limits::time(second), 15, 9).time,
            Some(Duration::from_millis(150))
        );
        assert_eq!(solver_limits(&Limits::nodes(10_000), 50, 50).nodes, Some(101));
        assert_eq!(solver_limits(&Limits::default(), 50, 9).time, Some(DEFAULT_TIME));
    }
}
