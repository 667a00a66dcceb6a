//! SGF as such: nodes with properties in a tree. Forgiving where nothing can be misunderstood: text
//! before the first parenthesis and between games, missing closing ones, and lower-case letters in
//! names are skipped.
//!
//! The work is linear in the length of the text: a node has the properties that are read each once,
//! so that looking one up costs the same whatever else the node has; all others are kept in order,
//! and never looked up. `Steps` counts it.

use crate::root::{OF_PLAYERS, OF_THE_GAME};
use crate::{Property, ReadError, Steps};
use game::excerpt;

/// The most nodes that are read.
pub(crate) const MOST_NODES: usize = 20_000;
/// The most variations inside variations.
pub(crate) const MOST_DEPTH: usize = 1_000;
/// The most values that the properties of one node have together.
pub(crate) const MOST_VALUES: usize = 10_000;

/// The properties that are read, besides names and dates.
const KNOWN: [&str; 14] =
    ["AB", "AE", "AW", "B", "C", "GM", "OT", "PL", "RE", "RU", "SZ", "TAG", "TM", "W"];

/// What every file says of itself, and we say anew.
const OF_THE_FILE: [&str; 3] = ["FF", "CA", "AP"];

/// A value, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) at: usize,
    pub(crate) text: String,
}

/// A node: what hangs on it names it as its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawNode {
    pub(crate) parent: Option<usize>,
    pub(crate) properties: Vec<(&'static str, Vec<Value>)>,
    /// Those that mean nothing to us, as they are written.
    pub(crate) others: Vec<Property>,
}

impl RawNode {
    pub(crate) fn values(&self, name: &str) -> &[Value] {
        let found = self.properties.iter().find(|(property, _)| *property == name);
        found.map_or(&[], |(_, values)| values)
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.values(name).first()
    }
}

/// The nodes of the first game, each after its parent; and where the text goes on after it.
pub(crate) fn nodes(text: &str, steps: &mut Steps) -> Result<(Vec<RawNode>, usize), ReadError> {
    let Some(start) = text.find('(') else {
        let what = format!("expected a game such as (;FF[4]GM[11]…), found {}", excerpt(text));
        return Err(ReadError::at(text, 0, what));
    };
    nodes_at(text, start, steps)
}

/// Where the next game begins, from a place between games.
pub(crate) fn next_game(text: &str, from: usize, steps: &mut Steps) -> Option<usize> {
    let start = from + text[from..].find('(')?;
    steps.add(start - from);
    text[start + 1..].trim_start().starts_with(';').then_some(start)
}

