//! Eclipse, drawn: comets, chains, and what pins what.

use crate::palette::PALETTE;
use crate::{BOARD, Chain, Kind, Link, Move, Options, Position, editing, number};
use depict::{
    Click, ClickPath, Depict, EditedScene, EngineOverlay, GameDescription, Glyph, HexLayout,
    Highlight, MoveEffect, Piece, Portrait, Scene, Tile, Turning, joined,
};
use game::{BySide, InvalidPosition, Outcome, Position as _, Side, Viewer};
use hexgrid::Cell;

pub(crate) const COLOURS: BySide<&str> = BySide::new("Light", "Dark");

impl Depict for Position {
    const DESCRIPTION: GameDescription = GameDescription {
        title: "Eclipse",
        line: "Catch the other comet.",
        text: "Chains pin whatever they cross. Close every way out, and the sky is yours.",
        portrait: Portrait {
            options: "",
            moves: "34-5 15-23 5-11 44-38 19-12 30-8 36-27 23-9 21-18 37-39 27-17 16-30 28-21 30-37 \
                    12-19 31-44",
            still: 10,
        },
        quick_options: "",
        overlay: EngineOverlay::Ghosts,
        turning: Turning::Flip,
        has_marks: false,
        formats: &[],
    };

    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene {
            hex_layout: HexLayout::Pointy,
            turning: Self::DESCRIPTION.turning,
            tiles: BOARD.cells().map(tile).collect(),
            rims: Vec::new(),
            labels: Vec::new(),
            links: lowest_first(self).into_iter().map(|chain| link(self, chain)).collect(),
            pieces: pieces(self),
            marks: marks(self),
            trays: BySide::new(Some(Vec::new()), Some(Vec::new())),
            captured: None,
            phase: 0,
            palette: &PALETTE,
            colours: COLOURS,
            caption: caption(self),
            explanation: None,
            remarks: pins(self),
        }
    }

    fn clicks(&self, mv: Move) -> ClickPath {
        ClickPath(vec![Click::Cell(mv.from), Click::Cell(mv.to)])
    }

    fn pins(&self, mv: Move) -> Vec<char> {
        let mut after = self.clone();
        after.play_unchecked(mv);
        let newly = |c: &Chain| after.pinned().contains(*c) && !self.pinned().contains(*c);
        Chain::ALL.into_iter().filter(newly).map(Chain::letter).collect()
    }

    fn turned(&self) -> Option<Self> {
        Some(self.passed())
    }

    fn effects_of(&self, mv: Move) -> Vec<MoveEffect> {
        if self.pins(mv).is_empty() { Vec::new() } else { vec![MoveEffect::Pin] }
    }

    fn read_edited(&self, edited: &EditedScene<'_>) -> Result<Self, InvalidPosition> {
        editing::read(self.options(), edited)
    }
}

fn tile(cell: Cell) -> Tile {
    let at = BOARD.axial(cell);
    Tile {
        cell,
        coord: HexLayout::Pointy.doubled(at),
        name: number(cell).to_string(),
        shade: (at.q - at.r).rem_euclid(3) as u8,
    }
}

/// The chains in an order in which each comes after everything it lies on.
fn lowest_first(position: &Position) -> Vec<Chain> {
    let mut rest: Vec<Chain> = Chain::ALL.to_vec();
    let mut order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let covers_rest = |c: &Chain| rest.iter().any(|&o| position.pinned_by(*c).contains(o));
        // Who lies on whom has no circles, so some chain lies on none of the rest.
        let next = rest.iter().position(|c| !covers_rest(c)).unwrap_or(0);
        order.push(rest.remove(next));
    }
    order
}

fn link(position: &Position, chain: Chain) -> depict::Link {
    let [from, to] = position.link(chain).ends();
    let pinned = position.pinned().contains(chain);
    let pinned_by = position.pinners(chain).into_iter().map(Chain::letter).collect();
    depict::Link { name: chain.letter(), side: chain.side(), from, to, pinned, pinned_by }
}

fn pieces(position: &Position) -> Vec<Piece> {
    let satellites = position.chains().flat_map(|(chain, ends)| {
        ends.map(|cell| Piece {
            glyph: match chain.kind() {
                Kind::Short => Glyph::ShortSatellite,
                Kind::Long => Glyph::LongSatellite,
            },
            side: chain.side(),
            cell,
            pinned: position.pinned().contains(chain),
            letter: Some(chain.letter()),
        })
    });
    let comets = Side::BOTH.map(|side| Piece {
        glyph: Glyph::Comet,
        side,
        cell: position.comet(side),
        pinned: false,
        letter: None,
    });
    satellites.chain(comets).collect()
}

fn stuck_comets(position: &Position) -> impl Iterator<Item = Cell> + '_ {
    let stuck = |side: &Side| position.comet_moves(*side).is_empty();
    Side::BOTH.into_iter().filter(stuck).map(|side| position.comet(side))
}

/// Comets that cannot move; at the end of the game also what closes each of the loser's ways.
fn marks(position: &Position) -> Vec<(Cell, Highlight)> {
    let stuck = stuck_comets(position).map(|cell| (cell, Highlight::Danger));
    let loser = position.outcome().and_then(Outcome::winner).map(Side::other);
    let closers = loser.map(|loser| closed_ways(position, loser)).unwrap_or_default();
    stuck.chain(closers.into_iter().map(|cell| (cell, Highlight::Winning))).collect()
}

/// What keeps a comet from stepping to each neighbouring cell: the piece that stands there, or the
/// satellites of the link across the way.
fn closed_ways(position: &Position, loser: Side) -> Vec<Cell> {
    let comet = position.comet(loser);
    let mut cells = Vec::new();
    for cell in BOARD.neighbours()[comet.index()].into_iter().flatten() {
        if position.occupied().contains(cell) {
            cells.push(cell);
            continue;
        }
        let step = Link::between(comet, cell);
        let across = |link: &Link| step.is_some_and(|step| link.crosses(step));
        cells.extend(position.links(loser.other()).into_iter().filter(across).flat_map(Link::ends));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn caption(position: &Position) -> String {
    let option = match position.options() {
        Options::Standard => "",
        Options::Tabletop => " (tabletop rules)",
    };
    match position.outcome() {
        Some(Outcome::Win(side)) => {
            let (winner, loser) = (COLOURS[side], COLOURS[side.other()]);
            format!("{winner} wins: {loser}'s comet cannot move{option}")
        }
        Some(Outcome::Draw) => format!("A draw{option}"),
        None => format!("{} to move{option}", COLOURS[position.side_to_move()]),
    }
}

fn pins(position: &Position) -> Vec<String> {
    let pinned = Chain::ALL.into_iter().filter(|&c| position.pinned().contains(c));
    pinned
        .map(|chain| {
            let by: Vec<char> = position.pinners(chain).into_iter().map(Chain::letter).collect();
            format!("chain {chain} is pinned by {}", joined(&by))
        })
        .collect()
}
