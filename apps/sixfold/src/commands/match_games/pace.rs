//! How fast a match is played, as flags.

use arena::Pace;
use std::time::Duration;

/// Limits per move; 100 ms per move if none is given.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct PaceArgs {
    /// Milliseconds for every move [default: 100]
    #[arg(long, value_name = "MS", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Nodes for every move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for every move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// A clock: seconds for the game and, after a plus, for every move, such as 10+0.1
    #[arg(long, value_name = "TIME+INC", group = "pace", value_parser = clock)]
    clock: Option<Pace>,
    /// Milliseconds that a player may be late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub(super) margin: u64,
}

impl PaceArgs {
    pub(super) fn pace(&self) -> Pace {
        let nodes = self.nodes.map(Pace::Nodes);
        let depth = self.depth.map(|depth| Pace::Depth(usize::from(depth)));
        let time = Duration::from_millis(self.movetime.unwrap_or(100));
        self.clock.or(nodes).or(depth).unwrap_or(Pace::MoveTime(time))
    }
}

fn clock(text: &str) -> Result<Pace, String> {
    let seconds = |text: &str| {
        let seconds: f64 = text.trim().parse().ok()?;
        (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if !base.is_zero() => Ok(Pace::Clock { base, increment }),
        _ => Err("expected seconds and seconds a move, such as 10+0.1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_seconds_plus_seconds() {
        let ms = Duration::from_millis;
        let pace = |base, increment| Ok(Pace::Clock { base: ms(base), increment: ms(increment) });
        assert_eq!(clock("10+0.1"), pace(10_000, 100));
        assert_eq!(clock("0.5"), pace(500, 0));
        for wrong in ["", "0", "0+1", "-1+1", "1+-1", "x", "1+", "nan", "1e99"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
