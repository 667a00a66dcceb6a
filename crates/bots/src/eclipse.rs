//! Eclipse: alpha-beta with the engine's evaluation.

use crate::playable::{Mobility, stand_in};
use crate::{Config, Course, Effort, Engine, Playable};
use catalog::games::eclipse::Position;

impl Playable for Position {
    type Opinion = Mobility;

    const NODES: [u64; 7] = [300, 600, 1_500, 5_000, 20_000, 80_000, 300_000];

    const OPENING_PLIES: usize = 6;

    const COURSE: Course = Course {
        positions: &[
            "*28 6-13 43-49 21-36 20-35 19-34 / *22 37-44 1-7 14-29 15-30 16-31 l - standard",
            "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 d i>e standard",
            "*19 6-13 35-43 42-47 11-17 34-48 / *23 37-44 1-7 15-16 9-18 20-26 l d>i standard",
            "*25 5-11 48-49 21-36 28-43 19-34 / *22 38-39 1-7 16-23 18-27 17-32 d i>e standard",
            "*27 4-5 28-36 11-17 24-39 34-41 / *37 45-46 8-16 23-32 9-18 10-25 l c>i,c>j,h>d,i>j \
             tabletop",
        ],
        effort: Effort::Depth(5),
    };

    fn opinion() -> Mobility {
        Mobility
    }

    fn engine(config: &Config) -> Engine<Self> {
        stand_in(Mobility, config)
    }
}
