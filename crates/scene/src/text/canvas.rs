//! A sheet of characters with tints, and fine lines in Braille dots.

/// What a character means; the terminal's colours are chosen from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tint {
    Faint,
    First,
    Second,
    Last,
    Winning,
    Danger,
}

impl Tint {
    pub(super) fn of(side: game::Side) -> Self {
        match side {
            game::Side::First => Self::First,
            game::Side::Second => Self::Second,
        }
    }

    /// The ANSI code: from the sixteen that every terminal theme keeps readable.
    fn code(self, palette: Palette) -> &'static str {
        match self {
            Self::Faint => "\x1b[2m",
            Self::First if palette == Palette::Edges => "\x1b[1;91m",
            Self::Second if palette == Palette::Edges => "\x1b[1;94m",
            Self::First => "\x1b[1;33m",
            Self::Second => "\x1b[1;36m",
            Self::Last => "\x1b[1;35m",
            Self::Winning => "\x1b[1;32m",
            Self::Danger => "\x1b[1;31m",
        }
    }
}

/// Which colours the sides wear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Palette {
    /// Light and dark.
    Stone,
    /// Red and blue, as their borders.
    Edges,
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// Without gaps.
    Full,
    /// Every third dot.
    Dotted,
}

#[derive(Clone, Copy)]
struct CharCell {
    sign: char,
    dots: u8,
    tint: Tint,
}

const BLANK: CharCell = CharCell { sign: ' ', dots: 0, tint: Tint::Faint };

/// The bit of a Braille character for a dot in a column (0, 1) and line (0..4).
const DOTS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

pub(super) struct Canvas {
    width: usize,
    chars: Vec<CharCell>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, chars: vec![BLANK; width * height] }
    }

    fn char_at(&mut self, x: i32, y: i32) -> Option<&mut CharCell> {
        let x = usize::try_from(x).ok().filter(|&x| x < self.width)?;
        self.chars.get_mut(usize::try_from(y).ok()? * self.width + x)
    }

    /// Writes `text` with its middle at a place, over whatever stood there.
    pub(super) fn write_centred(&mut self, (x, y): (i32, i32), text: &str, tint: Tint) {
        let left = x - text.chars().count() as i32 / 2;
        for (i, sign) in text.chars().enumerate() {
            if let Some(char_cell) = self.char_at(left + i as i32, y) {
                *char_cell = CharCell { sign, dots: 0, tint };
            }
        }
    }

    /// A straight line between the middles of two characters; later lines win the characters
    /// they share with earlier ones.
    pub(super) fn draw_line(
        &mut self,
        from: (i32, i32),
        to: (i32, i32),
        tint: Tint,
        stroke: Stroke,
    ) {
        for ((x, y), bit) in braille_line(from, to, stroke) {
            if let Some(char_cell) = self.char_at(x, y) {
                let dots = if char_cell.tint == tint { char_cell.dots } else { 0 };
                *char_cell = CharCell { sign: ' ', dots: dots | bit, tint };
            }
        }
    }

    /// The sheet as lines without blanks at their ends, in colour if there is a palette.
    pub(super) fn render(&self, palette: Option<Palette>) -> String {
        let mut out = String::new();
        for line in self.chars.chunks(self.width) {
            let used = line.iter().rposition(|s| s.shown() != ' ').map_or(0, |last| last + 1);
            let mut tint = None;
            for char_cell in &line[..used] {
                if let Some(palette) = palette
                    && char_cell.shown() != ' '
                    && tint != Some(char_cell.tint)
                {
                    tint = Some(char_cell.tint);
                    out.push_str("\x1b[0m");
                    out.push_str(char_cell.tint.code(palette));
                }
                out.push(char_cell.shown());
            }
            if tint.is_some() {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}

impl CharCell {
    fn shown(self) -> char {
        if self.dots == 0 { self.sign } else { braille(self.dots) }
    }
}

/// The Braille character with these dots.
pub fn braille(dots: u8) -> char {
    char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ')
}

/// The dots of a straight line between the middles of two characters: for each the character it is in, and
/// its bit there.
pub fn braille_line(from: (i32, i32), to: (i32, i32), stroke: Stroke) -> Vec<((i32, i32), u8)> {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let steps = (x2 - x1).abs().max((y2 - y1).abs()).max(1);
    let every = if stroke == Stroke::Dotted { 3 } else { 1 };
    let dot = |i: i32| {
        let x = x1 + ((x2 - x1) * i + steps / 2).div_euclid(steps);
        let y = y1 + ((y2 - y1) * i + steps / 2).div_euclid(steps);
        let bit = DOTS[x.rem_euclid(2) as usize][y.rem_euclid(4) as usize];
        ((x.div_euclid(2), y.div_euclid(4)), bit)
    };
    (0..=steps).step_by(every).map(dot).collect()
}

/// The dot in the middle of a character.
fn middle((x, y): (i32, i32)) -> (i32, i32) {
    (2 * x + 1, 4 * y + 2)
}
