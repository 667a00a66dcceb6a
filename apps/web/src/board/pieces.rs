//! What moves: links, pieces, and what the pointer carries.

use super::layout::{BoardLayout, SCALE};
use super::motion::{AnimatedLink, AnimatedPiece, AnimatedScene, PieceMotion, translate};
use super::picking::{Picking, PointerPress};
use crate::settings::Settings;
use game::Side;
use hexgrid::Cell;
use leptos::prelude::*;
use leptos::svg::Svg;
use scene::{Click, Glyph, Point, Scene, art};
use std::fmt::Write;
use wasm_bindgen::JsCast;
use web_sys::SvgGraphicsElement;

/// How much of a cell a piece fills.
pub(super) const fn size(glyph: Glyph) -> f64 {
    match glyph {
        Glyph::Stone => 0.91,
        Glyph::ShortSatellite | Glyph::LongSatellite => 0.82,
        Glyph::Comet => 0.86,
        _ => 0.8,
    }
}

/// A piece around the origin, as the player has set it.
pub(super) fn drawing(glyph: Glyph, side: Side) -> AnyView {
    let set = match glyph {
        Glyph::Stone | Glyph::Comet | Glyph::ShortSatellite | Glyph::LongSatellite => None,
        _ => use_context::<Settings>().map(|settings| settings.pieces),
    };
    match set {
        None => {
            let svg = shape(glyph, side, art::PieceSet::Figurines);
            view! { <g inner_html=svg /> }.into_any()
        }
        Some(set) => {
            let svg = move || shape(glyph, side, set.get().into());
            view! { <g inner_html=svg /> }.into_any()
        }
    }
}

/// From back to front: the shadow on the cell, the body, its shading, what is drawn on it. A ring that
/// reaches out of its body is drawn on a halo of the body's colour, without which a light line is
/// lost on a light cell. As a text, which the browser reads faster than elements can be made one by one.
fn shape(glyph: Glyph, side: Side, set: art::PieceSet) -> String {
    let [even, odd] = [0, 1].map(|phase| art::art_in_phase(glyph, side, set, phase));
    if even == odd {
        return drawn(glyph, even, set);
    }
    // The style sheet shows one of them, so that a piece at rest changes with the phase of the game.
    let [even, odd] = [even, odd].map(|art| drawn(glyph, art, set));
    format!("<g class=\"even-phase\">{even}</g><g class=\"odd-phase\">{odd}</g>")
}

fn drawn(glyph: Glyph, art: art::Art, set: art::PieceSet) -> String {
    let halo = if glyph == Glyph::LongSatellite { art.detail } else { "" };
    let standing = stands(glyph, set);
    let (top, width, height) = if standing { (43, 40, 13) } else { (6, 49, 49) };
    let shading = if standing { "shading sheen" } else { "shading gloss" };
    let paths = [
        ("halo", halo),
        ("body", art.body),
        (shading, art.body),
        ("solid", art.solid),
        ("detail", art.detail),
    ];
    let cast =
        format!("<ellipse class=\"cast\" cx=\"2\" cy=\"{top}\" rx=\"{width}\" ry=\"{height}\"/>");
    paths.iter().filter(|(_, d)| !d.is_empty()).fold(cast, |mut svg, (class, d)| {
        // Writing to a string cannot fail.
        let _ = write!(svg, "<path class=\"{class}\" d=\"{d}\"/>");
        svg
    })
}

/// Whether a piece stands on its cell, rather than lying on it as a stone does.
const fn stands(glyph: Glyph, set: art::PieceSet) -> bool {
    match glyph {
        Glyph::Stone | Glyph::ShortSatellite | Glyph::LongSatellite => false,
        Glyph::Comet => true,
        _ => matches!(set, art::PieceSet::Figurines),
    }
}

/// All pieces, each where it stands or on its way there.
pub(super) fn pieces(
    animation: Memo<AnimatedScene>,
    layout: Memo<BoardLayout>,
    picking: Option<Picking>,
) -> impl IntoView {
    view! {
        <g class="pieces" aria-hidden="true">
            <For
                each=move || animation.with(|s| s.pieces_shown.clone())
                key=AnimatedPiece::key
                children=move |animated| draw_piece(&animated, layout, picking)
            />
        </g>
    }
}

fn draw_piece(
    animated: &AnimatedPiece,
    layout: Memo<BoardLayout>,
    picking: Option<Picking>,
) -> impl IntoView + use<> {
    let piece = animated.piece.clone();
    let cell = piece.cell;
    let place = move |cell: Cell| translate(layout.with(|p| p.centre(cell)));
    let (motion, from) = match animated.motion {
        PieceMotion::Leaves => ("leaves", None),
        PieceMotion::Burns => ("leaves burns", None),
        PieceMotion::Rests => ("rests", None),
        PieceMotion::Comes => ("comes", None),
        PieceMotion::Moves(from) => ("moves", Some(from)),
        PieceMotion::ChangesFrom(from) => ("changes", Some(from)),
        PieceMotion::ChangesTo(_) => ("changes old", Some(cell)),
    };
    // Both colours of a piece that changes are drawn on its way.
    let cell = if let PieceMotion::ChangesTo(to) = animated.motion { to } else { cell };
    let click = Click::Cell(cell);
    let carried =
        move || picking.and_then(Picking::carried).is_some_and(|press| press.click == click);
    view! {
        <g
            class=format!("piece {} side-{} {motion}", piece.glyph.name(), piece.side.index() + 1)
            class:pinned=piece.pinned
            class:carried=carried
            style:transform=move || place(cell)
            style=("--from", move || place(from.unwrap_or(cell)))
        >
            <g class="shape" transform=format!("scale({})", size(piece.glyph))>
                {drawing(piece.glyph, piece.side)}
            </g>
        </g>
    }
}

