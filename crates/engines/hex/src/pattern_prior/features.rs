//! Move features of the pattern prior (Coulom 2007): the pattern of the six adjacent cells, stones
//! at distance two and three, bridges, distances to the edges, and the offset from the last move.
//!
//! ```text
//!        b ·            Features are invariant under half a turn. Those of the ring (·) are
//!       · · ·           invariant under all rotations and reflections; those of stones further
//!      b · m · b        off (b and beyond) distinguish three axes, because paths along one's
//!         · · ·         own edges differ from those between them.
//!          · b
//! ```

use crate::incremental_board::{Content, OrientedBoard, offset, place};
use crate::ring::Ring;
use game::Side;
use hexgrid::{Axial, Direction};
use std::sync::LazyLock;

/// Rings modulo rotation and reflection.
const RINGS: usize = 92;
/// Offsets of length two and three, modulo half a turn.
const FAR_STEPS: usize = 15;
/// Offsets of length one to four.
const REPLIES: usize = 60;
/// Distance classes.
const DISTANCES: usize = 6;

const OWN_FAR: usize = RINGS;
const OTHER_FAR: usize = OWN_FAR + FAR_STEPS;
const OWN_BRIDGE: usize = OTHER_FAR + FAR_STEPS;
const OTHER_BRIDGE: usize = OWN_BRIDGE + 1;
const OWN_EDGE: usize = OTHER_BRIDGE + 1;
const OTHER_EDGE: usize = OWN_EDGE + DISTANCES;
const DIAGONAL: usize = OTHER_EDGE + DISTANCES;
const REPLY: usize = DIAGONAL + DISTANCES;

/// Number of features.
pub const FEATURES: usize = REPLY + REPLIES;

/// Tables computed once.
struct FeatureTables {
    names: [String; FEATURES],
    /// The class of every ring, three digits of three each way.
    rings: [u8; 729],
    /// Steps of length two and three, each with its class.
    far: Vec<(Axial, usize)>,
    /// Steps from the last stone in the order of their classes, and the class of each by `q + 4`
    /// and `r + 4`.
    steps: Vec<Axial>,
    replies: [[Option<u8>; 9]; 9],
}

static TABLES: LazyLock<FeatureTables> = LazyLock::new(FeatureTables::new);

/// Names of the features, in order.
pub fn feature_names() -> &'static [String; FEATURES] {
    &TABLES.names
}

/// The feature of a bridge to a stone of `owner`.
pub(super) fn bridge(owner: Content) -> usize {
    if owner == Content::Own { OWN_BRIDGE } else { OTHER_BRIDGE }
}

/// What a stone adds to the cells at distance two and three: offset and weight.
pub(super) fn far_weights(
    weights: &[f32; FEATURES],
    owner: Content,
) -> impl Iterator<Item = (Axial, f32)> {
    let first = if owner == Content::Own { OWN_FAR } else { OTHER_FAR };
    TABLES.far.iter().map(move |&(step, class)| (step, weights[first + class]))
}

/// Adds the weights of distances and of stones at distance two and three for a move to the oriented
/// cell `at`.
pub(super) fn add_board_features(
    board: &OrientedBoard<'_>,
    at: Axial,
    weights: &[f32; FEATURES],
    sum: &mut f32,
) {
    let mut add = |feature: usize| *sum += weights[feature];
    for_each_far_stone(board, at, &mut add);
    for_each_distance(board, at, &mut add);
}

/// What the last move adds to the places around it. Some of these may be off the board.
pub(super) fn reply_weights<'a>(
    board: &OrientedBoard<'a>,
    weights: &'a [f32; FEATURES],
) -> impl Iterator<Item = (usize, f32)> + use<'a> {
    let last = board.last().map(|last| (last, if is_far(board, last) { -1 } else { 1 }));
    let steps = if last.is_some() { &TABLES.steps[..] } else { &[] };
    let (last, sign) = last.unwrap_or_default();
    let (board, from) = (*board, place(board.turn(last)));
    steps.iter().enumerate().map(move |(class, &step)| {
        (from.wrapping_add_signed(sign * offset(board.turn(step))), weights[REPLY + class])
    })
}

/// Calls `add` with every feature of a move to `at`, as often as it occurs.
#[inline]
pub(super) fn for_each_feature(board: &OrientedBoard<'_>, at: Axial, mut add: impl FnMut(usize)) {
    let tables = &*TABLES;
    let at = board.turn(at);
    let ring = Direction::ALL.map(|d| board.content(at + d.step()));
    add(usize::from(tables.rings[code(ring)]));
    for_each_far_stone(board, at, &mut add);
    for (d, next) in Direction::ALL.into_iter().zip(Direction::ALL.into_iter().cycle().skip(1)) {
        if ring[d.index()] == Content::Empty && ring[next.index()] == Content::Empty {
            match board.content(at + d.step() + next.step()) {
                Content::Empty => {}
                owner => add(bridge(owner)),
            }
        }
    }
    for_each_distance(board, at, &mut add);
    if let Some(class) = reply(board, at) {
        add(REPLY + class);
    }
}

fn for_each_far_stone(board: &OrientedBoard<'_>, at: Axial, add: &mut impl FnMut(usize)) {
    for &(step, class) in &TABLES.far {
        match board.content(at + step) {
            Content::Own => add(OWN_FAR + class),
            Content::Other => add(OTHER_FAR + class),
            Content::Empty => {}
        }
    }
}

fn for_each_distance(board: &OrientedBoard<'_>, at: Axial, add: &mut impl FnMut(usize)) {
    let last = board.size() - 1;
    add(OWN_EDGE + distance(at.r.min(last - at.r)));
    add(OTHER_EDGE + distance(at.q.min(last - at.q)));
    add(DIAGONAL + distance((at.q + at.r - last).abs()));
}

