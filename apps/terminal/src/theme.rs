//! Colours and character styles. Colour never says anything alone: every style goes with a sign.

use game::{BySide, Side};
use ratatui::style::{Color, Modifier, Style};
use scene::{Paint, Scene};

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourDepth {
    /// None, or none are wanted (`NO_COLOR`): bold, underlined and reversed characters only.
    #[default]
    None,
    /// The sixteen that every terminal theme keeps readable.
    Sixteen,
    /// The 256 of the xterm palette.
    Palette,
    /// All of them.
    TrueColour,
}

impl ColourDepth {
    /// What the environment says: `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let (term, colours) = (set("TERM").unwrap_or_default(), set("COLORTERM"));
        if set("NO_COLOR").is_some() || ["dumb", "vt100", "vt220"].contains(&term.as_str()) {
            return Self::None;
        }
        if colours.is_some_and(|word| ["truecolor", "24bit"].contains(&word.as_str())) {
            return Self::TrueColour;
        }
        if term.contains("256color") { Self::Palette } else { Self::Sixteen }
    }
}

/// What a character means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Plain,
    Faint,
    Side(Side),
    Last,
    Winning,
    Danger,
    Target,
    Selected,
    Cursor,
    Title,
    Key,
}

/// The colours of one game on one terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theme {
    depth: ColourDepth,
    paint: Option<Paint>,
    /// Whether the sides are red and blue, as their borders.
    edges: bool,
}

impl Theme {
    /// The theme of what is drawn.
    pub(crate) fn of(scene: Option<&Scene>, depth: ColourDepth) -> Self {
        let rich = matches!(depth, ColourDepth::Palette | ColourDepth::TrueColour);
        let paint = scene.filter(|_| rich).map(|scene| scene.palette.dark);
        Self { depth, paint, edges: scene.is_some_and(|scene| !scene.rims.is_empty()) }
    }

    pub(crate) fn style(&self, role: Role) -> Style {
        let style = Style::new();
        match role {
            Role::Plain => style,
            Role::Faint => self.coloured(style, Color::DarkGray).add_modifier(self.faintness()),
            Role::Side(side) => self.side(side),
            Role::Last => self.coloured(style, Color::Magenta).add_modifier(Modifier::BOLD),
            Role::Danger => self.coloured(style, Color::LightRed).add_modifier(Modifier::BOLD),
            Role::Winning | Role::Target => {
                self.coloured(style, Color::LightGreen).add_modifier(Modifier::BOLD)
            }
            Role::Selected => self.coloured(style, Color::Yellow).add_modifier(Modifier::BOLD),
            Role::Cursor => self.cursor(),
            Role::Title => self.coloured(style, Color::Cyan).add_modifier(Modifier::BOLD),
            Role::Key => self.coloured(style, Color::Yellow),
        }
    }

    /// The background of a tile of a shade, where there are colours enough.
    pub(crate) fn tile(&self, shade: u8) -> Style {
        let tiles = self.paint.map(|paint| paint.tiles);
        let colour = tiles.and_then(|tiles| self.hex(tiles[usize::from(shade) % tiles.len()]));
        colour.map_or(Style::new(), |colour| Style::new().bg(colour))
    }

    /// What is written faintly on a tile.
    pub(crate) fn on_tile(&self) -> Style {
        let ink = self.paint.and_then(|paint| self.hex(paint.grid));
        ink.map_or_else(|| self.style(Role::Faint), |ink| Style::new().fg(ink))
    }

    fn side(&self, side: Side) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let sixteen = if self.edges {
            BySide::new(Color::LightRed, Color::LightBlue)
        } else {
            BySide::new(Color::Yellow, Color::LightCyan)
        };
        self.coloured(bold, sixteen[side])
    }

    /// A piece on its tile.
    pub(crate) fn piece(&self, side: Side) -> Style {
        let fill = self.paint.and_then(|paint| self.hex(paint.fill[side]));
        let bold = Style::new().add_modifier(Modifier::BOLD);
        fill.map_or_else(|| self.side(side), |fill| bold.fg(fill))
    }

    fn cursor(&self) -> Style {
        match self.depth {
            ColourDepth::None => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            _ => Style::new().fg(Color::Black).bg(Color::Yellow).add_modifier(Modifier::BOLD),
        }
    }

    fn coloured(&self, style: Style, colour: Color) -> Style {
        if self.depth == ColourDepth::None { style } else { style.fg(colour) }
    }

    fn faintness(&self) -> Modifier {
        if self.depth == ColourDepth::None { Modifier::DIM } else { Modifier::empty() }
    }

    /// `#rrggbb` as this terminal can show it.
    fn hex(&self, text: &str) -> Option<Color> {
        let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
        let [_, r, g, b] = number.to_be_bytes();
        match self.depth {
            ColourDepth::TrueColour => Some(Color::Rgb(r, g, b)),
            ColourDepth::Palette => Some(Color::Indexed(nearest_index([r, g, b]))),
            ColourDepth::None | ColourDepth::Sixteen => None,
        }
    }
}

/// The nearest colour of the 6 × 6 × 6 cube of the xterm palette.
fn nearest_index(rgb: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |value: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(value)).unwrap_or(0) as u8;
    let [r, g, b] = rgb.map(level);
    16 + 36 * r + 6 * g + b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> ColourDepth {
        ColourDepth::from_environment(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides_on_colours() {
        assert_eq!(depth(&[("TERM", "xterm")]), ColourDepth::Sixteen);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), ColourDepth::Palette);
        let true_colour = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(depth(&true_colour), ColourDepth::TrueColour);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), ColourDepth::None);
        assert_eq!(depth(&[("NO_COLOR", ""), ("TERM", "xterm")]), ColourDepth::Sixteen);
        assert_eq!(depth(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), ColourDepth::None);
    }

    #[test]
    fn colours_of_the_palette_are_near() {
        assert_eq!(nearest_index([0, 0, 0]), 16);
        assert_eq!(nearest_index([255, 255, 255]), 231);
        assert_eq!(nearest_index([255, 0, 10]), 196);
    }
}
