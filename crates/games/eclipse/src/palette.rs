//! The colours of Eclipse in pictures and in the terminal.

use depict::{Paint, Palette};
use game::BySide;

/// Ivory and ink on night blue.
pub(crate) const PALETTE: Palette = Palette {
    light: Paint {
        tiles: ["#7186c2", "#677cb9", "#7b90ca"],
        grid: "#4a5d99",
        frame: "#222d5c",
        ink: "#10183a",
        fill: BySide::new("#fff3cf", "#1a2145"),
        edge: BySide::new("#4a3608", "#dfe6ff"),
        last: "#ffd76a",
        winning: "#35c98a",
        danger: "#ff5a47",
    },
    dark: Paint {
        tiles: ["#40528c", "#394a80", "#475a97"],
        grid: "#243060",
        frame: "#1b2550",
        ink: "#d5def9",
        fill: BySide::new("#fbe7b2", "#0d1228"),
        edge: BySide::new("#3f2e07", "#b9c6f2"),
        last: "#ffd76a",
        winning: "#46d39a",
        danger: "#ff7a69",
    },
};
