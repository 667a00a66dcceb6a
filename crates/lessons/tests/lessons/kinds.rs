//! The steps of “How to add a piece to Hex Chess” in CONTRIBUTING.md, held for every kind: a kind that skips one
//! fails here by its name. `tests/new_piece` adds a kind and sees that.

use catalog::GameName;
use catalog::games::hexchess::{Kind, Move, Piece, Position, board, threat};
use game::{Position as _, Side, Viewer};
use hexchess_engine::Evaluation;
use hexgrid::Cell;
use lessons::{Block, card_diagram, lessons, piece_card, rules};
use scene::art::{PieceSet, art};
use scene::{Depict as _, Glyph, PieceCard};
use search::Evaluator as _;
use std::collections::BTreeSet;

/// A position in which a kind stands beside the two kings.
fn with(kind: Kind) -> Position {
    format!("1/2/K6/6/2{}2/6/6k/2/1 w even -", kind.letter()).parse().unwrap()
}

/// The glyph with which a kind is drawn.
fn glyph(kind: Kind) -> Glyph {
    let scene = with(kind).scene(Viewer::Judge);
    let centre = scene.tiles.iter().find(|tile| tile.name == "19").expect("the centre");
    scene.piece_on(centre.cell).expect("the piece").glyph
}

fn kinds() -> impl Iterator<Item = Kind> {
    // A third king cannot stand anywhere.
    Kind::ALL.into_iter().filter(|kind| *kind != Kind::King)
}

#[test]
fn step_1_every_kind_has_a_rule() {
    let rules = rules(GameName::HexChess);
    let says = |name: &str| {
        rules.iter().any(|block| match block {
            Block::Rule { number, text } => {
                number.starts_with("3.") && text.to_lowercase().contains(name)
            }
            _ => false,
        })
    };
    for kind in Kind::ALL {
        assert!(says(kind.name()), "no rule of section 3 says how the {} moves", kind.name());
    }
}

#[test]
fn step_2_every_kind_has_a_letter_and_a_name_of_its_own() {
    let letters: BTreeSet<char> = Kind::ALL.into_iter().map(Kind::letter).collect();
    let names: BTreeSet<&str> = Kind::ALL.into_iter().map(Kind::name).collect();
    assert_eq!((letters.len(), names.len()), (Kind::COUNT, Kind::COUNT));
}

#[test]
fn step_2_every_kind_but_the_pawn_can_be_chosen() {
    let start = Position::start(catalog::games::hexchess::Options);
    let placed = |kind| {
        start.moves().iter().any(|mv| matches!(mv, Move::Place { kind: k, .. } if *k == kind))
    };
    for kind in Kind::ALL {
        assert_eq!(placed(kind), kind != Kind::Pawn, "whether a {} can be placed", kind.name());
    }
}

/// The position of [`with`], and a black pawn for the piece to take.
fn with_prey(kind: Kind, cell: Cell) -> Position {
    let position = with(kind);
    let prey = (cell, Piece::new(Side::Second, Kind::Pawn));
    let pieces = position.board().chain([prey]);
    Position::from_pieces(pieces, Side::First, position.parity()).expect("a position")
}

/// `reach`, `generate` and `threat` know where a piece captures, each in a way of its own.
#[test]
fn step_3_every_kind_captures_where_it_attacks() {
    let from = board::numbered(19).expect("the centre");
    for kind in kinds() {
        let (name, mut captures) = (kind.name(), 0);
        for to in board::SHAPE.cells().filter(|&cell| with(kind).piece_at(cell).is_none()) {
            let position = with_prey(kind, to);
            let attacks = position.attacks_from(from).contains(to);
            let number = board::number(to);
            assert_eq!(
                position.moves().contains(&Move::Step { from, to }),
                attacks,
                "`generate`: whether the {name} can go to {number} must be what `reach` says"
            );
            let (parity, occupied) = (position.parity(), position.occupied());
            let found = threat::attackers(&position, Side::First, to, parity, occupied);
            assert_eq!(
                found.contains(from),
                attacks,
                "`threat`: whether the {name} attacks {number} must be what `reach` says"
            );
            captures += usize::from(attacks);
        }
        assert!(captures > 0, "the {name} cannot capture");
    }
}

#[test]
fn step_5_every_kind_is_drawn_in_a_way_of_its_own() {
    let glyphs: BTreeSet<Glyph> = kinds().map(glyph).collect();
    assert_eq!(glyphs.len(), Kind::COUNT - 1, "two kinds have the same glyph");
    for set in [PieceSet::Figurines, PieceSet::Symbols] {
        let art = |kind| art(glyph(kind), Side::First, set);
        let mut drawn = BTreeSet::new();
        for kind in kinds() {
            let art = art(kind);
            assert!(!art.body.is_empty(), "a {} is not drawn as one of the {set:?}", kind.name());
            let new = drawn.insert((art.body, art.solid, art.detail));
            assert!(new, "a {} looks like another kind among the {set:?}", kind.name());
        }
    }
}

fn card(kind: Kind) -> PieceCard {
    piece_card(glyph(kind), 0).unwrap_or_else(|| panic!("the {} has no card", kind.name()))
}

#[test]
fn step_5_every_kind_has_a_card_of_its_own() {
    let titles: BTreeSet<&str> = kinds().map(|kind| card(kind).title).collect();
    assert_eq!(titles.len(), Kind::COUNT - 1, "two kinds have the same card");
}

#[test]
fn step_6_every_kind_is_worth_something_to_the_engine() {
    let bare: Position = "1/2/K6/6/5/6/6k/2/1 w even -".parse().unwrap();
    let value = |position: &Position| {
        let mut evaluation = Evaluation::default();
        evaluation.begin(position);
        evaluation.evaluate(position)
    };
    for kind in kinds() {
        assert!(value(&with(kind)) > value(&bare), "a {} is worth nothing", kind.name());
    }
}

#[test]
fn step_7_every_card_has_a_diagram() {
    for kind in kinds() {
        let found = card_diagram(&card(kind)).is_some();
        assert!(found, "the card of the {} has no diagram", kind.name());
    }
}

#[test]
fn step_7_every_kind_has_a_lesson() {
    let lessons = lessons(GameName::HexChess);
    for kind in Kind::ALL {
        let shown = lessons.iter().any(|lesson| {
            let words = format!("{} {}", lesson.title, lesson.text.join(" ")).to_lowercase();
            words.contains(kind.name())
        });
        assert!(shown, "no lesson speaks of the {}", kind.name());
    }
}
