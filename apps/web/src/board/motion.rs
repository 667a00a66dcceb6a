//! Animation between two scenes: which piece moved, came or was captured.
//!
//! Scenes do not know each other. A piece that is gone and one of its like that is new are taken
//! for one piece that moved; what has no such partner came or was taken.

use hexgrid::Cell;
use scene::{Link, Piece, Point, Scene};

/// More moving pieces than any move has: a jump through the game, shown without motion.
const MOST: usize = 4;

/// A scene, and for each piece and link how it came there.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct AnimatedScene {
    pieces: Vec<Piece>,
    links: Vec<Link>,
    /// From back to front: those taken, those at rest, those that moved.
    pub(super) pieces_shown: Vec<AnimatedPiece>,
    pub(super) links_shown: Vec<AnimatedLink>,
    /// Counts the scenes, so that the same motion twice is two motions.
    turn: u32,
}

/// A piece and its motion in the last move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnimatedPiece {
    pub(super) piece: Piece,
    pub(super) motion: PieceMotion,
    turn: u32,
}

/// How a piece came to stand where it does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum PieceMotion {
    /// It was taken here.
    Leaves,
    /// It was removed, and nothing came in its place.
    Burns,
    /// It was here before.
    Rests,
    /// The piece is new.
    Comes,
    /// It moved from there.
    Moves(Cell),
    /// It was a piece of the other side there, and changed its colour on the way (a swap).
    ChangesFrom(Cell),
    /// It was here, and becomes the piece of the other side that stands there now.
    ChangesTo(Cell),
}

/// A link, and where it ran before it moved.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnimatedLink {
    pub(super) link: Link,
    pub(super) before: Option<(Cell, Cell)>,
    /// Whether the last move pinned it.
    pub(super) newly_pinned: bool,
    turn: u32,
}

impl AnimatedScene {
    /// The stage for `scene`, when the stage before it is known.
    pub(super) fn after(before: Option<&Self>, scene: &Scene) -> Self {
        let Some(before) = before else {
            return Self::still(&scene.pieces, &scene.links, 0);
        };
        if before.pieces == scene.pieces && before.links == scene.links {
            return before.clone();
        }
        let turn = before.turn + 1;
        let mut pieces_shown = piece_motions(&before.pieces, &scene.pieces, turn);
        let moving =
            |a: &&AnimatedPiece| matches!(a.motion, PieceMotion::Moves(_) | PieceMotion::Comes);
        if pieces_shown.iter().filter(moving).count() > MOST {
            return Self::still(&scene.pieces, &scene.links, turn);
        }
        pieces_shown.sort_by_key(|animated| match animated.motion {
            PieceMotion::Leaves | PieceMotion::Burns | PieceMotion::ChangesTo(_) => 0,
            PieceMotion::Rests | PieceMotion::Comes => 1,
            PieceMotion::Moves(_) | PieceMotion::ChangesFrom(_) => 2,
        });
        let links_shown =
            scene.links.iter().map(|link| animated_link(&before.links, link, turn)).collect();
        Self {
            pieces: scene.pieces.clone(),
            links: scene.links.clone(),
            pieces_shown,
            links_shown,
            turn,
        }
    }

    fn still(pieces: &[Piece], links: &[Link], turn: u32) -> Self {
        let animated = |piece: &Piece| AnimatedPiece {
            piece: piece.clone(),
            motion: PieceMotion::Rests,
            turn: 0,
        };
        let link_shown = |link: &Link| AnimatedLink {
            link: link.clone(),
            before: None,
            newly_pinned: false,
            turn: 0,
        };
        Self {
            pieces: pieces.to_vec(),
            links: links.to_vec(),
            pieces_shown: pieces.iter().map(animated).collect(),
            links_shown: links.iter().map(link_shown).collect(),
            turn,
        }
    }
}

