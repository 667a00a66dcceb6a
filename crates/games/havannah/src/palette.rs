//! The colours of Havannah in pictures and in the terminal.

use depict::{Paint, Palette};
use game::BySide;

/// Ivory and slate on sand; in the dark on sea green.
pub(crate) const PALETTE: Palette = Palette {
    light: Paint {
        tiles: ["#e6dcc0", "#cfc39f", "#b5a578"],
        grid: "#9a8c62",
        frame: "#2c5b5c",
        ink: "#33301f",
        fill: BySide::new("#fffdf4", "#1f2d33"),
        edge: BySide::new("#4a4432", "#e8f2f0"),
        last: "#c0392b",
        winning: "#1f8a4c",
        danger: "#c8322b",
    },
    dark: Paint {
        tiles: ["#4f6a66", "#3d5552", "#2c4340"],
        grid: "#1c2f2d",
        frame: "#10282a",
        ink: "#e6f3f1",
        fill: BySide::new("#fff9e8", "#0b1417"),
        edge: BySide::new("#1d2a2b", "#a9c6c6"),
        last: "#ffb454",
        winning: "#5ad69a",
        danger: "#ff7a69",
    },
};
