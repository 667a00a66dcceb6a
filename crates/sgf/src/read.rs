//! SGF reader: FF[4] (Hollosi 1997), game 11, to game trees.

use crate::raw::{RawNode, Value, next_game, nodes, nodes_at};
use crate::setup::{self, Setup};
use crate::{NAMES, Node, Property, ReadError, Steps, SwapForm, TIME_TAG, Tree, time};
use game::{Ending, Position as _, Side, excerpt};
use hex::{Move, Options, Position, SwapRule};
use hexgrid::Axial;
use std::fmt::Display;
use std::rc::Rc;

/// The most positions that may be set up inside one game.
const MOST_SETUPS: usize = 100;

/// Reads the first game in an SGF file, with its variations and comments.
///
/// # Errors
/// Where it cannot be understood or a move cannot be played, and why.
pub fn read_sgf(text: &str) -> Result<Tree, ReadError> {
    read_sgf_counted(text, &mut Steps::default())
}

/// [`read_sgf`], with a count of the work.
///
/// # Errors
/// As [`read_sgf`].
pub fn read_sgf_counted(text: &str, steps: &mut Steps) -> Result<Tree, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (nodes, _) = nodes(text, steps)?;
    let mut trees = trees(text, &nodes, steps)?;
    Ok(trees.swap_remove(0))
}

/// Reads every game in an SGF file. A position that is set up in the middle of a game begins a
/// tree of its own, after the game's.
///
/// # Errors
/// Where one of them cannot be understood or a move cannot be played, and why.
pub fn read_sgf_games(text: &str) -> Result<Vec<Tree>, ReadError> {
    read_sgf_games_counted(text, &mut Steps::default())
}

/// [`read_sgf_games`], with a count of the work.
///
/// # Errors
/// As [`read_sgf_games`].
pub fn read_sgf_games_counted(text: &str, steps: &mut Steps) -> Result<Vec<Tree>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, mut at) = nodes(text, steps)?;
    let mut games = trees(text, &first, steps)?;
    while let Some(start) = next_game(text, at, steps) {
        let (nodes, end) = nodes_at(text, start, steps)?;
        games.extend(trees(text, &nodes, steps)?);
        at = end;
    }
    Ok(games)
}

/// The trees of one game: its own, and one for each position set up in its middle.
fn trees(text: &str, nodes: &[RawNode], steps: &mut Steps) -> Result<Vec<Tree>, ReadError> {
    let mut reader = GameReader::new(text, nodes, steps)?;
    for (i, node) in nodes.iter().enumerate() {
        reader.take(i, node)?;
    }
    Ok(reader.finish(&nodes[0]))
}

/// The position and tree node that a node of the file leads to.
#[derive(Clone)]
struct NodeState {
    tree: usize,
    node: Option<usize>,
    /// Shared by all nodes without a move of their own.
    position: Rc<Position>,
    /// Whether everything is seen in the mirror: after a swap of sides.
    mirrored: bool,
    /// Moves from the start of the game.
    ply: usize,
    /// Stones were set up without a word on whose turn it is: the next move tells.
    turn_open: bool,
    /// No variation begins before it.
    alone: bool,
}

struct GameReader<'a> {
    text: &'a str,
    trees: Vec<Tree>,
    /// One for each node that was taken.
    states: Vec<NodeState>,
    /// How many nodes follow each node.
    followers: Vec<usize>,
    /// Some sites call the side that moves first white.
    turned: bool,
    steps: &'a mut Steps,
}

impl<'a> GameReader<'a> {
    fn new(text: &'a str, nodes: &[RawNode], steps: &'a mut Steps) -> Result<Self, ReadError> {
        let root = &nodes[0];
        check_game(text, root)?;
        let start = setup::start(text, root, options(text, root)?)?;
        let tree = Tree {
            start,
            tags: tags(root),
            comment: String::new(),
            ending: None,
            nodes: Vec::new(),
            swap: SwapForm::Pieces,
            properties: other_times(root),
        };
        let mut followers = vec![0; nodes.len()];
        for parent in nodes.iter().filter_map(|node| node.parent) {
            followers[parent] += 1;
        }
        Ok(Self { text, trees: vec![tree], states: Vec::new(), followers, turned: false, steps })
    }

    fn state_before(&self, node: &RawNode) -> NodeState {
        match node.parent {
            Some(parent) => {
                let alone = self.states[parent].alone && self.followers[parent] == 1;
                NodeState { alone, ..self.states[parent].clone() }
            }
            None => NodeState {
                tree: 0,
                node: None,
                position: Rc::new(self.trees[0].start.clone()),
                mirrored: false,
                ply: 0,
                turn_open: setup::is_turn_open(node),
                alone: true,
            },
        }
    }

