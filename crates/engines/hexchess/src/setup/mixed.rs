//! A mixed strategy for the setup (von Neumann 1928): which horse is the fool cannot be told from what
//! is shown.
//!
//! A *shape* is a line-up as the other side sees it, with fools as knights. Everything that is shown is
//! decided between shapes, by a value that is the mean of all line-ups that look like that, also with
//! what is placed already taken for the other horse: so nothing that is shown depends on which horse is
//! the fool. That is decided by a coin when the first horse is placed.

use super::trial::Trials;
use super::{LineUp, all_lineups};
use crate::evaluation::Evaluation;
use game::{Dice, Position as _, Viewer};
use hexchess::{Kind, Move, Position};
use hexgrid::Cell;
use search::{AlphaBeta, Budget, Line, Report, Score};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Shapes that are tried by searching.
const TRIED: usize = 8;

/// What a shape that is drawn may be worse than the best, in the evaluation's units.
const ABOUT_EQUAL: i32 = 30;

/// What is to be placed, as the other side will see it.
type Seen = Vec<(Kind, Cell)>;

/// The line-ups that look the same, each with the position that it is for: the true one, or the one
/// with the other horse placed.
struct Shape {
    seen: Seen,
    members: Vec<(Position, LineUp)>,
}

impl Shape {
    fn value(&self) -> i32 {
        mean(self.members.iter().map(|(_, lineup)| lineup.value))
    }
}

fn mean(values: impl ExactSizeIterator<Item = i32>) -> i32 {
    let count = values.len().max(1) as i32;
    values.sum::<i32>() / count
}

fn seen(lineup: &LineUp) -> Seen {
    lineup.placed.iter().map(|&(kind, cell)| (kind.disguised(), cell)).collect()
}

/// The best shapes by the table.
fn shapes(position: &Position) -> Vec<Shape> {
    let opponent = Viewer::Player(position.side_to_move().other());
    let mut by_sight = BTreeMap::<Seen, Vec<(Position, LineUp)>>::new();
    for world in position.view(opponent).worlds() {
        for lineup in all_lineups(&world) {
            by_sight.entry(seen(&lineup)).or_default().push((world.clone(), lineup));
        }
    }
    let shapes = by_sight.into_iter().map(|(seen, members)| Shape { seen, members });
    let mut shapes: Vec<Shape> = shapes.collect();
    shapes.sort_by_key(|shape| Reverse(shape.value()));
    shapes.truncate(TRIED);
    shapes
}

/// A shape with what the search says of it: whether a king may fall, and a value.
type Rated<'a> = (bool, i32, &'a Shape);

/// The shapes with what the trials of their members say; the best first.
fn rated<'a>(trials: &Trials, shapes: &'a [Shape]) -> Vec<Rated<'a>> {
    let mut ratings = trials.ratings();
    let rate = |shape: &'a Shape| {
        let members: Vec<(bool, i32)> = ratings.by_ref().take(shape.members.len()).collect();
        let is_lost = members.iter().any(|(is_lost, _)| *is_lost);
        (is_lost, mean(members.iter().map(|(_, value)| *value)), shape)
    };
    let mut rated: Vec<Rated<'a>> = shapes.iter().map(rate).collect();
    rated.sort_by_key(|&(lost, value, _)| (lost, Reverse(value)));
    rated
}

/// The placement to show now on the way to a shape: the one that most shapes share, the king last.
fn first_shown(shape: &Shape, others: &[Shape]) -> Option<Cell> {
    let votes = |&&(kind, cell): &&(Kind, Cell)| {
        let shared = others.iter().filter(|other| other.seen.contains(&(kind, cell))).count();
        (kind != Kind::King, shared)
    };
    shape.seen.iter().max_by_key(votes).map(|(_, cell)| *cell)
}

/// Draws a placement for the side to move from those that are about as good as the best; calls
/// `progress` after every iteration.
pub(crate) fn choose_mixed(
    search: &mut AlphaBeta<Position, Evaluation>,
    position: &Position,
    budget: &Budget,
    seed: u64,
    progress: &mut dyn FnMut(&Report<Move>),
) -> Report<Move> {
    let shapes = shapes(position);
    let members = shapes.iter().flat_map(|shape| &shape.members);
    let mut trials = Trials::new(search, members.map(|(world, lineup)| (world, lineup)));
    let turn = position.vacant(position.side_to_move()).len() as u64;
    let choose = |trials: &Trials| {
        let mut dice = Dice::new(seed.wrapping_add(turn));
        let line = drawn(position, &rated(trials, &shapes), &shapes, &mut dice);
        trials.report(budget, line.into_iter().collect())
    };
    trials.run(search, budget, &mut |trials| progress(&choose(trials)));
    choose(&trials)
}

/// Draws a shape, and then one of its line-ups that can be placed.
fn drawn(
    position: &Position,
    rated: &[Rated<'_>],
    shapes: &[Shape],
    dice: &mut Dice,
) -> Option<Line<Move>> {
    let &(lost, best, _) = rated.first()?;
    let equal = rated.iter().take_while(|shape| shape.0 == lost && best - shape.1 <= ABOUT_EQUAL);
    let &(_, value, shape) = &rated[dice.below(equal.count())];
    let real: Vec<&LineUp> = shape
        .members
        .iter()
        .filter(|(world, _)| world == position)
        .map(|(_, lineup)| lineup)
        .collect();
    let lineup = dice.choose(&real)?;
    let cell = first_shown(shape, shapes)?;
    let &(kind, cell) = lineup.placed.iter().find(|(_, at)| *at == cell)?;
    let moves = vec![Move::Place { kind, cell }];
    Some(Line::new(moves, Score::Estimate(value)))
}
