//! The colours of Hex in pictures and in the terminal.

use depict::{Paint, Palette};
use game::BySide;

/// Red and blue on wood.
pub(crate) const PALETTE: Palette = Palette {
    light: Paint {
        tiles: ["#e9d0a8", "#e4c89c", "#eed8b4"],
        grid: "#b08a55",
        frame: "#5c3b1e",
        ink: "#4a3823",
        fill: BySide::new("#c5321f", "#1d4b9f"),
        edge: BySide::new("#ffece6", "#dfeaff"),
        last: "#b87400",
        winning: "#1f8a4c",
        danger: "#c8322b",
    },
    dark: Paint {
        tiles: ["#6a5038", "#634a33", "#71563d"],
        grid: "#3a2a1b",
        frame: "#33220f",
        ink: "#ead9c2",
        fill: BySide::new("#f2634c", "#7fb0ff"),
        edge: BySide::new("#3d0f07", "#0b1c42"),
        last: "#ffc94d",
        winning: "#5ad69a",
        danger: "#ff7a69",
    },
};
