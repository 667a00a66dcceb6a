//! Trees, their texts, and what people paste.

use catalog::{AnyRecord, GameName};
use game::{Ending, Side, Viewer};
use scene::Table;
use study::{
    MoveAnnotation, NodeId, PositionEditor, Tree, editor_start, hexworld, import, sgf_format,
};

fn hex(moves: &str) -> AnyRecord {
    let mut table = AnyRecord::begin(GameName::Hex, "size=5 swap=off").unwrap();
    moves.split_whitespace().for_each(|mv| table.play(mv).unwrap());
    table
}

fn play(tree: &mut Tree, at: NodeId, moves: &str) -> NodeId {
    moves.split_whitespace().fold(at, |at, mv| tree.play(at, mv).unwrap())
}

fn moves(tree: &Tree, line: &[NodeId]) -> String {
    let moves = line.iter().filter_map(|at| tree.node(*at).played.as_ref());
    moves.map(|played| played.mv.as_str()).collect::<Vec<_>>().join(" ")
}

/// A tree with everything in it.
fn grown() -> Tree {
    let mut tree = Tree::new(&hex("c3 d4 e2"));
    let first = tree.next(Tree::START).unwrap();
    let aside = play(&mut tree, first, "b2 b4");
    let before = tree.node(aside).parent().unwrap();
    play(&mut tree, before, "a5");
    play(&mut tree, Tree::START, "a1");
    tree.comment(Tree::START, "An even start.");
    tree.annotate(first, Some(MoveAnnotation::Good));
    let second = tree.next(first).unwrap();
    tree.annotate(second, Some(MoveAnnotation::Dubious));
    tree.comment(second, "Too {near}.");
    tree
}

#[test]
fn a_tree_is_written_and_read_again() {
    let tree = grown();
    let text = tree.to_string();
    let body = text.split_once("\n\n").unwrap().1.replace('\n', " ");
    assert_eq!(
        body.trim(),
        "{An even start.} 1. c3! (1. a1) 1... d4?! {Too (near).} (1... b2 2. b4 (2. a5)) 2. e2 *"
    );
    let again = Tree::read(GameName::Hex, &text).unwrap();
    assert_eq!(again.to_string(), text);
    assert_eq!(moves(&again, &again.main_line()), "c3 d4 e2");
}

#[test]
fn every_reader_of_records_reads_a_tree_as_the_game_alone() {
    let table = AnyRecord::read(GameName::Hex, &grown().to_string()).unwrap();
    assert_eq!(table.to_string(), hex("c3 d4 e2").to_string());
}

#[test]
fn a_move_that_is_there_is_gone_to_and_another_one_grows() {
    let mut tree = Tree::new(&hex("c3 d4"));
    let before = tree.len();
    let end = play(&mut tree, Tree::START, "c3 d4");
    assert_eq!((tree.len(), end), (before, tree.end(Tree::START)));
    let aside = play(&mut tree, Tree::START, "b2");
    assert!(tree.is_variation(aside) && !tree.is_main(aside));
    assert!(tree.play(aside, "b2").is_err());
    assert_eq!(tree.len(), before + 1);
}

#[test]
fn a_variation_is_promoted_and_cut_off() {
    let mut tree = Tree::new(&hex("c3 d4"));
    let aside = play(&mut tree, Tree::START, "b2 b3");
    tree.promote(aside);
    assert_eq!(moves(&tree, &tree.main_line()), "b2 b3");
    let first = tree.next(Tree::START).unwrap();
    assert_eq!(tree.cut(first), Tree::START);
    assert_eq!(moves(&tree, &tree.main_line()), "c3 d4");
    assert_eq!(tree.cut(Tree::START), Tree::START);
}

#[test]
fn an_ending_is_kept_and_what_might_have_followed_can_be_tried() {
    let mut table = hex("c3 d4");
    table.end(Ending::Resignation(Side::First)).unwrap();
    let mut tree = Tree::new(&table);
    assert!(tree.to_string().contains("[Ending \"resignation\"]"));
    assert_eq!(Tree::read(GameName::Hex, &tree.to_string()).unwrap().to_string(), tree.to_string());
    let end = tree.end(Tree::START);
    assert!(tree.table(end).conclusion().is_some());
    let on = tree.play(end, "a1").unwrap();
    assert!(tree.table(on).conclusion().is_none());
}

