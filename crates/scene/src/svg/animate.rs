//! A game as one animated SVG: the board once, and what changes as a group for each position, shown in
//! turn by CSS animations. It needs no script, so it also plays where a page shows it as an image.

use super::{draw_board, draw_state, open};
use crate::Scene;
use std::fmt::Write;

/// The last position is shown for so many times the usual time.
const LAST: usize = 4;

/// The scenes of a game one after the other, each for `seconds`, over and over; nothing for no scene.
/// Readers who prefer no motion see the last one.
///
/// # Panics
/// Never: writing to a string cannot fail.
pub fn animate(scenes: &[Scene], seconds: f64) -> String {
    let mut out = String::with_capacity(16 * 1024 * scenes.len());
    if let Some(last) = scenes.last() {
        write_frames(&mut out, scenes, last, seconds).expect("a string takes everything");
    }
    out
}

fn write_frames(
    out: &mut String,
    scenes: &[Scene],
    last: &Scene,
    seconds: f64,
) -> std::fmt::Result {
    open(out, last)?;
    keyframes(out, scenes.len(), seconds)?;
    draw_board(out, last)?;
    for (i, scene) in scenes.iter().enumerate() {
        let class = if i + 1 == scenes.len() { "f e" } else { "f" };
        let delay = seconds * i as f64;
        writeln!(out, r#"<g class="{class}" style="animation-delay:{delay:.2}s">"#)?;
        draw_state(out, scene)?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// Every frame is visible for its share of the round, and starts after those before it.
fn keyframes(out: &mut String, frames: usize, seconds: f64) -> std::fmt::Result {
    let shares = frames - 1 + LAST;
    let round = seconds * shares as f64;
    let share = 100.0 / shares as f64;
    writeln!(
        out,
        "<style>.f{{visibility:hidden;animation:f {round:.2}s step-end infinite}}.e{{animation-name:e}}"
    )?;
    for (name, share) in [("f", share), ("e", share * LAST as f64)] {
        writeln!(
            out,
            "@keyframes {name}{{0%{{visibility:visible}}{share:.3}%{{visibility:hidden}}}}"
        )?;
    }
    writeln!(
        out,
        "@media (prefers-reduced-motion: reduce){{.f{{animation:none}}.e{{visibility:visible}}}}</style>"
    )
}
