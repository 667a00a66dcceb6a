//! The search with playouts: MCTS with root parallelisation and the domain knowledge of Hex.

use crate::knowledge::{HexKnowledge, PriorWeights};
use crate::player::Models;
use crate::playout::{HexPlayout, PlayoutPolicy};
use hex::Position;
use search::mcts::{MctsSettings, RootParallel};

/// Searches of the same position.
pub(crate) type RootParallelSearch = RootParallel<Position, HexKnowledge, HexPlayout>;

/// One search per thread; they share the memory limit.
pub(crate) fn root_parallel(
    threads: usize,
    (weights, models): (PriorWeights, &Models),
    settings: MctsSettings,
) -> RootParallelSearch {
    RootParallel::new(threads, settings, || {
        (HexKnowledge::new(weights, models), HexPlayout::new(PlayoutPolicy::BridgeSaving))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Position as _, Record};
    use hex::Move;
    use search::{Limits, Report, Score, Search as _};

    fn record(text: &str) -> Record<Position> {
        Record::from_position(text.parse().expect("a position"))
    }

    fn look(threads: usize, lines: usize, text: &str) -> Report<Move> {
        let settings = MctsSettings { memory_mib: 8, lines, ..MctsSettings::default() };
        let weights = PriorWeights { pattern: 10.0, connection: 30.0, policy: 0.0 };
        let mut search = root_parallel(threads, (weights, &Models::default()), settings);
        search.search(&record(text), &Limits::nodes(1_000), &mut |_| ())
    }

    #[test]
    fn root_statistics_are_added_up() {
        let text = "7/7/2b4/3r3/7/7/7 r swap=off";
        let [one, three] = [1, 3].map(|threads| look(threads, 5, text));
        assert_eq!((one.lines.len(), three.lines.len()), (5, 5));
        assert!(three.nodes >= 1_000 && three.nodes < 1_010, "{}", three.nodes);
        let visits: Vec<u32> = three.lines.iter().filter_map(|line| line.visits).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        for line in &three.lines {
            let mut position = record(text).position().clone();
            for &mv in &line.moves {
                position.play(mv).expect("lines are legal");
            }
        }
    }

    #[test]
    fn a_win_in_one_is_taken_by_any_number() {
        for threads in 1..4 {
            let report = look(threads, 1, "3/1r1/1r1 r swap=off");
            assert_eq!(report.score(), Some(Score::WinIn(1)));
        }
    }
}
