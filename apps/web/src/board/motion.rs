//! What moved between two scenes, so that it can be seen to move.
//!
//! Scenes do not know each other. A piece that is gone and one of its like that is new are taken
//! for one piece that moved; what has no such partner came or was taken.

use hexgrid::Cell;
use scene::{Link, Piece, Point, Scene};

/// More moving pieces than any move has: a jump through the game, shown without motion.
const MOST: usize = 4;

/// What stands on the board, and how it came there.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Stage {
    pieces: Vec<Piece>,
    links: Vec<Link>,
    /// From back to front: those taken, those at rest, those that moved.
    pub(super) actors: Vec<Actor>,
    pub(super) strings: Vec<Strung>,
    /// Counts the scenes, so that the same motion twice is two motions.
    turn: u32,
}

/// A piece and its part in the last move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Actor {
    pub(super) piece: Piece,
    pub(super) part: Part,
    turn: u32,
}

/// How a piece came to stand where it does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Part {
    /// It was taken here.
    Leaves,
    /// It was here before.
    Rests,
    /// It is new.
    Comes,
    /// It moved from there.
    Moves(Cell),
}

/// A link, and where it ran before it moved.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Strung {
    pub(super) link: Link,
    pub(super) before: Option<(Cell, Cell)>,
    turn: u32,
}

impl Stage {
    /// The stage for `scene`, when the stage before it is known.
    pub(super) fn after(before: Option<&Self>, scene: &Scene) -> Self {
        let Some(before) = before else {
            return Self::still(&scene.pieces, &scene.links, 0);
        };
        if before.pieces == scene.pieces && before.links == scene.links {
            return before.clone();
        }
        let turn = before.turn + 1;
        let mut actors = cast(&before.pieces, &scene.pieces, turn);
        let moving = |a: &&Actor| matches!(a.part, Part::Moves(_) | Part::Comes);
        if actors.iter().filter(moving).count() > MOST {
            return Self::still(&scene.pieces, &scene.links, turn);
        }
        actors.sort_by_key(|actor| match actor.part {
            Part::Leaves => 0,
            Part::Rests | Part::Comes => 1,
            Part::Moves(_) => 2,
        });
        let strings = scene.links.iter().map(|link| strung(&before.links, link, turn)).collect();
        Self { pieces: scene.pieces.clone(), links: scene.links.clone(), actors, strings, turn }
    }

    fn still(pieces: &[Piece], links: &[Link], turn: u32) -> Self {
        let actor = |piece: &Piece| Actor { piece: piece.clone(), part: Part::Rests, turn: 0 };
        let string = |link: &Link| Strung { link: link.clone(), before: None, turn: 0 };
        Self {
            pieces: pieces.to_vec(),
            links: links.to_vec(),
            actors: pieces.iter().map(actor).collect(),
            strings: links.iter().map(string).collect(),
            turn,
        }
    }
}

/// Gives every piece of both scenes its part.
fn cast(before: &[Piece], after: &[Piece], turn: u32) -> Vec<Actor> {
    let alike = |a: &Piece, b: &Piece| (a.glyph, a.side, a.letter) == (b.glyph, b.side, b.letter);
    let stays = |p: &Piece, there: &[Piece]| there.iter().any(|q| q.cell == p.cell && alike(p, q));
    let mut gone: Vec<&Piece> = before.iter().filter(|p| !stays(p, after)).collect();
    let mut actors = Vec::with_capacity(after.len() + 1);
    for piece in after {
        let (part, turn) = if stays(piece, before) {
            (Part::Rests, 0)
        } else if let Some(i) = gone.iter().position(|p| alike(p, piece)) {
            (Part::Moves(gone.swap_remove(i).cell), turn)
        } else {
            (Part::Comes, turn)
        };
        actors.push(Actor { piece: piece.clone(), part, turn });
    }
    let leave = |piece: &Piece| Actor { piece: piece.clone(), part: Part::Leaves, turn };
    actors.extend(gone.into_iter().map(leave));
    actors
}

fn strung(before: &[Link], link: &Link, turn: u32) -> Strung {
    let same = before.iter().find(|b| b.name == link.name && b.side == link.side);
    let moved = same.filter(|b| (b.from, b.to) != (link.from, link.to));
    let before = moved.map(|b| (b.from, b.to));
    Strung { link: link.clone(), turn: if before.is_some() { turn } else { 0 }, before }
}

/// What tells one drawn thing from another; a thing with the same key is left as it is.
pub(super) type Key = (usize, usize, u32, String);

impl Actor {
    pub(super) fn key(&self) -> Key {
        let Piece { glyph, side, cell, pinned, letter } = &self.piece;
        let look = format!("{glyph:?}{pinned}{letter:?}{:?}", self.part);
        (cell.index(), side.index(), self.turn, look)
    }
}

impl Strung {
    pub(super) fn key(&self) -> Key {
        let Link { name, side, from, to, pinned } = &self.link;
        (from.index(), to.index(), self.turn, format!("{name}{}{pinned}", side.index()))
    }
}

/// `translate` for a piece on a point.
pub(super) fn translate(at: Point) -> String {
    format!("translate({:.1}px, {:.1}px)", at.x, at.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    fn stages(game: GameName, options: &str, moves: &[&str]) -> Vec<Stage> {
        let mut table = AnyRecord::begin(game, options).unwrap();
        let mut stages = vec![Stage::after(None, &table.scene(Viewer::Judge))];
        for mv in moves {
            table.play(mv).unwrap();
            let next = Stage::after(stages.last(), &table.scene(Viewer::Judge));
            stages.push(next);
        }
        stages
    }

    fn parts(stage: &Stage) -> Vec<Part> {
        stage.actors.iter().map(|a| a.part).filter(|p| *p != Part::Rests).collect()
    }

    #[test]
    fn a_stone_comes_and_the_others_rest() {
        let stages = stages(GameName::Hex, "size=5", &["a1", "b2"]);
        assert_eq!(parts(&stages[0]), []);
        assert_eq!(parts(&stages[1]), [Part::Comes]);
        assert_eq!(parts(&stages[2]), [Part::Comes]);
    }

    #[test]
    fn a_moved_piece_is_known_again_and_its_link_with_it() {
        let mut table = AnyRecord::begin(GameName::Eclipse, "").unwrap();
        let before = Stage::after(None, &table.scene(Viewer::Judge));
        let choice = table.choices().remove(0);
        let from = choice.path.cells().next().unwrap();
        table.play(&choice.mv).unwrap();
        let after = Stage::after(Some(&before), &table.scene(Viewer::Judge));
        assert_eq!(parts(&after), [Part::Moves(from)]);
        assert!(after.strings.iter().filter(|s| s.before.is_some()).count() <= 1);
    }

    #[test]
    fn the_same_scene_again_is_no_motion() {
        let stages = stages(GameName::Hex, "size=5", &["a1"]);
        let scene = AnyRecord::begin(GameName::Hex, "size=5").map(|mut table| {
            table.play("a1").unwrap();
            table.scene(Viewer::Judge)
        });
        assert_eq!(Stage::after(stages.last(), &scene.unwrap()), stages[1]);
    }

    #[test]
    fn a_jump_through_the_game_is_shown_at_rest() {
        let mut table = AnyRecord::begin(GameName::Hex, "size=5 swap=off").unwrap();
        let before = Stage::after(None, &table.scene(Viewer::Judge));
        for mv in ["a1", "a2", "a3", "a4", "a5", "b1"] {
            table.play(mv).unwrap();
        }
        let after = Stage::after(Some(&before), &table.scene(Viewer::Judge));
        assert_eq!(parts(&after), []);
    }
}
