//! The engines' section: fixed positions to a fixed depth, on one thread.

use crate::failure::Done;
use bots::{Playable, run_course};
use catalog::{GameName, with_game};
use std::io::Write;

pub(super) fn report(out: &mut impl Write) -> Done {
    for game in GameName::ALL {
        with_game!(game, P => row::<P>(out))?;
    }
    Ok(())
}

fn row<P: Playable>(out: &mut impl Write) -> Done {
    let found = run_course::<P>();
    writeln!(
        out,
        "{:<11} {:>13} nodes/s, {}: {} nodes, signature {:016x}",
        P::NAME,
        found.nodes_per_second(),
        P::COURSE.effort,
        found.nodes,
        found.fold
    )?;
    out.flush()?;
    Ok(())
}
