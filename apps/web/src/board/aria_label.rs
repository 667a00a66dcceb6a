//! ARIA labels of cells: the name, the piece on it, what can be done with it.

use super::cells::CellAction;
use hexgrid::Cell;
use scene::{Mark, Piece, Scene};

/// Such as “d4, red stone, last move”.
pub(super) fn label(scene: &Scene, cell: Cell, name: &str, offer: CellAction) -> String {
    let mut words = vec![name.to_owned()];
    words.push(match scene.piece_on(cell) {
        Some(piece) => describe(scene, piece),
        None => "empty".to_owned(),
    });
    let marks = [
        (Mark::Last, "last move"),
        (Mark::Winning, "part of the win"),
        (Mark::Danger, "in danger"),
    ];
    let borne = marks.iter().filter(|(mark, _)| scene.has_mark(cell, *mark));
    words.extend(borne.map(|(_, word)| (*word).to_owned()));
    words.extend(offer.word().map(str::to_owned));
    words.join(", ")
}

fn describe(scene: &Scene, piece: &Piece) -> String {
    let colour = scene.colours[piece.side].to_ascii_lowercase();
    let chain = piece.letter.map_or(String::new(), |letter| format!(" of chain {letter}"));
    let pinned = if piece.pinned { ", pinned" } else { "" };
    format!("{colour} {}{chain}{pinned}", piece.glyph.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    fn labels(game: GameName, options: &str, moves: &[&str]) -> Vec<String> {
        let mut table = AnyRecord::begin(game, options).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        let scene = table.scene(Viewer::Watcher);
        let label = |tile: &scene::Tile| label(&scene, tile.cell, &tile.name, CellAction::Nothing);
        scene.tiles.iter().map(label).collect()
    }

    #[test]
    fn stones_and_the_last_move_are_said() {
        let labels = labels(GameName::Hex, "size=5", &["d4", "b2"]);
        assert!(labels.contains(&"d4, red stone".to_owned()), "{labels:?}");
        assert!(labels.contains(&"b2, blue stone, last move".to_owned()), "{labels:?}");
        assert!(labels.contains(&"a1, empty".to_owned()), "{labels:?}");
    }

    #[test]
    fn a_satellite_is_said_with_its_chain() {
        let labels = labels(GameName::Eclipse, "", &[]);
        assert_eq!(labels.iter().filter(|l| l.contains("satellite of chain")).count(), 20);
        assert_eq!(labels.iter().filter(|l| l.contains("comet")).count(), 2);
    }
}