/// The letters of chains, on both satellites of each.
pub(super) fn letters(scene: &Scene, layout: &BoardLayout) -> impl IntoView + use<> {
    let lettered = scene.pieces.iter().filter_map(|piece| Some((piece, piece.letter?)));
    let draw = |(piece, letter): (&scene::Piece, char)| {
        let at = layout.centre(piece.cell);
        let class = format!("letter side-{}", piece.side.index() + 1);
        view! { <text class=class x=at.x y=at.y>{letter.to_string()}</text> }
    };
    lettered.map(draw).collect_view()
}

/// All links, later ones on top of earlier ones.
pub(super) fn links(
    animation: Memo<AnimatedScene>,
    layout: Memo<BoardLayout>,
    picking: Option<Picking>,
) -> impl IntoView {
    view! {
        <g class="links" aria-hidden="true">
            <For
                each=move || animation.with(|s| s.links_shown.clone())
                key=AnimatedLink::key
                children=move |link_shown| draw_link(&link_shown, layout, picking)
            />
        </g>
    }
}

/// A link in its side's colour, cased so that crossings show which one is on top, over its shadow on
/// what it crosses.
fn draw_link(
    link_shown: &AnimatedLink,
    layout: Memo<BoardLayout>,
    picking: Option<Picking>,
) -> impl IntoView + use<> {
    let link = link_shown.link.clone();
    let now = (link.from, link.to);
    let before = link_shown.before.unwrap_or(now);
    let line = move |(from, to)| layout.with(|p| segment(p.centre(from), p.centre(to)));
    let class = format!("link side-{}", link.side.index() + 1);
    let ends = [link.from, link.to].map(Click::Cell);
    let carried =
        move || picking.and_then(Picking::carried).is_some_and(|press| ends.contains(&press.click));
    let threatened =
        move || picking.is_some_and(|p| p.would_pin().with(|pins| pins.contains(&link.name)));
    view! {
        <g
            class=class
            class:pinned=link.pinned
            class:carried=carried
            class:threatened=threatened
            class:moves=link_shown.before.is_some()
            class:pins=link_shown.newly_pinned
            style=("--from", move || format!("path(\"{}\")", line(before)))
        >
            <path class="link-shadow" d=move || line(now) />
            <path class="case" d=move || line(now) />
            <path class="core" d=move || line(now) />
            <path class="shine" d=move || line(now) />
            <path class="pin" d=move || line(now) />
        </g>
    }
}

fn segment(from: Point, to: Point) -> String {
    format!("M{:.1},{:.1} L{:.1},{:.1}", from.x, from.y, to.x, to.y)
}

/// The piece under the pointer while it is carried, from a cell or from a tray. Its link follows.
pub(super) fn carried(
    scene: Signal<Scene>,
    layout: Memo<BoardLayout>,
    picking: Picking,
    sheet: NodeRef<Svg>,
) -> impl IntoView {
    move || {
        let press = picking.carried()?;
        let (glyph, side) = scene.with(|s| lifted(s, press.click))?;
        let at = on_sheet(sheet, press)?;
        let partner = scene.with(|s| partner(s, press.click));
        let line = partner.map(|cell| segment(layout.with(|p| p.centre(cell)), at));
        let link = line.map(|line| {
            view! {
                <g class=format!("link follows side-{}", side.index() + 1)>
                    <path class="link-shadow" d=line.clone() />
                    <path class="case" d=line.clone() />
                    <path class="core" d=line />
                </g>
            }
        });
        let at = translate(at);
        Some(view! {
            {link}
            <g class=format!("piece lifted side-{}", side.index() + 1) style:transform=at>
                <g class="shape" transform=format!("scale({})", size(glyph) * 1.2)>
                    {drawing(glyph, side)}
                </g>
            </g>
        })
    }
}

fn lifted(scene: &Scene, click: Click) -> Option<(Glyph, Side)> {
    match click {
        Click::Cell(cell) => scene.piece_on(cell).map(|piece| (piece.glyph, piece.side)),
        Click::Tray(letter) => Side::BOTH.into_iter().find_map(|side| {
            let tray = scene.trays[side].as_ref()?;
            Some((tray.iter().find(|piece| piece.letter == letter)?.glyph, side))
        }),
        Click::Button(_) => None,
    }
}

/// The other end of the link that ends on what is carried.
pub(super) fn partner(scene: &Scene, click: Click) -> Option<Cell> {
    scene.links.iter().find_map(|link| match click {
        Click::Cell(cell) if cell == link.from => Some(link.to),
        Click::Cell(cell) if cell == link.to => Some(link.from),
        _ => None,
    })
}

/// A place in the window, in the picture's own units.
fn on_sheet(sheet: NodeRef<Svg>, press: PointerPress) -> Option<Point> {
    let matrix = sheet.get()?.unchecked_into::<SvgGraphicsElement>().get_screen_ctm()?;
    let point = |at: f64, scale: f32, shift: f32| (at - f64::from(shift)) / f64::from(scale);
    let (x, y) = (point(press.x, matrix.a(), matrix.e()), point(press.y, matrix.d(), matrix.f()));
    // A finger hides what is right below it.
    Some(Point { x, y: y - SCALE * 0.4 })
}