/// The feature of a ring for `side`.
pub(super) fn ring_feature(ring: Ring, side: Side) -> usize {
    let (own, other) = (ring.stones(side), ring.stones(side.other()));
    let stones = std::array::from_fn(|d| match (own >> d & 1, other >> d & 1) {
        (1, _) => Content::Own,
        (_, 1) => Content::Other,
        _ => Content::Empty,
    });
    usize::from(TABLES.rings[code(stones)])
}

fn distance(cells: i8) -> usize {
    (cells as usize).min(DISTANCES - 1)
}

/// Offset class of a move from the last one, rotated so that the opponent's nearer edge is on the
/// left.
fn reply(board: &OrientedBoard<'_>, at: Axial) -> Option<usize> {
    let last = board.last()?;
    let (q, r) = (at.q - last.q, at.r - last.r);
    let (q, r) = if is_far(board, last) { (-q, -r) } else { (q, r) };
    let row = TABLES.replies.get(usize::try_from(r + 4).ok()?)?;
    row.get(usize::try_from(q + 4).ok()?).copied().flatten().map(usize::from)
}

/// Whether an oriented cell is in the half that is rotated.
fn is_far(board: &OrientedBoard<'_>, at: Axial) -> bool {
    let middle = board.size() - 1;
    (2 * at.q, 2 * at.r) > (middle, middle)
}

/// A ring as a number in base three.
fn code(ring: [Content; 6]) -> usize {
    ring.iter().fold(0, |sum, &content| 3 * sum + content as usize)
}

/// The ring of a number.
fn ring_of(code: usize) -> [Content; 6] {
    let mut rest = code;
    let mut ring = [Content::Empty; 6];
    for content in ring.iter_mut().rev() {
        *content = [Content::Empty, Content::Own, Content::Other][rest % 3];
        rest /= 3;
    }
    ring
}

/// The least code of a ring under rotation and reflection.
fn least(code_: usize) -> usize {
    let mut ring = ring_of(code_);
    let mut least = code_;
    for _ in 0..2 {
        for _ in 0..6 {
            ring.rotate_left(1);
            least = least.min(code(ring));
        }
        ring.reverse();
    }
    least
}

fn length(step: Axial) -> i8 {
    step.q.abs().max(step.r.abs()).max((step.q + step.r).abs())
}

/// All steps of these lengths, in order.
fn steps(lengths: std::ops::RangeInclusive<i8>) -> Vec<Axial> {
    let most = *lengths.end();
    let all = (-most..=most).flat_map(|r| (-most..=most).map(move |q| Axial::new(q, r)));
    all.filter(|&step| lengths.contains(&length(step))).collect()
}

impl FeatureTables {
    fn new() -> Self {
        let mut names = Vec::with_capacity(FEATURES);
        let classes: Vec<usize> = (0..729).filter(|&code| least(code) == code).collect();
        names.extend(classes.iter().map(|&code| format!("ring.{}", drawn(ring_of(code)))));
        let class = |code| classes.binary_search(&least(code)).unwrap_or_default() as u8;
        let all = steps(2..=3);
        let half = &all[all.len() / 2..];
        for who in ["own", "other"] {
            names.extend(half.iter().map(|step| format!("{who}.{}.{}", step.q, step.r)));
        }
        names.extend(["bridge.own", "bridge.other"].map(str::to_owned));
        for what in ["edge.own", "edge.other", "diagonal"] {
            names.extend((0..DISTANCES).map(|distance| format!("{what}.{distance}")));
        }
        let mut replies = [[None; 9]; 9];
        let around = steps(1..=4);
        for (class, &step) in around.iter().enumerate() {
            names.push(format!("reply.{}.{}", step.q, step.r));
            replies[(step.r + 4) as usize][(step.q + 4) as usize] = Some(class as u8);
        }
        // In the order of rows, the opposite of the first step is the last.
        let count = all.len();
        let of_half = |i: usize| if i < count / 2 { count / 2 - 1 - i } else { i - count / 2 };
        let far = all.iter().enumerate().map(|(i, &step)| (step, of_half(i))).collect();
        let rings = std::array::from_fn(class);
        Self {
            names: names.try_into().unwrap_or_else(|_| unreachable!()),
            rings,
            far,
            steps: around,
            replies,
        }
    }
}

/// `o` for an own stone, `x` for one of the opponent's, a dot for none.
fn drawn(ring: [Content; 6]) -> String {
    ring.iter().map(|&content| [".", "o", "x"][content as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<_> = feature_names().iter().collect();
        assert_eq!(names.len(), FEATURES);
    }

    #[test]
    fn opposite_steps_are_one_class() {
        for &(step, class) in &TABLES.far {
            let opposite = Axial::new(-step.q, -step.r);
            assert!(TABLES.far.contains(&(opposite, class)), "{step:?}");
        }
        assert_eq!(TABLES.far.len(), 2 * FAR_STEPS);
    }

    #[test]
    fn rings_are_the_same_when_turned_or_mirrored() {
        let class = |ring: [usize; 6]| {
            let contents = [Content::Empty, Content::Own, Content::Other];
            TABLES.rings[code(ring.map(|digit| contents[digit]))]
        };
        assert_eq!(class([1, 2, 0, 0, 0, 1]), class([0, 0, 0, 1, 1, 2]));
        assert_eq!(class([1, 2, 0, 0, 0, 1]), class([1, 0, 0, 0, 2, 1]));
        assert_ne!(class([1, 2, 0, 0, 0, 1]), class([2, 1, 0, 0, 0, 1]));
    }
}
