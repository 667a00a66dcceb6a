//! The evaluator of Hex Chess: static evaluation, wins in one, threats, move ordering and the noisy
//! moves of the quiescence search.

use crate::capture::{self, PieceValues};
use crate::features::{self, FEATURES, FeatureSink, material, place};
use crate::weights::Weights;
use game::{BySide, MoveList, Position as _, Side};
use hexchess::board::{BACK_RANKS, CELLS};
use hexchess::{Kind, Move, Piece, Position, reach, threat};
use hexgrid::{Cell, CellSet};
use search::{Evaluator, Rank};
use std::sync::{Arc, LazyLock};

/// Linear evaluation of Hex Chess: features times weights.
#[derive(Clone, Debug)]
pub struct Evaluation(Arc<EvaluationTables>);

#[derive(Debug)]
struct EvaluationTables {
    weights: [i32; FEATURES],
    /// Piece-square tables, with the material value included.
    piece_square: BySide<[[i32; CELLS]; Kind::COUNT]>,
    values: PieceValues,
}

/// Accumulates the dot product of features and weights.
struct WeightedSum<'a> {
    tables: &'a EvaluationTables,
    sum: i32,
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, amount: i32) {
        self.sum += self.tables.weights[feature] * amount;
    }

    #[inline]
    fn add_piece(&mut self, side: Side, kind: Kind, cell: Cell, sign: i32) {
        self.sum += self.tables.piece_square[side][kind.index()][cell.index()] * sign;
    }
}

impl Evaluation {
    /// The evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        let weights = *weights.all();
        let mut values = Kind::ALL.map(|kind| weights[material(kind)].max(1));
        values[Kind::King.index()] = capture::KING;
        let piece_square = BySide::from_fn(|side| {
            Kind::ALL.map(|kind| {
                let worth = |i| weights[material(kind)] + weights[place(side, kind, Cell::new(i))];
                std::array::from_fn(worth)
            })
        });
        Self(Arc::new(EvaluationTables { weights, piece_square, values }))
    }

    /// Static gain of a capture or promotion; `None` for other moves.
    #[inline]
    fn gain(&self, position: &Position, from: Cell, to: Cell) -> Option<i32> {
        let side = position.side_to_move();
        let values = &self.0.values;
        if position.of(side.other()).contains(to) {
            let mover = position.piece_at(from)?.kind;
            return Some(capture::gain(position, values, mover, from, to));
        }
        let promotes =
            BACK_RANKS[side.other()].contains(to) && position.of_kind(Kind::Pawn).contains(from);
        promotes.then(|| {
            let brings = values[Kind::Queen.index()] - values[Kind::Pawn.index()];
            let lost = capture::is_defended(position, side, from, to);
            if lost { -values[Kind::Pawn.index()] } else { brings }
        })
    }

    /// Whether a position is quiet: no king and no piece can be captured with gain.
    pub fn is_quiet(&self, position: &Position) -> bool {
        let mut noisy = MoveList::new();
        self.noisy_moves(position, &mut noisy);
        noisy.is_empty()
            && threat::win_in_one(position).is_none()
            && !threat::is_in_danger(position)
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        static DEFAULT: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::new(&Weights::default()));
        DEFAULT.clone()
    }
}

impl Evaluator<Position> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let mut sink = WeightedSum { tables: &self.0, sum: 0 };
        features::count(position, &mut sink);
        sink.sum
    }

    /// Captures and promotions with a static gain of at least 0.
    fn noisy_moves(&self, position: &Position, into: &mut MoveList<Move>) {
        let side = position.side_to_move();
        let enemy = position.of(side.other());
        for_each_attack(position, side, |from, reached| {
            let bring = |to: &Cell| self.gain(position, from, *to).is_some_and(|gain| gain >= 0);
            into.extend(
                (reached & enemy).into_iter().filter(bring).map(|to| Move::Step { from, to }),
            );
        });
        for (from, to) in promotions(position, side) {
            if self.gain(position, from, to).is_some_and(|gain| gain >= 0) {
                into.push(Move::Step { from, to });
            }
        }
    }

    fn rank(&self, position: &Position, mv: Move) -> Rank {
        self.ranking(position)(mv)
    }

    #[inline]
    fn ranking(&self, position: &Position) -> impl Fn(Move) -> Rank {
        let side = position.side_to_move();
        let (enemy, rank) = (position.of(side.other()), BACK_RANKS[side.other()]);
        let pawns = position.of_kind(Kind::Pawn);
        move |mv| match mv {
            Move::Step { from, to }
                if enemy.contains(to) || (rank.contains(to) && pawns.contains(from)) =>
            {
                self.gain(position, from, to).map_or(Rank::Quiet(0), Rank::Noisy)
            }
            _ => Rank::Quiet(0),
        }
    }

    /// The other side threatens to take our king.
    #[inline]
    fn is_forced(&self, position: &Position) -> bool {
        threat::is_in_danger(position)
    }

    /// Only with a piece besides king and pawns: without one, zugzwang is likely.
    fn pass(&self, position: &Position) -> Option<Position> {
        let side = position.side_to_move();
        let common = position.of_kind(Kind::King) | position.of_kind(Kind::Pawn);
        if (position.of(side) & !common).is_empty() {
            return None;
        }
        let passed = position.passed();
        passed.outcome().is_none().then_some(passed)
    }

    /// Exact: `None` means that no move wins at once.
    #[inline]
    fn win_in_one(&self, position: &Position) -> Option<Move> {
        threat::win_in_one(position)
    }
}

/// Calls `add` with the attack set of each piece of the side to move.
#[inline]
fn for_each_attack(position: &Position, side: Side, mut add: impl FnMut(Cell, CellSet)) {
    let (own, occupied) = (position.of(side), position.occupied());
    for kind in Kind::ALL {
        for from in own & position.of_kind(kind) {
            add(from, reach::attacks(Piece::new(side, kind), from, occupied, position.parity()));
        }
    }
}

/// Pawns of the side to move that can step onto the other back rank.
fn promotions(position: &Position, side: Side) -> impl Iterator<Item = (Cell, Cell)> {
    let free = BACK_RANKS[side.other()] & !position.occupied();
    let pawns = position.pieces(side, Kind::Pawn);
    free.into_iter().filter_map(move |to| {
        // Back ranks end their columns, so the cell behind them is always there.
        let from = match side {
            Side::First => to.index().checked_sub(1)?,
            Side::Second => to.index() + 1,
        };
        let from = Cell::new(from);
        pawns.contains(from).then_some((from, to))
    })
}
