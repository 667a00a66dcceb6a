//! Colours. Sides differ in lightness as well as in hue, for eyes that see fewer colours.

use crate::Scene;
use game::BySide;

/// The colours of one game in one light.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// The three shades of tiles.
    pub tiles: [&'static str; 3],
    /// The lines between tiles.
    pub grid: &'static str,
    /// The border around all tiles.
    pub frame: &'static str,
    /// Cell names and captions.
    pub ink: &'static str,
    /// What fills each side's pieces.
    pub fill: BySide<&'static str>,
    /// What outlines each side's pieces.
    pub edge: BySide<&'static str>,
    /// The last move.
    pub last: &'static str,
    /// What won.
    pub winning: &'static str,
    /// Danger, and what pins.
    pub danger: &'static str,
}

impl Paint {
    /// The colours of a scene, by light and in the dark.
    pub fn of(scene: &Scene) -> (Self, Self) {
        if !scene.rims.is_empty() {
            (WOOD_LIGHT, WOOD_DARK)
        } else if !scene.links.is_empty() {
            (NIGHT_LIGHT, NIGHT_DARK)
        } else {
            (GREEN_LIGHT, GREEN_DARK)
        }
    }
}

/// Ivory and ink on night blue, for Eclipse, by light.
const NIGHT_LIGHT: Paint = Paint {
    tiles: ["#7186c2", "#677cb9", "#7b90ca"],
    grid: "#4a5d99",
    frame: "#222d5c",
    ink: "#10183a",
    fill: BySide::new("#fff3cf", "#1a2145"),
    edge: BySide::new("#4a3608", "#dfe6ff"),
    last: "#ffd76a",
    winning: "#35c98a",
    danger: "#ff5a47",
};

/// The same in the dark.
const NIGHT_DARK: Paint = Paint {
    tiles: ["#40528c", "#394a80", "#475a97"],
    grid: "#243060",
    frame: "#1b2550",
    ink: "#d5def9",
    fill: BySide::new("#fbe7b2", "#0d1228"),
    edge: BySide::new("#3f2e07", "#b9c6f2"),
    last: "#ffd76a",
    winning: "#46d39a",
    danger: "#ff7a69",
};

/// Ivory and ink on green, for Hex Chess, by light.
const GREEN_LIGHT: Paint = Paint {
    tiles: ["#b4c9a3", "#7fa58a", "#ece7d1"],
    grid: "#54765f",
    frame: "#24493a",
    ink: "#22382d",
    fill: BySide::new("#fffcf2", "#22312a"),
    edge: BySide::new("#332b1c", "#eef3e6"),
    last: "#e0a100",
    winning: "#2c9a5b",
    danger: "#c8322b",
};

/// The same in the dark.
const GREEN_DARK: Paint = Paint {
    tiles: ["#5f7c66", "#48644f", "#7f967f"],
    grid: "#24392d",
    frame: "#1d382b",
    ink: "#dce8da",
    fill: BySide::new("#fff8e6", "#15201a"),
    edge: BySide::new("#2e2614", "#d6e3d6"),
    last: "#f4bd3a",
    winning: "#5ad69a",
    danger: "#ff7a69",
};

/// Red and blue on wood, for Hex, by light.
const WOOD_LIGHT: Paint = Paint {
    tiles: ["#e9d0a8", "#e4c89c", "#eed8b4"],
    grid: "#b08a55",
    frame: "#5c3b1e",
    ink: "#4a3823",
    fill: BySide::new("#c5321f", "#1d4b9f"),
    edge: BySide::new("#ffece6", "#dfeaff"),
    last: "#b87400",
    winning: "#1f8a4c",
    danger: "#c8322b",
};

/// The same in the dark.
const WOOD_DARK: Paint = Paint {
    tiles: ["#6a5038", "#634a33", "#71563d"],
    grid: "#3a2a1b",
    frame: "#33220f",
    ink: "#ead9c2",
    fill: BySide::new("#f2634c", "#7fb0ff"),
    edge: BySide::new("#3d0f07", "#0b1c42"),
    last: "#ffc94d",
    winning: "#5ad69a",
    danger: "#ff7a69",
};
