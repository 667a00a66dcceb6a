//! The two piece sets, rasterised at 24 pixels: how much each pair of pieces of Hex Chess differs.

use game::Side;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use scene::Glyph;
use scene::art::{Art, PieceSet, art, art_in_phase};

const SIZE: u32 = 24;

/// A piece moved by a part of a pixel differs by less, any two kinds by more. The rasteriser's last bits depend on the
/// processor: on one machine the largest of the former is 0.0816, the least of the latter 0.0885.
const ALIKE: f32 = 0.085;

const KINDS: [Glyph; 11] = [
    Glyph::King,
    Glyph::Queen,
    Glyph::Fool,
    Glyph::Knight,
    Glyph::Rook,
    Glyph::Bishop,
    Glyph::Charger,
    Glyph::Dragon,
    Glyph::Guardian,
    Glyph::Moon,
    Glyph::Pawn,
];

/// Grey levels, from 0 to 1, of a drawing on a middle ground, moved by so many units of its box.
fn raster(drawing: Art, aside: f32) -> Vec<f32> {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-52 -52 104 104'>\
         <g stroke='#222' stroke-width='5' stroke-linejoin='round' stroke-linecap='round' \
         transform='translate({aside},0)'><path d='{}' fill='#fff'/>\
         <path d='{}' fill='#222'/><path d='{}' fill='none'/></g></svg>",
        drawing.body, drawing.solid, drawing.detail,
    );
    let tree = Tree::from_str(&svg, &Options::default()).expect("a drawing is SVG");
    let mut pixels = Pixmap::new(SIZE, SIZE).expect("a size");
    pixels.fill(Color::from_rgba8(0x90, 0x90, 0x90, 0xff));
    let scale = SIZE as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.pixels().iter().map(|pixel| f32::from(pixel.green()) / 255.0).collect()
}

/// The share of pixels whose grey levels differ by more than a quarter.
fn distance(one: &[f32], other: &[f32]) -> f32 {
    let different = one.iter().zip(other).filter(|(a, b)| (*a - *b).abs() > 0.25).count();
    different as f32 / one.len() as f32
}

/// The pairs with their distance, the least first.
fn pairs(kinds: &[Glyph], set: PieceSet) -> Vec<(f32, Glyph, Glyph)> {
    let drawn = kinds.iter().map(|&kind| (kind, raster(art(kind, Side::First, set), 0.0)));
    let drawn: Vec<(Glyph, Vec<f32>)> = drawn.collect();
    let mut pairs = Vec::new();
    for (i, (one, first)) in drawn.iter().enumerate() {
        for (other, second) in &drawn[i + 1..] {
            pairs.push((distance(first, second), *one, *other));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    pairs
}

#[test]
fn king_queen_and_fool_differ_at_24_pixels() {
    for set in [PieceSet::Figurines, PieceSet::Symbols] {
        let pairs = pairs(&KINDS[..3], set);
        println!("{set:?} {pairs:?}");
        assert!(pairs[0].0 > 0.14, "{set:?}: {pairs:?}");
    }
}

#[test]
fn all_kinds_differ_at_24_pixels() {
    for set in [PieceSet::Figurines, PieceSet::Symbols] {
        let pairs = pairs(&KINDS, set);
        println!("{set:?} {:?}", &pairs[..4]);
        assert!(pairs[0].0 > ALIKE, "{set:?}: {:?}", &pairs[..4]);
    }
}

/// The moon moves differently on odd turns, and one sees which turn it is.
#[test]
fn the_full_moon_differs_from_the_crescent_and_from_all_other_kinds() {
    for set in [PieceSet::Figurines, PieceSet::Symbols] {
        let full = raster(art_in_phase(Glyph::Moon, Side::First, set, 1), 0.0);
        for kind in KINDS {
            let other = distance(&full, &raster(art_in_phase(kind, Side::First, set, 0), 0.0));
            println!("{set:?} {kind:?} {other}");
            assert!(other > ALIKE, "{set:?} {kind:?}: {other}");
        }
    }
}

#[test]
fn a_piece_hardly_differs_from_itself_a_third_of_a_pixel_aside() {
    for set in [PieceSet::Figurines, PieceSet::Symbols] {
        for kind in KINDS {
            let drawing = art(kind, Side::First, set);
            let moved = distance(&raster(drawing, 0.0), &raster(drawing, 1.4));
            println!("{set:?} {kind:?} {moved}");
            assert!(moved < ALIKE, "{set:?} {kind:?}: {moved}");
        }
    }
}
