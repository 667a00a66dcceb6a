//! Hex Chess: alpha-beta with the engine's evaluation, told no more than a player may know
//! (HC-5.3).

use crate::playable::{Mobility, stand_in};
use crate::{Config, Engine, Playable};
use catalog::games::hexchess::{Position, worlds};
use game::{Position as _, Record, Viewer};

impl Playable for Position {
    type Opinion = Mobility;

    const NODES: [u64; 7] = [300, 600, 1_500, 5_000, 20_000, 80_000, 300_000];

    fn opinion() -> Mobility {
        Mobility
    }

    fn engine(config: &Config) -> Engine<Self> {
        stand_in(Mobility, config)
    }

    fn worlds(record: &Record<Self>) -> Vec<Self> {
        worlds(record, Viewer::Player(record.position().side_to_move()))
    }
}
