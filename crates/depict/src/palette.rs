//! Colours of pictures and of the terminal. Sides differ in lightness as well as in hue, for eyes that see
//! fewer colours. Pages have theirs from `content/<game>/style.css`.

use game::BySide;

/// The colours of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// By light.
    pub light: Paint,
    /// In the dark.
    pub dark: Paint,
}

/// The colours of a game in one light.
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
    /// The winning pieces.
    pub winning: &'static str,
    /// Danger, and what pins.
    pub danger: &'static str,
}

impl Palette {
    /// Ivory and ink on green, for games that declare no other.
    pub const GREEN: Self = Self {
        light: Paint {
            tiles: ["#b4c9a3", "#7fa58a", "#ece7d1"],
            grid: "#54765f",
            frame: "#24493a",
            ink: "#22382d",
            fill: BySide::new("#fffcf2", "#22312a"),
            edge: BySide::new("#332b1c", "#eef3e6"),
            last: "#e0a100",
            winning: "#2c9a5b",
            danger: "#c8322b",
        },
        dark: Paint {
            tiles: ["#5f7c66", "#48644f", "#7f967f"],
            grid: "#24392d",
            frame: "#1d382b",
            ink: "#dce8da",
            fill: BySide::new("#fff8e6", "#15201a"),
            edge: BySide::new("#2e2614", "#d6e3d6"),
            last: "#f4bd3a",
            winning: "#5ad69a",
            danger: "#ff7a69",
        },
    };
}