/// Finds the motion of every piece of both scenes.
fn piece_motions(before: &[Piece], after: &[Piece], turn: u32) -> Vec<AnimatedPiece> {
    let alike = |a: &Piece, b: &Piece| (a.glyph, a.side, a.letter) == (b.glyph, b.side, b.letter);
    let stays = |p: &Piece, there: &[Piece]| there.iter().any(|q| q.cell == p.cell && alike(p, q));
    let mut gone: Vec<&Piece> = before.iter().filter(|p| !stays(p, after)).collect();
    let mut pieces_shown = Vec::with_capacity(after.len() + 1);
    for piece in after {
        let (motion, turn) = if stays(piece, before) {
            (PieceMotion::Rests, 0)
        } else if let Some(i) = gone.iter().position(|p| alike(p, piece)) {
            (PieceMotion::Moves(gone.swap_remove(i).cell), turn)
        } else {
            (PieceMotion::Comes, turn)
        };
        pieces_shown.push(AnimatedPiece { piece: piece.clone(), motion, turn });
    }
    let fewer = after.len() < before.len();
    let leave = |piece: &Piece| {
        let replaced = after.iter().any(|p| p.cell == piece.cell);
        let motion = if fewer && !replaced { PieceMotion::Burns } else { PieceMotion::Leaves };
        AnimatedPiece { piece: piece.clone(), motion, turn }
    };
    pieces_shown.extend(gone.into_iter().map(leave));
    pair_swapped(&mut pieces_shown);
    pieces_shown
}

/// One piece that left and one of its kind that came for the other side are one piece that changed
/// its colour: a swap.
fn pair_swapped(shown: &mut [AnimatedPiece]) {
    let only = |motion: PieceMotion| {
        let mut found = shown.iter().enumerate().filter(|(_, a)| a.motion == motion);
        found.next().filter(|_| found.next().is_none()).map(|(place, _)| place)
    };
    let Some((old, new)) = only(PieceMotion::Leaves).zip(only(PieceMotion::Comes)) else { return };
    let (from, to) = (shown[old].piece.clone(), shown[new].piece.clone());
    if from.glyph == to.glyph && from.side != to.side {
        shown[old].motion = PieceMotion::ChangesTo(to.cell);
        shown[new].motion = PieceMotion::ChangesFrom(from.cell);
    }
}

fn animated_link(before: &[Link], link: &Link, turn: u32) -> AnimatedLink {
    let same = before.iter().find(|b| b.name == link.name && b.side == link.side);
    let moved = same.filter(|b| (b.from, b.to) != (link.from, link.to));
    let before = moved.map(|b| (b.from, b.to));
    let newly_pinned = link.pinned && same.is_some_and(|b| !b.pinned);
    let turn = if before.is_some() || newly_pinned { turn } else { 0 };
    AnimatedLink { link: link.clone(), before, newly_pinned, turn }
}

/// The identity of a drawn element (as in keyed lists); an element with the same key is not drawn again.
pub(super) type ElementKey = (usize, usize, u32, String);

impl AnimatedPiece {
    pub(super) fn key(&self) -> ElementKey {
        let Piece { glyph, side, cell, pinned, letter } = &self.piece;
        let look = format!("{glyph:?}{pinned}{letter:?}{:?}", self.motion);
        (cell.index(), side.index(), self.turn, look)
    }
}

