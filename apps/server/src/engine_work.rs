//! Searches as data: done by this process in its own queues, or by `sixfold worker` on another machine.
//!
//! A caller who may not ask for one is refused before it is made.

use crate::api::{AnalysisRequest, analyse_position};
use crate::room::{EngineMove, search_move};
use analysis::{Limits, Report};
use bots::{Config, Level, Playable as _, in_notation, player};
use catalog::{AnyRecord, with_game};
use queries::BestAnswer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// A search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum EngineWork {
    /// A computer player's move.
    Move(EngineMove),
    /// The lines of an analysis.
    Analysis(AnalysisRequest),
    /// The best move of a position.
    Best(BestMove),
}

impl EngineWork {
    /// How long it searches.
    pub(crate) fn time(&self) -> Duration {
        match self {
            Self::Move(wanted) => Duration::from_millis(wanted.milliseconds),
            Self::Analysis(wanted) => wanted.time(),
            Self::Best(wanted) => Duration::from_millis(wanted.milliseconds),
        }
    }

    /// Does it; nothing if what was asked makes no sense.
    pub(crate) fn run(&self) -> Option<Value> {
        match self {
            Self::Move(wanted) => search_move(wanted).map(Value::String),
            Self::Analysis(wanted) => {
                analyse_position(wanted).ok().and_then(|answer| serde_json::to_value(answer).ok())
            }
            Self::Best(wanted) => serde_json::to_value(wanted.search()?).ok(),
        }
    }
}

/// The best move of a position, to be searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct BestMove {
    game: String,
    record: String,
    level: u8,
    lines: usize,
    milliseconds: u64,
}

impl BestMove {
    pub(crate) fn new(record: &AnyRecord, level: Level, lines: usize, time: Duration) -> Self {
        Self {
            game: record.game().text().to_owned(),
            record: record.to_string(),
            level: level.number(),
            lines,
            milliseconds: time.as_millis() as u64,
        }
    }

    /// Searches; nothing if the record cannot be read.
    pub(crate) fn search(&self) -> Option<BestAnswer> {
        let record = AnyRecord::read(self.game.parse().ok()?, &self.record).ok()?;
        let (level, lines) = (Level::new(self.level)?, self.lines);
        let memory_mib = with_game!(record.game(), P => P::MEMORY.server_move);
        let config = Config { memory_mib, lines, level, ..Config::default() };
        let limits = Limits::time(Duration::from_millis(self.milliseconds));
        let report = with_game!(record.game(), P => match record.of_game::<P>() {
            Some(record) if record.conclusion().is_none() => {
                let found = player::<P>(&config).search(record, &limits, &mut |_| ());
                in_notation(record.position(), &found)
            }
            _ => Report::empty(),
        });
        Some(queries::best(record.position(), &report))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through_text(work: &EngineWork) -> EngineWork {
        serde_json::from_str(&serde_json::to_string(work).unwrap()).unwrap()
    }

    #[test]
    fn work_is_the_same_after_its_way_over_the_bus() {
        let mut record = AnyRecord::begin("hex".parse().unwrap(), "size=3 swap=off").unwrap();
        record.play("b2").unwrap();
        let (full, soon) = (Level::FULL, Duration::from_millis(50));
        let best = EngineWork::Best(BestMove::new(&record, full, 1, soon));
        let found = through_text(&best).run().unwrap();
        assert!(found["best"]["move"].is_string() || found["lines"].is_array(), "{found}");
        let wanted = EngineWork::Move(EngineMove::new(&record, full, 7, soon));
        assert_eq!(through_text(&wanted).time(), soon);
        let mv = through_text(&wanted).run().unwrap();
        assert!(record.play(mv.as_str().unwrap()).is_ok(), "{mv}");
        let request =
            r#"{"game":"hex","options":"size=3 swap=off","moves":["b2"],"milliseconds":20}"#;
        let analysis = EngineWork::Analysis(serde_json::from_str(request).unwrap());
        let lines = through_text(&analysis).run().unwrap();
        assert!(!lines["lines"].as_array().unwrap().is_empty(), "{lines}");
    }

    #[test]
    fn work_that_makes_no_sense_is_not_done() {
        let request = r#"{"game":"hex","moves":["z99"]}"#;
        assert!(EngineWork::Analysis(serde_json::from_str(request).unwrap()).run().is_none());
    }
}
