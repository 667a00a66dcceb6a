//! Diagrams: the pictures of the rules pages and of the piece cards, as positions in
//! `content/<game>/diagrams.txt`.

use crate::content::content;
use catalog::{AnyRecord, GameName};
use game::Viewer;
use hexgrid::Cell;
use scene::{Click, Highlight, Scene, Table as _};

/// A position to draw, and what to mark on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Its name, which is also that of its file.
    pub name: &'static str,
    /// The game, by which the name begins.
    pub game: GameName,
    position: &'static str,
    /// Moves to play before it is drawn.
    play: Vec<&'static str>,
    /// The cell of a piece whose moves are marked.
    from: Option<&'static str>,
    /// Cells to mark.
    mark: Vec<&'static str>,
}

/// All diagrams, in the order of the list.
pub fn diagrams() -> impl Iterator<Item = Diagram> {
    let lines = GameName::ALL.into_iter().flat_map(|game| content(game).diagrams.lines());
    lines.filter(|line| !line.starts_with('#')).filter_map(read)
}

/// The diagram of this name.
pub fn diagram(name: &str) -> Option<Diagram> {
    diagrams().find(|diagram| diagram.name == name)
}

/// `name: position | play MOVES | from CELL | mark CELLS`.
fn read(line: &'static str) -> Option<Diagram> {
    let (name, rest) = line.split_once(": ")?;
    let mut parts = rest.split(" | ");
    let position = parts.next()?.trim();
    let game = name.split('-').next()?.parse().ok()?;
    let (mut play, mut from, mut mark) = (Vec::new(), None, Vec::new());
    for part in parts {
        let (word, values) = part.split_once(' ')?;
        match word {
            "play" => play.extend(values.split_whitespace()),
            "from" => from = Some(values.trim()),
            "mark" => mark.extend(values.split_whitespace()),
            _ => return None,
        }
    }
    Some(Diagram { name, game, position, play, from, mark })
}

impl Diagram {
    /// The picture, with its marks.
    ///
    /// # Panics
    /// Never: a test draws every diagram of the list.
    pub fn scene(&self) -> Scene {
        let mut record =
            AnyRecord::from_position(self.game, self.position).expect("a test reads every diagram");
        for mv in &self.play {
            record.play(mv).expect("a test plays every diagram");
        }
        let mut scene = record.scene(Viewer::Judge);
        let named = |name: &&str| scene.tiles.iter().find(|tile| tile.name == **name);
        let cells: Vec<Cell> = self.mark.iter().filter_map(named).map(|tile| tile.cell).collect();
        let from = self.from.as_ref().and_then(named).map(|tile| tile.cell);
        let reached = from.map(|from| targets(&record, from)).unwrap_or_default();
        scene.marks.extend(cells.into_iter().chain(reached).map(|cell| (cell, Highlight::Last)));
        scene
    }
}

/// The cells to which the piece on `from` can move.
fn targets(record: &AnyRecord, from: Cell) -> Vec<Cell> {
    let starts = |path: &[Click]| path.first() == Some(&Click::Cell(from));
    let choices = record.choices().into_iter().filter(|choice| starts(&choice.path.0));
    choices.filter_map(|choice| choice.path.cells().last()).collect()
}