    fn take(&mut self, i: usize, node: &RawNode) -> Result<(), ReadError> {
        let mut state = self.state_before(node);
        self.steps.add(1 + node.properties.len() + node.others.len());
        if i > 0 && setup::is_setup(node) {
            self.set_up(&mut state, node)?;
        }
        for (name, values) in &node.properties {
            let side = match *name {
                "B" => Side::First,
                "W" => Side::Second,
                _ => continue,
            };
            for value in values {
                self.play(&mut state, side, value)?;
            }
        }
        self.remark(&state, node);
        self.states.push(state);
        Ok(())
    }

    /// What a node says, put to the move or the start where it stands.
    fn remark(&mut self, state: &NodeState, node: &RawNode) {
        let tree = &mut self.trees[state.tree];
        let (comment, properties) = match state.node {
            Some(node) => {
                let Node { comment, properties, .. } = &mut tree.nodes[node];
                (comment, properties)
            }
            None => (&mut tree.comment, &mut tree.properties),
        };
        if let Some(said) = node.value("C") {
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(&said.text.replace("\r\n", "\n"));
        }
        properties.extend(node.others.iter().map(|other| other.renamed(state.mirrored)));
    }

    /// Stones set up after the root: a new start if nothing was played, or else a tree of its own.
    fn set_up(&mut self, state: &mut NodeState, node: &RawNode) -> Result<(), ReadError> {
        let exchanged = self.turned != state.mirrored;
        let change = Setup { text: self.text, node, mirrored: state.mirrored, exchanged };
        let position = change.applied_to(&state.position)?;
        state.position = Rc::new(position.clone());
        state.turn_open = setup::is_turn_open(node);
        let tree = &mut self.trees[state.tree];
        if state.alone && state.node.is_none() && tree.nodes.is_empty() {
            tree.start = position;
            return Ok(());
        }
        if self.trees.len() > MOST_SETUPS {
            let what = format!("more than {MOST_SETUPS} positions are set up inside one game");
            return Err(self.error(setup::at(node), what));
        }
        let mut tags = self.trees[0].tags.clone();
        tags.push(("Setup".to_owned(), format!("after {} moves", state.ply)));
        self.trees.push(Tree {
            start: position,
            tags,
            comment: String::new(),
            ending: None,
            nodes: Vec::new(),
            swap: SwapForm::Pieces,
            properties: Vec::new(),
        });
        (state.tree, state.node, state.alone) = (self.trees.len() - 1, None, true);
        Ok(())
    }

    fn error(&self, at: usize, what: impl Into<String>) -> ReadError {
        ReadError::at(self.text, at, what)
    }

    /// Whose move it is that the file gives to this colour.
    fn side(&mut self, state: &mut NodeState, colour: Side) -> Result<Side, ReadError> {
        let first = state.node.is_none() && self.trees[state.tree].nodes.is_empty();
        if first && state.tree == 0 && !state.turn_open {
            self.turned = colour != state.position.side_to_move();
        }
        let side = if self.turned == state.mirrored { colour } else { colour.other() };
        if first && state.turn_open && side != state.position.side_to_move() {
            let start = setup::with_turn(&state.position, side);
            let start = start.map_err(|error| self.error(0, error.why))?;
            state.position = Rc::new(start.clone());
            self.trees[state.tree].start = start;
        }
        Ok(side)
    }

