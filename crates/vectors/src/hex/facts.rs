//! Facts about connections and inferior cells.

use super::format::{Connection, Fact, Inferior};
use super::{Checker, Class, End};
use game::{BySide, Position as _, Side, excerpt};
use hex::{Edge, Position, SwapRule};
use hexgrid::Cell;

impl Checker<'_> {
    pub(super) fn connection(&mut self, fact: &Connection, _kind: &str) {
        let Some(colour) = self.side(&fact.colour) else { return };
        // With a full connection the other side may begin, with a semi-connection it may not.
        let begins = match fact.question.as_str() {
            "full_connection" => colour.other(),
            "semi_connection" => colour,
            other => {
                return self.skip(&format!("questions like {} are not known", excerpt(other)));
            }
        };
        let Some(position) = self.position(&fact.stones, begins) else { return };
        let from = self.end(&fact.from, colour, &position);
        for to in &fact.to {
            match (from, self.end(to, colour, &position)) {
                (Some(from), Some(to)) if self.solver.joins(&position, colour, from, to) => {
                    let holds = fact.expected.unwrap_or(true);
                    self.check(holds, || format!("{} does not hold", fact.question));
                }
                (Some(End::Edge(from)), Some(End::Edge(to))) => {
                    self.check(from != to, || "the two ends are one".into());
                    let holds = fact.expected.unwrap_or(true);
                    let winner = if holds { colour } else { colour.other() };
                    self.wins(&position, winner, "connections of two edges", &fact.question);
                }
                (Some(_), Some(_)) => self.skip("connections of cells need a solver"),
                _ => {}
            }
        }
    }

    /// The end with this name; it must not belong to the other side.
    fn end(&mut self, name: &str, colour: Side, position: &Position) -> Option<End> {
        let edge = match name {
            "north" => Edge::Top,
            "south" => Edge::Bottom,
            "west" => Edge::Left,
            "east" => Edge::Right,
            _ => {
                let cell = self.cell(name, position.board())?;
                let free = position.stone(cell) != Some(colour.other());
                self.check(free, || format!("{name} is the other side's"));
                return free.then_some(End::At(cell));
            }
        };
        self.check(edge.owner() == colour, || format!("{name} is the other side's edge"));
        (edge.owner() == colour).then_some(End::Edge(edge))
    }

    pub(super) fn inferior(&mut self, entry: &Inferior, _kind: &str) {
        let Some(to_move) = self.side(&entry.to_move) else { return };
        let Some(position) = self.position(&entry.stones, to_move) else { return };
        for fact in &entry.facts {
            let names = [Some(&fact.cell), fact.by.as_ref()];
            let names: Vec<String> = names.into_iter().flatten().cloned().collect();
            if let Some(&cell) = self.empty_cells(&names, &position).first() {
                self.filling_changes_nothing(&position, cell, fact);
            }
        }
    }

    /// A dead cell may be filled for either side, a captured one for its captor: the winner stays.
    fn filling_changes_nothing(&mut self, position: &Position, cell: Cell, fact: &Fact) {
        if self.solver.class(position, cell).is_some_and(|class| is_called(class, &fact.cls)) {
            self.report.passed += 1;
            return;
        }
        let sides: &[Side] = match fact.cls.as_str() {
            "dead" => &Side::BOTH,
            "captured_by_black" | "dead_or_captured_by_black" => &[Side::First],
            "captured_by_white" | "dead_or_captured_by_white" => &[Side::Second],
            class => {
                return self.skip(&format!("cells called {} need a solver", excerpt(class)));
            }
        };
        let Some(winner) = self.solver.winner(position) else {
            return self.skip("dead and captured cells need a solver");
        };
        for &side in sides {
            if let Some(filled) = filled(position, side, cell) {
                let what = format!("{} is {}", fact.cell, fact.cls);
                self.wins(&filled, winner, "dead and captured cells", &what);
            }
        }
    }
}

/// Whether a class is what a file calls by this name, or more.
fn is_called(class: Class, name: &str) -> bool {
    match name {
        "dead" => class == Class::Dead,
        "captured_by_black" => class == Class::Captured(Side::First),
        "captured_by_white" => class == Class::Captured(Side::Second),
        "dead_or_captured_by_black" => {
            matches!(class, Class::Dead | Class::Captured(Side::First))
        }
        "dead_or_captured_by_white" => {
            matches!(class, Class::Dead | Class::Captured(Side::Second))
        }
        "fill_in_any" => matches!(class, Class::Dead | Class::Captured(_)),
        "vulnerable" => class == Class::Vulnerable,
        _ => false,
    }
}

/// The position with one more stone, and the same side to move.
fn filled(position: &Position, side: Side, cell: Cell) -> Option<Position> {
    let mut stones = BySide::from_fn(|side| position.stones(side));
    stones[side].insert(cell);
    Position::setup(position.size(), stones, position.side_to_move(), SwapRule::Off).ok()
}
