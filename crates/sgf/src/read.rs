//! SGF reader: FF[4] (Hollosi 1997), to game trees. `dialect.rs` finds out of which game.

use crate::any_tree::FileGame;
use crate::dialect::{CellNames, Dialect, check_hex, form};
use crate::raw::{RawNode, Value, next_game, nodes, nodes_at};
use crate::root::{colour, empty_board, ending, exchange_names, other_times, tags};
use crate::setup::{self, Setup};
use crate::{AnyTree, Node, Property, ReadError, SgfGame, Steps, StoneMove, SwapForm, Tree};
use game::{Ending, Side, excerpt};
use std::fmt::Display;
use std::rc::Rc;

/// The most positions that may be set up inside one game.
const MOST_SETUPS: usize = 100;

/// Reads the first game of Hex in an SGF file, with its variations and comments.
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
    let mut trees = hex_trees(text, &nodes, steps)?;
    Ok(trees.swap_remove(0))
}

/// Reads every game of Hex in an SGF file. A position that is set up in the middle of a game begins a
/// tree of its own, after the game's.
///
/// # Errors
/// Where one of them cannot be understood or a move cannot be played, and why.
pub fn read_sgf_games(text: &str) -> Result<Vec<Tree>, ReadError> {
    games(text, &mut Steps::default(), hex_trees)
}

/// Reads every game in an SGF file, as [`read_sgf_games`] does, of whatever game each is. `usual` is the
/// [`NAME`](game::Position::NAME) of the game that a file is of which does not say so; if SGF does not
/// know it, that is Hex.
///
/// ```
/// let text = "(;FF[4]GM[11]SZ[5];B[c3])(;SZ[4]RU[LG];W[D4];B[swap];W[G1])";
/// let games = sgf::read_any_sgf(text, "hex")?;
/// assert!(games[0].of_game::<hex::Position>().is_some());
/// let havannah = games[1].of_game::<havannah::Position>().unwrap();
/// assert_eq!(havannah.nodes[2].mv.to_string(), "g4", "numbers of Little Golem begin in every column");
/// # Ok::<(), sgf::ReadError>(())
/// ```
///
/// # Errors
/// Where one of them cannot be understood or a move cannot be played, and why.
pub fn read_any_sgf(text: &str, usual: &str) -> Result<Vec<AnyTree>, ReadError> {
    read_any_sgf_counted(text, usual, &mut Steps::default())
}

/// [`read_any_sgf`], with a count of the work.
///
/// # Errors
/// As [`read_any_sgf`].
pub fn read_any_sgf_counted(
    text: &str,
    usual: &str,
    steps: &mut Steps,
) -> Result<Vec<AnyTree>, ReadError> {
    games(text, steps, |text, nodes, steps| {
        let (game, dialect) = form(text, nodes, usual)?;
        with_file_game!(game, P => {
            let trees = trees::<P>(text, nodes, dialect, steps)?;
            Ok(trees.into_iter().map(AnyTree::from).collect())
        })
    })
}

/// The trees of all games in a file, each game's as `read` makes them.
fn games<T>(
    text: &str,
    steps: &mut Steps,
    read: impl Fn(&str, &[RawNode], &mut Steps) -> Result<Vec<T>, ReadError>,
) -> Result<Vec<T>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, mut at) = nodes(text, steps)?;
    let mut games = read(text, &first, steps)?;
    while let Some(start) = next_game(text, at, steps) {
        let (nodes, end) = nodes_at(text, start, steps)?;
        games.extend(read(text, &nodes, steps)?);
        at = end;
    }
    Ok(games)
}

fn hex_trees(text: &str, nodes: &[RawNode], steps: &mut Steps) -> Result<Vec<Tree>, ReadError> {
    check_hex(text, &nodes[0])?;
    trees(text, nodes, Dialect::Standard, steps)
}

/// The trees of one game: its own, and one for each position set up in its middle.
fn trees<P: SgfGame>(
    text: &str,
    nodes: &[RawNode],
    dialect: Dialect,
    steps: &mut Steps,
) -> Result<Vec<Tree<P>>, ReadError> {
    let mut reader = GameReader::new(text, nodes, dialect, steps)?;
    for (i, node) in nodes.iter().enumerate() {
        reader.take(i, node)?;
    }
    Ok(reader.finish(&nodes[0]))
}

