//! Move features of the pattern prior (Coulom 2007): the six neighbours, bridges, the distance to the
//! last move and to the border, and the groups that a stone joins or keeps apart.

use crate::board::Board;
use crate::geometry::{STEPS, axial};
use game::Side;
use hexgrid::Direction;
use std::sync::OnceLock;

/// Patterns of six neighbours that differ by more than rotation and reflection.
const RINGS: usize = 155;

/// Own and opponent's bridges, up to three of each.
const BRIDGES: usize = 16;

/// Distance to the last move: none, neighbour, bridge, two in line, three, four, more.
const NEAR: usize = 7;

/// Corner, border, next to it, third and fourth line, inner cells.
const LINES: usize = 6;

/// What a stone does to the groups of a side.
const JOINS: usize = 7;

/// Replies to intrusions: into a bridge, and between a stone and a border.
const REPLIES: usize = 2;

/// Two contacts with one group: a ring in the making.
const LOOPS: usize = 2;

const BRIDGES_FROM: usize = RINGS;
const NEAR_FROM: usize = BRIDGES_FROM + BRIDGES;
const LINES_FROM: usize = NEAR_FROM + NEAR;
const JOINS_FROM: usize = LINES_FROM + LINES;
const REPLIES_FROM: usize = JOINS_FROM + 2 * JOINS;
const LOOPS_FROM: usize = REPLIES_FROM + REPLIES;

/// Number of move features.
pub const FEATURES: usize = LOOPS_FROM + LOOPS;

/// Names of the features, in order.
///
/// # Panics
/// Never: there are as many names as features.
pub fn feature_names() -> &'static [String; FEATURES] {
    static NAMES: OnceLock<Box<[String; FEATURES]>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names: Vec<String> = patterns().names.clone();
        let pairs = (0..BRIDGES).map(|i| format!("bridges-{}-{}", i / 4, i % 4));
        names.extend(pairs);
        let near = ["none", "1", "bridge", "2", "3", "4", "far"];
        names.extend(near.map(|word| format!("last-{word}")));
        let lines = ["corner", "border", "2", "3", "4", "inner"];
        names.extend(lines.map(|word| format!("line-{word}")));
        let joins = ["none", "extends", "gains", "joins-0", "joins-1", "joins-2", "joins-3"];
        names.extend(joins.map(|word| format!("own-{word}")));
        names.extend(joins.map(|word| format!("other-{word}")));
        names.extend(["saves-bridge", "saves-border", "own-loop", "other-loop"].map(String::from));
        names.try_into().expect("a name for each feature")
    })
}

/// Classes of neighbourhoods.
struct Patterns {
    /// Number of the class of every neighbourhood, two bits for each neighbour.
    classes: Box<[u8; 1 << 12]>,
    names: Vec<String>,
}

/// Contents of a neighbour: nothing, an own stone, the opponent's, or off the board.
const SYMBOLS: [char; 4] = ['.', 'o', 'x', '#'];

fn patterns() -> &'static Patterns {
    static ALL: OnceLock<Patterns> = OnceLock::new();
    ALL.get_or_init(|| {
        let (mut classes, mut names) = (Box::new([0; 1 << 12]), Vec::new());
        for code in (0..1 << 12).filter(|&code| is_possible(code)) {
            let least = symmetric(code).min().unwrap_or(code);
            if least == code {
                classes[code] = names.len() as u8;
                let symbols = (0..6).map(|i| SYMBOLS[code >> (2 * i) & 3]);
                names.push(format!("ring{}", symbols.collect::<String>()));
            } else {
                classes[code] = classes[least];
            }
        }
        Patterns { classes, names }
    })
}

/// The same neighbourhood, turned and reflected.
fn symmetric(code: usize) -> impl Iterator<Item = usize> {
    let at = move |i: usize| code >> (2 * (i % 6)) & 3;
    (0..12).map(move |k| {
        let from = |i: usize| if k < 6 { i + k } else { 12 + k - 6 - i };
        (0..6).fold(0, |sum, i| sum | at(from(i)) << (2 * i))
    })
}

/// Whether what is off the board is nothing, a border or a corner.
fn is_possible(code: usize) -> bool {
    let off = (0..6).fold(0, |sum, i| sum | u32::from(code >> (2 * i) & 3 == 3) << i);
    let run = |length: u32| (0..6).any(|by| Direction::turned_set((1 << length) - 1, by) == off);
    off == 0 || run(2) || run(3)
}

