//! Piece cards are complete, and show the phase of the moon.

use catalog::{AnyRecord, GameName};
use game::Viewer;
use lessons::{card_diagram, piece_card};
use scene::{Glyph, Table as _};

#[test]
fn every_piece_has_a_card_with_a_diagram_on_which_it_stands() {
    const GLYPHS: [Glyph; 15] = [
        Glyph::Comet,
        Glyph::ShortSatellite,
        Glyph::LongSatellite,
        Glyph::Stone,
        Glyph::Pawn,
        Glyph::King,
        Glyph::Knight,
        Glyph::Rook,
        Glyph::Bishop,
        Glyph::Queen,
        Glyph::Charger,
        Glyph::Dragon,
        Glyph::Guardian,
        Glyph::Fool,
        Glyph::Moon,
    ];
    for glyph in GLYPHS {
        let card = piece_card(glyph, 0).unwrap_or_else(|| panic!("{}", glyph.name()));
        let scene = card_diagram(&card).expect(card.title).scene();
        assert!(scene.pieces.iter().any(|piece| piece.glyph == glyph), "{}", card.title);
        assert!(card.title.to_lowercase().contains(glyph.name()), "{}", card.title);
        assert!(!scene.marks.is_empty(), "{}: nothing is marked", card.title);
    }
}

#[test]
fn the_card_of_the_moon_goes_by_the_phase_of_the_scene() {
    for (parity, title) in [("even", "Moon, even turn"), ("odd", "Moon, odd turn")] {
        let text = format!("1/2/K6/6/2M2/6/6k/2/1 w {parity} -");
        let record = AnyRecord::from_position(GameName::HexChess, &text).unwrap();
        let phase = record.scene(Viewer::Judge).phase;
        assert_eq!(piece_card(Glyph::Moon, phase).unwrap().title, title);
    }
}