/// The position and tree node that a node of the file leads to.
#[derive(Clone)]
struct NodeState<P> {
    tree: usize,
    node: Option<usize>,
    /// Shared by all nodes without a move of their own.
    position: Rc<P>,
    /// Whether everything is seen in the mirror: after a swap of sides.
    mirrored: bool,
    /// Moves from the start of the game.
    ply: usize,
    /// Stones were set up without a word on whose turn it is: the next move tells.
    turn_open: bool,
    /// No variation begins before it.
    alone: bool,
}

struct GameReader<'a, P: SgfGame> {
    text: &'a str,
    dialect: Dialect,
    names: CellNames,
    trees: Vec<Tree<P>>,
    /// One for each node that was taken.
    states: Vec<NodeState<P>>,
    /// How many nodes follow each node.
    followers: Vec<usize>,
    /// Some files call the side that moves first by the other colour.
    turned: bool,
    steps: &'a mut Steps,
}

impl<'a, P: SgfGame> GameReader<'a, P> {
    fn new(
        text: &'a str,
        nodes: &[RawNode],
        dialect: Dialect,
        steps: &'a mut Steps,
    ) -> Result<Self, ReadError> {
        let root = &nodes[0];
        let empty = empty_board::<P>(text, root)?;
        let names = CellNames::of(dialect, empty.to_setup().size);
        let tree = Tree {
            start: setup::start(text, root, names, empty)?,
            tags: tags::<P>(root),
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
        Ok(Self {
            text,
            dialect,
            names,
            trees: vec![tree],
            states: Vec::new(),
            followers,
            turned: false,
            steps,
        })
    }

    fn state_before(&self, node: &RawNode) -> NodeState<P> {
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
                "B" => P::BLACK,
                "W" => P::BLACK.other(),
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
    fn remark(&mut self, state: &NodeState<P>, node: &RawNode) {
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
        let renamed = |other: &Property| other.renamed::<P>(self.names, state.mirrored);
        properties.extend(node.others.iter().map(renamed));
    }

    /// Stones set up after the root: a new start if nothing was played, or else a tree of its own.
    fn set_up(&mut self, state: &mut NodeState<P>, node: &RawNode) -> Result<(), ReadError> {
        let exchanged = self.turned != state.mirrored;
        let setup = Setup::<P>::new(self.text, node, self.names);
        let position = setup.seen(state.mirrored, exchanged).applied_to(&state.position)?;
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
    fn side(&mut self, state: &mut NodeState<P>, colour: Side) -> Result<Side, ReadError> {
        let first = state.node.is_none() && self.trees[state.tree].nodes.is_empty();
        if first && state.tree == 0 && !state.turn_open {
            self.turned = colour != state.position.side_to_move();
        }
        let side = if self.turned == state.mirrored { colour } else { colour.other() };
        if first && state.turn_open && side != state.position.side_to_move() {
            let start = setup::with_turn::<P>(&state.position, side);
            let start = start.map_err(|error| self.error(0, error.why))?;
            state.position = Rc::new(start.clone());
            self.trees[state.tree].start = start;
        }
        Ok(side)
    }

    /// Plays a move of a file; one that ends the game is an ending.
    fn play(
        &mut self,
        state: &mut NodeState<P>,
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
                self.add(state, side, P::Move::SWAP, value)?;
                state.mirrored = true;
            }
            _ => {
                let mv = self.names.read(&value.text).ok_or_else(|| {
                    let (swap, found) = (P::SWAP, excerpt(&value.text));
                    let what = format!("expected a cell such as c4, or {swap}, found {found}");
                    self.error(value.at, what)
                })?;
                let mv = if state.mirrored { P::swap_image(mv) } else { mv };
                self.add(state, side, mv, value)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        state: &mut NodeState<P>,
        side: Side,
        mv: P::Move,
        value: &Value,
    ) -> Result<(), ReadError> {
        let number = state.ply + 1;
        let wrong = |reader: &Self, what: &dyn Display| {
            reader.error(value.at, format!("move {number}: {what}"))
        };
        if state.position.outcome().is_none() && state.position.side_to_move() != side {
            return Err(wrong(self, &format!("it is not {}'s turn", colour::<P>(side))));
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
    fn finish(mut self, root: &RawNode) -> Vec<Tree<P>> {
        let exchanged = self.turned != (self.dialect == Dialect::LittleGolem);
        if exchanged {
            self.trees.iter_mut().for_each(exchange_names);
        }
        let game = &mut self.trees[0];
        if game.ending.is_none() {
            let exchanged = exchanged != game.ends_mirrored();
            let said = root.value("RE").and_then(|value| ending(game, &value.text, exchanged));
            game.ending = said;
        }
        self.trees
    }
}