/// Six bits as two bits each.
fn spread(six: u32) -> usize {
    (0..6).fold(0, |sum, i| sum | ((six >> i & 1) as usize) << (2 * i))
}

/// Calls `note` with every feature of a stone of `side` on an empty cell.
#[inline]
pub(super) fn for_each_feature(
    board: &Board,
    side: Side,
    last: Option<usize>,
    place: usize,
    mut note: impl FnMut(usize),
) {
    let around = Neighbourhood::new(board, side, place);
    note(usize::from(patterns().classes[around.code()]));
    let bridges = [side, side.other()].map(|side| around.bridges(board, side, place));
    let [own, other] = bridges.map(|bits| bits.count_ones().min(3) as usize);
    note(BRIDGES_FROM + 4 * own + other);
    note(NEAR_FROM + nearness(last, place));
    note(LINES_FROM + line(board, place));
    note(JOINS_FROM + join(board, side, place));
    note(JOINS_FROM + JOINS + join(board, side.other(), place));
    if let Some(kind) = last.and_then(|last| reply(board, side, (last, place))) {
        note(REPLIES_FROM + kind);
    }
    for (i, stones) in [side, side.other()].into_iter().enumerate() {
        if board.touches_twice(place, stones, bridges[i]) {
            note(LOOPS_FROM + i);
        }
    }
}

/// What is around a cell, a bit for each neighbour.
struct Neighbourhood {
    own: u32,
    other: u32,
    empty: u32,
}

impl Neighbourhood {
    fn new(board: &Board, side: Side, place: usize) -> Self {
        Self {
            own: board.own_around(place, side),
            other: board.own_around(place, side.other()),
            empty: board.empty_around(place),
        }
    }

    fn code(&self) -> usize {
        let off = 63 & !(self.own | self.other | self.empty);
        spread(self.own) | spread(self.other) << 1 | (spread(off) * 3)
    }

    /// Directions in which a stone of `side` is a bridge away.
    fn bridges(&self, board: &Board, side: Side, place: usize) -> u32 {
        let free = self.empty & Direction::turned_set(self.empty, 5);
        (0..6)
            .filter(|&i| free >> i & 1 == 1 && board.is_of(over(place, i), side))
            .fold(0, |sum, i| sum | 1 << i)
    }
}

/// The cell a bridge away, between directions `i` and `i + 1`.
fn over(place: usize, i: usize) -> usize {
    place.wrapping_add(STEPS[i]).wrapping_add(STEPS[(i + 1) % 6])
}

fn nearness(last: Option<usize>, place: usize) -> usize {
    let Some(last) = last else { return 0 };
    let (a, b) = (axial(last), axial(place));
    match a.distance(b) {
        1 => 1,
        2 if a.shares_axis(b) => 3,
        2 => 2,
        3 => 4,
        4 => 5,
        _ => 6,
    }
}

fn line(board: &Board, place: usize) -> usize {
    let ends = board.geometry().ends[place];
    match board.geometry().line(place) {
        0 if ends.corners() > 0 => 0,
        0 => 1,
        line => (line + 1).min(LINES - 1),
    }
}

fn join(board: &Board, side: Side, place: usize) -> usize {
    let joined = board.join_at(place, side);
    match joined.groups {
        0 => 0,
        1 => 1 + usize::from(joined.gains),
        _ => 3 + (joined.ends.borders() + joined.ends.corners()).min(3) as usize,
    }
}

/// Whether a stone of `side` on `place` saves a bridge, or a connection to a border, that the stone on
/// `last` intruded into.
fn reply(board: &Board, side: Side, (last, place): (usize, usize)) -> Option<usize> {
    let i = STEPS.iter().position(|&step| last.wrapping_add(step) == place)?;
    let beside = [STEPS[(i + 1) % 6], STEPS[(i + 5) % 6]].map(|step| last.wrapping_add(step));
    let own = beside.map(|place| board.is_of(place, side));
    if own[0] && own[1] {
        return Some(0);
    }
    // Last and place lie on the border, and an own stone on the line next to it touches both.
    let on_border = [last, place].iter().all(|&place| board.geometry().line(place) == 0);
    (on_border && (own[0] || own[1])).then_some(1)
}
