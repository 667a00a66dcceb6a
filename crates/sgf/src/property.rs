//! Properties that are kept as they are, and the cells that some of them name.
//!
//! A file's markup (triangles, labels, arrows) names cells as the file writes them: in two letters,
//! or in the mirror after a swap of sides. In a [`Tree`](crate::Tree) they are those of the record.

use crate::dialect::CellNames;
use crate::{SgfGame, StoneMove};
use std::fmt;

/// A property of SGF: its name, and its values as they are written between brackets, escapes included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Upper-case letters.
    pub name: String,
    /// At least one, of which many are empty.
    pub values: Vec<String>,
}

/// Lists of cells.
const CELLS: [&str; 7] = ["CR", "DD", "MA", "SL", "SQ", "TR", "VW"];
/// Two cells with a colon between them.
const PAIRS: [&str; 2] = ["AR", "LN"];
/// A cell, a colon, and what is written on it.
const LABEL: &str = "LB";

impl Property {
    /// A property with one value, which is escaped.
    pub fn new(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), values: vec![escaped(value, false)] }
    }

    /// Its cells with what is written on each: a label, or nothing for marks without one.
    pub fn marked_cells(&self) -> Vec<(String, String)> {
        let values = self.values.iter().map(|value| unescaped(value));
        if self.name == LABEL {
            let split = |value: String| {
                value.split_once(':').map(|(cell, label)| (cell.to_owned(), label.to_owned()))
            };
            values.filter_map(split).collect()
        } else if CELLS.contains(&self.name.as_str()) {
            values.map(|cell| (cell, String::new())).collect()
        } else {
            Vec::new()
        }
    }

    /// The same property with its cells renamed; a value that names no cell stays as it is.
    pub(crate) fn renamed<P: SgfGame>(&self, names: CellNames, mirrored: bool) -> Self {
        let cell = |text: &str| match names.read::<P::Move>(text) {
            Some(mv) if mv.axial().is_some() => {
                if mirrored { P::swap_image(mv) } else { mv }.to_string()
            }
            _ => text.to_owned(),
        };
        let value = |value: &String| match (self.name.as_str(), value.split_once(':')) {
            (LABEL, Some((at, label))) => format!("{}:{label}", cell(at)),
            (name, Some((from, to))) if PAIRS.contains(&name) => {
                format!("{}:{}", cell(from), cell(to))
            }
            (name, None) if CELLS.contains(&name) => cell(value),
            // Rectangles are written by their corners.
            (name, Some((from, to))) if CELLS.contains(&name) => {
                format!("{}:{}", cell(from), cell(to))
            }
            _ => value.clone(),
        };
        Self { name: self.name.clone(), values: self.values.iter().map(value).collect() }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.values.iter().try_for_each(|value| write!(f, "[{value}]"))
    }
}

/// The properties that stand one after the other in a text, as `Display` writes them; nothing if the
/// text is something else.
pub fn read_properties(text: &str) -> Option<Vec<Property>> {
    let mut found: Vec<Property> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(body) = rest.strip_prefix('[') {
            let end = value_end(body)?;
            found.last_mut()?.values.push(body[..end].to_owned());
            rest = body[end + 1..].trim_start();
        } else {
            let end = rest.find('[').filter(|end| *end > 0)?;
            let name = rest[..end].trim_end();
            if !name.bytes().all(|byte| byte.is_ascii_uppercase()) {
                return None;
            }
            found.push(Property { name: name.to_owned(), values: Vec::new() });
            rest = &rest[end..];
        }
    }
    Some(found)
}

/// Where the bracket stands that ends a value.
fn value_end(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    while let Some((i, byte)) = bytes.next() {
        match byte {
            b']' => return Some(i),
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    None
}

/// A text with what would end its value made harmless; in a composed value colons too.
pub(crate) fn escaped(text: &str, composed: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') || composed && c == ':' {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    out
}