impl AnimatedLink {
    pub(super) fn key(&self) -> ElementKey {
        let Link { name, side, from, to, pinned, .. } = &self.link;
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

    fn scenes(game: GameName, options: &str, moves: &[&str]) -> Vec<AnimatedScene> {
        let mut table = AnyRecord::begin(game, options).unwrap();
        let mut scenes = vec![AnimatedScene::after(None, &table.scene(Viewer::Judge))];
        for mv in moves {
            table.play(mv).unwrap();
            let next = AnimatedScene::after(scenes.last(), &table.scene(Viewer::Judge));
            scenes.push(next);
        }
        scenes
    }

    fn motions(animation: &AnimatedScene) -> Vec<PieceMotion> {
        animation
            .pieces_shown
            .iter()
            .map(|a| a.motion)
            .filter(|p| *p != PieceMotion::Rests)
            .collect()
    }

    #[test]
    fn a_stone_comes_and_the_others_rest() {
        let scenes = scenes(GameName::Hex, "size=5", &["a1", "b2"]);
        assert_eq!(motions(&scenes[0]), []);
        assert_eq!(motions(&scenes[1]), [PieceMotion::Comes]);
        assert_eq!(motions(&scenes[2]), [PieceMotion::Comes]);
    }

    #[test]
    fn a_moved_piece_is_known_again_and_its_link_with_it() {
        let mut table = AnyRecord::begin(GameName::Eclipse, "").unwrap();
        let before = AnimatedScene::after(None, &table.scene(Viewer::Judge));
        let choice = table.choices().remove(0);
        let from = choice.path.cells().next().unwrap();
        table.play(&choice.mv).unwrap();
        let after = AnimatedScene::after(Some(&before), &table.scene(Viewer::Judge));
        assert_eq!(motions(&after), [PieceMotion::Moves(from)]);
        assert!(after.links_shown.iter().filter(|s| s.before.is_some()).count() <= 1);
    }

    fn after_move(game: GameName, position: &str, mv: &str) -> AnimatedScene {
        let mut table = AnyRecord::from_position(game, position).unwrap();
        let before = AnimatedScene::after(None, &table.scene(Viewer::Judge));
        table.play(mv).unwrap();
        AnimatedScene::after(Some(&before), &table.scene(Viewer::Judge))
    }

    /// HC-3.6: a dragon that captures two steps away burns what stands between.
    #[test]
    fn a_captured_piece_leaves_and_a_burned_one_burns() {
        let star = "1/2/K6/4P1/2Dpr/4P1/6k/2/1 w even -";
        let after = after_move(GameName::HexChess, star, "19-21");
        let of = |motion| motions(&after).into_iter().filter(|m| *m == motion).count();
        assert_eq!((of(PieceMotion::Leaves), of(PieceMotion::Burns)), (1, 1));
    }

    /// HX-2.3: the stone goes to the mirrored cell and turns from red to blue.
    #[test]
    fn a_swap_is_one_stone_that_changes_its_colour() {
        let scenes = scenes(GameName::Hex, "size=5", &["a3", "swap"]);
        let cell = |index| Cell::new(index);
        let mut seen = motions(&scenes[2]);
        seen.sort_unstable();
        assert_eq!(seen, [PieceMotion::ChangesFrom(cell(10)), PieceMotion::ChangesTo(cell(2))]);
        // A stone that is taken for another of its own side is no swap.
        let star = "1/2/K6/6/R3k/6/6p/2/1 w even -";
        assert!(
            !motions(&after_move(GameName::HexChess, star, "17-21"))
                .iter()
                .any(|m| matches!(m, PieceMotion::ChangesFrom(_)))
        );
    }

    #[test]
    fn a_link_is_newly_pinned_once() {
        let chains =
            "*42 6-13 43-49 21-36 20-35 19-34 / *22 37-44 18-26 14-29 15-30 16-31 d - standard";
        let after = after_move(GameName::Eclipse, chains, "18-27");
        assert!(after.links_shown.iter().any(|link| link.newly_pinned));
        assert!(after.links_shown.iter().all(|link| !link.newly_pinned || link.link.pinned));
    }

    #[test]
    fn the_same_scene_again_is_no_motion() {
        let scenes = scenes(GameName::Hex, "size=5", &["a1"]);
        let scene = AnyRecord::begin(GameName::Hex, "size=5").map(|mut table| {
            table.play("a1").unwrap();
            table.scene(Viewer::Judge)
        });
        assert_eq!(AnimatedScene::after(scenes.last(), &scene.unwrap()), scenes[1]);
    }

    #[test]
    fn a_jump_through_the_game_is_shown_at_rest() {
        let mut table = AnyRecord::begin(GameName::Hex, "size=5 swap=off").unwrap();
        let before = AnimatedScene::after(None, &table.scene(Viewer::Judge));
        for mv in ["a1", "a2", "a3", "a4", "a5", "b1"] {
            table.play(mv).unwrap();
        }
        let after = AnimatedScene::after(Some(&before), &table.scene(Viewer::Judge));
        assert_eq!(motions(&after), []);
    }
}
