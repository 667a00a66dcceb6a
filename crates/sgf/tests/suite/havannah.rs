//! SGF of Havannah: Little Golem's files, those of other programs, and everything we write read back.

use game::{Dice, Ending, Outcome, Position as _, Record, Side};
use havannah::{Options, Position, SwapRule};
use proptest::prelude::*;
use sgf::{AnyTree, Node, SwapForm, Tree, probe, read_any_sgf, read_sgf, write_sgf};

fn moves(record: &Record<Position>) -> String {
    record.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The only game in a text, which is one of Havannah.
fn read(text: &str) -> Tree<Position> {
    let games = read_any_sgf(text, "hex").unwrap_or_else(|error| panic!("{text}: {error}"));
    let tree = games[0].of_game::<Position>();
    tree.unwrap_or_else(|| panic!("{text}: another game")).clone()
}

/// A file of Little Golem.
fn golem(size: usize, result: &str, moves: &str) -> String {
    format!(
        "(;FF[4]EV[null]PB[Ann]PW[Bob]SZ[{size}]RU[LG]RE[{result}]GC[ game #1234567]\
         SO[http://www.littlegolem.com]{moves})"
    )
}

fn tag<'a>(tree: &'a Tree<Position>, name: &str) -> Option<&'a str> {
    tree.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
}

#[test]
fn little_golem_numbers_every_column_from_1() {
    let tree = read(&golem(8, "B", ";W[H1];B[I1];W[O1];B[O8];W[A8];B[H15];W[A1];B[I14]"));
    assert_eq!(tree.start.to_string(), Position::start(Options::default()).to_string());
    assert_eq!(moves(&tree.main_line()), "h1 i2 o8 o15 a8 h15 a1 i15");
    let small = read(&golem(4, "B", ";W[D7];B[E1];W[G4]"));
    assert_eq!(moves(&small.main_line()), "d7 e2 g7");
    // Written with our names, though the site is still named as the source.
    let written = write_sgf(&small);
    assert!(written.contains("SO[http://www.littlegolem.com]"), "{written}");
    assert!(written.contains(";W[d7];B[e2];W[g7]"), "{written}");
    assert_eq!(read(&written), small);
}

#[test]
fn little_golem_calls_the_first_player_black() {
    let swapped = read(&golem(5, "W", ";W[C3];B[swap];W[E5];B[F3];W[resign]"));
    let line = swapped.main_line();
    assert_eq!(moves(&line), "c3 swap e5 f4");
    assert_eq!(
        line.position().stone(line.position().board().named("c3").unwrap()),
        Some(Side::Second)
    );
    assert_eq!(line.ending(), Some(Ending::Resignation(Side::First)));
    assert_eq!((tag(&swapped, "White"), tag(&swapped, "Black")), (Some("Ann"), Some("Bob")));
    let written = write_sgf(&swapped);
    for part in ["GM[havannah]", "PW[Ann]", "PB[Bob]", "RE[B+R]", ";W[c3];B[swap];W[e5];B[f4]"] {
        assert!(written.contains(part), "{part} in {written}");
    }
    assert_eq!(read(&written), swapped);
    let resigned = read(&golem(5, "B", ";W[C3];B[D4];W[E5];B[resign]"));
    assert_eq!(resigned.ending, Some(Ending::Resignation(Side::Second)));
    assert!(write_sgf(&resigned).contains("RE[W+R]"));
}

#[test]
fn a_bare_result_ends_a_game_that_its_moves_do_not() {
    // Nothing else is written when time runs out.
    for (result, winner) in [("B", Side::First), ("W", Side::Second)] {
        let tree = read(&golem(6, result, ";W[F6];B[G5]"));
        assert_eq!(tree.ending, Some(Ending::Adjudication(Outcome::Win(winner))));
        assert_eq!(read(&write_sgf(&tree)), tree);
    }
    assert_eq!(read(&golem(6, "*", ";W[F6];B[G5]")).ending, None);
    // A bridge from a1 to d1.
    let moves = ";W[A1];B[D4];W[B1];B[E3];W[C1];B[E4];W[D1]";
    let won = read(&golem(4, "B", moves));
    assert_eq!(
        (won.ending, won.main_line().conclusion().unwrap().outcome),
        (None, Outcome::Win(Side::First))
    );
    assert!(write_sgf(&won).contains("RE[W+]"));
    let draw = read("(;GM[Havannah]SZ[5]RE[Draw];W[c3])");
    assert_eq!(draw.ending, Some(Ending::Agreement));
}

