//! Limits of a player's search: time, nodes, depth or a clock.

use search::Limits;
use std::time::Duration;

/// Limits of a player's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Time per move.
    MoveTime(Duration),
    /// Nodes per move.
    Nodes(u64),
    /// Depth per move.
    Depth(usize),
    /// A clock for the whole game.
    Clock {
        /// Initial time.
        base: Duration,
        /// Increment per move.
        increment: Duration,
    },
}

impl Pace {
    /// Time for the first move, if time is limited.
    pub(crate) fn first_time(self) -> Option<Duration> {
        match self {
            Self::MoveTime(time) => Some(time),
            Self::Clock { base, .. } => Some(base),
            Self::Nodes(_) | Self::Depth(_) => None,
        }
    }

    /// The limits of a search by a player with so much time left.
    pub(crate) fn limits(self, left: Option<Duration>) -> Limits {
        match self {
            Self::MoveTime(time) => Limits::time(time),
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::Depth(depth) => Limits::depth(depth),
            Self::Clock { increment, .. } => Limits::clock(left.unwrap_or_default(), increment),
        }
    }

    /// Arguments of `go`, with the time left of each side.
    pub(crate) fn go_arguments(self, left: game::BySide<Duration>) -> String {
        let ms = |time: Duration| time.as_millis();
        match self {
            Self::MoveTime(time) => format!("movetime {}", ms(time)),
            Self::Nodes(nodes) => format!("nodes {nodes}"),
            Self::Depth(depth) => format!("depth {depth}"),
            Self::Clock { increment, .. } => {
                let (first, second, more) = (ms(left.first), ms(left.second), ms(increment));
                format!("p1time {first} p2time {second} p1inc {more} p2inc {more}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::BySide;

    #[test]
    fn limits_are_arguments_of_go() {
        let ms = Duration::from_millis;
        let pace = Pace::Clock { base: ms(1000), increment: ms(10) };
        assert_eq!(pace.first_time(), Some(ms(1000)));
        let go_arguments = pace.go_arguments(BySide::new(ms(750), ms(40)));
        assert_eq!(go_arguments, "p1time 750 p2time 40 p1inc 10 p2inc 10");
        assert_eq!(Pace::MoveTime(ms(7)).go_arguments(BySide::default()), "movetime 7");
        assert_eq!(
            (Pace::MoveTime(ms(7)).first_time(), Pace::Nodes(7).first_time()),
            (Some(ms(7)), None)
        );
    }
}