#[test]
fn what_cannot_be_read_is_left_out_and_named() {
    let head = "[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n";
    let read = |body: &str| import::read(&grown(), &format!("{head}{body}"));
    let bad = read("1. c3 c3 2. d4").unwrap();
    assert_eq!(moves(&bad.tree, &bad.tree.main_line()), "c3");
    let warning = bad.warning.unwrap();
    assert!(warning.contains("Loaded the first move") && warning.contains("move 2"), "{warning}");
    let aside = read("1. c3 (1. zz9 b2) d4 (1... c3) 2. e2").unwrap();
    assert_eq!(moves(&aside.tree, &aside.tree.main_line()), "c3 d4 e2");
    assert!(aside.warning.unwrap().contains("in a variation, move 1"));
    for odd in ["1. c3 ) d4", "( ( c3 ) ) c3 d4", "1. c3 d4 (", "1. c3 d4 {"] {
        let read = read(odd).unwrap();
        assert_eq!(moves(&read.tree, &read.tree.main_line()), "c3 d4", "{odd}");
    }
    let deep = format!("1. c3 d4 {} b2 {}", "(b1 ".repeat(500), ")".repeat(500));
    assert_eq!(read(&deep).unwrap().tree.main_line().len(), 3);
}

#[test]
fn an_illegal_twelfth_move_leaves_the_eleven_before_it() {
    let eleven = "a1 b1 a2 b2 a3 b3 a4 b4 c1 c2 c3";
    let text = format!("[Game \"hex\"]\n[Options \"size=5 swap=off\"]\n\n{eleven} a1 d5 *");
    let read = import::read(&grown(), &text).unwrap();
    assert_eq!(moves(&read.tree, &read.tree.main_line()), eleven);
    let warning = read.warning.unwrap();
    assert!(warning.starts_with("Loaded the first 11 moves."), "{warning}");
    assert!(warning.contains("move 12 “a1”: a1 is not legal: a1 is taken"), "{warning}");
}

#[test]
fn records_positions_lists_and_links_are_known_apart() {
    let here = grown();
    let read = |text: &str| import::read(&here, text).unwrap();
    assert_eq!(read("5/2r2/5/2b2/5 r swap=on").tree.start().position(), "5/2r2/5/2b2/5 r swap=on");
    let list = read("1. b2 c3! (1... a1) 2. d4");
    assert_eq!(moves(&list.tree, &list.tree.main_line()), "b2 c3 d4");
    assert_eq!(list.tree.start().options(), "size=5 swap=off");
    assert_eq!(list.warning, None);
    let other = read("[Game \"eclipse\"]\n\n1. 34-26 *");
    assert_eq!((other.tree.game(), other.tree.main_line().len()), (GameName::Eclipse, 2));
    let link = format!("https://example.org/analyse/hex#{}", study::link::write(&here.to_string()));
    assert_eq!(read(&link).tree.to_string(), here.to_string());
    let cut = read(&link[..link.len() - 9]);
    assert!(cut.warning.unwrap().contains("cut short"));
    assert!(cut.tree.main_line().len() >= 2);
}

/// A game of SGF with everything in it.
const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]RE[W+R]XX[kept]C[An even start.]\
    ;B[c3]TE[1]TR[a1][b1]LB[c1:A b]C[Centre {really}](;W[d4]DO[];B[e2])(;W[b2](;B[b4])(;B[a5]BM[2])))";

