//! Why a touch of the board did nothing: what pins a satellite, why a move is illegal.
//!
//! The same on every board that can be played on (`played_board`). A reason is made from what the
//! side to move may know: from its scene, and by `AnyRecord::read_move`, which reads with the view
//! of that side alone.

use crate::board::{Overlay, OverlayKind, Picking, RefusedTouch};
use catalog::AnyRecord;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::{Click, Glyph, Piece, Scene};

/// A sentence, and what is pointed out on the board with it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TouchReason {
    text: String,
    overlays: Vec<Overlay>,
}

/// The reasons of a board.
#[derive(Clone, Copy)]
pub(crate) struct WhyNot(Memo<Option<TouchReason>>);

impl WhyNot {
    /// `seen` gives the game in the player's view, while it is their turn.
    pub(crate) fn new(
        seen: impl Fn() -> Option<AnyRecord> + Send + Sync + 'static,
        scene: Memo<Scene>,
        picking: Picking,
    ) -> Self {
        Self(Memo::new(move |_| {
            let touch = picking.refused().get()?;
            let table = untrack(&seen)?;
            scene.with(|scene| reason(&table, scene, touch))
        }))
    }

    pub(crate) fn overlays(self) -> Vec<Overlay> {
        self.0.with(|reason| reason.as_ref().map(|r| r.overlays.clone()).unwrap_or_default())
    }

    /// Whether the sentence names cells, so that their names have to be seen.
    pub(crate) fn names_cells(self) -> bool {
        self.0.with(|reason| {
            reason.as_ref().is_some_and(|r| r.text.contains(|c: char| c.is_ascii_digit()))
        })
    }

    pub(crate) fn sentence(self) -> impl IntoView {
        let text = move || self.0.with(|reason| reason.as_ref().map(|r| r.text.clone()));
        view! {
            <div class="why-not" role="status">
                {move || text().map(|text| view! { <p>{text}</p> })}
            </div>
        }
    }
}

fn reason(table: &AnyRecord, scene: &Scene, touch: RefusedTouch) -> Option<TouchReason> {
    let name = |cell: Cell| scene.tile(cell).name.as_str();
    let to = name(touch.cell);
    match touch.held {
        None => untouchable(table, scene, touch.cell)
            .map(|text| TouchReason { text, overlays: Vec::new() }),
        Some(Click::Cell(held)) => {
            let text = why_illegal(table, &format!("{}-{to}", name(held)))?;
            Some(TouchReason { text, overlays: vec![spot(vec![held, touch.cell])] })
        }
        Some(Click::Tray(letter)) => {
            let text = why_illegal(table, &format!("{letter}@{to}"))?;
            Some(TouchReason { text, overlays: vec![spot(vec![touch.cell])] })
        }
        Some(Click::Button(_)) => None,
    }
    .or_else(|| pinned_on(table, scene, touch))
}

/// Why nothing can be begun on a cell, where no chain is pinned.
fn untouchable(table: &AnyRecord, scene: &Scene, cell: Cell) -> Option<String> {
    let side = table.side_to_move();
    let placing = scene.trays[side].as_ref().is_some_and(|tray| !tray.is_empty());
    if placing {
        return Some("Choose a piece beside the board first.".to_owned());
    }
    match scene.piece_on(cell)? {
        Piece { glyph: Glyph::Stone, .. } => Some("This cell is taken.".to_owned()),
        piece if piece.side != side => {
            Some(format!("This piece is {}'s.", scene.colours[piece.side]))
        }
        piece if piece.pinned => None,
        piece => Some(format!("This {} has no legal move.", piece.glyph.name())),
    }
}

/// What pins the satellite that was touched.
fn pinned_on(table: &AnyRecord, scene: &Scene, touch: RefusedTouch) -> Option<TouchReason> {
    let piece = scene.piece_on(touch.cell).filter(|_| touch.held.is_none())?;
    let letter = piece.letter.filter(|_| piece.pinned && piece.side == table.side_to_move())?;
    let pinners = &scene.link(letter)?.pinned_by;
    let links = pinners.iter().filter_map(|&name| scene.link(name));
    let overlays = links.map(|link| spot(vec![link.from, link.to])).collect();
    let by: Vec<String> = pinners.iter().map(char::to_string).collect();
    let (by, lie) = (by.join(" and "), if pinners.len() == 1 { "lies" } else { "lie" });
    let chains = if pinners.len() == 1 { "chain" } else { "chains" };
    let text =
        format!("This satellite is pinned: {chains} {by} {lie} on top of its chain {letter}.");
    Some(TouchReason { text, overlays })
}

/// Why a move cannot be made, as a sentence.
fn why_illegal(table: &AnyRecord, mv: &str) -> Option<String> {
    let error = table.read_move(mv).err()?.to_string();
    // “19-20 is not legal: cell 20 is taken”: the reason is what follows the colon.
    let why = error.split_once(": ").map_or(error.as_str(), |(_, why)| why);
    Some(sentence(why))
}

