//! Why a touch of the board did nothing: what pins a satellite, why a move is illegal.

use crate::board::{Overlay, OverlayKind, Picking, RefusedTouch};
use catalog::AnyRecord;
use hexgrid::Cell;
use leptos::prelude::*;
use scene::Scene;

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
    pub(crate) fn new(
        table: RwSignal<AnyRecord, LocalStorage>,
        scene: Memo<Scene>,
        picking: Picking,
    ) -> Self {
        Self(Memo::new(move |_| {
            let touch = picking.refused().get()?;
            scene.with(|scene| table.with(|table| reason(table, scene, touch)))
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
    let side = table.side_to_move();
    let Some(held) = touch.held else {
        let piece = scene.piece_on(touch.cell)?;
        if piece.side != side {
            let text = format!("This piece is {}'s.", scene.colours[piece.side]);
            return Some(TouchReason { text, overlays: Vec::new() });
        }
        return if piece.pinned {
            piece.letter.map(|letter| pinned(scene, letter))
        } else {
            let text = format!("This {} has no legal move.", piece.glyph.name());
            Some(TouchReason { text, overlays: Vec::new() })
        };
    };
    let name = |cell: Cell| scene.tile(cell).name.clone();
    let error = table.read_move(&format!("{}-{}", name(held), name(touch.cell))).err()?;
    // “19-20 is not legal: cell 20 is taken”: the reason is what follows the colon.
    let text = error.to_string();
    let text = text.split_once(": ").map_or(text.as_str(), |(_, why)| why);
    Some(TouchReason { text: sentence(text), overlays: vec![spot(vec![held, touch.cell])] })
}

/// What pins a chain: the remarks of the scene say it, by the letters of the chains.
fn pinned(scene: &Scene, letter: char) -> TouchReason {
    let start = format!("chain {letter} is pinned by ");
    let remark = scene.remarks.iter().find(|remark| remark.starts_with(&start));
    let by = remark.map(|remark| remark[start.len()..].to_owned()).unwrap_or_default();
    let pins = |name: char| by.split(" and ").any(|other| other == name.to_string());
    let links = scene.links.iter().filter(|link| pins(link.name));
    let overlays = links.map(|link| spot(vec![link.from, link.to])).collect();
    let text = format!("This satellite is pinned: chain {by} lies on top of its chain {letter}.");
    TouchReason { text, overlays }
}

fn spot(cells: Vec<Cell>) -> Overlay {
    Overlay { cells, kind: OverlayKind::Threat, weight: 0.85, label: String::new() }
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
    use game::Viewer;
    use scene::Table as _;

    fn said(game: GameName, position: &str, held: Option<&str>, cell: &str) -> Option<TouchReason> {
        let table = AnyRecord::from_position(game, position).unwrap();
        let scene = table.scene(Viewer::Judge);
        let named = |name: &str| scene.tiles.iter().find(|t| t.name == name).unwrap().cell;
        let touch = RefusedTouch { held: held.map(named), cell: named(cell) };
        reason(&table, &scene, touch)
    }

    const PINNED: &str =
        "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 l i>e standard";

    #[test]
    fn a_pinned_satellite_shows_what_pins_it() {
        let reason = said(GameName::Eclipse, PINNED, None, "10").unwrap();
        assert_eq!(reason.text, "This satellite is pinned: chain i lies on top of its chain e.");
        assert_eq!(reason.overlays.len(), 1);
        assert_eq!(reason.overlays[0].cells.len(), 2);
    }

    #[test]
    fn an_illegal_move_says_why() {
        let text = |held, cell| said(GameName::Eclipse, PINNED, Some(held), cell).unwrap().text;
        assert_eq!(text("35", "36"), "Cell 36 is taken.");
        assert!(
            text("35", "1").starts_with("Cell 1 is taken")
                || text("35", "2").contains("neighbouring")
        );
        let chess = "1/2/K6/6/1P3/6/6k/2/1 w even -";
        let reason = said(GameName::HexChess, chess, Some("18"), "13").unwrap();
        assert!(
            reason.text.starts_with("A pawn goes slantwise only to capture"),
            "{}",
            reason.text
        );
        assert_eq!(
            said(GameName::HexChess, chess, None, "34").unwrap().text,
            "This piece is Black's."
        );
    }

    #[test]
    fn an_empty_cell_without_a_piece_in_hand_says_nothing() {
        assert_eq!(said(GameName::HexChess, "1/2/K6/6/1P3/6/6k/2/1 w even -", None, "19"), None);
    }
}
