//! ARIA labels of cells: everything that the picture shows of a cell, in words.

use super::cells::CellAction;
use super::overlays::Overlay;
use scene::{Highlight, Scene, Tile};

/// Such as “d4, red stone, last move”.
pub(super) fn label(scene: &Scene, tile: &Tile, offer: CellAction, overlays: &[Overlay]) -> String {
    let cell = tile.cell;
    let mut words = vec![tile.name.clone()];
    words.push(match scene.piece_on(cell) {
        Some(piece) => scene.describe(piece),
        None => "empty".to_owned(),
    });
    let marks = [
        (Highlight::Last, "last move"),
        (Highlight::Winning, "decided the game"),
        (Highlight::Danger, "in danger"),
    ];
    let borne = marks.iter().filter(|(mark, _)| scene.has_mark(cell, *mark));
    words.extend(borne.map(|(_, word)| (*word).to_owned()));
    for overlay in overlays.iter().filter(|overlay| overlay.cells.contains(&cell)) {
        let word = overlay.kind.word(scene).filter(|word| !words.contains(word));
        words.extend(word);
    }
    words.extend(offer.word().map(str::to_owned));
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::overlays::OverlayKind;
    use super::*;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    fn labels_of(table: &AnyRecord, overlays: &[Overlay]) -> Vec<String> {
        let scene = table.scene(Viewer::Watcher);
        let label = |tile: &Tile| label(&scene, tile, CellAction::Nothing, overlays);
        scene.tiles.iter().map(label).collect()
    }

    fn labels(game: GameName, options: &str, moves: &[&str]) -> Vec<String> {
        let mut table = AnyRecord::begin(game, options).unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        labels_of(&table, &[])
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

    #[test]
    fn what_pins_what_and_what_decided_the_game_are_said() {
        let pinned =
            "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 l i>e standard";
        let table = AnyRecord::from_position(GameName::Eclipse, pinned).unwrap();
        let labels = labels_of(&table, &[]);
        let of_chain = labels.iter().filter(|l| l.contains("of chain e, pinned by i"));
        assert_eq!(of_chain.count(), 2, "{labels:?}");
        let star = "1/2/K6/6/R3k/6/6p/2/1 w even -";
        let mut table = AnyRecord::from_position(GameName::HexChess, star).unwrap();
        assert!(labels_of(&table, &[]).contains(&"21, black king, in danger".to_owned()));
        table.play("17-21").unwrap();
        let wanted = "21, white rook, last move, decided the game".to_owned();
        assert!(labels_of(&table, &[]).contains(&wanted), "{:?}", labels_of(&table, &[]));
    }

    #[test]
    fn what_is_pointed_out_on_the_board_is_said_once() {
        let table = AnyRecord::begin(GameName::Hex, "size=5").unwrap();
        let scene = table.scene(Viewer::Watcher);
        let cell = scene.tiles.iter().find(|tile| tile.name == "c3").unwrap().cell;
        let overlay = |kind| Overlay { cells: vec![cell], kind, weight: 1.0, label: String::new() };
        let overlays = [OverlayKind::Threat, OverlayKind::Threat, OverlayKind::Best].map(overlay);
        let labels = labels_of(&table, &overlays);
        assert!(labels.contains(&"c3, empty, in a threat, proposed move".to_owned()), "{labels:?}");
    }
}
