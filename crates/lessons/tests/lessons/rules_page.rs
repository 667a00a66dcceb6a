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
    let (mut tables, mut pictures) = (0, 0);
    for game in GameName::ALL {
        let mut rules_read = 0;
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
        assert!(rules_read >= 3, "{game}: {rules_read} numbered rules");
    }
    assert!(tables >= 2 && pictures >= 20, "{tables} tables, {pictures} pictures");
}

#[test]
fn every_diagram_is_drawn_as_its_file_has_it() {
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    let mut count = 0;
    for diagram in diagrams() {
        let scene = diagram.scene();
        assert!(!scene.tiles.is_empty(), "{}", diagram.name);
        let file = format!("{content}/{}/pictures/{}.svg", diagram.game, diagram.name);
        let drawn =
            std::fs::read_to_string(&file).is_ok_and(|text| text == scene::svg::render(&scene));
        assert!(drawn, "{file}: run the example draw_diagrams");
        count += 1;
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn the_end_of_eclipse_marks_what_closes_each_way() {
    use scene::Highlight;
    let scene = diagram("eclipse-win").unwrap().scene();
    let with = |mark| scene.marks.iter().filter(move |(_, m)| *m == mark).map(|(cell, _)| *cell);
    let comet = with(Highlight::Danger).next().expect("a comet that cannot move");
    let closers: Vec<_> = with(Highlight::Winning).collect();
    assert!(closers.len() >= 3 && !closers.contains(&comet), "{closers:?}");
    assert!(closers.iter().all(|&cell| scene.piece_on(cell).is_some()), "{closers:?}");
}