    /// Plays a move of a file; one that ends the game is an ending.
    fn play(
        &mut self,
        state: &mut NodeState,
        colour: Side,
        value: &Value,
    ) -> Result<(), ReadError> {
        self.steps.add(1);
        let side = self.side(state, colour)?;
        let lower =
            value.text.get(..value.text.len().min(16)).unwrap_or_default().to_ascii_lowercase();
        let tree = &mut self.trees[state.tree];
        match lower.trim() {
            "resign" => tree.ending = Some(Ending::Resignation(side)),
            "forfeit" => tree.ending = Some(Ending::Time(side)),
            "swap-sides" | "swap_sides" => {
                tree.swap = SwapForm::Sides;
                self.add(state, side, Move::Swap, value)?;
                state.mirrored = true;
            }
            _ => {
                let mv = read_move(&value.text).ok_or_else(|| {
                    let found = excerpt(&value.text);
                    let what = format!("expected a cell such as c4, or swap-pieces, found {found}");
                    self.error(value.at, what)
                })?;
                let mv = if state.mirrored { mirror(mv) } else { mv };
                self.add(state, side, mv, value)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        state: &mut NodeState,
        side: Side,
        mv: Move,
        value: &Value,
    ) -> Result<(), ReadError> {
        let number = state.ply + 1;
        let wrong = |reader: &Self, what: &dyn Display| {
            reader.error(value.at, format!("move {number}: {what}"))
        };
        if state.position.outcome().is_none() && state.position.side_to_move() != side {
            let who = if side == Side::First { "Black" } else { "White" };
            return Err(wrong(self, &format!("it is not {who}'s turn")));
        }
        if let Err(error) = Rc::make_mut(&mut state.position).play(mv) {
            return Err(wrong(self, &error));
        }
        let nodes = &mut self.trees[state.tree].nodes;
        nodes.push(Node::new(mv, state.node));
        (state.node, state.ply, state.turn_open) = (Some(nodes.len() - 1), number, false);
        Ok(())
    }

    /// The trees, once it is known which colour is which.
    fn finish(mut self, root: &RawNode) -> Vec<Tree> {
        let turned = self.turned;
        if turned {
            self.trees.iter_mut().for_each(exchange_names);
        }
        let game = &mut self.trees[0];
        if game.ending.is_none() {
            let exchanged = turned != game.ends_mirrored();
            let said = root.value("RE").and_then(|value| ending(&value.text, exchanged));
            game.ending = said;
        }
        self.trees
    }
}

/// Names and ratings of a game in which White moves first.
fn exchange_names(tree: &mut Tree) {
    const PAIRS: [(&str, &str); 2] = [("Red", "Blue"), ("FirstRating", "SecondRating")];
    for (name, _) in &mut tree.tags {
        for (one, other) in PAIRS {
            if name == one {
                other.clone_into(name);
            } else if name == other {
                one.clone_into(name);
            }
        }
    }
}

/// `GM[11]`, or nothing said of the game.
fn check_game(text: &str, root: &RawNode) -> Result<(), ReadError> {
    match root.value("GM") {
        Some(value) if value.text.trim() != "11" => {
            let found = excerpt(&value.text);
            Err(ReadError::at(text, value.at, format!("Hex is GM[11], this is game {found}")))
        }
        _ => Ok(()),
    }
}

/// `SZ[11]`, `SZ[11:11]`; `RU[no swap]`.
fn options(text: &str, root: &RawNode) -> Result<Options, ReadError> {
    let rules =
        root.value("RU").map(|value| value.text.to_ascii_lowercase().replace([' ', '-'], ""));
    let noswap = rules.is_some_and(|rules| rules.contains("noswap"));
    let swap = if noswap { SwapRule::Off } else { SwapRule::On };
    let Some(value) = root.value("SZ") else {
        return Ok(Options::new(Options::default().size(), swap).unwrap_or_default());
    };
    let wrong = |what: String| ReadError::at(text, value.at, what);
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
    Options::new(size, swap).map_err(|error| wrong(error.to_string()))
}

/// `c4`, or two letters as in SGF of other games: column and row.
pub(crate) fn read_move(text: &str) -> Option<Move> {
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
    let text = |name: &str| root.value(name).map(|value| value.text.as_str());
    let control = time::from_sgf(text("TM"), text("OT"));
    for (name, values) in &root.properties {
        let first = values.first().map(|value| value.text.as_str()).unwrap_or_default();
        if let Some((_, tag)) = NAMES.iter().find(|(property, _)| property == name) {
            tags.push(((*tag).to_owned(), plain(first)));
        } else if *name == "TAG" {
            let pairs = values.iter().filter_map(|value| value.text.split_once(": "));
            tags.extend(pairs.map(|(name, value)| (name.to_owned(), plain(value))));
        } else if let ("OT", Some(control)) = (*name, &control) {
            tags.push((TIME_TAG.to_owned(), control.clone()));
        }
    }
    tags
}

/// A time control that is none of ours, as it was.
fn other_times(root: &RawNode) -> Vec<Property> {
    let text = |name: &str| root.value(name).map(|value| value.text.as_str());
    let [main, overtime] = ["TM", "OT"].map(text);
    if time::from_sgf(main, overtime).is_some() {
        return Vec::new();
    }
    let kept = [("TM", main), ("OT", overtime)];
    kept.into_iter().filter_map(|(name, value)| Some(Property::new(name, value?))).collect()
}

/// A value of one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `B+R` and `W+Time`; how a game ended by the rules, its moves say. `exchanged` where Black is the
/// second side.
fn ending(text: &str, exchanged: bool) -> Option<Ending> {
    let text = text.trim();
    let loser = match text.get(..2)?.to_ascii_uppercase().as_str() {
        "B+" => Side::Second,
        "W+" => Side::First,
        _ => return None,
    };
    let loser = if exchanged { loser.other() } else { loser };
    match text.get(2..3)?.to_ascii_uppercase().as_str() {
        "R" => Some(Ending::Resignation(loser)),
        "T" | "F" => Some(Ending::Time(loser)),
        _ => None,
    }
}
