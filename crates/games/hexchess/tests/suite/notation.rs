//! The notation document, run: every example in its grey blocks.

use game::{Position as _, Viewer};
use hexchess::{Position, View};

const DOCUMENT: &str = include_str!("../../../../../content/hexchess/notation.md");

/// The lines of every block marked with `mark`.
fn blocks(mark: &str) -> Vec<Vec<&'static str>> {
    let opening = format!("```{mark}\n");
    let found: Vec<Vec<&str>> = DOCUMENT
        .split(opening.as_str())
        .skip(1)
        .map(|rest| rest.lines().take_while(|line| !line.starts_with("```")).collect())
        .collect();
    assert!(!found.is_empty(), "the document has no {mark}");
    found
}

#[test]
fn positions_round_trip() {
    for line in blocks("hexchess-positions").concat() {
        let position: Position = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(position.to_string(), line);
        let drawing = format!("{position:#}");
        assert_eq!(drawing.parse(), Ok(position), "{drawing}");
    }
}

#[test]
fn moves_are_read_and_written_as_documented() {
    for block in blocks("hexchess-moves") {
        let position: Position = block[0].parse().unwrap();
        for line in &block[1..] {
            let columns: Vec<&str> = line.split(" => ").collect();
            match columns.as_slice() {
                [typed, why] if why.starts_with("! ") => {
                    let error = position.parse_move(typed).expect_err(line);
                    assert_eq!(error.what, why[2..], "{line}");
                }
                [typed, machine, human] => {
                    let mv = position.read_move(typed).unwrap_or_else(|e| panic!("{line}: {e}"));
                    assert_eq!(mv.to_string(), *machine, "{line}");
                    assert_eq!(position.write_move(mv), *human, "{line}");
                }
                _ => panic!("not an example: {line}"),
            }
        }
    }
}

#[test]
fn views_show_what_the_document_says() {
    for block in blocks("hexchess-views") {
        let position: Position = block[0].parse().unwrap();
        for line in &block[1..] {
            let view: View = line.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(position.view(view.viewer()), view);
            assert_eq!(position.view(view.viewer()).to_string(), *line);
        }
    }
}

#[test]
fn a_drawing_shows_the_board_as_it_lies() {
    let position: Position = "1/2/KP3pk/CP2pc/DP1pd/GP2pg/FP3pf/2/1 w even -".parse().unwrap();
    let expected = "
       k           f
          c     g
       p     d     p
          p     p
       .     p     .
    .     .     .     .
 .     .     .     .     .
    .     .     .     .
       .     P     .
          P     P
       P     D     P
          C     G
       K           F
w even -";
    assert_eq!(format!("{position:#}"), expected[1..]);
    let view = position.view(Viewer::Watcher);
    assert_eq!(format!("{view:#}").parse(), Ok(view));
}
