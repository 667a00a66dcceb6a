//! Setup (HC-2): which five pieces, where, and in which order they are placed.
//!
//! A tuned table gives the value of a kind on each place of the back rank. The best line-ups by
//! that table are searched against the best that the other side can still place, deepened in turn
//! (`trial`); line-ups that lose the king by force are found by an exact search. One piece is placed
//! per turn, the king last, to give away as little as possible. `mixed` draws a line-up instead.

mod mixed;
mod trial;

pub(crate) use mixed::choose_mixed;

use crate::evaluation::Evaluation;
use game::{MoveList, Outcome, Position as _, Side};
use hexchess::board::SHAPE;
use hexchess::{Kind, Move, Phase, Position, loses_within, wins_within};
use hexgrid::Cell;
use search::{AlphaBeta, Budget, Line, Report, Score};
use std::cmp::Reverse;
use std::sync::LazyLock;
use trial::Trials;

/// Places on a back rank that differ: the middle, its neighbours, the ends.
const PLACES: usize = 3;

/// Number of line-ups that are searched.
const TRIED: usize = 12;

/// Value of a kind on a place of the back rank, in the evaluation's units.
struct SetupTable([[i32; PLACES]; Kind::COUNT]);

static TABLE: LazyLock<SetupTable> =
    LazyLock::new(|| SetupTable::read(include_str!("../setup.txt")));

impl SetupTable {
    /// Parses lines of a kind's letter and its value in the middle, beside it and at the ends.
    /// Missing values are 0.
    fn read(text: &str) -> Self {
        let mut table = Self([[0; PLACES]; Kind::COUNT]);
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let letter = words.next().and_then(|word| word.chars().next());
            let Some(kind) = letter.and_then(Kind::from_letter) else { continue };
            for (value, word) in table.0[kind.index()].iter_mut().zip(words) {
                *value = word.parse().unwrap_or_default();
            }
        }
        table
    }

    fn value(&self, kind: Kind, cell: Cell) -> i32 {
        let distance = SHAPE.axial(cell).q.unsigned_abs() as usize;
        self.0[kind.index()][distance.min(PLACES - 1)]
    }
}

/// A complete line-up: the pieces still to be placed, and its value by the table.
#[derive(Clone, Debug)]
struct LineUp {
    placed: Vec<(Kind, Cell)>,
    mv: Move,
    value: i32,
}

/// The best ways for the side to move to fill its back rank, by the table.
fn lineups(position: &Position, most: usize) -> Vec<LineUp> {
    let mut lineups = all_lineups(position);
    lineups.truncate(most);
    lineups
}

/// Every way for the side to move to fill its back rank, the best by the table first.
fn all_lineups(position: &Position) -> Vec<LineUp> {
    let vacant = position.vacant(position.side_to_move());
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let lineup = |&mv: &Move| {
        let placed: Vec<(Kind, Cell)> = match mv {
            Move::PlaceAll(lineup) => lineup.iter().zip(vacant).collect(),
            Move::Place { kind, cell } if vacant.len() == 1 => vec![(kind, cell)],
            Move::Place { .. } | Move::Step { .. } => return None,
        };
        let value = placed.iter().map(|&(kind, cell)| TABLE.value(kind, cell)).sum();
        Some(LineUp { placed, mv, value })
    };
    let mut lineups: Vec<LineUp> = list.iter().filter_map(lineup).collect();
    lineups.sort_by_key(|lineup| std::cmp::Reverse(lineup.value));
    lineups
}

/// The game that begins if the side to move fills its rank by `lineup` and the other answers by the
/// table.
fn game_after(position: &Position, lineup: &LineUp) -> Position {
    let mut after = position.after(lineup.mv);
    while after.phase() == Phase::Setup {
        let Some(answer) = lineups(&after, 1).pop() else { return after };
        after.play_unchecked(answer.mv);
    }
    after
}

/// Whether `lineup` leaves `side` to a forced capture of its king within two moves, whatever a rank
/// with one empty cell is filled with. With more empty cells nothing is certain yet.
fn is_lost(position: &Position, lineup: &LineUp, side: Side) -> bool {
    let after = position.after(lineup.mv);
    let falls = |game: &Position| match game.outcome() {
        Some(outcome) => outcome == Outcome::Win(side.other()),
        None if game.side_to_move() == side => loses_within(game, 2),
        None => wins_within(game, 2),
    };
    if after.phase() == Phase::Play {
        return falls(&after);
    }
    let other = after.side_to_move();
    let last = other != side && after.vacant(other).len() == 1;
    last && after.moves().iter().any(|&mv| falls(&after.after(mv)))
}

/// The placement to make now on the way to a plan: the one that most plans share, the king last.
fn first_step(lineup: &LineUp, others: &[LineUp]) -> Option<Move> {
    let votes = |&(kind, cell): &(Kind, Cell)| {
        let shared = others.iter().filter(|other| other.placed.contains(&(kind, cell))).count();
        (kind != Kind::King, shared)
    };
    let best = lineup.placed.iter().copied().max_by_key(votes);
    best.map(|(kind, cell)| Move::Place { kind, cell })
}

/// Chooses a placement for the side to move; calls `progress` after every iteration.
pub(crate) fn choose(
    search: &mut AlphaBeta<Position, Evaluation>,
    position: &Position,
    budget: &Budget,
    lines: usize,
    progress: &mut dyn FnMut(&Report<Move>),
) -> Report<Move> {
    let candidates = lineups(position, TRIED);
    let members = candidates.iter().map(|lineup| (position, lineup));
    let mut trials = Trials::new(search, members);
    trials.run(search, budget, &mut |trials| {
        progress(&trials.report(budget, ranked(trials, &candidates, lines)));
    });
    trials.report(budget, ranked(&trials, &candidates, lines))
}

/// The first steps to the best line-ups, best first.
fn ranked(trials: &Trials, candidates: &[LineUp], lines: usize) -> Vec<Line<Move>> {
    let mut rated: Vec<(bool, i32, &LineUp)> = trials
        .ratings()
        .zip(candidates)
        .map(|((is_lost, value), lineup)| (is_lost, value, lineup))
        .collect();
    rated.sort_by_key(|&(lost, value, _)| (lost, Reverse(value)));
    let mut ranked: Vec<Line<Move>> = Vec::new();
    for (_, value, lineup) in rated {
        let Some(mv) = first_step(lineup, candidates) else { continue };
        if ranked.iter().all(|line| line.first() != Some(mv)) {
            ranked.push(Line::new(vec![mv], Score::Estimate(value)));
        }
    }
    ranked.truncate(lines.max(1));
    ranked
}