#[test]
fn the_game_is_known_by_its_number_its_name_or_its_form() {
    for text in [
        "(;FF[4]GM[havannah]SZ[5]\n;W[c3];B[f6])",
        "(;FF[4]GM[Havannah]SZ[5];W[c3];B[f6])",
        "(;GM[4100]SZ[5];W[C3];B[F6])",
        "(;GM[havannah]SZ[d=9];W[cc];B[f6])",
        "(;SZ[d=9];W[c3];B[f6])",
        "(;SZ[5]SO[www.littlegolem.net];W[C3];B[F5])",
        "(;GM[havannah]SZ[5]SO[http://www.littlegolem.com]RU[LG];W[c3];B[f6])",
        "(;GM[havannah]SZ[5];B[c3];W[f6])",
    ] {
        assert_eq!(moves(&read(text).main_line()), "c3 f6", "{text}");
        assert_eq!(read(text).start.size(), 5, "{text}");
    }
    let unnamed = "(;SZ[5];W[c3];B[b2])";
    assert!(matches!(read_any_sgf(unnamed, "havannah").unwrap()[0], AnyTree::Havannah(_)));
    assert!(matches!(read_any_sgf(unnamed, "eclipse").unwrap()[0], AnyTree::Hex(_)));
    for hex in [
        "(;GM[11]SZ[5];B[C3])",
        "(;GM[Hex]SZ[5];B[c3])",
        "(;FF[4]EV[hex.ch.32]SZ[13]RE[B]SO[http://www.littlegolem.com];W[am];B[swap])",
    ] {
        assert!(matches!(read_any_sgf(hex, "havannah").unwrap()[0], AnyTree::Hex(_)), "{hex}");
    }
    assert!(read_sgf("(;GM[havannah]SZ[5])").is_err(), "the reader of Hex reads Hex");
}

#[test]
fn a_file_may_hold_games_of_both() {
    let games = read_any_sgf("(;GM[11]SZ[5];B[a1])(;GM[havannah]SZ[4];W[d4])", "hex").unwrap();
    assert!(matches!(games[..], [AnyTree::Hex(_), AnyTree::Havannah(_)]));
    let again = read_any_sgf(&games.iter().map(AnyTree::write).collect::<String>(), "").unwrap();
    assert_eq!(again, games);
}

#[test]
fn stones_are_set_up_and_written_by_colour() {
    let text = "(;GM[havannah]SZ[4]RU[no swap]AW[a1:b2]AB[d4]PL[B]TR[g7]LB[d4:x];B[g7])";
    let tree = read(text);
    assert_eq!(tree.start.to_string(), "ww2/ww3/6/3b3/6/5/4 b swap=off");
    let written = write_sgf(&tree);
    for part in ["SZ[4]RU[no swap]AB[d4]AW[a1][b1][a2][b2]PL[B]", "TR[g7]LB[d4:x]", ";B[g7]"] {
        assert!(written.contains(part), "{part} in {written}");
    }
    assert_eq!(read(&written), tree);
}

#[test]
fn swapped_sides_leave_the_stone_and_exchange_the_colours() {
    let tree = read("(;GM[havannah]SZ[5]RE[W+R];W[c3];B[swap-sides];B[e5]TR[e5];W[d4])");
    assert_eq!(tree.swap, SwapForm::Sides);
    assert_eq!(moves(&tree.main_line()), "c3 swap e5 d4");
    assert_eq!(tree.ending, Some(Ending::Resignation(Side::First)));
    let written = write_sgf(&tree);
    assert!(written.contains(";B[swap-sides];B[e5]TR[e5];W[d4]"), "{written}");
    assert!(written.contains("RE[W+R]"), "{written}");
    assert_eq!(read(&written).nodes, tree.nodes);
}

#[test]
fn players_and_ratings_are_written_by_colour() {
    let tags = [("First", "Ann"), ("Second", "Bob"), ("FirstRating", "1500")];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut record = Record::<Position>::new(Options::default());
    record.tags.extend(tags);
    let written = write_sgf(&Tree::of(&record));
    assert!(written.contains("PW[Ann]PB[Bob]WR[1500]"), "{written}");
    let again = read(&written);
    assert_eq!((tag(&again, "White"), tag(&again, "FirstRating")), (Some("Ann"), Some("1500")));
}

