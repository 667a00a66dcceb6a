//! Rules pages are read as they are meant, and every diagram can be drawn.

use catalog::GameName;
use lessons::{Block, Span, diagram, diagrams, rules, spans};

#[test]
fn lines_are_taken_apart_at_their_marks() {
    let wanted = [
        Span::Plain("a "),
        Span::Emphasis("b"),
        Span::Plain(" "),
        Span::Strong("c d"),
        Span::Code("e*"),
        Span::Plain(" 2 * 3"),
    ];
    assert_eq!(spans("a *b* **c d**`e*` 2 * 3"), wanted);
    assert_eq!(spans(""), []);
}

#[test]
fn every_line_of_the_rules_is_a_block_of_the_right_kind() {
    let (mut rules_read, mut tables, mut pictures) = (0, 0, 0);
    for game in GameName::ALL {
        for block in rules(game) {
            match block {
                Block::Rule { .. } => rules_read += 1,
                Block::Table(rows) => {
                    tables += 1;
                    assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len()));
                }
                Block::Picture { name, .. } => {
                    pictures += 1;
                    assert_eq!(diagram(name).map(|d| d.game), Some(game), "{name}");
                }
                Block::Paragraph(text) | Block::Item(text) => {
                    assert!(!text.starts_with(['#', '!', '|', '-']), "{text}");
                }
                Block::Heading { text, .. } => assert!(!text.starts_with('#'), "{text}"),
            }
        }
    }
    assert_eq!((rules_read, tables), (55, 2), "{pictures} pictures");
    assert!(pictures >= 20, "{pictures}");
}

#[test]
fn every_diagram_can_be_drawn_and_has_a_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/pictures");
    let mut count = 0;
    for diagram in diagrams() {
        let scene = diagram.scene();
        assert!(!scene.tiles.is_empty(), "{}", diagram.name);
        let file = format!("{folder}/{}.svg", diagram.name);
        assert!(std::path::Path::new(&file).exists(), "{file}: run the example draw_diagrams");
        count += 1;
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn the_end_of_eclipse_marks_what_closes_each_way() {
    use scene::Mark;
    let scene = diagram("eclipse-win").unwrap().scene();
    let with = |mark| scene.marks.iter().filter(move |(_, m)| *m == mark).map(|(cell, _)| *cell);
    let comet = with(Mark::Danger).next().expect("a comet that cannot move");
    let closers: Vec<_> = with(Mark::Winning).collect();
    assert!(closers.len() >= 3 && !closers.contains(&comet), "{closers:?}");
    assert!(closers.iter().all(|&cell| scene.piece_on(cell).is_some()), "{closers:?}");
}
