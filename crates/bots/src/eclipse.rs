//! Eclipse: alpha-beta with the engine's evaluation.

use crate::playable::{Mobility, stand_in};
use crate::{Config, Engine, Playable};
use catalog::games::eclipse::Position;

impl Playable for Position {
    type Opinion = Mobility;

    const NODES: [u64; 7] = [300, 600, 1_500, 5_000, 20_000, 80_000, 300_000];

    fn opinion() -> Mobility {
        Mobility
    }

    fn engine(config: &Config) -> Engine<Self> {
        stand_in(Mobility, config)
    }
}