#[test]
fn errors_say_where_and_why() {
    for (text, expected) in [
        ("(;GM[havannah]SZ[3])", "line 1, character 18: boards have 4 to 10 cells a side, not 3"),
        ("(;GM[havannah]SZ[d=8])", "line 1, character 18: expected a size, found “d=8”"),
        ("(;GM[havannah]SZ[x])", "line 1, character 18: expected a size, found “x”"),
        (
            "(;GM[havannah]SZ[4];W[a5])",
            "line 1, character 23: move 1: a5 is not legal: a5 is off the board with 4 cells a side",
        ),
        (
            "(;GM[havannah]SZ[4];W[a1];W[a2])",
            "line 1, character 29: move 2: it is not White's turn",
        ),
        (
            "(;GM[havannah]SZ[4];W[?])",
            "line 1, character 23: expected a cell such as c4, or swap, found “?”",
        ),
        ("(;GM[havannah]SZ[4]AB[a1:g7])", "line 1, character 23: no such cell: “a1:g7”"),
        (
            "(;SZ[4]RU[LG];W[G5])",
            "line 1, character 17: move 1: g8 is not legal: g8 is off the board with 4 cells a side",
        ),
        ("(;GM[1]SZ[4];W[a1])", "line 1, character 6: Hex is GM[11], this is game “1”"),
    ] {
        let error = read_any_sgf(text, "havannah").expect_err(text).to_string();
        assert_eq!(error, expected);
    }
    for garbage in
        ["(;GM[havannah]".repeat(100_000), format!("(;RU[LG];W[{}]", "Z".repeat(1_000_000))]
    {
        let error = read_any_sgf(&garbage, "havannah").expect_err("garbage").to_string();
        assert!(error.len() < 200 && !error.contains('\n'), "{error}");
    }
}

/// A tree that grew at random.
fn random_tree(seed: u64, size: usize, swap: SwapForm) -> Tree<Position> {
    let mut dice = Dice::new(seed);
    let rule = if dice.below(3) == 0 { SwapRule::Off } else { SwapRule::On };
    let start = Position::start(Options::new(size, rule).expect("a size"));
    let mut positions: Vec<(Option<usize>, Position)> = vec![(None, start.clone())];
    let mut tree = Tree::of(&Record::from_position(start));
    tree.tags = vec![("White".into(), "A ]\\ b".into()), ("SecondRating".into(), "12".into())];
    tree.comment = "x]\\\n:y".into();
    for i in 0..40 {
        let (parent, position) = positions[dice.below(positions.len())].clone();
        let Some(mv) = dice.choose(&position.moves()) else { continue };
        let comment = if dice.below(3) == 0 { format!("note {i} \\]") } else { String::new() };
        tree.nodes.push(Node { comment, ..Node::new(mv, parent) });
        positions.push((Some(tree.nodes.len() - 1), position.after(mv)));
        if mv == havannah::Move::Swap {
            tree.swap = swap;
        }
    }
    tree
}

/// A game as Little Golem would write it.
fn golem_text(tree: &Tree<Position>) -> String {
    let size = tree.start.size();
    let colours = ["W", "B"].into_iter().cycle();
    let line = tree.main_line();
    let text = line.moves().iter().zip(colours).map(|(mv, colour)| {
        let name = mv.to_string();
        let Some((column, row)) = name.split_at_checked(1).filter(|_| name != "swap") else {
            return format!(";{colour}[{name}]");
        };
        let number = usize::from(column.as_bytes()[0] - b'a') + 1;
        let row = row.parse::<usize>().unwrap() - number.saturating_sub(size);
        format!(";{colour}[{}{row}]", column.to_uppercase())
    });
    golem(size, "B", &text.collect::<String>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn trees_survive_the_journey(seed: u64, size in 4..11usize, sides: bool) {
        let tree = random_tree(seed, size, if sides { SwapForm::Sides } else { SwapForm::Pieces });
        let again = read(&write_sgf(&tree));
        prop_assert_eq!(&again.start, &tree.start);
        prop_assert_eq!((&again.comment, &again.tags, again.swap), (&tree.comment, &tree.tags, tree.swap));
        prop_assert_eq!(moves(&again.main_line()), moves(&tree.main_line()));
        prop_assert_eq!(again.nodes.len(), tree.nodes.len());
        prop_assert_eq!(write_sgf(&again), write_sgf(&read(&write_sgf(&again))));
    }

    #[test]
    fn games_of_little_golem_are_the_same_games(seed: u64, size in 4..11usize) {
        let mut tree = random_tree(seed, size, SwapForm::Pieces);
        for (i, node) in tree.nodes.iter_mut().enumerate() {
            node.parent = i.checked_sub(1);
        }
        let again = read(&golem_text(&tree));
        prop_assert_eq!(moves(&again.main_line()), moves(&tree.main_line()));
    }

    #[test]
    fn the_laws_hold_for_anything_that_looks_like_havannah(
        head in r"\(;(GM\[(havannah|4100)\]|RU\[LG\]|SO\[littlegolem\])?SZ\[(d=)?[4-9]\](RE\[(B|W|0|Draw|B\+R|W\+T|W\+)\])?",
        text in r"(;|\(|\)|B\[[a-gA-G][1-7]\]|W\[[a-gA-G][1-7]\]|B\[swap(-sides)?\]|W\[resign\]|C\[x\]|A[BWE]\[[a-g][1-7]\]|PL\[W\]|TR\[G1\]){0,40}",
    ) {
        probe::sgf(format!("{head}{text}").as_bytes());
    }
}