fn spot(cells: Vec<Cell>) -> Overlay {
    Overlay { cells, kind: OverlayKind::Obstacle, weight: 0.85, label: String::new() }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::GameName;
    use game::{Side, Viewer};
    use scene::Table as _;

    fn touch_reason(
        game: GameName,
        position: &str,
        held: Option<&str>,
        cell: &str,
    ) -> Option<TouchReason> {
        let table = AnyRecord::from_position(game, position).unwrap();
        let scene = table.scene(Viewer::Judge);
        let named = |name: &str| scene.tiles.iter().find(|t| t.name == name).unwrap().cell;
        let held = held.map(|held| match held.strip_prefix('@') {
            Some(letter) => Click::Tray(letter.chars().next().unwrap()),
            None => Click::Cell(named(held)),
        });
        let touch = RefusedTouch { held, cell: named(cell) };
        reason(&table, &scene, touch)
    }

    const PINNED: &str =
        "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 l i>e standard";

    #[test]
    fn a_pinned_satellite_shows_what_pins_it() {
        let reason = touch_reason(GameName::Eclipse, PINNED, None, "10").unwrap();
        assert_eq!(reason.text, "This satellite is pinned: chain i lies on top of its chain e.");
        assert_eq!(reason.overlays.len(), 1);
        assert_eq!(reason.overlays[0].cells.len(), 2);
    }

    #[test]
    fn an_illegal_move_says_why() {
        let text =
            |held, cell| touch_reason(GameName::Eclipse, PINNED, Some(held), cell).unwrap().text;
        assert_eq!(text("35", "36"), "Cell 36 is taken.");
        assert!(
            text("35", "1").starts_with("Cell 1 is taken")
                || text("35", "2").contains("neighbouring")
        );
        let chess = "1/2/K6/6/1P3/6/6k/2/1 w even -";
        let reason = touch_reason(GameName::HexChess, chess, Some("18"), "13").unwrap();
        assert!(
            reason.text.starts_with("A pawn goes slantwise only to capture"),
            "{}",
            reason.text
        );
        assert_eq!(
            touch_reason(GameName::HexChess, chess, None, "34").unwrap().text,
            "This piece is Black's."
        );
    }

    #[test]
    fn an_empty_cell_without_a_piece_in_hand_says_nothing() {
        assert_eq!(
            touch_reason(GameName::HexChess, "1/2/K6/6/1P3/6/6k/2/1 w even -", None, "19"),
            None
        );
    }

    #[test]
    fn a_stone_says_that_its_cell_is_taken() {
        let stones = "3/1r1/2b r swap=off";
        for cell in ["b2", "c3"] {
            let reason = touch_reason(GameName::Hex, stones, None, cell).unwrap();
            assert_eq!(reason.text, "This cell is taken.");
        }
    }

    #[test]
    fn placements_are_explained_too() {
        let mut table = AnyRecord::begin(GameName::HexChess, "").unwrap();
        let text = |table: &AnyRecord, held: Option<Click>, cell: &str| {
            let scene = table.scene(Viewer::Player(table.side_to_move()));
            let cell = scene.tiles.iter().find(|t| t.name == cell).unwrap().cell;
            reason(table, &scene, RefusedTouch { held, cell }).unwrap().text
        };
        assert_eq!(text(&table, None, "4"), "Choose a piece beside the board first.");
        let king = Some(Click::Tray('K'));
        assert!(text(&table, king, "19").starts_with("Cell 19 is not on White's back rank"));
        table.play("K@4").unwrap();
        assert!(text(&table, king, "4").starts_with("Cell 4 is not on Black's back rank"));
    }

    /// HC-5.3: a reason is the same whether a hidden horse is a knight or a fool.
    #[test]
    fn no_reason_tells_a_fool_from_a_knight() {
        let all = |horse: char| {
            let text = format!("1/2/K6/1{horse}4/2Q2/6/6k/2/1 w even -");
            let table = AnyRecord::from_position(GameName::HexChess, &text).unwrap();
            let scene = table.scene(Viewer::Player(Side::First));
            let cells: Vec<Cell> = scene.tiles.iter().map(|tile| tile.cell).collect();
            let held = |cell: Cell| cells.iter().map(move |&from| (Some(Click::Cell(from)), cell));
            let touches = cells.iter().flat_map(|&cell| held(cell).chain([(None, cell)]));
            let reasons =
                touches.map(|(held, cell)| reason(&table, &scene, RefusedTouch { held, cell }));
            reasons.collect::<Vec<_>>()
        };
        let knight = all('n');
        assert!(knight.iter().flatten().count() > 100);
        assert!(knight == all('f'));
    }
}
