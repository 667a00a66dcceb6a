//! From SGF to a tree.

use crate::raw::{RawNode, Value, nodes};
use crate::{Knot, NAMES, Steps, SwapForm, Tree, Trouble};
use game::{BySide, Ending, Position as _, Side, excerpt};
use hex::{Board, CellSet, Move, Options, Position, SwapRule};
use hexgrid::{Axial, Cell};
use std::fmt::Display;
use std::rc::Rc;

/// Reads the first game in an SGF file, with its variations and comments.
///
/// # Errors
/// Where it cannot be understood or a move cannot be played, and why.
pub fn read_sgf(text: &str) -> Result<Tree, Trouble> {
    read_sgf_counted(text, &mut Steps::default())
}

/// [`read_sgf`], with a count of the work.
///
/// # Errors
/// As [`read_sgf`].
pub fn read_sgf_counted(text: &str, steps: &mut Steps) -> Result<Tree, Trouble> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let nodes = nodes(text, steps)?;
    let mut reading = Reading::new(text, &nodes[0], steps)?;
    for (i, node) in nodes.iter().enumerate() {
        reading.take(i, node)?;
    }
    Ok(reading.tree)
}

/// Where a node of the file has led to.
#[derive(Clone)]
struct Place {
    knot: Option<usize>,
    /// Shared by all nodes without a move of their own.
    position: Rc<Position>,
    /// Whether everything is seen in the mirror: after a swap of sides.
    mirrored: bool,
}

struct Reading<'a> {
    text: &'a str,
    tree: Tree,
    /// One for each node that was taken.
    places: Vec<Place>,
    /// Some sites call the side that moves first white.
    turned: bool,
    steps: &'a mut Steps,
}

impl<'a> Reading<'a> {
    fn new(text: &'a str, root: &RawNode, steps: &'a mut Steps) -> Result<Self, Trouble> {
        check_game(text, root)?;
        let start = start(text, root)?;
        let tree = Tree {
            start,
            tags: tags(root),
            comment: String::new(),
            ending: root.value("RE").and_then(|value| ending(&value.text)),
            knots: Vec::new(),
            swap: SwapForm::Pieces,
        };
        Ok(Self { text, tree, places: Vec::new(), turned: false, steps })
    }

    fn take(&mut self, i: usize, node: &RawNode) -> Result<(), Trouble> {
        let mut place = match node.parent {
            Some(parent) => self.places[parent].clone(),
            None => {
                Place { knot: None, position: Rc::new(self.tree.start.clone()), mirrored: false }
            }
        };
        self.steps.add(1 + node.properties.len());
        if let Some((_, values)) =
            node.properties.iter().find(|(name, _)| is_setup(name)).filter(|_| i > 0)
        {
            let at = values.first().map_or(0, |value| value.at);
            return Err(
                self.trouble(at, "stones set up in the middle of a game are not understood")
            );
        }
        for (name, values) in &node.properties {
            let side = match *name {
                "B" => Side::First,
                "W" => Side::Second,
                _ => continue,
            };
            for value in values {
                self.play(&mut place, side, value)?;
            }
        }
        if let Some(comment) = node.value("C") {
            let comment = comment.text.replace("\r\n", "\n");
            match place.knot.filter(|_| self.is_new(node, &place)) {
                Some(knot) => self.tree.knots[knot].comment = comment,
                None if i == 0 => self.tree.comment = comment,
                None => {}
            }
        }
        self.places.push(place);
        Ok(())
    }

    /// Whether a node has made a knot of its own.
    fn is_new(&self, node: &RawNode, place: &Place) -> bool {
        place.knot != node.parent.and_then(|parent| self.places[parent].knot)
    }

    fn trouble(&self, at: usize, what: impl Into<String>) -> Trouble {
        Trouble::at(self.text, at, what)
    }

