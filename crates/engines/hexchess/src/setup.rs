//! The setup (HC-2): which five pieces, where, and in which order they are shown.
//!
//! A table learned from games says what a kind is worth on each place of the back rank. The best
//! line-ups by that table are tried by a short search against the best that the other side can
//! still place; the last word has an exact look at forced captures of the king. One piece is placed
//! a turn, the king last: who shows less is answered less.

use crate::engine::{is_stopped, part};
use crate::evaluation::Evaluation;
use game::{MoveList, Outcome, Position as _, Record, Side};
use hexchess::board::SHAPE;
use hexchess::{Kind, Move, Phase, Position, loses_within, wins_within};
use hexgrid::Cell;
use search::{AlphaBeta, Limits, Line, Report, Score, Search};
use std::sync::LazyLock;

/// Places on a back rank that differ: the middle, its neighbours, the ends.
const PLACES: usize = 3;

/// Line-ups that are tried by searching.
const TRIED: usize = 12;

/// The most nodes for one of them.
const NODES: u64 = 20_000;

/// What a kind is worth on a place of the back rank, in the evaluation's units.
struct Table([[i32; PLACES]; Kind::COUNT]);

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("../setup.txt")));

impl Table {
    /// Reads lines of a kind's letter and its worth in the middle, beside it and at the ends. What
    /// is missing is worth nothing.
    fn read(text: &str) -> Self {
        let mut table = Self([[0; PLACES]; Kind::COUNT]);
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let letter = words.next().and_then(|word| word.chars().next());
            let Some(kind) = letter.and_then(Kind::from_letter) else { continue };
            for (worth, word) in table.0[kind.index()].iter_mut().zip(words) {
                *worth = word.parse().unwrap_or_default();
            }
        }
        table
    }

    fn worth(&self, kind: Kind, cell: Cell) -> i32 {
        let distance = SHAPE.axial(cell).q.unsigned_abs() as usize;
        self.0[kind.index()][distance.min(PLACES - 1)]
    }
}

/// A whole line-up: what is still to be placed, and what the table says of it.
#[derive(Clone, Debug)]
struct Plan {
    placed: Vec<(Kind, Cell)>,
    mv: Move,
    worth: i32,
}

/// The best ways for the side to move to fill its back rank, by the table.
fn plans(position: &Position, most: usize) -> Vec<Plan> {
    let vacant = position.vacant(position.side_to_move());
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let plan = |&mv: &Move| {
        let placed: Vec<(Kind, Cell)> = match mv {
            Move::PlaceAll(lineup) => lineup.iter().zip(vacant).collect(),
            Move::Place { kind, cell } if vacant.len() == 1 => vec![(kind, cell)],
            Move::Place { .. } | Move::Step { .. } => return None,
        };
        let worth = placed.iter().map(|&(kind, cell)| TABLE.worth(kind, cell)).sum();
        Some(Plan { placed, mv, worth })
    };
    let mut plans: Vec<Plan> = list.iter().filter_map(plan).collect();
    plans.sort_by_key(|plan| std::cmp::Reverse(plan.worth));
    plans.truncate(most);
    plans
}

/// The game that begins if the side to move fills its rank by `plan` and the other answers by the
/// table.
fn game_after(position: &Position, plan: &Plan) -> Position {
    let mut after = position.after(plan.mv);
    while after.phase() == Phase::Setup {
        let Some(answer) = plans(&after, 1).pop() else { return after };
        after.play_unchecked(answer.mv);
    }
    after
}

/// What a search says of a game that begins, from the view of `side`.
fn judged(
    search: &mut AlphaBeta<Position, Evaluation>,
    game: Position,
    side: Side,
    limits: &Limits,
) -> (Score, u64) {
    let turned = game.side_to_move() != side;
    let report = search.search(&Record::from_position(game), limits, &mut |_| ());
    let score = report.score().unwrap_or(Score::Draw);
    (if turned { score.negated() } else { score }, report.nodes)
}

/// Whether `plan` leaves `side` to a forced capture of its king within two moves, whatever a rank
/// with one empty cell is filled with. With more empty cells nothing is certain yet.
fn is_lost(position: &Position, plan: &Plan, side: Side) -> bool {
    let after = position.after(plan.mv);
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
fn first_step(plan: &Plan, others: &[Plan]) -> Option<Move> {
    let votes = |&(kind, cell): &(Kind, Cell)| {
        let shared = others.iter().filter(|other| other.placed.contains(&(kind, cell))).count();
        (kind != Kind::King, shared)
    };
    let best = plan.placed.iter().copied().max_by_key(votes);
    best.map(|(kind, cell)| Move::Place { kind, cell })
}

/// Chooses a placement for the side to move.
pub(crate) fn choose(
    search: &mut AlphaBeta<Position, Evaluation>,
    position: &Position,
    limits: &Limits,
    lines: usize,
) -> Report<Position> {
    let side = position.side_to_move();
    let candidates = plans(position, TRIED);
    let each = part(limits, 1, candidates.len().max(1) as u32);
    let each = Limits { nodes: Some(each.nodes.map_or(NODES, |n| n.min(NODES))), ..each };
    let settings = search.settings();
    search.set(search::alphabeta::AlphaBetaSettings { lines: 1, ..settings });
    let mut nodes = 0;
    let mut rated: Vec<(bool, i32, &Plan)> = Vec::new();
    for plan in &candidates {
        let (score, visited) = judged(search, game_after(position, plan), side, &each);
        nodes += visited;
        rated.push((is_lost(position, plan, side), plan.worth / 2 + opinion(score) / 2, plan));
        if is_stopped(limits) {
            break;
        }
    }
    search.set(settings);
    rated.sort_by_key(|&(lost, worth, _)| (lost, std::cmp::Reverse(worth)));
    let mut report = Report { nodes, depth: 1, seldepth: 1, ..Report::empty() };
    for (_, worth, plan) in rated {
        let Some(mv) = first_step(plan, &candidates) else { continue };
        if report.lines.iter().all(|line| line.first() != Some(mv)) {
            report.lines.push(Line {
                moves: vec![mv],
                score: Score::Estimate(worth),
                visits: None,
            });
        }
    }
    report.lines.truncate(lines.max(1));
    report
}

/// A score as a number.
fn opinion(score: Score) -> i32 {
    const DECIDED: i32 = 10_000;
    match score {
        Score::Estimate(value) => value.clamp(-DECIDED, DECIDED),
        Score::Chance(_) | Score::Draw => 0,
        Score::WinIn(_) => DECIDED,
        Score::LossIn(_) => -DECIDED,
    }
}
