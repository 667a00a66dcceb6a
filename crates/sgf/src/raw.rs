//! SGF as such: nodes with properties in a tree, of whatever game. Forgiving where nothing can be
//! misunderstood: text before the first parenthesis, missing closing ones, lower-case letters in
//! names, and whatever comes after the first game are skipped.

use crate::Trouble;
use game::excerpt;

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
    pub(crate) properties: Vec<(String, Vec<Value>)>,
}

impl RawNode {
    pub(crate) fn values(&self, name: &str) -> &[Value] {
        let found = self.properties.iter().find(|(property, _)| property == name);
        found.map_or(&[], |(_, values)| values)
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.values(name).first()
    }
}

/// The nodes of the first game, each after its parent.
pub(crate) fn nodes(text: &str) -> Result<Vec<RawNode>, Trouble> {
    let Some(start) = text.find('(') else {
        let what = format!("expected a game such as (;FF[4]GM[11]…), found {}", excerpt(text));
        return Err(Trouble::at(text, 0, what));
    };
    let mut reader = Reader { text, at: start, nodes: Vec::new(), here: None, open: Vec::new() };
    reader.read()?;
    if reader.nodes.is_empty() {
        return Err(Trouble::at(text, start, "a game without any node"));
    }
    Ok(reader.nodes)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<RawNode>,
    /// The node that the next one hangs on.
    here: Option<usize>,
    /// Where variations began.
    open: Vec<Option<usize>>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Trouble> {
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '(' => {
                    self.open.push(self.here);
                    self.at += 1;
                }
                ')' => {
                    self.here = self.open.pop().unwrap_or_default();
                    self.at += 1;
                    if self.open.is_empty() {
                        break;
                    }
                }
                ';' => {
                    self.nodes.push(RawNode { parent: self.here, properties: Vec::new() });
                    self.here = Some(self.nodes.len() - 1);
                    self.at += 1;
                }
                c if c.is_whitespace() => self.at += c.len_utf8(),
                c if c.is_ascii_alphabetic() => self.property()?,
                _ => {
                    let what =
                        format!("expected a node or a property, found {}", excerpt(self.rest()));
                    return Err(Trouble::at(self.text, self.at, what));
                }
            }
        }
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
        self.at += rest.len() - rest.trim_start().len();
    }

    /// `NAME[value][value]`.
    fn property(&mut self) -> Result<(), Trouble> {
        let start = self.at;
        let rest = &self.text[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += end;
        let name: String = rest[..end].chars().filter(char::is_ascii_uppercase).take(8).collect();
        self.skip_space();
        let mut values = Vec::new();
        while self.text[self.at..].starts_with('[') {
            values.push(self.value(start)?);
            self.skip_space();
        }
        if values.is_empty() {
            let what = format!("the property {} has no value", excerpt(&rest[..end]));
            return Err(Trouble::at(self.text, start, what));
        }
        let Some(node) = self.here.and_then(|here| self.nodes.get_mut(here)) else {
            return Err(Trouble::at(self.text, start, "a property outside of any node"));
        };
        match node.properties.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(values),
            None => node.properties.push((name, values)),
        }
        Ok(())
    }

    /// `[value]`, with backslashes before what would end it and before line breaks to be dropped.
    fn value(&mut self, name: usize) -> Result<Value, Trouble> {
        let at = self.at + 1;
        let mut text = String::new();
        let mut chars = self.text[at..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                ']' => {
                    self.at = at + i + 1;
                    return Ok(Value { at, text });
                }
                '\\' => match chars.next() {
                    Some((_, '\n')) | None => {}
                    Some((_, c)) => text.push(c),
                },
                c => text.push(c),
            }
        }
        Err(Trouble::at(self.text, name, "a property whose value never ends"))
    }
}