    /// Plays a move of a file; one that ends the game is an ending.
    fn play(&mut self, place: &mut Place, colour: Side, value: &Value) -> Result<(), Trouble> {
        self.steps.add(1);
        if self.tree.knots.is_empty() && *place.position == self.tree.start {
            self.turned = colour != place.position.side_to_move();
        }
        let side = if self.turned == place.mirrored { colour } else { colour.other() };
        let lower =
            value.text.get(..value.text.len().min(16)).unwrap_or_default().to_ascii_lowercase();
        match lower.trim() {
            "resign" => self.tree.ending = Some(Ending::Resignation(side)),
            "forfeit" => self.tree.ending = Some(Ending::Time(side)),
            "swap-sides" | "swap_sides" => {
                self.add(place, side, Move::Swap, value)?;
                place.mirrored = true;
                self.tree.swap = SwapForm::Sides;
            }
            _ => {
                let mv = read_move(&value.text).ok_or_else(|| {
                    self.trouble(
                        value.at,
                        format!(
                            "expected a cell such as c4, or swap-pieces, found {}",
                            excerpt(&value.text)
                        ),
                    )
                })?;
                let mv = if place.mirrored { mirror(mv) } else { mv };
                self.add(place, side, mv, value)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        place: &mut Place,
        side: Side,
        mv: Move,
        value: &Value,
    ) -> Result<(), Trouble> {
        // The number of a move is counted for an error only: doing so takes as long as the line is.
        let wrong = |reading: &Self, place: &Place, what: &dyn Display| {
            let number = reading.depth(place) + 1;
            reading.trouble(value.at, format!("move {number}: {what}"))
        };
        if place.position.outcome().is_none() && place.position.side_to_move() != side {
            let who = if side == Side::First { "Black" } else { "White" };
            return Err(wrong(self, place, &format!("it is not {who}'s turn")));
        }
        if let Err(error) = Rc::make_mut(&mut place.position).play(mv) {
            return Err(wrong(self, place, &error));
        }
        self.tree.knots.push(Knot { mv, comment: String::new(), parent: place.knot });
        place.knot = Some(self.tree.knots.len() - 1);
        Ok(())
    }

    fn depth(&self, place: &Place) -> usize {
        std::iter::successors(place.knot, |&knot| self.tree.knots[knot].parent).count()
    }
}

fn is_setup(name: &str) -> bool {
    matches!(name, "AB" | "AW" | "AE" | "PL")
}

/// `GM[11]`, or nothing said of the game.
fn check_game(text: &str, root: &RawNode) -> Result<(), Trouble> {
    match root.value("GM") {
        Some(value) if value.text.trim() != "11" => {
            let found = excerpt(&value.text);
            Err(Trouble::at(text, value.at, format!("Hex is GM[11], this is game {found}")))
        }
        _ => Ok(()),
    }
}

/// The size, the swap rule, and the stones set up before the game.
fn start(text: &str, root: &RawNode) -> Result<Position, Trouble> {
    let options = options(text, root)?;
    let board = Board::sized(options.size()).expect("options have a board");
    let mut stones = BySide::new(CellSet::EMPTY, CellSet::EMPTY);
    for (name, side) in [("AB", Side::First), ("AW", Side::Second)] {
        for value in root.values(name) {
            let cell = match read_move(&value.text) {
                Some(Move::Place(at)) => board.cell(at),
                _ => None,
            };
            let cell: Cell = cell.ok_or_else(|| {
                Trouble::at(text, value.at, format!("no such cell: {}", excerpt(&value.text)))
            })?;
            stones[side].insert(cell);
        }
    }
    if stones.first.is_empty() && stones.second.is_empty() {
        return Ok(Position::start(options));
    }
    let to_move = root.value("PL").map(|value| value.text.trim().to_ascii_uppercase());
    let to_move = match to_move.as_deref() {
        Some("W" | "WHITE") => Side::Second,
        None if stones.first.len() > stones.second.len() => Side::Second,
        _ => Side::First,
    };
    Position::setup(options.size(), stones, to_move, options.swap())
        .map_err(|what| Trouble::at(text, 0, what))
}

/// `SZ[11]`, `SZ[11:11]`; `RU[no swap]`.
fn options(text: &str, root: &RawNode) -> Result<Options, Trouble> {
    let rules =
        root.value("RU").map(|value| value.text.to_ascii_lowercase().replace([' ', '-'], ""));
    let noswap = rules.is_some_and(|rules| rules.contains("noswap"));
    let swap = if noswap { SwapRule::Off } else { SwapRule::On };
    let Some(value) = root.value("SZ") else {
        return Ok(Options::new(Options::default().size(), swap).unwrap_or_default());
    };
    let wrong = |what: String| Trouble::at(text, value.at, what);
    let size = match value.text.trim().split_once(':') {
        Some((wide, high)) if wide.trim() == high.trim() => wide.trim(),
        Some(_) => {
            return Err(wrong(format!("boards are as wide as high, not {}", excerpt(&value.text))));
        }
        None => value.text.trim(),
    };
    let size = size.parse::<usize>().ok().filter(|size| *size < 1000);
    let size =
        size.ok_or_else(|| wrong(format!("expected a size, found {}", excerpt(&value.text))))?;
    Options::new(size, swap).map_err(wrong)
}

/// `c4`, or two letters as in SGF of other games: column and row.
fn read_move(text: &str) -> Option<Move> {
    let text = text.trim();
    let letters = text.as_bytes();
    if letters.len() == 2 && letters.iter().all(u8::is_ascii_lowercase) {
        let [q, r] = [letters[0], letters[1]].map(|letter| (letter - b'a') as i8);
        return Some(Move::Place(Axial::new(q, r)));
    }
    text.parse().ok()
}

pub(crate) fn mirror(mv: Move) -> Move {
    match mv {
        Move::Place(at) => Move::Place(Axial::new(at.r, at.q)),
        Move::Swap => Move::Swap,
    }
}

fn tags(root: &RawNode) -> game::Tags {
    let mut tags = game::Tags::new();
    for (name, values) in &root.properties {
        let first = values.first().map(|value| value.text.as_str()).unwrap_or_default();
        if let Some((_, tag)) = NAMES.iter().find(|(property, _)| property == name) {
            tags.push(((*tag).to_owned(), plain(first)));
        } else if *name == "TAG" {
            let pairs = values.iter().filter_map(|value| value.text.split_once(": "));
            tags.extend(pairs.map(|(name, value)| (name.to_owned(), plain(value))));
        }
    }
    tags
}

/// A value of one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `B+R` and `W+Time`; how a game ended by the rules, its moves say.
fn ending(text: &str) -> Option<Ending> {
    let text = text.trim();
    let loser = match text.get(..2)?.to_ascii_uppercase().as_str() {
        "B+" => Side::Second,
        "W+" => Side::First,
        _ => return None,
    };
    match text.get(2..3)?.to_ascii_uppercase().as_str() {
        "R" => Some(Ending::Resignation(loser)),
        "T" | "F" => Some(Ending::Time(loser)),
        _ => None,
    }
}
