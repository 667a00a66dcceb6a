//! How fast a match is played, as flags.

use crate::units::{TIME, time, time_with_unit};
use arena::Pace;
use std::time::Duration;

/// Limits per move; 100 ms per move if none is given.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct PaceArgs {
    /// Time for every move [default: 100ms]
    #[arg(long, value_name = TIME, group = "pace", value_parser = time_with_unit)]
    movetime: Option<Duration>,
    /// Nodes for every move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for every move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// A clock: time for the game and, after a plus, for every move, such as 10s+100ms
    #[arg(long, value_name = "TIME+INC", group = "pace", value_parser = clock)]
    clock: Option<Pace>,
    /// How late a player may be
    #[arg(long, value_name = TIME, default_value = "100ms", value_parser = time_with_unit)]
    pub(super) margin: Duration,
}

impl PaceArgs {
    pub(super) fn pace(&self) -> Pace {
        let nodes = self.nodes.map(Pace::Nodes);
        let depth = self.depth.map(|depth| Pace::Depth(usize::from(depth)));
        let time = self.movetime.unwrap_or(Duration::from_millis(100));
        self.clock.or(nodes).or(depth).unwrap_or(Pace::MoveTime(time))
    }
}

/// `10s+100ms`, or seconds as in `10+0.1`.
pub(super) fn clock(text: &str) -> Result<Pace, String> {
    let (base, increment) = match text.split_once('+') {
        Some((base, "0")) => (time(base).ok(), Some(Duration::ZERO)),
        Some((base, increment)) => (time(base).ok(), time(increment).ok()),
        None => (time(text).ok(), Some(Duration::ZERO)),
    };
    let clock = base.zip(increment).map(|(base, increment)| Pace::Clock { base, increment });
    clock.ok_or_else(|| "expected a time and a time for each move, such as 10s+100ms".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_a_time_plus_a_time() {
        let ms = Duration::from_millis;
        let pace = |base, increment| Ok(Pace::Clock { base: ms(base), increment: ms(increment) });
        assert_eq!(clock("10s+100ms"), pace(10_000, 100));
        assert_eq!(clock("10+0.1"), pace(10_000, 100));
        assert_eq!(clock("1m+0"), pace(60_000, 0));
        assert_eq!(clock("0.5"), pace(500, 0));
        for wrong in ["", "0", "0+1", "-1+1", "1+-1", "x", "1+", "nan", "1e99"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
