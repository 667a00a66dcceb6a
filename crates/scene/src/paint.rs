//! Colours. Sides differ in lightness as well as in hue, for eyes that see fewer colours.

use game::BySide;

/// The colours of one game in one light.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// The three shades of tiles.
    pub tiles: [&'static str; 3],
    /// The lines between tiles.
    pub grid: &'static str,
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

/// Ivory and ink on slate, for Eclipse and Hex Chess, in daylight.
pub const STONE_LIGHT: Paint = Paint {
    tiles: ["#d9cfbb", "#c8b99c", "#e6dfd0"],
    grid: "#8d8069",
    ink: "#4a4234",
    fill: BySide::new("#fffaf0", "#2f3646"),
    edge: BySide::new("#3b3222", "#f1ead9"),
    last: "#e0a100",
    winning: "#2c9a5b",
    danger: "#c8322b",
};

/// The same after dark.
pub const STONE_DARK: Paint = Paint {
    tiles: ["#4a5162", "#3d4454", "#586075"],
    grid: "#232833",
    ink: "#c9cfdb",
    fill: BySide::new("#fff4dc", "#161a23"),
    edge: BySide::new("#3b3222", "#c7d0e4"),
    last: "#f0b429",
    winning: "#46c07d",
    danger: "#ff6b5e",
};

/// Red and blue, for Hex, in daylight.
pub const EDGES_LIGHT: Paint = Paint {
    tiles: ["#eceae4", "#e2dfd6", "#f5f3ee"],
    grid: "#8f8b80",
    ink: "#4a4740",
    fill: BySide::new("#d5412f", "#1f4e9e"),
    edge: BySide::new("#ffe3da", "#cfe3ff"),
    last: "#e0a100",
    winning: "#2c9a5b",
    danger: "#c8322b",
};

/// The same after dark.
pub const EDGES_DARK: Paint = Paint {
    tiles: ["#3a3f4b", "#333844", "#424857"],
    grid: "#1d2028",
    ink: "#c9cfdb",
    fill: BySide::new("#f0644f", "#5b8def"),
    edge: BySide::new("#4a120a", "#0c1c40"),
    last: "#f0b429",
    winning: "#46c07d",
    danger: "#ff6b5e",
};