#[test]
fn sgf_is_pasted_with_variations_comments_marks_and_markup() {
    let eclipse = Tree::new(&AnyRecord::begin(GameName::Eclipse, "").unwrap());
    let imported = import::read(&eclipse, SGF).unwrap();
    assert_eq!((imported.warning, imported.others.len()), (None, 0));
    let text = imported.tree.to_string();
    assert!(text.contains("[Red \"Ann\"]") && text.contains("[Ending \"resignation\"]"), "{text}");
    let body = text.split_once("\n\n").unwrap().1.replace('\n', " ");
    assert_eq!(
        body.trim(),
        "{An even start.} {[%sgf XX[kept]]} 1. c3! {Centre (really)} {[%sgf TR[a1][b1]LB[c1:A b]]} \
         1... d4?! (1... b2 2. b4 (2. a5??)) 2. e2 0-1"
    );
    let again = Tree::read(GameName::Hex, &text).unwrap();
    assert_eq!(again.to_string(), text, "what is kept in the browser comes back");
    let sgf = sgf_format::write_sgf(&again).unwrap();
    for part in ["XX[kept]", "TR[a1][b1]LB[c1:A b]", "TE[1]", "DO[]", "BM[2]", "RE[W+R]", "PB[Ann]"]
    {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    assert_eq!(import::read(&eclipse, &sgf).unwrap().tree.to_string(), text, "there and back");
}

/// A game of Havannah as Little Golem writes it.
const GOLEM: &str = "(;FF[4]EV[null]PB[Ann]PW[Bob]SZ[5]RU[LG]RE[W]GC[ game #1]\
    SO[http://www.littlegolem.com];W[C3];B[swap];W[E5];B[F3];W[resign])";

#[test]
fn havannah_is_pasted_with_variations_comments_and_marks() {
    let golem = import::read_elsewhere(GOLEM).unwrap().unwrap().tree;
    assert_eq!(golem.game(), GameName::Havannah);
    assert_eq!(moves(&golem, &golem.main_line()), "c3 swap e5 f4");
    let text = golem.to_string();
    assert!(text.contains("[White \"Ann\"]") && text.contains("0-1"), "{text}");
    let sgf = "(;GM[havannah]SZ[4]C[Start];W[d4]TE[1]TR[a1](;B[e5])(;B[swap]C[Why not])";
    let tree = import::read(&grown(), sgf).unwrap().tree;
    let body = tree.to_string().split_once("\n\n").unwrap().1.replace('\n', " ");
    assert_eq!(body.trim(), "{Start} 1. d4! {[%sgf TR[a1]]} e5 (1... swap {Why not}) *");
    for tree in [golem, tree] {
        let again = import::read(&grown(), &sgf_format::write_sgf(&tree).unwrap()).unwrap().tree;
        assert_eq!(again.to_string(), tree.to_string(), "there and back");
    }
    let here = Tree::new(&AnyRecord::begin(GameName::Havannah, "").unwrap());
    let unnamed = import::read(&here, "(;SZ[4];W[g7])").unwrap().tree;
    assert_eq!(unnamed.game(), GameName::Havannah, "the game that is on the board");
}

#[test]
fn sgf_is_written_of_the_games_that_say_so() {
    for game in GameName::ALL {
        let tree = Tree::new(&AnyRecord::begin(game, "").unwrap());
        let said = game.description().has_format(scene::FileFormat::Sgf);
        assert_eq!(sgf_format::write_sgf(&tree).is_some(), said, "{game}");
    }
}

#[test]
fn hexworld_links_are_pasted_and_written() {
    let link = "https://hexworld.org/board/#5c1,a2:sc3d2:rb";
    let tree = import::read(&grown(), link).unwrap().tree;
    assert_eq!(moves(&tree, &tree.main_line()), "a2 swap c3 d2");
    assert_eq!(hexworld::write_hexworld(&tree).as_deref(), Some(link));
    assert_eq!(hexworld::left_out(&grown()), (3, 3));
}

#[test]
fn texts_of_several_games_are_pasted_whole() {
    let two = import::read(&grown(), &format!("{SGF}\n(;SZ[3];B[b2])")).unwrap();
    assert_eq!(moves(&two.others[0], &two.others[0].main_line()), "b2");
    let text = format!("{}\n[Game \"eclipse\"]\n\n1. 34-26 *\n", two.tree);
    let records = import::read(&grown(), &text).unwrap();
    assert_eq!(records.tree.to_string(), two.tree.to_string());
    assert_eq!(records.others[0].game(), GameName::Eclipse);
}

#[test]
fn what_fails_is_refused_whole_with_the_reason() {
    let refused = |text: &str| import::read(&grown(), text).unwrap_err().to_string();
    for (text, why) in [
        (
            "(;GM[11]SZ[5];B[a1];W[a1])",
            "line 1, character 23: move 2: a1 is not legal: a1 is taken",
        ),
        ("(;GM[11]SZ[5:6];B[a1])", "boards are as wide as high, not “5:6”"),
        ("(;GM[1]SZ[19];B[aa])", "Hex is GM[11], this is game “1”"),
        ("(;GM[havannah]SZ[5];W[a6])", "a6 is off the board with 5 cells a side"),
        ("https://hexworld.org/board/#5,a1a1", "move 2: a1 is not legal"),
        ("https://littlegolem.net/jsp/game/game.jsp?gid=15", "/servlet/sgf/15/game15.hsgf"),
        ("https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528", "PlayHex link holds no"),
        ("(c3 d4)", "there is no move in it"),
    ] {
        let what = refused(text);
        assert!(what.contains(why) && !what.contains('\n'), "{text}: {what}");
    }
}

#[test]
fn garbage_gets_one_short_line() {
    let here = grown();
    let long = "x".repeat(5_000_000);
    for garbage in ["", "  ", "hello there", "[[[[", "[Game \"chess\"]", "\u{0}\u{1}", &long] {
        let what = import::read(&here, garbage).unwrap_err().to_string();
        assert!(!what.contains('\n') && what.len() < 300, "{what}");
    }
}

#[test]
fn a_sketch_of_a_position_is_that_position() {
    for game in GameName::ALL {
        let mut table = editor_start(game, "").unwrap();
        for _ in 0..7 {
            let mv = table.choices().pop().unwrap().mv;
            table.play(&mv).unwrap();
            if table.conclusion().is_some() {
                break;
            }
            let again = PositionEditor::new(&table).position().unwrap();
            assert_eq!(again.position(), table.position(), "{game}");
        }
    }
}

#[test]
fn a_sketch_is_refused_with_the_reason() {
    let table = AnyRecord::begin(GameName::Eclipse, "").unwrap();
    let mut editor = PositionEditor::new(&table);
    let satellite = editor.scene().pieces.iter().find(|p| p.letter == Some('a')).unwrap().cell;
    let far = editor.scene().tiles.iter().find(|t| t.name == "25").unwrap().cell;
    editor.shift(satellite, far);
    let why = editor.position().unwrap_err().to_string();
    assert!(why.contains("chain a must be neighbours"), "{why}");

    let mut editor = PositionEditor::new(&editor_start(GameName::HexChess, "").unwrap());
    let king = editor.editor_pieces()[0];
    let empty = editor.scene().tiles.iter().find(|t| editor.scene().piece_on(t.cell).is_none());
    let empty = empty.unwrap().cell;
    editor.put(empty, Some(king));
    let why = editor.position().unwrap_err().to_string();
    assert!(why.contains("2 kings"), "{why}");
    editor.clear();
    assert_eq!(editor.position().unwrap_err().why, "White has no king");
}

#[test]
fn a_setup_of_hex_chess_can_be_set_up() {
    let mut table = AnyRecord::begin(GameName::HexChess, "").unwrap();
    table.play("K@17").unwrap();
    let mut editor = PositionEditor::new(&AnyRecord::begin(GameName::HexChess, "").unwrap());
    let king = editor.editor_pieces()[0];
    let cell =
        table.scene(Viewer::Judge).pieces.iter().find(|p| p.glyph == king.glyph).unwrap().cell;
    editor.put(cell, Some(king));
    editor.set_side(Side::Second);
    assert_eq!(editor.position().unwrap().position(), table.position());
    // A second king stands in no setup and in no game.
    let empty = editor.scene().tiles.iter().find(|t| editor.scene().piece_on(t.cell).is_none());
    let empty = empty.unwrap().cell;
    editor.put(empty, Some(king));
    assert!(editor.position().is_err());
}

#[test]
fn stones_are_put_and_taken_and_the_turn_is_set() {
    let mut editor = PositionEditor::new(&hex(""));
    let cell = editor.scene().tiles.iter().find(|t| t.name == "c3").unwrap().cell;
    let blue = editor.editor_pieces()[1];
    editor.put(cell, Some(blue));
    editor.set_side(Side::Second);
    assert_eq!(editor.position().unwrap().position(), "5/5/2b2/5/5 b swap=off");
    editor.put(cell, None);
    assert_eq!(editor.position().unwrap().position(), "5/5/5/5/5 b swap=off");
}

/// HC-2.7: play begins with turn 6, however the pieces were placed; HC-3.9: moons go by it.
#[test]
fn move_numbers_of_hex_chess_count_five_rows_of_setup() {
    let one_by_one = ["Q@10", "K@16", "C@21", "D@27", "G@34"];
    let numbers = |moves: &[&str]| {
        let mut table = AnyRecord::begin(GameName::HexChess, "").unwrap();
        for mv in moves {
            table.play(mv).unwrap();
        }
        let tree = Tree::new(&table);
        let text = tree.to_string();
        text.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let bulk = numbers(&["all:KCDGB", "all:KCDGB", "29-30", "33-32", "30-31"]);
    assert_eq!(bulk, "1. all:KCDGB all:KCDGB 6. 29-30 33-32 7. 30-31 *");
    let one_sided = [&["all:KCDGB"], &one_by_one[..], &["29-30", "33-32"]].concat();
    let text = numbers(&one_sided);
    assert!(text.starts_with("1. all:KCDGB Q@10 2... K@16 3... C@21"), "{text}");
    assert!(text.ends_with("5... G@34 6. 29-30 33-32 *"), "{text}");
    let tree = Tree::read(GameName::HexChess, &format!("[Game \"hexchess\"]\n\n{text}")).unwrap();
    assert_eq!(tree.main_line().len(), one_sided.len() + 1, "what is written is read again");
    let set_up =
        "[Game \"hexchess\"]\n[Start \"1/2/KP3pk/CP2pc/DP1pd/GP2pg/MP3pf/2/1 w odd -\"]\n\n29-30 *";
    assert!(Tree::read(GameName::HexChess, set_up).unwrap().to_string().contains("7. 29-30"));
}
