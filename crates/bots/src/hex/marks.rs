//! Marks of Hex: virtual connections, must-play region, captured and dead cells of a position.

use analysis::{Mark, MarkKind};
use catalog::games::hex::{CellSet, Edge, Move, Position};
use game::{Position as _, Side};
use hex_engine::{End, Surveyor};

/// All marks of a position.
pub(super) fn marks(position: &Position) -> Vec<Mark> {
    let mut surveyor = Surveyor::new();
    let survey = surveyor.survey(position);
    let mut marks = Vec::new();
    for side in Side::BOTH {
        for link in surveyor.virtual_connections(position, side) {
            let ends = link.ends.iter().map(|&end| end_text(position, end)).collect();
            let places = places(position, link.carrier);
            let side = Some(side.index() as u8);
            marks.push(Mark { kind: MarkKind::Link, side, ends, places });
        }
    }
    let mut cover = |kind, side: Option<Side>, cells: CellSet| {
        if !cells.is_empty() {
            let side = side.map(|side| side.index() as u8);
            marks.push(Mark { kind, side, ends: Vec::new(), places: places(position, cells) });
        }
    };
    for side in Side::BOTH {
        cover(MarkKind::Captured, Some(side), survey.inferior.captured[side]);
    }
    cover(MarkKind::Dead, None, survey.inferior.dead);
    match survey.winner {
        Some(winner) => cover(MarkKind::Win, Some(winner), survey.carrier),
        // With every cell to choose from nothing is forced.
        None if survey.must_play.len() + covered(&survey) < position.empties().len() => {
            cover(MarkKind::MustPlay, Some(position.side_to_move()), survey.must_play);
        }
        None => {}
    }
    marks
}

/// Number of captured and dead cells, which are no choice.
fn covered(survey: &hex_engine::Survey) -> usize {
    let captured = survey.inferior.captured[Side::First] | survey.inferior.captured[Side::Second];
    (captured | survey.inferior.dead).len()
}

fn places(position: &Position, cells: CellSet) -> Vec<String> {
    cells.into_iter().map(|cell| Move::Place(position.board().axial(cell)).to_string()).collect()
}

fn end_text(position: &Position, end: End) -> String {
    match end {
        End::Edge(Edge::Top) => "top".to_owned(),
        End::Edge(Edge::Bottom) => "bottom".to_owned(),
        End::Edge(Edge::Left) => "left".to_owned(),
        End::Edge(Edge::Right) => "right".to_owned(),
        End::At(cell) => Move::Place(position.board().axial(cell)).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<Mark> {
        marks(&text.parse().expect("a position"))
    }

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn bridges_are_links() {
        let marks = seen("7/7/3r3/7/2r4/7/7 b swap=off");
        let bridge = Mark {
            kind: MarkKind::Link,
            side: Some(0),
            ends: strings(&["c5", "d3"]),
            places: strings(&["c4", "d4"]),
        };
        assert!(marks.contains(&bridge), "{marks:?}");
    }

    #[test]
    fn a_threat_leaves_few_places() {
        // Bridges from edge to edge; and a gap that Red threatens to close.
        let marks = seen("5/2r2/5/1r3/5 b swap=off");
        assert!(marks.iter().any(|mark| mark.kind == MarkKind::Win), "{marks:?}");
        let marks = seen("7/3r3/7/7/7/2r4/7 b swap=off");
        let must = marks.iter().find(|mark| mark.kind == MarkKind::MustPlay);
        let must = must.expect("Red threatens to win");
        assert_eq!(must.side, Some(1));
        assert!(!must.places.is_empty() && must.places.len() < 20, "{must:?}");
    }

    #[test]
    fn nothing_is_drawn_where_nothing_is_forced() {
        assert_eq!(seen("9/9/9/9/9/9/9/9/9 r swap=off"), []);
    }
}