/// The nodes of the game that begins at a parenthesis.
pub(crate) fn nodes_at(
    text: &str,
    start: usize,
    steps: &mut Steps,
) -> Result<(Vec<RawNode>, usize), ReadError> {
    let mut reader = Reader {
        text,
        at: start,
        nodes: Vec::new(),
        here: None,
        open: Vec::new(),
        values: 0,
        steps,
    };
    reader.read()?;
    if reader.nodes.is_empty() {
        return Err(ReadError::at(text, start, "a game without any node"));
    }
    Ok((reader.nodes, reader.at))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<RawNode>,
    /// The node that the next one hangs on.
    here: Option<usize>,
    /// The nodes at which open variations began.
    open: Vec<Option<usize>>,
    /// How many values the node that is being read has.
    values: usize,
    steps: &'a mut Steps,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), ReadError> {
        while let Some(c) = self.text[self.at..].chars().next() {
            self.steps.add(1);
            match c {
                '(' => self.open()?,
                ')' => {
                    self.here = self.open.pop().unwrap_or_default();
                    self.at += 1;
                    if self.open.is_empty() {
                        break;
                    }
                }
                ';' => self.node()?,
                c if c.is_whitespace() => self.at += c.len_utf8(),
                c if c.is_ascii_alphabetic() => self.property()?,
                _ => {
                    let what =
                        format!("expected a node or a property, found {}", excerpt(self.rest()));
                    return Err(self.error(what));
                }
            }
        }
        Ok(())
    }

    fn error(&self, what: impl Into<String>) -> ReadError {
        ReadError::at(self.text, self.at, what)
    }

    fn open(&mut self) -> Result<(), ReadError> {
        if self.open.len() >= MOST_DEPTH {
            return Err(self.error(format!("more than {MOST_DEPTH} variations are nested")));
        }
        self.open.push(self.here);
        self.at += 1;
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        if self.nodes.len() >= MOST_NODES {
            return Err(self.error(format!("a game has at most {MOST_NODES} nodes")));
        }
        self.nodes.push(RawNode { parent: self.here, ..RawNode::default() });
        self.here = Some(self.nodes.len() - 1);
        self.values = 0;
        self.at += 1;
        Ok(())
    }

    fn rest(&self) -> &str {
        let end = self.text[self.at..]
            .char_indices()
            .nth(30)
            .map_or(self.text.len(), |(i, _)| self.at + i);
        &self.text[self.at..end]
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        let skipped = rest.len() - rest.trim_start().len();
        self.steps.add(skipped);
        self.at += skipped;
    }

    /// `NAME[value][value]`.
    fn property(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let rest = &self.text[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.steps.add(end);
        self.at += end;
        let name: String = rest[..end].chars().filter(char::is_ascii_uppercase).take(8).collect();
        let known = known(&name, self.steps);
        self.skip_space();
        let (mut values, mut raw) = (Vec::new(), Vec::new());
        while self.text[self.at..].starts_with('[') {
            let from = self.at + 1;
            let value = self.value(start, known.is_some())?;
            match known {
                Some(_) => values.push(value),
                None => raw.push(self.text[from..self.at - 1].to_owned()),
            }
            self.skip_space();
        }
        if values.is_empty() && raw.is_empty() {
            let what = format!("the property {} has no value", excerpt(&rest[..end]));
            return Err(ReadError::at(self.text, start, what));
        }
        let Some(node) = self.here.and_then(|here| self.nodes.get_mut(here)) else {
            return Err(ReadError::at(self.text, start, "a property outside of any node"));
        };
        let Some(known) = known else {
            if !name.is_empty() && !OF_THE_FILE.contains(&name.as_str()) {
                node.others.push(Property { name, values: raw });
            }
            return Ok(());
        };
        self.steps.add(node.properties.len());
        match node.properties.iter_mut().find(|(name, _)| *name == known) {
            Some((_, held)) => held.extend(values),
            None => node.properties.push((known, values)),
        }
        Ok(())
    }

    /// `[value]`, with backslashes before what would end it and before line breaks to be dropped. The
    /// text of a value that is not `wanted` stays empty.
    fn value(&mut self, name: usize, wanted: bool) -> Result<Value, ReadError> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(self.error(format!("a node has at most {MOST_VALUES} values")));
        }
        let at = self.at + 1;
        let mut text = String::new();
        let mut chars = self.text[at..].char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            self.steps.add(1);
            match c {
                ']' => {
                    self.at = at + i + 1;
                    return Ok(Value { at, text });
                }
                '\\' => match chars.next() {
                    Some((_, line @ ('\n' | '\r'))) => {
                        // A line may end with both, in either order.
                        let other = if line == '\n' { '\r' } else { '\n' };
                        chars.next_if(|(_, next)| *next == other);
                    }
                    Some((_, c)) if wanted => text.push(c),
                    _ => {}
                },
                c if wanted => text.push(c),
                _ => {}
            }
        }
        Err(ReadError::at(self.text, name, "a property whose value never ends"))
    }
}

/// The name of a property that is read, if it is one.
fn known(name: &str, steps: &mut Steps) -> Option<&'static str> {
    let names = OF_PLAYERS.into_iter().chain(OF_THE_GAME.map(|(name, _)| name));
    steps.add(KNOWN.len() + OF_PLAYERS.len() + OF_THE_GAME.len());
    KNOWN.into_iter().chain(names).find(|known| *known == name)
}
