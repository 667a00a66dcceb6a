//! SGF files and links as they are found, and everything we write read back.

use game::{Dice, Ending, Position as _, Record, Side};
use hex::{Options, Position, SwapRule};
use proptest::prelude::*;
use sgf::{
    Node, Property, SwapForm, Tree, read_hexworld, read_sgf, read_sgf_games, write_hexworld,
    write_sgf,
};

fn moves(record: &Record<Position>) -> String {
    record.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_as_other_programs_write_it() {
    let text = "(;FF[4]GM[11]AP[HexGui:0.9]SZ[5]PB[Ann]PW[Bob \\[x\\]]RE[B+R]C[Well\nplayed]\n\
                ;B[a3];W[swap-pieces];B[c3]C[centre];W[d2](;B[b4])(;B[c4];W[a1]))";
    let tree = read_sgf(text).expect("a game");
    let line = tree.main_line();
    assert_eq!(moves(&line), "a3 swap c3 d2 b4");
    assert_eq!(tree.comment, "Well\nplayed");
    assert_eq!(tree.nodes[2].comment, "centre");
    assert_eq!(tree.nodes.len(), 7, "the variation too");
    assert_eq!(line.ending(), Some(Ending::Resignation(Side::Second)));
    let names =
        vec![("Red".to_owned(), "Ann".to_owned()), ("Blue".to_owned(), "Bob [x]".to_owned())];
    assert_eq!(line.tags, names);
    assert_eq!(read_sgf(&write_sgf(&tree)), Ok(tree));
}

#[test]
fn swapped_sides_are_the_same_game_in_the_mirror() {
    let text = "(;FF[4]GM[11]SZ[5];B[a3];W[swap-sides];W[c3];B[b2])";
    let tree = read_sgf(text).expect("a game");
    assert_eq!(tree.swap, SwapForm::Sides);
    let line = tree.main_line();
    assert_eq!(moves(&line), "a3 swap c3 b2");
    assert_eq!(line.position().to_string(), "2b2/1b3/2r2/5/5 r swap=on");
    let again = write_sgf(&tree);
    assert!(again.contains(";W[swap-sides];W[c3];B[b2]"), "{again}");
    assert_eq!(read_sgf(&again).map(|tree| moves(&tree.main_line())), Ok(moves(&line)));
    let link = write_hexworld(&line).expect("a link");
    assert_eq!(link, "https://hexworld.org/board/#5c1,a3:Sc3b2");
    assert_eq!(read_hexworld(&link).map(|r| moves(&r)), Ok(moves(&line)));
}

#[test]
fn forgiving_where_nothing_can_be_misunderstood() {
    for text in [
        "(;SZ[5];B[a1];W[b2])",
        "junk before (;FF[4] GM [11]\n SZ[5:5] ; B [A1] ; W[bb] ",
        "(;GM[11]SZ[5];W[a1];B[b2])",
        "(;SiZe[5]B[a1];W[ b2 ]) (;SZ[9])",
    ] {
        let tree = read_sgf(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves(&tree.main_line()), "a1 b2", "{text}");
    }
    let setup = read_sgf("(;GM[11]SZ[4]RU[No Swap]AB[a1][b2]AW[c3]PL[W];W[d4])").expect("a game");
    assert_eq!(setup.start.to_string(), "r3/1r2/2b1/4 b swap=off");
}

#[test]
fn errors_say_where_and_why() {
    for (text, expected) in [
        ("", "line 1, character 1: expected a game such as (;FF[4]GM[11]…), found “”"),
        ("(", "line 1, character 1: a game without any node"),
        ("(;GM[1]SZ[19])", "line 1, character 6: Hex is GM[11], this is game “1”"),
        ("(;SZ[99])", "line 1, character 6: boards are 3×3 to 19×19, not 99×99"),
        ("(;SZ[5:6])", "line 1, character 6: boards are as wide as high, not “5:6”"),
        ("(;SZ[5]\n;B[a1]\n;W[a1])", "line 3, character 4: move 2: a1 is not legal: a1 is taken"),
        ("(;SZ[5];B[a1];B[a2])", "line 1, character 17: move 2: it is not Black's turn"),
        (
            "(;SZ[5];B[xyz])",
            "line 1, character 11: expected a cell such as c4, or swap-pieces, found “xyz”",
        ),
        ("(;SZ[5];B[a1", "line 1, character 9: a property whose value never ends"),
        ("(;SZ)", "line 1, character 3: the property “SZ” has no value"),
        ("(SZ[5])", "line 1, character 2: a property outside of any node"),
        ("(;SZ[5];B[a1];AB[z9])", "line 1, character 18: no such cell: “z9”"),
        ("(;!)", "line 1, character 3: expected a node or a property, found “!)”"),
    ] {
        assert_eq!(read_sgf(text).expect_err(text).to_string(), expected);
    }
    for (text, expected) in [
        ("", "line 1, character 1: expected a size such as 11, found “”"),
        ("#x", "line 1, character 2: expected a size such as 11, found “x”"),
        (
            "https://hexworld.org/board/#11c1,a1a1",
            "line 1, character 36: move 2: a1 is not legal: a1 is taken",
        ),
        ("#11,a1:p", "line 1, character 7: nobody may pass"),
        ("#11,a1:x", "line 1, character 7: expected a cell such as c4, or :s, found “:x”"),
        ("#11,:r", "line 1, character 5: expected a cell such as c4, or :s, found “:r”"),
    ] {
        assert_eq!(read_hexworld(text).expect_err(text).to_string(), expected);
    }
    for garbage in
        ["(".repeat(3_000_000), "(;C[".to_owned() + &"é".repeat(3_000_000), ";".repeat(3_000_000)]
    {
        assert!(read_sgf(&garbage).expect_err("garbage").to_string().len() < 200);
        assert!(read_hexworld(&garbage).expect_err("garbage").to_string().len() < 200);
    }
    let deep = |count| format!("(;SZ[5]{}", "(;C[x]".repeat(count));
    assert!(read_sgf(&deep(900)).is_ok());
    assert!(read_sgf(&deep(200_000)).is_err(), "depth costs no stack");
}

#[test]
fn properties_that_mean_nothing_to_us_are_kept() {
    let text = "(;GM[11]SZ[5]TM[300]OT[15/300 Canadian]XX[a\\]b:c][d]\
                ;B[a1]TR[bb][c3]LB[c2:x\\:y]BL[12.5]YY[];AR[a1:b2]C[of the move before])";
    let tree = read_sgf(text).expect("a game");
    let kept =
        |properties: &[Property]| properties.iter().map(ToString::to_string).collect::<String>();
    assert_eq!(kept(&tree.properties), "TM[300]OT[15/300 Canadian]XX[a\\]b:c][d]");
    let node = &tree.nodes[0];
    assert_eq!(kept(&node.properties), "TR[b2][c3]LB[c2:x\\:y]BL[12.5]YY[]AR[a1:b2]");
    assert_eq!(node.comment, "of the move before");
    assert_eq!(node.properties[1].marked_cells(), [("c2".to_owned(), "x:y".to_owned())]);
    assert_eq!(read_sgf(&write_sgf(&tree)), Ok(tree));
}

#[test]
fn markup_is_on_the_same_stones_after_a_swap_of_sides() {
    let text = "(;GM[11]SZ[5];B[a3];W[swap-sides];W[c4]TR[c4]MA[a3])";
    let tree = read_sgf(text).expect("a game");
    assert_eq!(tree.nodes[2].mv.to_string(), "d3");
    assert_eq!(tree.nodes[2].properties[0].to_string(), "TR[d3]");
    assert!(write_sgf(&tree).contains(";W[c4]TR[c4]MA[a3]"), "{}", write_sgf(&tree));
}

#[test]
fn exports_follow_ff4() {
    let mut tree = read_sgf("(;GM[11]SZ[5];B[a1]C[x])").expect("a game");
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    tree.tags = vec![
        tag("First", "Ann"),
        tag("Blue", "Bob"),
        tag("FirstRating", "1500"),
        tag("SecondRating", "1600"),
        tag("Date", "2026.11.16"),
        tag("TimeControl", "600+5x30"),
        tag("Termination", "time"),
    ];
    let text = write_sgf(&tree);
    let version = concat!("AP[Sixfold:", env!("CARGO_PKG_VERSION"), "]");
    for part in [
        "FF[4]GM[11]CA[UTF-8]",
        version,
        "PB[Ann]",
        "PW[Bob]",
        "BR[1500]",
        "WR[1600]",
        "DT[2026-11-16]",
        "TM[600]OT[5x30 byo-yomi]",
        "TAG[Termination: time]",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let again = read_sgf(&text).expect("a game");
    assert!(again.tags.contains(&tag("TimeControl", "600+5x30")), "{:?}", again.tags);
}

#[test]
fn a_file_may_hold_several_games() {
    let text = "(;GM[11]SZ[5];B[a1]) between\n(;GM[11]SZ[7];B[b2];W[c3])\n";
    let games = read_sgf_games(text).expect("two games");
    let lines: Vec<String> = games.iter().map(|tree| moves(&tree.main_line())).collect();
    assert_eq!(lines, ["a1", "b2 c3"]);
    let error = read_sgf_games("(;SZ[5];B[a1])\n(;SZ[5];B[zz])").unwrap_err().to_string();
    assert!(error.starts_with("line 2, character 11:"), "{error}");
}

#[test]
fn stones_may_be_set_up_inside_a_game() {
    // Before any move: the start of the game.
    let tree = read_sgf("(;GM[11]SZ[4];AB[a1:b1]AW[c3];W[d4])").expect("a game");
    assert_eq!(tree.start.to_string(), "rr2/4/2b1/4 b swap=on");
    assert_eq!(moves(&tree.main_line()), "d4");
    // After moves: a tree of its own, with the stones that stand there.
    let text = "(;GM[11]SZ[4]PB[Ann];B[a1];W[b2](;B[c3])(;AE[b2]AB[d4]C[And now?]PL[W];W[a2]))";
    let games = read_sgf_games(text).expect("a game and a position");
    assert_eq!(moves(&games[0].main_line()), "a1 b2 c3");
    assert_eq!(games[1].start.to_string(), "r3/4/4/3r b swap=on");
    assert_eq!(moves(&games[1].main_line()), "a2");
    assert_eq!(games[1].comment, "And now?");
    assert!(games[1].tags.contains(&("Setup".to_owned(), "after 2 moves".to_owned())));
}

#[test]
fn little_golem_has_white_move_first() {
    let text = "(;FF[4]EV[hex.ch.32]PB[Bill]PW[ben]SZ[13]RE[B]GC[game #1]SO[https://www.littlegolem.net]\
                ;W[am];B[swap];W[ii];B[resign])";
    let tree = read_sgf(text).expect("a game");
    let line = tree.main_line();
    assert_eq!(moves(&line), "a13 swap i9");
    assert_eq!(line.ending(), Some(Ending::Resignation(Side::Second)));
    assert!(line.tags.contains(&("Red".to_owned(), "ben".to_owned())), "{:?}", line.tags);
    let lost =
        read_sgf("(;SZ[5];W[a1];B[b2])".replace("SZ", "RE[W+R]SZ").as_str()).expect("a game");
    assert_eq!(lost.ending, Some(Ending::Resignation(Side::Second)));
}

#[test]
fn results_are_those_of_the_colours_after_a_swap_of_sides() {
    let tree = read_sgf("(;GM[11]SZ[5]RE[B+R];B[a3];W[swap-sides];W[c4])").expect("a game");
    assert_eq!(tree.ending, Some(Ending::Resignation(Side::First)));
    assert!(write_sgf(&tree).contains("RE[B+R]"), "{}", write_sgf(&tree));
}

#[test]
fn soft_line_breaks_are_no_text() {
    let tree = read_sgf("(;SZ[5]C[one\\\r\n two\\\nthree])").expect("a game");
    assert_eq!(tree.comment, "one twothree");
}

#[test]
fn links_as_they_are_found() {
    let record = read_hexworld("https://hexworld.org/board/#11r9c1,b4:sh4g8,i8h3").expect("a game");
    assert_eq!(moves(&record), "b4 swap h4 g8 i8 h3");
    let record = read_hexworld("5nc1,a1b2:rw").expect("a game");
    assert_eq!(record.ending(), Some(Ending::Resignation(Side::Second)));
    assert_eq!(record.start().to_string(), "5/5/5/5/5 r swap=off");
}

/// A tree that grew at random.
fn random_tree(seed: u64, size: usize, swap: SwapForm) -> Tree {
    let mut dice = Dice::new(seed);
    let rule = if dice.below(3) == 0 { SwapRule::Off } else { SwapRule::On };
    let start = Position::start(Options::new(size, rule).expect("a size"));
    let mut positions: Vec<(Option<usize>, Position)> = vec![(None, start.clone())];
    let mut tree = Tree {
        start,
        tags: vec![("Red".into(), "A ]\\ b".into()), ("Clock".into(), "5+3: yes".into())],
        comment: "x]\\\n:y".into(),
        ending: None,
        nodes: Vec::new(),
        swap: SwapForm::Pieces,
        properties: Vec::new(),
    };
    for i in 0..40 {
        let (parent, position) = positions[dice.below(positions.len())].clone();
        let Some(mv) = dice.choose(&position.moves()) else { continue };
        let comment = if dice.below(3) == 0 { format!("note {i} \\]") } else { String::new() };
        tree.nodes.push(Node { comment, ..Node::new(mv, parent) });
        positions.push((Some(tree.nodes.len() - 1), position.after(mv)));
        if mv == hex::Move::Swap {
            tree.swap = swap;
        }
    }
    tree
}

/// The moves that lead to each node: what is the same in two trees whose nodes stand in another
/// order.
fn ways(tree: &Tree) -> Vec<(String, String)> {
    let mut ways: Vec<(String, String)> = (0..tree.nodes.len())
        .map(|at| {
            let back = std::iter::successors(Some(at), |&at| tree.nodes[at].parent);
            let mut names: Vec<String> = back.map(|at| tree.nodes[at].mv.to_string()).collect();
            names.reverse();
            (names.join(" "), tree.nodes[at].comment.clone())
        })
        .collect();
    ways.sort();
    ways
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn trees_survive_the_journey(seed: u64, size in 3..20usize, sides: bool) {
        let tree = random_tree(seed, size, if sides { SwapForm::Sides } else { SwapForm::Pieces });
        let again = read_sgf(&write_sgf(&tree)).expect("what we write we read");
        prop_assert_eq!(ways(&again), ways(&tree));
        prop_assert_eq!(&again.start, &tree.start);
        prop_assert_eq!((&again.comment, &again.tags, again.swap), (&tree.comment, &tree.tags, tree.swap));
        prop_assert_eq!(moves(&again.main_line()), moves(&tree.main_line()));
        prop_assert_eq!(write_sgf(&again), write_sgf(&read_sgf(&write_sgf(&again)).expect("read")));
    }

    #[test]
    fn links_survive_the_journey(seed: u64, size in 3..20usize) {
        let mut record = random_tree(seed, size, SwapForm::Pieces).main_line();
        record.tags.clear();
        if seed % 3 == 0 {
            let _ = record.end(Ending::Time(record.position().side_to_move()));
        }
        let link = write_hexworld(&record).expect("an empty start");
        prop_assert_eq!(read_hexworld(&link).expect("what we write we read"), record);
    }

    #[test]
    fn no_text_is_too_strange(text in "(\\(|;|B|W|SZ|C|AB|\\[|\\]|[a-e][1-5]|swap|\\)|\\\\|é| |\n|:){0,60}") {
        let _ = read_sgf(&text);
        let _ = read_sgf(&format!("(;SZ[5]{text}"));
        let _ = read_hexworld(&text);
        let _ = read_hexworld(&format!("#5,{text}"));
    }
}
